import { expect, test } from "vitest";
import { cairnWith, memoryText, type TestCairn } from "../../test/support/cairn-with.ts";
import { goOn, putSession } from "../../test/support/past-sessions.ts";
import { decided, HostSession } from "../../test/support/session.ts";
import { settleIn } from "../session/idle-work.ts";
import "../summary/at-end.ts";

const yes = { confirmed: true } as const;
const session = "760f230b-96a5-4c5f-9a53-2f0a6b1c0c11";
const summary = "## Goal\nMend the turnstile.\n\n## Tracking Points\n- **Decision**: brass — because it lasts\n";

async function talked(cairn: TestCairn, id = "s1"): Promise<HostSession> {
  const host = new HostSession(cairn, id);
  await host.start();
  await host.turn(decided, "Done: the consumers were moved to streams and the tests pass.");
  return host;
}

const later = (cairn: TestCairn) => cairn.clock.advance(60_000);
const start = (cairn: TestCairn, id = "s-next", source = "startup") => new HostSession(cairn, id).start(source);

test("a summary written in the conversation is up to date to the end of its turn, and behind with the next prompt", async () => {
  const cairn = cairnWith();
  const host = await talked(cairn);
  later(cairn);
  await host.prompt("/cairn:summarize");
  later(cairn);
  const input = { text: summary, kind: "session_summary", field: { outcome: "success" } } as const;
  const first = await cairn.ask("remember", input, { surface: "mcp", session: "s1" });
  expect(first).toMatchObject({ action: "created", memory: { id: "s1", fields: { outcome: "success" } } });
  later(cairn);
  await host.stop("Kept as project:s1.");
  expect((await cairn.ask("show", { id: "s1" })).memory.behind).toBeUndefined();
  expect(await start(cairn)).not.toContain("went on after");
  later(cairn);
  await host.turn("One more thing: we decided to paint the gate green because of the fog.");
  expect((await cairn.ask("show", { id: "s1" })).memory.behind).toBe(true);
  expect((await cairn.ask("list", { kind: "session_summary" })).memories[0]?.behind).toBe(true);
  const { hits } = await cairn.ask("recall", { question: "turnstile brass" });
  expect(hits[0]?.caveat).toBe("its session went on after it");
  expect(await start(cairn, "s-third")).toContain("A session went on after the summary: s1.");
  const more = { ...input, text: "## Tracking Points\n- **Decision**: the gate is green — because of the fog\n" };
  expect(await cairn.ask("remember", more, { surface: "mcp", session: "s1" })).toMatchObject({ action: "updated" });
  expect((await cairn.ask("show", { id: "s1" })).memory.behind).toBeUndefined();
  expect(cairn.read("sessions/s1.md")).toMatch(/brass — because it lasts\n- \*\*Decision\*\*: the gate is green/);
});

test("where a session left no trail, the host's own record tells that it went on", async () => {
  const cairn = cairnWith();
  const past = { home: cairn.home, cwd: cairn.project, session };
  putSession({ ...past, said: [decided, "Understood, it is done so."] });
  await cairn.ask("summarize", { session }, yes);
  expect((await cairn.ask("show", { id: session })).memory.behind).toBeUndefined();
  goOn({ ...past, said: ["And now the docs of it."], at: new Date("2025-05-03T10:00:00Z") });
  expect((await cairn.ask("show", { id: session })).memory.behind).toBe(true);
});

test.each(["startup", "resume", "fork", "clear", "compact"])(
  "with no master yet, a session begun by %s is told its id",
  async (source) => {
    const cairn = cairnWith();
    expect(await start(cairn, session, source)).toContain(`Session ${session}.`);
  },
);

test("suggest names the session that has no summary at the next start, and off says nothing", async () => {
  const cairn = cairnWith({ settings: { "mode.summary": "suggest" } });
  const host = await talked(cairn);
  await host.end();
  expect(cairn.has("sessions/s1.md")).toBe(false);
  expect(await start(cairn)).toContain("Without a summary of what was done: session s1.");
  await cairn.ask("summarize", { session: "s1" }, yes);
  expect(await start(cairn, "s-third")).not.toContain("Without a summary of what was done: session s1");
  await cairn.ask("config", { action: "set", key: "mode.summary", value: "off" });
  expect(await start(cairn, "s-fourth")).not.toContain("Without a summary");
});

test("auto sums a session up at its end by rule, unless it is off the record or nothing came of it", async () => {
  const cairn = cairnWith({ settings: { "mode.summary": "auto" } });
  const host = await talked(cairn);
  await host.end();
  expect(cairn.read("sessions/s1.md")).toContain("**Decision**: We decided to use Redis streams");
  const idle = new HostSession(cairn, "s-idle");
  await idle.start();
  await idle.turn("Hello there", "Hello!");
  await idle.end();
  const secret = await talked(cairn, "s-secret");
  await cairn.ask("off-the-record", { session: "s-secret" });
  await secret.end();
  expect(cairn.paths().filter((path) => path.startsWith("sessions/"))).toEqual(["sessions/s1.md"]);
});

test("what auto could not do at the end is done once a server has time", async () => {
  const cairn = cairnWith({ settings: { "mode.summary": "auto" } });
  await talked(cairn);
  cairn.clock.advance(20 * 60_000);
  const warm = await cairn.open({ surface: "mcp", session: "s-next" });
  await settleIn(warm);
  await warm.close();
  expect(cairn.has("sessions/s1.md")).toBe(true);
});

test("the master is loaded at a start only where the person wants it, as data with its age, within the budget", async () => {
  const long = `## Current Status\nThe turnstile works.\n\n## Key Decisions\n${"- brass, because it lasts\n".repeat(400)}`;
  const master = memoryText("master", long, { kind: "master", updated: "2025-05-01T00:00:00Z" });
  const cairn = cairnWith({ "master.md": master });
  expect(await start(cairn)).not.toContain("The turnstile works.");
  await cairn.ask("config", { action: "set", key: "session.loadMaster", value: true });
  const told = await start(cairn, "s-second");
  expect(told).toMatch(/<memory id=\\"project:master\\"[^>]*age=\\"32 days ago; check it/);
  expect(told).toContain("(it goes on: show master)");
  expect(told.length).toBeLessThan(6_500);
});

test("a summary that left the window before a synthesis read it waits for one like any other", async () => {
  const cairn = cairnWith();
  const sum = (id: string) =>
    cairn.ask("remember", { text: `${summary}\n## Next Actions\n- ${id}`, kind: "session_summary" }, { session: id });
  await sum("s1");
  await cairn.ask("synthesize", {}, yes);
  for (const id of ["s2", "s3"]) await sum(id);
  for (const id of ["s1", "s2"]) await cairn.ask("forget", { id }, yes);
  expect(await start(cairn)).toContain("2 new summaries since the last synthesis");
  const { master } = await cairn.ask("recall", {});
  expect(master?.missing.join()).toContain("2 summaries are newer");
  expect(master?.summaries.map(({ id }) => id)).toEqual(["project:s3"]);
});
