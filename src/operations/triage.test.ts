import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith } from "../../test/support/cairn-with.ts";
import { say } from "../../test/support/host.ts";
import { sessionWithEverything } from "../../test/support/triage-flips.ts";
import { triagedKinds } from "../capture/triaged-kinds.ts";

test("every kind that was said is found, with its reason", async () => {
  const cairn = cairnWith();
  await sessionWithEverything(cairn);
  const { verdicts, from } = await cairn.ask("triage", { session: "s1" });
  expect(from).toBe("trail");
  expect(verdicts.filter(({ keep }) => keep).map(({ kind }) => kind)).toEqual(triagedKinds);
  expect(verdicts[0]).toMatchObject({
    because: "stated",
    why: "you said so",
    passages: [
      { turn: 0, voice: "person", from_line: 1, to_line: 1, text: ["We decided to use Postgres for the event store."] },
    ],
  });
});

test("unexplained too, each of the first five findings of a kind is shown, and how many more there are", async () => {
  const cairn = cairnWith();
  mkdirSync(cairn.base, { recursive: true });
  const path = join(cairn.base, "talk.txt");
  const decided = [
    "write the queue in Rust",
    "drop the nightly cache",
    "parse mails by hand",
    "index titles only",
    "ship a viewer with it",
    "rotate logs every week",
    "lock files by name",
  ];
  const said = decided.map((what) => `User: We decided to ${what}.\n\nAssistant: Fine.\n`);
  writeFileSync(path, said.join("\n"));
  const outcome = await cairn.outcome("triage", { session: path });
  const text = outcome.ok ? outcome.text : "";
  expect(text.match(/person, turn \d+: We decided/g)).toHaveLength(5);
  expect(text).toContain("and 2 more; --explain shows all");
});

test("explained, it says what was left, and by which words", async () => {
  const cairn = cairnWith();
  await sessionWithEverything(cairn);
  const short = await cairn.outcome("triage", { session: "s1" });
  expect(short).toMatchObject({ text: expect.stringMatching(/\+ decision 0\.\d\d ≥ 0\.4: you said so/) });
  const cut = cairnWith({ settings: { "categories.decision.enabled": false } });
  await sessionWithEverything(cut);
  const long = await cut.outcome("triage", { session: "s1", explain: true });
  expect(long).toMatchObject({ text: expect.stringMatching(/- decision 0\.\d\d of 0\.4: switched off/) });
  expect(long).toMatchObject({ text: expect.stringContaining("by: rule") });
});

test("a session nobody knows is refused", async () => {
  expect(await cairnWith().refusal("triage", { session: "nobody" })).toMatchObject({ code: "NOT_FOUND" });
});

test("a transcript's file is triaged like a session", async () => {
  const said = "User: We decided to use Postgres.\n\nAssistant: Fine.\n";
  const cairn = cairnWith({ project: { "notes/talk.md": said, "notes/else.md": "# Nothing of the kind\n" } });
  const { from, session, verdicts } = await cairn.ask("triage", { session: "notes/talk.md" });
  expect({ from, session, kept: verdicts.filter(({ keep }) => keep).map(({ kind }) => kind) }).toEqual({
    from: "transcript",
    session: "talk.md",
    kept: ["decision"],
  });
  expect(await cairn.refusal("triage", { session: "notes/else.md" })).toMatchObject({ code: "READ_ERROR" });
});

test("a session is known by the beginning of its id, if only one begins so", async () => {
  const cairn = cairnWith();
  const ids = ["760f230b-96a5-4c5f", "760f230b-11aa-0000"];
  for (const session_id of ids) {
    await say(cairn, { hook_event_name: "UserPromptSubmit", session_id, prompt: "go on", prompt_id: "p1" });
  }
  expect(await cairn.ask("triage", { session: "760f230b-96" })).toMatchObject({ session: ids[0] });
  expect(await cairn.ask("distill", { session: "760f230b-11" })).toMatchObject({ session: ids[1] });
  const both = await cairn.refusal("triage", { session: "760f" });
  expect(both).toMatchObject({ kind: "ambiguous", code: "AMBIGUOUS_ID" });
  for (const id of ids) expect(both.hint).toContain(id);
  for (const verb of ["why", "recover"] as const) {
    expect((await cairn.refusal(verb, { session: "760f" })).code).toBe("AMBIGUOUS_ID");
  }
  expect(await cairn.refusal("triage", { session: "760" })).toMatchObject({ kind: "not-found" });
});

test("what a session settled is told with by what it was heard, before anything is drafted", async () => {
  const cairn = cairnWith();
  const path = join(cairn.base, "pick.md");
  const offer = "1. **Redis**: fast\n2. **Postgres**: what we run already\n\nWhich one?";
  writeFileSync(
    path,
    `User: Where do sessions live?\n\nAssistant: Two ways:\n\n${offer}\n\nUser: 2\n\nAssistant: Done.\n`,
  );
  const { concluded } = await cairn.ask("triage", { session: path });
  expect(concluded).toEqual([
    {
      kind: "decision",
      title: "Postgres: what we run already, not Redis",
      by: "pick",
      standing: "waits",
      turns: [1, 2],
    },
  ]);
  expect((await cairn.ask("review", {})).waiting).toEqual([]);
});
