/** What others rely on at the command line: shapes, exit codes, which stream says what. */

import { mkdirSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { callerOf } from "../../src/adapters/cli/agent-shell.ts";
import { environmentsAbove } from "../../src/disk/process.ts";
import { type House, house, textOf } from "../support/house.ts";

const MEMORY_KEYS =
  "id kind scope status title description tags trust path created updated confidence files aliases supersedes " +
  "superseded_by fields source updates retired archived body changes hash";

function keysOf(value: object): string[] {
  return Object.keys(value);
}

/** The keys every memory has come first and in this order; the others follow where they apply. */
function expectMemory(memory: object, ...more: string[]): void {
  const wanted = [..."id kind scope status title description tags trust path created updated".split(" "), ...more];
  expect(keysOf(memory)).toEqual(expect.arrayContaining(wanted));
  expect(keysOf(memory).slice(0, 11)).toEqual(wanted.slice(0, 11));
  expect(keysOf(memory).filter((key) => !MEMORY_KEYS.split(" ").includes(key))).toEqual([]);
}

test("remember, show, list and update print the objects they promise", async () => {
  const place = house();
  const remembered = await place.ask(["remember", "Use pnpm here. It is faster.", "--kind", "feedback"]);
  expect(keysOf(remembered)).toEqual(["action", "memory", "redacted", "warnings"]);
  expectMemory(remembered.memory);
  expect(remembered).toMatchObject({
    action: "created",
    memory: { id: "use-pnpm-here", scope: "project", status: "active", trust: "stated", tags: [] },
    redacted: [],
  });
  expect(remembered.memory.path).toBe("feedback/use-pnpm-here.md");

  const shown = await place.ask(["show", "use-pnpm-here"]);
  expectMemory(shown.memory, "body", "changes", "hash");
  expect(shown.memory.changes).toEqual([{ at: expect.any(String), summary: "created" }]);
  expect(shown.memory.body).toContain("It is faster.");

  const listed = await place.ask(["list"]);
  expect(keysOf(listed)).toEqual(["memories", "total", "problems"]);
  expect(listed.total).toBe(1);
  expectMemory(listed.memories[0]);
  expect(keysOf(listed.memories[0])).not.toContain("body");

  const updated = await place.ask(["update", "use-pnpm-here", "--tags", "b,a", "--expect", shown.memory.hash]);
  expect(keysOf(updated)).toEqual(["action", "memory", "redacted", "warnings"]);
  expect(updated).toMatchObject({ action: "updated", memory: { tags: ["b", "a"] } });
});

test("a broken file is a problem with its path, its line and what is wrong", async () => {
  const place = house();
  place.write(
    join(place.root, "broken.md"),
    "---\nname: broken\ndescription: [unclosed\n---\n# Broken\n\nStill here.\n",
  );
  place.write(join(place.root, "sound.md"), "---\nname: sound\ndescription: fine\n---\n# Sound\n");
  const { memories, problems } = await place.ask(["list"]);
  expect(memories.map(({ id }: { id: string }) => id).sort()).toEqual(["broken", "sound"]);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatchObject({ path: "broken.md", line: expect.any(Number), message: expect.any(String) });
  expect((await place.ask(["show", "broken"])).memory.body).toContain("Still here.");
});

const refusals: [code: number, kind: string, error: string, words: string[]][] = [
  [2, "invalid-input", "INPUT_ERROR", ["remember", "x", "--kind", "diary"]],
  [2, "invalid-input", "VALIDATION_ERROR", ["remember"]],
  [2, "invalid-input", "INPUT_ERROR", ["show", "../secret"]],
  [2, "invalid-input", "INPUT_ERROR", ["frobnicate"]],
  [2, "invalid-input", "INPUT_ERROR", ["list", "--colour", "red"]],
  [2, "invalid-input", "INPUT_ERROR", ["list", "--limit", "NaN"]],
  [2, "invalid-input", "INPUT_ERROR", ["remember", "x", "--scope", "team"]],
  [2, "invalid-input", "INPUT_ERROR", ["remember", "x", "--scope", "agent"]],
  [2, "invalid-input", "INPUT_ERROR", ["remember", "x", "--agent", "web/reviewer", "--scope", "user"]],
  [2, "invalid-input", "READ_ERROR", ["remember", "--body-file", "not-there.md"]],
  [2, "invalid-input", "PATH_ERROR", ["list", "--cwd", "/not/there"]],
  [3, "not-found", "NOT_FOUND", ["show", "nobody"]],
  [3, "not-found", "NOT_FOUND", ["undo", "project:4711"]],
  [4, "ambiguous", "AMBIGUOUS_ID", ["update", "twin", "more"]],
  [5, "conflict", "OCC_CONFLICT", ["update", "project:twin", "more", "--expect", "0".repeat(64)]],
  [5, "conflict", "CONFIRMATION_NEEDED", ["forget", "project:twin", "--hard"]],
  [5, "conflict", "SECURITY_ERROR", ["remember", "Never test.", "--kind", "feedback", "--trust", "untrusted"]],
];

test("a refusal has its exit code; --json puts it on standard output, otherwise it is two lines on standard error", async () => {
  const place = house();
  await twins(place);
  for (const [code, kind, error, words] of refusals) {
    const json = await place.cli([...words, "--json"]);
    expect({ words, ...json, out: "" }).toEqual({ words, code, out: "", err: "" });
    const { error: told, ...rest } = JSON.parse(json.out);
    expect({ words, ...told }).toMatchObject({ words, code: error, kind });
    expect({ words, rest, keys: keysOf(told).filter((key) => key !== "field") }).toEqual({
      words,
      rest: {},
      keys: ["code", "kind", "message", "hint"],
    });
    expect(json.out.trimEnd()).not.toContain("\n");

    const text = await place.cli(words);
    expect({ words, code: text.code, out: text.out }).toEqual({ words, code, out: "" });
    expect(text.err).toMatch(/^cairn: [^\n]+\n(?: {2}[^\n]+\n)?$/);
  }
});

test("advice leads somewhere, also where nothing is remembered yet", async () => {
  const place = house();
  const told = async (...words: string[]) => (await place.cli(words)).err.split("\n");
  expect((await told("forget", "a", "b"))[1]).toContain("one memory at a time");
  expect((await told("remember"))[1]).toContain("--body-file -");
  expect((await told("undo", "nope"))[0]).toBe("cairn: No memory called nope has a change that can be taken back.");
  expect((await told("undo", "shelf:3"))[0]).toBe("cairn: There is no scope called shelf.");
  expect((await told("undo"))[1]).not.toMatch(/^ {2}See (?:cairn )?history/);
  expect(await place.cli(["audit"])).toMatchObject({ code: 3, err: expect.stringContaining("Nothing is remembered") });
  // The folder of all projects is nobody's store.
  await place.ask(["remember", "Something.", "--kind", "project"]);
  expect((await place.cli(["status", "--cwd", "/"])).out).not.toContain("another layout");
});

test.each(["--text", "--body"])("update %s: how the whole text is handed in is said as it is typed", async (flag) => {
  const { code, err } = await house().cli(["update", "alpha", flag, "Anew."]);
  expect([code, err]).toEqual([2, expect.stringContaining("--body-file FILE")]);
});

test("what is missing is called as it is given there, and what it may be is said", async () => {
  const place = house();
  const told = async (...words: string[]) => (await place.cli(words)).err.split("\n");
  expect((await told("draft")).slice(0, 2)).toEqual([
    "cairn: --intent-file is missing.",
    expect.stringMatching(/^ {2}--intent-file: What/),
  ]);
  expect((await told("verify", "5e1f0a77"))[0]).toBe("cairn: --context-file is missing.");
  expect((await told("completion"))[0]).toMatch(/^cairn: <shell> is missing; it is one of bash, /);
  expect(await told("teach", "--file", "FOO.md")).toEqual([
    "cairn: --file must be one of AGENTS.md, CLAUDE.md, GEMINI.md, SYSTEM.md.",
    "  --file: Which file of instructions; without it AGENTS.md, and .agents/SYSTEM.md where there is a folder .agents.",
    "",
  ]);
  expect((await told("import")).slice(0, 2)).toEqual([
    "cairn: Say what to import and where it lies.",
    expect.stringMatching(/cairn import <layout> <path>; .* cairn import transcripts\.$/),
  ]);
  expect((await told("audit", "a", "b"))[0]).toBe("cairn: There is no layout or tool called a.");
  expect((await told("recall", "x", "--in", "transcripts", "--include-retired"))[0]).toMatch(
    /^cairn: --include-retired /,
  );
  expect((await told("recall", "x", "--since", "99"))[0]).toBe("cairn: 99 is no time.");
  const library = await (await place.library()).draft({} as never).catch((error: Error) => error.message);
  expect(library).toBe("intent is missing.");
});

test("a server has its page in the help", async () => {
  const place = house();
  expect((await place.cli(["help", "mcp"])).out).toMatch(
    /^Usage: cairn mcp \[flags\]\n\nServe [\s\S]*--memory-dir DIR/,
  );
});

async function twins(place: House): Promise<void> {
  await place.ask(["remember", "Project's.", "--title", "Twin", "--kind", "project"]);
  await place.ask(["remember", "Person's.", "--title", "Twin", "--kind", "project", "--scope", "user"]);
}

test("the program itself answers alike: exit code, one stream, no terminal, no colour", async () => {
  const place = house();
  expect(await place.run(["remember", "Use pnpm.", "--json"])).toMatchObject({ code: 0, err: "" });
  const [listed, missing, wrong, coloured] = await Promise.all([
    place.run(["list"]),
    place.run(["show", "nobody", "--json"]),
    place.run(["list", "--limit", "many"]),
    place.run(["show", "nobody"], { env: { FORCE_COLOR: "1", TERM: "xterm-256color" } }),
  ]);
  expect(listed).toMatchObject({ code: 0, err: "" });
  expect(listed.out).toMatch(/^project:use-pnpm /);
  expect(missing).toMatchObject({ code: 3, err: "" });
  expect(JSON.parse(missing.out).error.code).toBe("NOT_FOUND");
  expect(wrong).toMatchObject({ code: 2, out: "" });
  expect(coloured).toMatchObject({ code: 3, out: "" });
  for (const { out, err } of [listed, missing, wrong, coloured]) expect(out + err).not.toContain("\u001b");
});

test("remembering the same changes nothing, other words are added, and another kind gets another id", async () => {
  const place = house();
  const say = (text: string, kind: string, ...more: string[]) =>
    place.ask(["remember", text, "--title", "Deploy", "--kind", kind, ...more]);
  expect(await say("Run make ship.", "runbook")).toMatchObject({ action: "created", memory: { id: "deploy" } });
  const before = (await place.ask(["show", "deploy"])).memory.hash;
  expect(await say("Run make ship.", "runbook")).toMatchObject({ action: "unchanged", memory: { id: "deploy" } });
  expect((await place.ask(["show", "deploy"])).memory.hash).toBe(before);

  expect(await say("Then tell the others.", "runbook", "--tags", "ship")).toMatchObject({ action: "updated" });
  const { memory } = await place.ask(["show", "deploy"]);
  expect(memory.body).toMatch(/Run make ship\.\s+Then tell the others\./);
  expect(memory).toMatchObject({ tags: ["ship"], updates: 1 });
  expect(memory.changes).toHaveLength(2);

  expect(await say("Fridays only.", "constraint")).toMatchObject({ action: "created", memory: { id: "deploy-2" } });
  expect(await say("Not in May.", "constraint")).toMatchObject({ action: "updated", memory: { id: "deploy-2" } });
});

test("what is merely similar is a new memory, and the warning names the other one", async () => {
  const place = house();
  await place.ask(["remember", "The nightly backup of the database runs at three.", "--kind", "project"]);
  const other = await place.ask(["remember", "The nightly backup of the database runs at four.", "--kind", "project"]);
  expect(other.action).toBe("created");
  expect(other.warnings.join()).toContain("the-nightly-backup-of-the-database-runs");
});

test("without a kind a rule picks one and says so", async () => {
  const place = house();
  const { memory, warnings } = await place.ask(["remember", "We decided to use vitest instead of jest."]);
  expect(memory.kind).toBe("decision");
  expect(warnings.join()).toContain("decision");
  expect((await place.ask(["remember", "Plain words.", "--kind", "project"])).warnings).toEqual([]);
});

test("a missing description is the first sentence, at most 150 characters", async () => {
  const place = house();
  const first = await place.ask(["remember", "Tabs, please. Spaces are wide.", "--title", "Tabs", "--kind", "project"]);
  expect(first.memory.description).toBe("Tabs, please.");
  const long = await place.ask(["remember", `${"word ".repeat(60)}end.`, "--title", "Long", "--kind", "project"]);
  expect(long.memory.description.length).toBeLessThanOrEqual(150);
  expect(long.memory.description).toMatch(/^word word /);
});

test("what is archived is not overwritten, and what was just retired does not come back", async () => {
  const place = house();
  const words = ["remember", "Blue.", "--title", "Colour", "--kind", "decision"];
  await place.ask(words);
  await place.ask(["forget", "colour", "--reason", "red now"]);
  const back = await place.cli([...words, "--json"]);
  expect({ code: back.code, error: JSON.parse(back.out).error.code }).toEqual({
    code: 5,
    error: "ANTI_RESURRECTION_ERROR",
  });
  await place.ask(["restore", "colour"]);
  await place.ask(["archive", "colour"]);
  const over = await place.cli([...words, "--json"]);
  expect({ code: over.code, error: JSON.parse(over.out).error.code }).toEqual({
    code: 5,
    error: "CREATE_OVERWRITE_ERROR",
  });
});

test("lists hold the active ones; the others are there when asked for", async () => {
  const place = house();
  for (const title of ["One", "Two", "Three", "Four"]) {
    await place.ask(["remember", `${title} it is.`, "--title", title, "--kind", "project"]);
  }
  await place.ask(["forget", "one"]);
  await place.ask(["archive", "two"]);
  await place.ask(["remember", "Five it is.", "--title", "Five", "--kind", "project", "--supersedes", "three"]);
  const ids = async (...words: string[]) =>
    (await place.ask(["list", ...words])).memories.map(({ id }: { id: string }) => id).sort();
  expect(await ids()).toEqual(["five", "four"]);
  expect(await ids("--status", "retired")).toEqual(["one"]);
  expect(await ids("--status", "archived")).toEqual(["two"]);
  expect(await ids("--status", "superseded")).toEqual(["three"]);
  expect(await ids("--status", "all")).toEqual(["five", "four", "one", "three", "two"]);
  expect((await place.ask(["show", "three"])).memory).toMatchObject({ superseded_by: "five" });
  expect((await place.ask(["show", "one"])).memory).toMatchObject({ status: "retired", retired: { reason: "" } });
});

test("lists end after fifty, and say how many there are", async () => {
  const place = house();
  for (let n = 0; n < 53; n++)
    place.write(join(place.root, `note-${n}.md`), `---\nname: note-${n}\n---\n# Note ${n}\n`);
  const { memories, total } = await place.ask(["list"]);
  expect({ shown: memories.length, total }).toEqual({ shown: 50, total: 53 });
  expect((await place.ask(["list", "--limit", "60"])).memories).toHaveLength(53);
});

test("the team's memory needs its setting, and only the types it allows go there", async () => {
  const place = house();
  await place.ask(["config", "set", "team.enabled", "true"]);
  const { memory } = await place.ask(["remember", "For all.", "--scope", "team", "--kind", "project"]);
  expect(memory).toMatchObject({ scope: "team", path: "project/for-all.md" });
  const own = await place.cli(["remember", "Mine.", "--scope", "team", "--kind", "feedback", "--json"]);
  expect(own.code).toBe(5);
  expect((await place.ask(["list"])).memories.map(({ scope }: { scope: string }) => scope)).toEqual(["team"]);
});

test("an agent's memory goes with its scope, and is listed when that agent is named", async () => {
  const place = house();
  const agent = ["--scope", "agent", "--agent", "web/reviewer"];
  const { memory } = await place.ask(["remember", "Look at the tests first.", "--kind", "project", ...agent]);
  expect(memory).toMatchObject({ scope: "agent", id: "look-at-the-tests-first" });
  expect((await place.ask(["list"])).memories).toEqual([]);
  expect((await place.ask(["list", "--agent", "web/reviewer"])).memories).toHaveLength(1);
});

test("one memory can be read as it was", async () => {
  const place = house();
  await place.ask(["remember", "First words.", "--title", "Time", "--kind", "project"]);
  const { created } = (await place.ask(["show", "time"])).memory;
  await new Promise((resolve) => setTimeout(resolve, 20));
  const between = new Date().toISOString();
  await new Promise((resolve) => setTimeout(resolve, 20));
  await place.ask(["update", "time", "Second words."]);
  expect((await place.ask(["show", "time"])).memory.body).toContain("Second words.");
  const then = (await place.ask(["show", "time", "--as-of", between])).memory;
  expect(then.body).toContain("First words.");
  expect(then.body).not.toContain("Second words.");
  const before = await place.cli(["show", "time", "--as-of", new Date(Date.parse(created) - 60_000).toISOString()]);
  expect(before.code).toBe(3);
  expect((await place.cli(["show", "time", "--as-of", "yesteryear"])).code).toBe(2);
});

// Who runs the tests in a shell of an agent's is no person there.
const isAgents = callerOf(process.env, environmentsAbove()) === "agent-shell";

test.skipIf(isAgents)("forgetting for good asks; without a person to answer it needs --yes", async () => {
  const place = house();
  await place.ask(["remember", "Gone soon.", "--title", "Soon", "--kind", "project"]);
  const asked = await place.run(["forget", "soon", "--hard", "--json"]);
  expect({ code: asked.code, error: JSON.parse(asked.out).error.code }).toEqual({
    code: 5,
    error: "CONFIRMATION_NEEDED",
  });
  expect((await place.ask(["show", "soon"])).memory.status).toBe("active");
  expect(await place.ask(["forget", "soon", "--hard", "--yes"])).toMatchObject({ action: "erased" });
  expect((await place.cli(["show", "soon"])).code).toBe(3);
});

test.each(["gone", "empty"])(
  "a root that is %s after it was known is an error until a person says it was meant",
  async (how) => {
    const place = house();
    for (let n = 0; n < 6; n++) await place.ask(["remember", `Number ${n} it is.`, "--kind", "project"]);
    rmSync(place.root, { recursive: true });
    if (how === "empty") mkdirSync(place.root);
    for (const words of [
      ["list"],
      ["remember", "More.", "--kind", "project"],
      ["show", "number-1-it-is"],
      ["status"],
    ]) {
      const { code, out } = await place.cli([...words, "--json"]);
      expect({ words, code, error: JSON.parse(out).error?.code }).toEqual({
        words,
        code: 6,
        error: "ROOT_UNAVAILABLE",
      });
    }
    expect((await place.cli(["where"])).code).toBe(0);
    expect(await place.cli(["doctor"])).toMatchObject({ code: 5, out: expect.stringContaining("WRONG") });
    await place.ask(["rebuild", "--accept-empty"]);
    expect((await place.ask(["list"])).memories).toEqual([]);
    expect((await place.ask(["remember", "More.", "--kind", "project"])).action).toBe("created");
  },
);

test("help and the version need nothing but themselves", async () => {
  const place = house();
  const [version, help, page, bare] = await Promise.all([
    place.run(["--version"]),
    place.run(["help"]),
    place.run(["remember", "--help"]),
    place.run([]),
  ]);
  expect(version.out).toMatch(/^\d+\.\d+\.\d+\n$/);
  for (const { code, out, err } of [help, page, bare]) {
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain("remember");
  }
  expect((await place.ask(["list"])).total).toBe(0);
});

test("hand lines of MEMORY.md stay, however often the view is printed", async () => {
  const place = house();
  await place.ask(["remember", "Alpha it is.", "--kind", "project"]);
  const view = join(place.root, "MEMORY.md");
  place.write(view, `# Mine\n\nNever mention the war.\n${textOf(view)}- [Elsewhere](https://example.com) by hand\n`);
  utimesSync(view, new Date(0), new Date(0));
  for (const title of ["Beta", "Gamma", "Delta"]) {
    await place.ask(["remember", `${title} it is.`, "--kind", "project"]);
    const lines = textOf(view).split("\n");
    expect(lines).toEqual(expect.arrayContaining(["# Mine", "Never mention the war."]));
    expect(lines).toContain("- [Elsewhere](https://example.com) by hand");
    expect(lines.filter((line) => line.includes("alpha-it-is"))).toHaveLength(1);
  }
});
