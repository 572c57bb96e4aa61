import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith, type TestCairn } from "../../test/support/cairn-with.ts";
import { goOn, putSession } from "../../test/support/past-sessions.ts";
import { decided, HostSession } from "../../test/support/session.ts";
import { sessionMemoryId } from "../model/id.ts";
import { encodePath } from "../places/root-names.ts";

const session = "760f230b-96a5-4c5f-9a53-2f0a6b1c0c11";
const file = `sessions/${session}.md`;
const yes = { confirmed: true } as const;
const talk = [
  "Please make the nightly import of the warehouse survive a restart of the queue.",
  "It turned out that the importer connects before the queue has loaded its snapshot.",
  decided,
  "Done: the importer in `src/importer.ts` now waits for the ready event.",
];

function past(cairn: TestCairn, said: readonly string[] = talk, more: { cwd?: string; at?: Date } = {}): void {
  putSession({ home: cairn.home, cwd: cairn.project, session, said, ...more });
}

const later = [
  "We decided to drop the old exporter because nobody reads its files.",
  "Understood, the old exporter is removed now.",
];

test("a record in which nothing stands yet is not the session a person means by none", async () => {
  const cairn = cairnWith();
  past(cairn);
  const records = join(cairn.home, ".claude", "projects", encodePath(cairn.project));
  writeFileSync(join(records, "99999999-96a5-4c5f-9a53-2f0a6b1c0c11.jsonl"), "");
  expect(await cairn.ask("summarize", {}, yes)).toMatchObject({ action: "created", session });
});

test("a session's summary is one file of its name, made once and brought up to date after", async () => {
  const cairn = cairnWith();
  past(cairn);
  const first = await cairn.ask("summarize", { session }, yes);
  expect(first).toMatchObject({ action: "created", id: session, session, scribe: "none", tokens: 0 });
  expect(first.learned).toBeGreaterThan(2);
  expect(cairn.paths().filter((path) => path.startsWith("sessions/"))).toEqual([file]);
  expect(cairn.read(file)).toContain("- **Decision**: We decided to use Redis streams instead of lists — because");
  expect(await cairn.ask("summarize", { session }, yes)).toMatchObject({ action: "unchanged", learned: 0 });
  goOn({ home: cairn.home, cwd: cairn.project, session, said: later, at: new Date("2025-05-01T10:00:00Z") });
  const second = await cairn.ask("summarize", { session }, yes);
  expect(second).toMatchObject({ action: "updated", until: "2025-05-01T10:01:00.000Z" });
  expect(second.learned).toBeGreaterThan(0);
  expect(cairn.paths().filter((path) => path.startsWith("sessions/"))).toEqual([file]);
  expect(cairn.read(file)).toContain("drop the old exporter");
});

test("without a yes it is proposed and nothing is written; summary.review switches that off", async () => {
  const cairn = cairnWith();
  past(cairn);
  expect((await cairn.refusal("summarize", { session })).code).toBe("CONFIRMATION_NEEDED");
  const proposed = await cairn.ask("summarize", { session, dryRun: true });
  expect(proposed).toMatchObject({ action: "proposed", would: "created" });
  expect(proposed.text).toContain("## Tracking Points");
  const shown = await cairn.outcome("summarize", { dryRun: true });
  expect(shown.ok && shown.text).toContain(`Proposed: the first summary of session ${session} (`);
  expect(cairn.paths()).toEqual([]);
  await cairn.ask("config", { action: "set", key: "summary.review", value: false });
  expect(await cairn.ask("summarize", { session })).toMatchObject({ action: "created", text: proposed.text });
});

