import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith, type TestCairn } from "../../test/support/cairn-with.ts";
import { contextIn } from "../../test/support/host.ts";
import {
  ASKED,
  concludes,
  drafter,
  draftOf,
  drafts,
  rule,
  streams,
  titlesIn,
} from "../../test/support/host-drafting.ts";
import { scriptedClaude } from "../../test/support/scripted-claude.ts";
import { decided, HostSession, waitingIn } from "../../test/support/session.ts";
import { captureLeft } from "../capture/capturing.ts";
import { encodePath } from "../places/root-names.ts";
import { tokensOf } from "../text/tokens.ts";

async function begun(settings: object = {}, env: Readonly<Record<string, string>> = {}): Promise<HostSession> {
  const cairn = cairnWith({ settings: { "mode.capture": "auto", ...settings }, env });
  const session = new HostSession(cairn);
  await session.start();
  return session;
}

async function logOf(cairn: TestCairn): Promise<string[]> {
  return ((await cairn.ask("review", { log: true })).log ?? []).map(({ did }) => did).reverse();
}

const noMail = draftOf("constraint", "Never log e-mail addresses", { rule }, { from: [2] });

test("where work concludes the agent is asked once a session, in the open, and no turn's end is held up", async () => {
  const session = await begun();
  const asked = await concludes(session);
  expect(asked).toMatch(ASKED);
  expect(asked).not.toMatch(/without telling|do not (?:tell|mention)/i);
  expect(tokensOf(asked)).toBeLessThan(70);
  expect(await session.stop("Done.")).toBe("");
  expect(await concludes(session, "Also never log phone numbers, they must stay out.")).not.toMatch(ASKED);
  expect(await session.stop("Done.")).toBe("");
});

test("one sub-agent is handed the session's page, drafts all kinds at once, and what passes is kept", async () => {
  const session = await begun();
  await concludes(session);
  const { page, shown } = await drafts(session, [streams, noMail]);
  expect(page).toContain("use Redis streams instead of lists because");
  expect(page).toContain(rule);
  expect(tokensOf(page)).toBeLessThan(1_200);
  expect(await titlesIn(session.cairn)).toEqual(["Never log e-mail addresses", "Use Redis streams instead of lists"]);
  expect(shown).toContain("Cairn kept 2.");
  expect(shown).not.toContain("rationale");
  await session.stop();
  await session.end();
  expect(await waitingIn(session.cairn)).toBe(0);
  const { memories } = await session.cairn.ask("list", {});
  expect(memories[0]).toMatchObject({ trust: "derived" });
  expect(contextIn(await session.prompt("Now the importer."))).not.toContain("Cairn kept");
});

test("where nothing was settled nothing is asked; a drafter that is started all the same is told so", async () => {
  const session = await begun();
  expect(await concludes(session, "What does this function do?")).toBe("");
  const { page } = await drafts(session, "[]");
  expect(page).toContain("answer []");
});

test.each([
  ["no person is before it", {}, { CLAUDE_CODE_SESSION_ATTENDED: "0" }],
  ["no person is before the older client", {}, { CLAUDE_CODE_ENTRYPOINT: "sdk-cli" }],
  ["it is only to suggest", { "mode.capture": "suggest" }, {}],
])("nobody is asked for drafts where %s", async (_, settings, env) => {
  expect(await concludes(await begun(settings, env))).not.toMatch(ASKED);
});

test("with nudges off auto asks all the same, and never for remember", async () => {
  expect(await concludes(await begun({ "mode.nudge": "off" }))).toMatch(ASKED);
});

test("off the record nobody is asked, and what a drafter brings is not taken", async () => {
  const session = await begun();
  await concludes(session);
  const agent = drafter(session);
  await agent.starts();
  await session.turn("Off the record.");
  await agent.ends(JSON.stringify([streams]));
  expect(await titlesIn(session.cairn)).toEqual([]);
  expect(await waitingIn(session.cairn)).toBe(0);
});

test("where the host has not written its record yet, the page is drawn from the trail", async () => {
  const session = await begun();
  await concludes(session);
  const { home, project } = session.cairn;
  writeFileSync(join(home, ".claude", "projects", encodePath(project), "s1.jsonl"), "");
  const { page } = await drafts(session, [streams, noMail]);
  expect(page).toContain(rule);
  expect(await titlesIn(session.cairn)).toHaveLength(2);
});

test("what the session does not bear out is blocked, and the rules draft that line when it ends", async () => {
  const session = await begun();
  await concludes(session, decided.replace("We decided to", "From now on we"));
  const made = draftOf("decision", "Use Kafka 3.7", { decision: "Use Kafka 3.7 on 12 brokers in Frankfurt." });
  await drafts(session, [made]);
  expect(await logOf(session.cairn)).toContain("blocked");
  await session.stop();
  await session.end();
  const titles = [
    ...(await titlesIn(session.cairn)),
    ...(await session.cairn.ask("review", {})).waiting.map(({ title }) => title),
  ];
  expect(titles.join("\n")).toMatch(/streams/i);
  expect(titles.join("\n")).not.toContain("Kafka");
});

