import { expect, onTestFinished, test } from "vitest";
import { cairnWith, memoryText, type TestCairn } from "../../test/support/cairn-with.ts";
import { contextIn, say } from "../../test/support/host.ts";
import { defined } from "../model/defined.ts";

const logMode = { settings: { "memory.mode": "log" } };

const append = (cairn: TestCairn, text: string, session?: string) =>
  cairn.ask("log", { action: "append", text }, defined({ session }));

function inZone(zone: string): void {
  const before = process.env["TZ"];
  process.env["TZ"] = zone;
  onTestFinished(() => {
    if (before === undefined) delete process.env["TZ"];
    else process.env["TZ"] = before;
  });
}

test("an entry says when it was, and in which session", async () => {
  const cairn = cairnWith();
  const { day, entries } = await append(cairn, "The queue moved to Redis.", "760f230b-3c1e-4d55");
  expect([day, entries]).toEqual([
    "2025-06-02",
    [{ time: "12:00", session: "760f230b", text: "The queue moved to Redis.", trust: "stated" }],
  ]);
  expect(cairn.read("logs/2025/06/2025-06-02.md")).toMatch(/^- 12:00 \[760f230b\] The queue moved to Redis\.$/m);
});

test("entries are only added: what stands before them stays, byte for byte", async () => {
  const cairn = cairnWith();
  await append(cairn, "One.");
  const first = cairn.read("logs/2025/06/2025-06-02.md");
  await append(cairn, "Two,\nin lines.");
  const second = cairn.read("logs/2025/06/2025-06-02.md");
  expect(second.startsWith(first)).toBe(true);
  expect((await cairn.ask("log", {})).entries.map(({ text }) => text)).toEqual(["One.", "Two,\nin lines."]);
});

test("at midnight of the person's clock a new file begins, also in a session that goes on", async () => {
  inZone("Pacific/Auckland");
  const cairn = cairnWith({ now: new Date("2025-06-02T11:59:50Z") });
  const warm = await cairn.warm({ session: "s1" });
  for (const text of ["Before midnight.", "After midnight."]) {
    await warm.ask("log", { action: "append", text });
    cairn.clock.advance(60_000);
  }
  expect(cairn.paths().filter((path) => path.startsWith("logs/"))).toEqual([
    "logs/2025/06/2025-06-02.md",
    "logs/2025/06/2025-06-03.md",
  ]);
  expect(cairn.read("logs/2025/06/2025-06-03.md")).toContain("- 00:00 [s1] After midnight.");
  const { days } = await cairn.ask("log", { action: "days" });
  expect(days.map(({ day, entries }) => [day, entries])).toEqual([
    ["2025-06-02", 1],
    ["2025-06-03", 1],
  ]);
  expect((await cairn.ask("log", { text: "yesterday" })).day).toBe("2025-06-02");
});

test("many who write at once lose nothing, and nobody's entry is cut in two", async () => {
  const cairn = cairnWith();
  const writers = await Promise.all([0, 1, 2, 3].map((n) => cairn.open({ session: `s${n}` })));
  const texts = writers.map((_, n) => [0, 1, 2, 3, 4].map((m) => `Entry ${m} of ${n}\nwith a second line ${m}.${n}`));
  const { log } = await import("./log.ts");
  await Promise.all(
    writers.map(async (writer, n) => {
      for (const text of texts[n] ?? [])
        await log.run({ action: "append", text, tags: [], files: [], trust: undefined }, writer);
    }),
  );
  for (const writer of writers) await writer.close();
  const { entries } = await cairn.ask("log", {});
  expect(entries.map(({ text }) => text).sort()).toEqual(texts.flat().sort());
});