test("only what was there before can be new by its wording alone", async () => {
  const cairn = cairnWith();
  past(cairn);
  const body = "# Import survives restarts\n\n## Context\n\nThe importer waits for the ready event of the queue.\n";
  const said = async (input: object) => {
    const outcome = await cairn.outcome("summarize", { session, body, ...input }, yes);
    return outcome.ok ? outcome.text.split("\n").find((line) => /^(?:Proposed|Created|Updated)/.test(line)) : outcome;
  };
  expect(await said({ dryRun: true })).toBe(`Proposed: the first summary of session ${session}.`);
  expect(await said({})).toBe(`Created project:${session}, the summary of session ${session}.`);
  const reworded = body.replace("waits for", "begins at");
  expect(await said({ body: reworded })).toContain("only its wording is new");
});

test("of talk alone nothing is proposed, unless it is wanted all the same", async () => {
  const cairn = cairnWith();
  past(cairn, ["What does the turnstile at the gate do?", "It counts visitors and reports them every night."]);
  const nothing = await cairn.ask("summarize", { session });
  expect(nothing).toMatchObject({ action: "unchanged", id: session, learned: 0, text: "" });
  expect(nothing.nothing).toBe("1 exchange, no file changed, nothing decided, found out or left to do");
  expect(await cairn.ask("summarize", { session, dryRun: true })).toMatchObject({ action: "unchanged" });
  expect(cairn.paths()).toEqual([]);
  expect(await cairn.ask("summarize", { session, force: true }, yes)).toMatchObject({ action: "created" });
});

