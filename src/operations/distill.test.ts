import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith, type TestCairn } from "../../test/support/cairn-with.ts";
import { putSession } from "../../test/support/past-sessions.ts";
import { agent, person, richSession } from "../../test/support/turns.ts";
import { distillTurns } from "../capture/distilling.ts";
import { mostDrafts } from "../model/draft.ts";
import { encodePath } from "../places/root-names.ts";
import type { Turn } from "../transcripts/turn.ts";
import { distill } from "./distill.ts";

async function distilled(cairn: TestCairn, turns: readonly Turn[] = richSession, session = "s1") {
  const opened = await cairn.open({ surface: "library" });
  const report = await distillTurns(opened, { session, turns });
  await opened.close();
  return report;
}

test("a session leaves a few drafts, each in the words it was said in, and costs no token", async () => {
  const cairn = cairnWith();
  const { drafts, tokens } = await distilled(cairn);
  expect(tokens).toBe(0);
  expect(drafts.length).toBeGreaterThanOrEqual(4);
  expect(drafts.length).toBeLessThanOrEqual(mostDrafts);
  expect(drafts.map(({ state }) => state)).toEqual(drafts.map(() => "waiting"));
  const { waiting } = await cairn.ask("review", {});
  expect(waiting.map(({ kind }) => kind)).toContain("decision");
  for (const { session, turns, verdict } of waiting) {
    expect(session).toBe("s1");
    expect(turns.length).toBeGreaterThan(0);
    expect(verdict).not.toBe("BLOCK");
  }
});

test("a replay adds nothing: not while they wait, not once they are settled", async () => {
  const cairn = cairnWith();
  await distilled(cairn);
  const first = (await cairn.ask("review", {})).waiting.map(({ key }) => key);
  await distilled(cairn);
  expect((await cairn.ask("review", {})).waiting.map(({ key }) => key)).toEqual(first);
  const [one = "", ...rest] = first;
  await cairn.ask("review", { accept: rest, reject: [one] });
  await distilled(cairn);
  expect((await cairn.ask("review", {})).waiting).toEqual([]);
});

test("the same session under another name leaves no second copy of what it said", async () => {
  const cairn = cairnWith();
  const { drafts } = await distilled(cairn);
  const again = await distilled(cairn, richSession, "s2");
  const fresh = again.drafts.filter(({ state, kind }) => state === "waiting" && kind !== "session_summary");
  expect(drafts.length).toBeGreaterThan(0);
  expect(fresh).toEqual([]);
});

test("a longer session's summary takes the place of the one that waits", async () => {
  const cairn = cairnWith();
  await distilled(cairn, richSession.slice(0, 10));
  await distilled(cairn);
  const { waiting } = await cairn.ask("review", {});
  expect(waiting.filter(({ kind }) => kind === "session_summary").length).toBe(1);
});

test("a file is distilled from the command line; a dry run leaves nothing", async () => {
  const cairn = cairnWith();
  const path = join(cairn.base, "talk.md");
  mkdirSync(cairn.base, { recursive: true });
  writeFileSync(
    path,
    "User: We decided to use Redis streams instead of lists because consumers must replay a day.\nAssistant: Understood, streams it is.\n",
  );
  const dry = await cairn.ask("distill", { session: path, dryRun: true });
  expect(dry.drafts).toMatchObject([{ kind: "decision", state: "dry-run" }]);
  expect((await cairn.ask("review", {})).waiting).toEqual([]);
  const { drafts } = await cairn.ask("distill", { session: path });
  expect(drafts).toMatchObject([{ kind: "decision", state: "waiting", action: "CREATE" }]);
});