test("what a drafter found to be nothing is drafted by nobody else", async () => {
  const session = await begun();
  await concludes(session);
  await drafts(session, "Nothing here is worth keeping:\n```json\n[]\n```");
  await session.stop();
  await session.end();
  expect(await waitingIn(session.cairn)).toBe(0);
});

test("cut off before it answers, nothing is lost: the rules draft at the session's end", async () => {
  const session = await begun();
  await concludes(session);
  await drafter(session).starts();
  await session.start("resume");
  await session.turn("Go on.");
  await session.end();
  expect((await titlesIn(session.cairn)).length + (await waitingIn(session.cairn))).toBeGreaterThan(0);
});

test("what it hands in twice is there once", async () => {
  const session = await begun();
  await concludes(session);
  await drafts(session, [streams, streams]);
  await drafts(session, [streams]);
  expect(await titlesIn(session.cairn)).toHaveLength(1);
});

test("a preference waits for the person, and one nobody said is none", async () => {
  const session = await begun();
  await concludes(session, "From now on, always write migration scripts in SQL, please.");
  const wish = draftOf("preference", "Migration scripts in SQL", { value: "Always write migration scripts in SQL." });
  await drafts(session, [wish, { ...wish, from: [], title: "Migration scripts always in SQL" }]);
  expect((await session.cairn.ask("review", {})).waiting).toMatchObject([{ kind: "preference" }]);
});

test("an update adds to the memory it names, an end of one waits, and what the person stated is not overruled", async () => {
  const session = await begun();
  const queue = { kind: "decision", title: "The queue", text: "## Decision\n\nA queue it is." } as const;
  const known = await session.cairn.ask("remember", queue, { surface: "mcp" });
  const stated = await session.cairn.ask("remember", {
    kind: "constraint",
    title: "Logging of mail",
    text: "## Rule\n\nNothing is logged.",
  });
  await concludes(session);
  const id = known.memory.id;
  const content = { rationale: ["consumers must replay a day"] };
  await drafts(session, [
    draftOf("decision", "The queue", content, { action: "update", id }),
    draftOf("constraint", "Logging of mail", { rule }, { action: "update", id: stated.memory.id, from: [2] }),
  ]);
  const { memory } = await session.cairn.ask("show", { id });
  expect(memory.body).toContain("consumers must replay a day");
  expect((await session.cairn.ask("show", { id: stated.memory.id })).memory.body).not.toContain("legal");
  expect((await session.cairn.ask("review", {})).waiting).toMatchObject([{ kind: "constraint" }]);
});

test("at a kind's cap a new one waits", async () => {
  const session = await begun({ max_memories_per_category: 1 });
  await session.cairn.ask("remember", { kind: "decision", title: "Use npm", text: "We use npm." });
  await concludes(session);
  await drafts(session, [streams]);
  expect(await titlesIn(session.cairn)).toEqual(["Use npm"]);
  expect(await waitingIn(session.cairn)).toBe(1);
});

test("what an agent says after it read the text of others is on no page", async () => {
  const session = await begun();
  await session.prompt("What does the page say?");
  await session.tool("WebFetch", { url: "https://example.com" }, `Queues compared. ${decided}`);
  await session.stop("1. Redis lists as the page says\n2. Kafka\n\nWhich one?");
  await session.turn("1");
  await concludes(session, rule);
  const { page } = await drafts(session, "[]");
  expect(page).toContain("e-mail");
  expect(page).not.toContain("as the page says");
});

test.each([
  ["silent", { memories: 1, person: false, shown: false }],
  ["summary", { memories: 1, person: false, shown: true }],
  ["announce", { memories: 1, person: true, shown: true }],
  ["review", { memories: 0, person: false, shown: true }],
])("notify.capture %s", async (how, expected) => {
  const session = await begun({ "notify.capture": how });
  await concludes(session);
  const { shown, toPerson } = await drafts(session, [streams]);
  const memories = (await titlesIn(session.cairn)).length;
  expect({ memories, person: toPerson.includes("Cairn"), shown: shown.includes("Cairn kept") }).toEqual(expected);
});

test("with a model in scribe.batch, a session whose agent drafted nothing is drafted by it once, when it is over", async () => {
  const claude = scriptedClaude();
  claude.says({ "Draft memories from": JSON.stringify([streams]) });
  const session = await begun({ "scribe.batch": "claude", "scribe.verify": false }, { PATH: claude.path });
  await session.turn(`${decided} ${rule}`);
  session.cairn.clock.advance(20 * 60_000);
  const cairn = await session.cairn.open();
  await captureLeft(cairn);
  await captureLeft(cairn);
  expect(claude.started).toHaveLength(1);
  expect(tokensOf(claude.started[0]!.input)).toBeLessThan(800);
  expect(await titlesIn(session.cairn)).toEqual(["Use Redis streams instead of lists"]);
});

test.each([
  ["silent", false, false],
  ["summary", true, true],
  ["announce", true, true],
])(
  "with notify.capture %s a start says that drafts wait: to the model %s, to the person %s",
  async (how, model, person) => {
    const session = await begun({ "mode.capture": "suggest", "notify.capture": how });
    await session.turn(decided);
    await session.end();
    const start = await new HostSession(session.cairn, "s2").start();
    expect(contextIn(start).includes("1 draft waits")).toBe(model);
    expect("systemMessage" in JSON.parse(start)).toBe(person);
  },
);