test("what a person wrote into it is there after the next run", async () => {
  const cairn = cairnWith();
  past(cairn);
  await cairn.ask("summarize", { session }, yes);
  cairn.change(file, (text) =>
    text
      .replace("## Completed", "- **Question**: who owns the queue?\n\n## Completed")
      .replace(/\n## Changes[\s\S]*$/, "\n## My notes\nCall Ada.\n"),
  );
  goOn({ home: cairn.home, cwd: cairn.project, session, said: later, at: new Date("2025-05-01T10:00:00Z") });
  expect(await cairn.ask("summarize", { session }, yes)).toMatchObject({ action: "updated" });
  const text = cairn.read(file);
  for (const mine of ["- **Question**: who owns the queue?", "## My notes\nCall Ada."]) expect(text).toContain(mine);
  expect(text).toContain("drop the old exporter");
});

test("a session is found by its id wherever one stands, and its summary lies in its own project", async () => {
  const cairn = cairnWith();
  const other = join(cairn.base, "elsewhere");
  mkdirSync(other);
  past(cairn);
  const { warnings, action } = await cairn.ask("summarize", { session: session.slice(0, 12) }, { ...yes, cwd: other });
  expect([action, warnings]).toEqual(["created", [expect.stringContaining("It belongs to project")]]);
  expect(cairn.has(file)).toBe(true);
  expect(cairn.has(`../../${encodePath(other)}/memory/${file}`)).toBe(false);
  const above = await cairn.ask("summarize", { session }, { ...yes, cwd: cairn.base });
  expect(above.action).toBe("unchanged");
});

test("without a name it is the session one works in, else the project's last", async () => {
  const cairn = cairnWith();
  past(cairn);
  const running = new HostSession(cairn, "s-running");
  await running.start();
  await running.turn(
    "Please mend the turnstile at the north gate of the shop.",
    "The turnstile is mended and tested now.",
  );
  const own = await cairn.ask("summarize", {}, { ...yes, session });
  expect(own.session).toBe(session);
  expect((await cairn.ask("summarize", {}, yes)).session).toBe("s-running");
});

test.each(["../../etc/passwd", "a/b", ".hidden", "s 1", "-"])("%s is no id of a session", async (given) => {
  const cairn = cairnWith();
  past(cairn);
  expect((await cairn.refusal("summarize", { session: given }, yes)).kind).toMatch(/invalid-input|not-found/);
  expect(cairn.paths()).toEqual([]);
});

test("a session that was begun at a terminal is said to be none with an agent", async () => {
  const cairn = cairnWith();
  await cairn.ask("start", {});
  const { message, hint } = await cairn.refusal("summarize", {});
  expect(message).toMatch(/^Nothing was said in session terminal-\d+: it was begun at a terminal\.$/);
  expect(hint).toContain("a session with an agent");
});

test("an id nobody knows is refused with what to do", async () => {
  const refused = await cairnWith().refusal("summarize", { session: "99999999-unknown" }, yes);
  expect(refused).toMatchObject({ kind: "not-found", field: "session" });
  expect(refused.hint).toContain("/status");
});

test("a text somebody wrote is kept by the same rules, and must have the form of a summary", async () => {
  const cairn = cairnWith();
  past(cairn);
  const body =
    "# Gate\n\n## Context\nThe gate was mended.\n\n## Tracking Points\n- **Decision**: brass — because it lasts\n";
  const told = await cairn.ask("summarize", { session, body, outcome: "success" }, yes);
  expect(told).toMatchObject({ action: "created", scribe: "given", learned: 1 });
  expect(cairn.read(file)).toContain("# Gate\n\n## Context\nThe gate was mended.");
  const refused = await cairn.refusal("summarize", { session, body: "just words" }, yes);
  expect(refused).toMatchObject({ kind: "invalid-input", field: "body" });
});

test("a run by rule overwrites nothing of the summary an agent handed in, and still adds what is new", async () => {
  const cairn = cairnWith();
  past(cairn);
  await cairn.ask("summarize", { session }, yes);
  const handed = [
    "# Importer survives a queue restart",
    "## Goal\nThe nightly import must not fail when the queue restarts.",
    "## Context\nOne evening with the warehouse importer.",
    "## Tracking Points\n- Decision: wait for the ready event\n- Discovery: the snapshot loads late",
    "## Completed\n- The importer waits.",
    "## Next Actions\n- Watch it for a week",
    "## Related Files/Artifacts\n- src/importer.ts",
  ].join("\n\n");
  await cairn.ask("summarize", { session, body: handed }, yes);
  const theirs = cairn.read(file);
  expect(theirs).toContain("# Importer survives a queue restart");
  expect(theirs).not.toContain("**Related Files/Artifacts**");
  goOn({ home: cairn.home, cwd: cairn.project, session, said: later, at: new Date("2025-05-01T10:00:00Z") });
  await cairn.ask("summarize", { session }, yes);
  const text = cairn.read(file);
  for (const kept of [
    "# Importer survives a queue restart",
    "## Goal\nThe nightly import must not fail when the queue restarts.",
    "## Context\nOne evening with the warehouse importer.",
    "- Decision: wait for the ready event",
    "- The importer waits.",
    "- Watch it for a week",
  ])
    expect(text).toContain(kept);
  expect(text).toContain("drop the old exporter");
});

test("what stands below headings of their own is tracked under them, and a decision that changed is another", async () => {
  const cairn = cairnWith();
  past(cairn);
  const text = (decision: string) =>
    `# Gate\n\n## Context\nThe gate.\n\n## Tracking Points\n- **Decision**: ${decision}\n\n## Open Points\n- who has the key\n`;
  await cairn.ask("summarize", { session, body: text("we use the cache for prices") }, yes);
  expect(cairn.read(file)).toContain("- **Open Points**: who has the key");
  const changed = await cairn.ask("summarize", { session, body: text("we use no cache for prices") }, yes);
  expect(changed).toMatchObject({ action: "updated", learned: 1 });
  for (const line of ["we use the cache", "we use no cache"]) expect(cairn.read(file)).toContain(line);
});

test("a tag somebody took off a summary stays off, and sessions whose ids look alike share none", async () => {
  const cairn = cairnWith();
  past(cairn);
  const [tag] = (await cairn.ask("summarize", { session }, yes).then(() => cairn.ask("show", { id: session }))).memory
    .tags;
  cairn.change(file, (text) => text.replace(new RegExp(`(?<=tags:.*)\\b${tag}\\b,? ?|\\n +- ${tag}(?=\\n)`), ""));
  expect((await cairn.ask("show", { id: session })).memory.tags).not.toContain(tag);
  goOn({ home: cairn.home, cwd: cairn.project, session, said: later, at: new Date("2025-05-01T10:00:00Z") });
  await cairn.ask("summarize", { session }, yes);
  expect((await cairn.ask("show", { id: session })).memory.tags).not.toContain(tag);
  expect(sessionMemoryId("Sess_ion-one")).not.toBe(sessionMemoryId("sess-ion-one"));
  expect(sessionMemoryId("Sess-ion-one")).not.toBe(sessionMemoryId("sess-ion-one"));
});

test("off the record nothing is summed up, and what was said so before is in no summary", async () => {
  const cairn = cairnWith();
  const running = new HostSession(cairn, "s-secret");
  const turn = (prompt: string, answer: string) => {
    cairn.clock.advance(60_000);
    return running.turn(prompt, answer);
  };
  await running.start();
  await turn("Please mend the turnstile at the north gate of the shop.", "The turnstile is mended and tested.");
  await cairn.ask("off-the-record", { session: "s-secret" });
  await turn("We decided to use the purple codename because of the merger.", "Understood.");
  expect((await cairn.refusal("summarize", { session: "s-secret" }, yes)).code).toBe("SECURITY_ERROR");
  await cairn.ask("off-the-record", { session: "s-secret", end: true });
  await turn("Now the docs of the turnstile, please.", "The docs of the turnstile are written and checked.");
  await cairn.ask("summarize", { session: "s-secret" }, yes);
  expect(cairn.read("sessions/s-secret.md")).not.toContain("purple");
});

test("a summary the window retired comes back, one a person retired does not", async () => {
  const cairn = cairnWith({ settings: { "categories.session_summary.max_retained": 1 } });
  past(cairn);
  await cairn.ask("summarize", { session }, yes);
  putSession({ home: cairn.home, cwd: cairn.project, session: "another-one-1", said: talk });
  expect((await cairn.ask("summarize", { session: "another-one-1" }, yes)).warnings.join()).toContain(
    `Retired ${session}`,
  );
  goOn({ home: cairn.home, cwd: cairn.project, session, said: later, at: new Date("2025-05-01T10:00:00Z") });
  expect(await cairn.ask("summarize", { session }, yes)).toMatchObject({ action: "updated", restored: true });
  expect((await cairn.ask("show", { id: session })).memory.status).toBe("active");
  await cairn.ask("forget", { id: session, reason: "wrong" });
  expect((await cairn.refusal("summarize", { session }, yes)).hint).toContain("restore");
});

test("a secret that was said is in no summary, also not the second time", async () => {
  const cairn = cairnWith();
  const key = `AKIA${"ABCDEFGHIJKLMNOP"}`;
  past(cairn, [
    `We decided to use the key ${key} because the other one was revoked.`,
    "Understood, the key is in use now.",
  ]);
  await cairn.ask("summarize", { session }, yes);
  const text = readFileSync(cairn.path(file), "utf8");
  expect(text).not.toContain(key);
  expect(await cairn.ask("summarize", { session }, yes)).toMatchObject({ action: "unchanged" });
});

test("undo takes the last update back, byte for byte", async () => {
  const cairn = cairnWith();
  past(cairn);
  await cairn.ask("summarize", { session }, yes);
  const before = cairn.read(file);
  goOn({ home: cairn.home, cwd: cairn.project, session, said: later, at: new Date("2025-05-01T10:00:00Z") });
  await cairn.ask("summarize", { session }, yes);
  expect(cairn.read(file)).not.toBe(before);
  await cairn.ask("undo", {});
  expect(cairn.read(file)).toBe(before);
});

test("what is taken out for good leaves the summary and its history, and no later run brings it back", async () => {
  const cairn = cairnWith();
  const purple = "We decided to use the purple codename because of the coming merger.";
  past(cairn, [...talk, purple, "Understood, it is called so from now on in every document."]);
  await cairn.ask("summarize", { session }, yes);
  expect(cairn.read(file)).toContain("purple codename");
  await cairn.ask("remember", { kind: "decision", title: "The codename", text: purple });
  await cairn.ask("forget", { id: "the-codename", hard: true }, yes);
  expect(cairn.read(file)).not.toContain("purple");
  expect(cairn.read(file)).toContain("Redis streams");
  await cairn.ask("summarize", { session }, yes);
  const elsewhere = readFileSync(
    join(cairn.home, ".claude", "projects", encodePath(cairn.project), `${session}.jsonl`),
    "latin1",
  );
  expect(elsewhere).toContain("purple");
  expect(cairn.everything().split("purple codename").length - 1).toBe(1);
});

test("what was rejected on review is in no summary made of its session, before or after", async () => {
  for (const isFirst of [true, false]) {
    const cairn = cairnWith();
    past(cairn);
    if (!isFirst) await cairn.ask("summarize", { session }, yes);
    await cairn.ask("distill", { session });
    const { waiting } = await cairn.ask("review", {});
    const redis = waiting.find(({ title }) => /redis/i.test(title));
    const { warnings } = await cairn.ask("review", { reject: [redis?.key ?? ""] });
    expect(warnings).toEqual(
      isFirst
        ? []
        : [
            expect.stringContaining(
              `session ${session} still says what was rejected. To take it out there too: cairn summarize`,
            ),
          ],
    );
    const { text } = await cairn.ask("summarize", { session }, yes);
    expect(text).not.toContain("**Decision**: We decided to use Redis streams");
    expect(cairn.read(file)).not.toContain("**Decision**: We decided to use Redis streams");
    expect(cairn.read(file)).toContain("## Goal");
  }
});

test("a title or an outcome without a text of one's own is refused, not ignored", async () => {
  const cairn = cairnWith();
  putSession({ home: cairn.home, cwd: cairn.project, session: "s-1", said: ["Fix the gate of the shop.", "Fixed."] });
  expect(await cairn.refusal("summarize", { session: "s-1", title: "Mine" })).toMatchObject({ field: "title" });
  expect(await cairn.refusal("summarize", { session: "s-1", outcome: "success" })).toMatchObject({ field: "outcome" });
});

test("a transcript's file is summed up as well, under the name of the file", async () => {
  const cairn = cairnWith();
  const path = putSession({
    home: cairn.home,
    cwd: cairn.project,
    session: "s-1",
    said: ["We decided to use WAL for the store because readers must not wait.", "Ok."],
  });
  const copy = join(cairn.project, "Talk of Monday.jsonl");
  writeFileSync(copy, readFileSync(path));
  const made = await cairn.ask("summarize", { session: copy }, yes);
  expect(made).toMatchObject({ action: "created", session: "talk-of-monday" });
  expect(made.text).toContain("use WAL for the store");
});

test("what is handed in without a goal is not called by its first point", async () => {
  const cairn = cairnWith();
  const hand = (text: string) =>
    cairn.ask("remember", { kind: "session_summary", title: "Port", text }, { session: "s1" });
  await hand("## Goal\nPort the store to WAL.");
  await hand("## Tracking Points\n- **Learning**: WAL is fast");
  expect((await cairn.ask("show", { id: "s1" })).memory).toMatchObject({ description: "Port the store to WAL." });
});

test("a title keeps what stands behind its colon", async () => {
  const cairn = cairnWith();
  const said = ["Add a flag to the exporter: --since takes a day", "Added the flag to the exporter in `src/a.ts`."];
  putSession({ home: cairn.home, cwd: cairn.project, session: "s-1", said });
  const { text } = await cairn.ask("summarize", { session: "s-1", dryRun: true, force: true });
  expect(text).toContain("# Add a flag to the exporter: --since takes a day");
});