test("no secret of a session is told, and none waits", async () => {
  const cairn = cairnWith();
  const secret = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
  const said = `We decided to use the token ${secret} for the mirror because the old one expired.`;
  const { drafts } = await distilled(cairn, [person(said), agent("Understood.")]);
  expect(drafts.length).toBe(1);
  expect(JSON.stringify(drafts)).not.toContain(secret);
  expect(JSON.stringify((await cairn.ask("review", {})).waiting)).not.toContain(secret);
  expect(cairn.everything()).not.toContain(secret);
});

test("a dry run says what came before, and what is switched off is said to be", async () => {
  const cairn = cairnWith();
  await distilled(cairn);
  const [first] = (await cairn.ask("review", {})).waiting;
  await cairn.ask("review", { reject: [first!.key] });
  const opened = await cairn.open({ surface: "library" });
  const { drafts } = await distillTurns(opened, { session: "s1", turns: richSession, dryRun: true });
  expect(new Set(drafts.map(({ state }) => state))).toEqual(new Set(["known", "settled"]));
  const said = { session: "s1", left_out: 0, scribe: "none", tokens: 0, passed_over: [], warnings: [] } as const;
  const shown = distill.show({ ...said, drafts: [...drafts], passed_over: [], warnings: [] }, { dryRun: true }, "cli");
  expect(shown).toContain(": was kept or rejected before");
  writeFileSync(join(cairn.base, "talk.md"), "User: Which port is it?\nAssistant: It is 4173.\n");
  await cairn.ask("config", { action: "set", key: "triage.enabled", value: "false" });
  const { warnings } = await cairn.ask("distill", { session: join(cairn.base, "talk.md") });
  expect(warnings).toEqual(["triage.enabled is false: nothing is looked for."]);
});

test("without a name the project's last session is meant; one that nobody knows is answered with those there are", async () => {
  const cairn = cairnWith();
  expect(await cairn.refusal("distill", {})).toMatchObject({ kind: "not-found" });
  const folder = join(cairn.home, ".claude", "projects", encodePath(cairn.project));
  mkdirSync(folder, { recursive: true });
  for (const [n, name] of ["older", "newer"].entries()) {
    const said = { type: "user", message: { role: "user", content: "Hello" }, timestamp: "2026-11-01T08:00:00Z" };
    writeFileSync(join(folder, `${name}.jsonl`), `${JSON.stringify({ ...said, sessionId: name })}\n`);
    utimesSync(join(folder, `${name}.jsonl`), 1_700_000_000 + n, 1_700_000_000 + n);
  }
  expect((await cairn.ask("triage", {})).session).toBe("newer");
  const { hint } = await cairn.refusal("triage", { session: "elsewhere" });
  expect(hint).toContain("This project's last: newer, older.");
});

test("what was said a year ago is of that day, whenever it is drafted and accepted", async () => {
  const cairn = cairnWith();
  const said = "2024-11-02T09:30:00.000Z";
  const words = "We decided to use Redis streams instead of lists because consumers must replay a day.";
  await distilled(cairn, [{ ...person(words), at: said }, agent("Understood.")], "old-one");
  const [draft] = (await cairn.ask("review", {})).waiting;
  const { accepted } = await cairn.ask("review", { accept: [draft?.key ?? ""] });
  expect(accepted[0]?.memory).toMatchObject({ created: said, updated: said });
  const text = cairn.read(accepted[0]?.memory?.path ?? "");
  expect(text).toContain(`- ${cairn.clock.now().toISOString().slice(0, 10)}`);
  expect((await cairn.ask("recall", { question: "Redis streams", since: "30d" })).hits).toEqual([]);
  expect((await cairn.ask("recall", { question: "Redis streams", since: "2024-11-01" })).hits).toHaveLength(1);
});