test("files and tags of an entry stand at its end, and a secret never reaches the disk", async () => {
  const cairn = cairnWith({ project: { "src/db.ts": "x" } });
  const secret = ["ghp", "_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("");
  const { redacted } = await cairn.ask("log", {
    action: "append",
    text: `The key is ${secret} and WAL is on.`,
    tags: ["sqlite"],
    files: ["src/db.ts"],
  });
  expect(redacted).toHaveLength(1);
  expect(cairn.everything()).not.toContain(secret);
  expect(cairn.read("logs/2025/06/2025-06-02.md")).toContain("and WAL is on. (src/db.ts) #sqlite");
});

test("one entry from outside is untrusted, and the others keep their worth", async () => {
  const cairn = cairnWith();
  await append(cairn, "I said this.");
  await cairn.ask("log", { action: "append", text: "A page said this.", trust: "untrusted" });
  await append(cairn, "I said that too.");
  cairn.change("logs/2025/06/2025-06-02.md", (text) => `${text}- 13:00 By hand.\n`);
  expect((await cairn.ask("log", {})).entries.map(({ trust }) => trust)).toEqual([
    "stated",
    "untrusted",
    "stated",
    "untrusted",
  ]);
});

test("nothing is logged of a session off the record, nor nothing at all", async () => {
  const cairn = cairnWith();
  await cairn.ask("off-the-record", {}, { session: "s1" });
  const refused = await cairn.refusal("log", { action: "append", text: "A secret plan." }, { session: "s1" });
  expect(refused.message).toContain("off the record");
  expect((await cairn.refusal("log", { action: "append", text: " " })).code).toBe("VALIDATION_ERROR");
  expect((await cairn.refusal("log", { text: "last week" })).hint).toContain("log append");
  expect((await cairn.refusal("log", { text: "2020-01-01" })).code).toBe("NOT_FOUND");
  expect(cairn.paths()).toEqual([]);
});

test("where a log is kept, what has no kind is part of the day, and a kind still makes a memory", async () => {
  const cairn = cairnWith(logMode);
  const passing = await cairn.ask("remember", { text: "The tests are red since noon.", tags: ["ci"] });
  expect([passing.memory.id, passing.memory.kind]).toEqual(["2025-06-02", "log"]);
  expect(passing.warnings[0]).toContain("Kept as log");
  expect(cairn.read("logs/2025/06/2025-06-02.md")).toContain("The tests are red since noon. #ci");
  const kept = await cairn.ask("remember", { text: "We use tabs.", kind: "decision" });
  expect(kept.memory.kind).toBe("decision");
  expect((await cairn.ask("remember", { text: "I like tea.", scope: "user" })).memory.kind).not.toBe("log");
});

test("no live index is kept beside a log: Cairn's lines go, a person's stay, and all come back with the index", async () => {
  const cairn = cairnWith({ "MEMORY.md": "# Mine\n", "project/tabs.md": memoryText("tabs", "We use tabs.") });
  await cairn.ask("rebuild", {});
  const live = cairn.read("MEMORY.md");
  expect(live).toContain("project/tabs.md");
  const set = (value: string) => cairn.ask("config", { action: "set", key: "memory.mode", value, project: true });
  cairn.clock.advance(60_000);
  await set("log");
  expect(cairn.read("MEMORY.md")).toBe("# Mine\n");
  await cairn.ask("remember", { text: "We use WAL.", kind: "decision" });
  expect(cairn.read("MEMORY.md")).toBe("# Mine\n");
  await cairn.ask("undo", {});
  await set("index");
  expect(cairn.read("MEMORY.md")).toBe(live);
});

test("where a log is kept no MEMORY.md comes about", async () => {
  const cairn = cairnWith(logMode);
  await cairn.ask("remember", { text: "We use WAL.", kind: "decision" });
  await append(cairn, "Tried it.");
  await cairn.ask("rebuild", {});
  expect(cairn.paths().filter((path) => !path.includes("/"))).toEqual([]);
});

test("a session is told that a log is kept, by a path that is true on every day", async () => {
  const start = async (cairn: TestCairn) =>
    contextIn(await say(cairn, { hook_event_name: "SessionStart", session_id: "s1", source: "startup" }));
  expect(await start(cairnWith(logMode))).toContain("logs/YYYY/MM/YYYY-MM-DD.md");
  expect(await start(cairnWith())).not.toContain("logs/");
});

test("an entry of several paragraphs is taken out for good as a whole", async () => {
  const cairn = cairnWith();
  await cairn.ask("log", {
    action: "append",
    text: "The vault moved to Zanzibar street.\n\nIts code is on the door there.",
  });
  await cairn.ask("log", { action: "append", text: "The tests are green." });
  const { memory } = await cairn.ask("remember", { text: "The vault moved to Zanzibar street.", kind: "project" });
  await cairn.ask("forget", { id: memory.id, hard: true }, { confirmed: true });
  const { entries } = await cairn.ask("log", {});
  expect(entries.map(({ text }) => text)).toEqual(["The tests are green."]);
});