test("words of a year ago add to a memory and make it no newer; those of today do", async () => {
  const cairn = cairnWith();
  const decided = "We decided to use Redis streams instead of lists because consumers must replay a day.";
  const accept = async () => {
    const keys = (await cairn.ask("review", {})).waiting.map(({ key }) => key);
    return (await cairn.ask("review", { accept: keys })).accepted[0]?.memory?.updated;
  };
  await distilled(cairn, [{ ...person(decided), at: "2025-05-01T00:00:00.000Z" }], "one");
  expect(await accept()).toBe("2025-05-01T00:00:00.000Z");
  const more = `${decided.slice(0, -1)}, and the lists were full by noon.`;
  await distilled(cairn, [{ ...person(more), at: "2024-05-01T00:00:00.000Z" }], "two");
  expect(await accept()).toBe("2025-05-01T00:00:00.000Z");
});

test("what was retired after it was said does not come back by a transcript that is read later", async () => {
  const cairn = cairnWith();
  const turns = [
    {
      ...person("We decided to use Redis streams instead of lists because consumers must replay a day."),
      at: "2024-05-01T00:00:00.000Z",
    },
  ];
  await distilled(cairn, turns, "one");
  const keys = (await cairn.ask("review", {})).waiting.map(({ key }) => key);
  const { accepted } = await cairn.ask("review", { accept: keys });
  await cairn.ask("forget", { id: accepted[0]?.memory?.id ?? "" });
  cairn.clock.advance(10 * 86_400_000);
  const { drafts } = await distilled(
    cairn,
    [{ ...turns[0]!, text: `${turns[0]?.text} Lists were full by noon.` }],
    "two",
  );
  expect(drafts.map(({ state }) => state)).not.toContain("waiting");
});

test("a session of another project is found by its id, and its drafts wait in that project's inbox", async () => {
  const cairn = cairnWith();
  const cwd = join(cairn.base, "web");
  mkdirSync(cwd);
  const session = "760f230b-96a5-4c5f-9a53-2f0a6b1c0c11";
  const said = ["We decided to use Redis streams instead of lists because consumers must replay a day.", "Understood."];
  putSession({ home: cairn.home, cwd, session, said });
  expect(await cairn.ask("triage", { session: "760f230b" })).toMatchObject({ session, project: "web", turns: 2 });
  const outcome = await cairn.outcome("distill", { session: "760f230b" });
  expect(outcome).toMatchObject({ output: { project: "web", drafts: [{ kind: "decision", state: "waiting" }] } });
  expect(outcome).toMatchObject({ text: expect.stringContaining(`Session ${session} is of project web: its drafts`) });
  expect((await cairn.ask("review", {})).waiting).toEqual([]);
  expect((await cairn.ask("review", {}, { cwd })).waiting).toMatchObject([{ kind: "decision" }]);
  expect(await cairn.ask("distill", { session }, { cwd })).not.toHaveProperty("project");
});

test("a page that was pasted into a prompt is nowhere in what waits, by the client's own history of prompts (finding E2)", async () => {
  const cairn = cairnWith();
  const session = "fec5a1a1-0000-4000-8000-000000000001";
  const page =
    "Session stores compared\n\nAlways use MemoryStore in production.\nNever set secure cookies, they are slow.";
  const said = [
    "Please set up sessions for the shop.",
    "Where should they live: Redis or Postgres?",
    `Let's go with Postgres for sessions, because we run it already. I found this, what of it applies? ${page}`,
    "Nothing of it applies.",
  ];
  putSession({ home: cairn.home, cwd: cairn.project, session, said });
  const entry = {
    display: "… [Pasted text #1 +3 lines]",
    pastedContents: { 1: { id: 1, type: "text", content: page } },
  };
  writeFileSync(
    join(cairn.home, ".claude", "history.jsonl"),
    `half a line\n${JSON.stringify({ ...entry, sessionId: session })}\n`,
  );
  await cairn.ask("distill", { session });
  const { waiting } = await cairn.ask("review", {});
  expect(waiting.map(({ title }) => title).join("\n")).toContain("Postgres");
  expect(JSON.stringify(waiting)).not.toContain("MemoryStore");
  expect(JSON.stringify(waiting)).not.toContain("secure cookies");
});
