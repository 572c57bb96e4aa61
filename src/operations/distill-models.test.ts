import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cairnWith, type TestCairn } from "../../test/support/cairn-with.ts";
import { intentText, contextText as text } from "../../test/support/drafts.ts";
import { type ModelEndpoint, modelEndpoint, type Script, toldTokens } from "../../test/support/model-endpoint.ts";
import { ofTranscripts, putSession } from "../../test/support/past-sessions.ts";
import { decidedSession, willing } from "../../test/support/scribe-flips.ts";
import { intentOf, streams, streamsIntent } from "../../test/support/scribe-suite.ts";
import { type ScriptedClaude, scriptedClaude } from "../../test/support/scripted-claude.ts";
import { richSession } from "../../test/support/turns.ts";
import { distillTurns } from "../capture/distilling.ts";
import { Desk } from "../capture/scribe/desk.ts";
import { withScribe } from "../capture/scribes.ts";

const oneAnswer = toldTokens.input + toldTokens.output;

/** A Cairn that asks a model at this endpoint. */
function withEndpoint({ url }: ModelEndpoint, settings: Record<string, unknown> = {}): TestCairn {
  return cairnWith({ settings: { "scribe.http.url": url, "scribe.http.model": "m-1", ...settings } });
}

async function drafted(script: Script, settings: Record<string, unknown> = {}) {
  const endpoint = await modelEndpoint(script);
  const cairn = withEndpoint(endpoint, settings);
  const told = await cairn.ask("distill", { session: decidedSession(cairn), scribe: "http" });
  return { cairn, endpoint, ...told, waiting: (await cairn.ask("review", {})).waiting };
}

describe("distill with a model", () => {
  test("a draft is made, checked and waits; the tokens of both are told", async () => {
    const { drafts, waiting, tokens, endpoint, scribe } = await drafted(willing);
    expect(drafts).toMatchObject([{ kind: "decision", state: "waiting" }]);
    expect(waiting).toMatchObject([{ title: "Redis streams instead of lists", trust: "derived" }]);
    expect([scribe, tokens, endpoint.asked.length]).toEqual(["http", 2 * oneAnswer, 2]);
  });

  test("what it cost stands in the answer", async () => {
    const endpoint = await modelEndpoint(willing);
    const cairn = withEndpoint(endpoint);
    const outcome = await cairn.outcome("distill", { session: decidedSession(cairn), scribe: "http" });
    expect(outcome).toMatchObject({ text: expect.stringContaining(`http: ${2 * oneAnswer} tokens used.`) });
  });

  test("by default nobody is asked, and --scribe none overrules the setting", async () => {
    const endpoint = await modelEndpoint(willing);
    const cairn = withEndpoint(endpoint);
    expect(await cairn.ask("distill", { session: decidedSession(cairn) })).toMatchObject({ scribe: "none", tokens: 0 });
    await cairn.ask("config", { action: "set", key: "scribe.batch", value: "http" });
    const none = await cairn.ask("distill", { session: decidedSession(cairn), scribe: "none" });
    expect(none).toMatchObject({ scribe: "none", tokens: 0 });
    expect(endpoint.asked).toEqual([]);
  });

  test("a session of which nothing is worth keeping costs nothing", async () => {
    const endpoint = await modelEndpoint(willing);
    const opened = await withEndpoint(endpoint).open();
    const turns = [{ by: "person" as const, text: "Good morning.", from: 0 }];
    const told = await withScribe(opened, "http", (work) => distillTurns(opened, { session: "s", turns, work }));
    expect(told).toMatchObject({ drafts: [], tokens: 0 });
    expect(endpoint.asked).toEqual([]);
  });

  test("what the rules find invented is blocked, whatever the model says, and it is not even asked", async () => {
    const invented = intentOf("decision", "Kafka with 12 partitions", { decision: "Use Kafka with 12 partitions." });
    const { drafts, waiting, endpoint } = await drafted((words) =>
      words.startsWith("You check") ? willing(words) : invented,
    );
    expect(drafts).toMatchObject([{ state: "blocked", verdict: "BLOCK" }]);
    expect(waiting).toEqual([]);
    expect(endpoint.asked).toHaveLength(1);
  });

  test("what the model finds false is blocked, though the rules found nothing", async () => {
    const issue = { severity: "block", claim: "streams", problem: "it was only spoken of" };
    const opinion = JSON.stringify({ verdict: "PASS", issues: [issue] });
    const { drafts, waiting } = await drafted((words) => (words.startsWith("You check") ? opinion : streamsIntent));
    expect(drafts).toMatchObject([{ state: "blocked", because: "streams: it was only spoken of" }]);
    expect(waiting).toEqual([]);
  });

  const REVISE = '{"verdict":"REVISE","issues":[{"severity":"revise","claim":"title","problem":"name the reason"}]}';
  const better = intentOf("decision", "Redis streams, so that consumers can replay a day", {
    decision: "Use Redis streams instead of lists.",
    rationale: ["consumers must be able to replay a day"],
  });

  test("a draft that should be better is mended once, and the better one waits", async () => {
    const { waiting, endpoint } = await drafted((words, nth) => {
      if (!words.startsWith("You check")) return nth === 1 ? streamsIntent : better;
      return words.includes("so that consumers can replay") ? willing(words) : REVISE;
    });
    expect(waiting).toMatchObject([{ title: "Redis streams, so that consumers can replay a day" }]);
    expect(endpoint.asked).toHaveLength(4);
    expect(endpoint.asked[2]?.words).toContain("title: name the reason");
  });

  test("and no second time: a model that is never content does not go on for ever", async () => {
    const { waiting, endpoint } = await drafted((words, nth) =>
      words.startsWith("You check") ? REVISE : nth === 1 ? streamsIntent : better,
    );
    expect(endpoint.asked).toHaveLength(4);
    expect(waiting).toMatchObject([{ verdict: "REVISE", issues: expect.arrayContaining(["title: name the reason"]) }]);
  });

  test("where the better one is worse, the first stands", async () => {
    const invented = intentOf("decision", "Kafka with 12 partitions", { decision: "Use Kafka with 12 partitions." });
    const { waiting } = await drafted((words, nth) =>
      words.startsWith("You check") ? REVISE : nth === 1 ? streamsIntent : invented,
    );
    expect(waiting).toMatchObject([{ title: "Redis streams instead of lists", verdict: "REVISE" }]);
  });

  test.each([
    ["nonsense", "I think it is fine."],
    ["a refusal", 400],
    ["a verdict nobody knows", '{"verdict":"FINE"}'],
  ])("no opinion is no pass: %s", async (_, said) => {
    const { waiting } = await drafted((words) => (words.startsWith("You check") ? said : streamsIntent));
    expect(waiting).toMatchObject([{ verdict: "REVISE" }]);
    expect(waiting[0]?.issues.join(" ")).toContain("not checked by a model");
  });

  test("the drafter is told what is known already, and what it writes is worth no more than that", async () => {
    const endpoint = await modelEndpoint(willing);
    const cairn = withEndpoint(endpoint);
    const text = "Use Redis lists, since streams were not known. Consumers must be able to replay a day.";
    await cairn.ask("remember", { title: "Redis lists for the queue", text, kind: "decision", trust: "imported" });
    await cairn.ask("distill", { session: decidedSession(cairn), scribe: "http" });
    expect(endpoint.asked[0]?.words).toContain("Known already: Redis lists for the queue");
    expect((await cairn.ask("review", {})).waiting).toMatchObject([{ trust: "imported" }]);
  });

  test("a cap that is reached on the way keeps what was drafted, and says what was not", async () => {
    const answers: Script = (words) => (/kind decision/.test(words) ? streamsIntent : '{"category":"x"}');
    const endpoint = await modelEndpoint(answers);
    const opened = await withEndpoint(endpoint, { "scribe.maxTokens": 5_500, "scribe.verify": false }).open();
    const { drafts, warnings, tokens } = await withScribe(opened, "http", (work) =>
      distillTurns(opened, { session: "s1", turns: richSession, work }),
    );
    expect(drafts).toMatchObject([{ kind: "decision", state: "waiting" }]);
    expect(warnings.join("\n")).toMatch(/was not drafted: The model was not asked: it could cost \d+ tokens/);
    expect(tokens).toBeLessThanOrEqual(5_500);
  });

  test("where nothing could be drafted, that is the answer", async () => {
    const endpoint = await modelEndpoint(() => 400);
    const cairn = withEndpoint(endpoint);
    expect(await cairn.refusal("distill", { session: decidedSession(cairn), scribe: "http" })).toMatchObject({
      code: "SCRIBE_ERROR",
      kind: "unavailable",
    });
  });

  test("no agent chooses the model, or sets one", async () => {
    const endpoint = await modelEndpoint(willing);
    const cairn = withEndpoint(endpoint);
    const how = { surface: "agent-shell" } as const;
    const session = decidedSession(cairn);
    expect(await cairn.refusal("distill", { session, scribe: "http" }, how)).toMatchObject({ code: "SECURITY_ERROR" });
    const set = { action: "set", key: "scribe.batch", value: "http" } as const;
    expect(await cairn.refusal("config", set, how)).toMatchObject({ code: "SECURITY_ERROR" });
    expect(await cairn.refusal("config", { action: "reset" }, { ...how, confirmed: true })).toMatchObject({
      code: "SECURITY_ERROR",
    });
    expect(endpoint.asked).toEqual([]);
    await cairn.ask("config", set);
    expect(await cairn.ask("distill", { session }, how)).toMatchObject({ scribe: "http" });
  });

  test("an address that is not https is no setting", async () => {
    const value = "http://example.com";
    const refusal = await cairnWith().refusal("config", { action: "set", key: "scribe.http.url", value });
    expect(refusal.message).toContain("must begin with https://");
    const cairn = cairnWith({ settings: { "scribe.http.url": value } });
    expect((await cairn.ask("config", { action: "get", key: "scribe.http.url" })).warnings.join()).toContain("https");
  });
});

describe("import with a model", () => {
  const bundle = "We decided to bundle with esbuild instead of webpack because builds took minutes.";
  const sessions = { first: streams, second: bundle };

  function withSessions(endpoint: ModelEndpoint, settings: Record<string, unknown> = {}): TestCairn {
    const cairn = withEndpoint(endpoint, settings);
    for (const [session, said] of Object.entries(sessions)) {
      putSession({ home: cairn.home, cwd: cairn.project, session, said: [said, "Understood."] });
    }
    return cairn;
  }

  const drafting: Script = (words) => {
    if (words.startsWith("You check")) return '{"verdict":"PASS"}';
    return words.includes("esbuild")
      ? intentOf("decision", "Bundle with esbuild", { decision: bundle })
      : streamsIntent;
  };

  test("past sessions are drafted by the model, and their tokens told", async () => {
    const cairn = withSessions(await modelEndpoint(drafting));
    const told = await cairn.ask("import", { source: "transcripts", scribe: "http" });
    expect(told).toMatchObject({ read: 2, scribe: "http", tokens: 4 * oneAnswer, warnings: [] });
    expect(
      ofTranscripts(told)
        .kept.map(({ title }) => title)
        .sort(),
    ).toEqual(["Bundle with esbuild", "Redis streams instead of lists"]);
  });

  test("where the cap is reached it stops, says why, and the next run goes on with the session that was left", async () => {
    const endpoint = await modelEndpoint(drafting);
    const cairn = withSessions(endpoint, { "scribe.maxTokens": 5_000, "scribe.verify": false });
    const first = await cairn.ask("import", { source: "transcripts", scribe: "http" });
    expect(first).toMatchObject({ read: 1, left: 1, tokens: oneAnswer });
    expect(ofTranscripts(first).warnings.join()).toContain("The model was not asked");
    const second = await cairn.ask("import", { source: "transcripts", scribe: "http" });
    expect(second).toMatchObject({ read: 1, left: 0, done_before: 1, warnings: [] });
    expect((await cairn.ask("review", {})).waiting).toHaveLength(2);
  });

  test.each([
    { category: "decision", action: "noop", reason: "Nothing new.", new_info_summary: "" },
    { action: "noop" },
    { action: "NOOP", category: "runbook", partial_content: null },
    { action: "noop", new_info_summary: "None.", partial_content: { title: "" } },
  ])("a model that wants nothing written has answered: %j", async (answer) => {
    const cairn = withSessions(await modelEndpoint(() => JSON.stringify(answer)));
    const told = await cairn.ask("import", { source: "transcripts", scribe: "http" });
    expect(told).toMatchObject({ read: 2, left: 0, empty: 2, kept: [], warnings: [] });
  });

  test("an answer that is no draft costs that session, which is left, and no other", async () => {
    const cairn = withSessions(
      await modelEndpoint((words, n) => (words.includes("esbuild") ? "Hm." : drafting(words, n))),
    );
    const told = await cairn.ask("import", { source: "transcripts", scribe: "http" });
    expect(told).toMatchObject({ read: 1, left: 1, kept: [{ session: "first" }] });
    expect(ofTranscripts(told).warnings.join()).toContain("not with a draft");
    expect(await cairn.ask("import", { source: "transcripts" })).toMatchObject({ read: 1, done_before: 1 });
  });

  test("a session half drafted when the cap is reached is not done", async () => {
    const endpoint = await modelEndpoint(drafting);
    const cairn = withEndpoint(endpoint, { "scribe.maxTokens": 7_000, "scribe.verify": false });
    const debt =
      "We leave the retry logic as it is for now because the vendor changes its API; that is technical debt.";
    putSession({ home: cairn.home, cwd: cairn.project, session: "both", said: [streams, "Yes.", debt, "Yes."] });
    const told = await cairn.ask("import", { source: "transcripts", scribe: "http" });
    expect(told).toMatchObject({ read: 0, left: 1, kept: [{ kind: "decision" }] });
    expect(await cairn.ask("import", { source: "transcripts" })).toMatchObject({ read: 1, done_before: 0 });
  });

  test("a model that is of no help costs no session its turn", async () => {
    const cairn = withSessions(await modelEndpoint(() => 400));
    const told = await cairn.ask("import", { source: "transcripts", scribe: "http" });
    expect(told).toMatchObject({ read: 0, left: 2, kept: [], tokens: 0 });
    expect(await cairn.ask("import", { source: "transcripts" })).toMatchObject({ read: 2, scribe: "none" });
  });
});

describe("verify with a model", () => {
  async function verified(said: string, context = text, settings = {}) {
    const endpoint = await modelEndpoint(() => said);
    const cairn = withEndpoint(endpoint, settings);
    const { key } = await cairn.ask("draft", { intent: intentText(), context: text });
    const told = await cairn.ask("verify", { draft: key ?? "", context, scribe: "http" });
    const { waiting } = await cairn.ask("review", {});
    return { ...told, waits: waiting.map(({ verdict }) => verdict), times: endpoint.asked.length };
  }

  test("a waiting draft is looked at by the model after the rules, and the worse verdict stands", async () => {
    expect(await verified('{"verdict":"PASS"}')).toMatchObject({ verdict: "PASS", tokens: oneAnswer, waits: ["PASS"] });
    expect(await verified('{"verdict":"BLOCK"}')).toMatchObject({ verdict: "BLOCK", waits: ["BLOCK"] });
  });

  test("who asks for it has it, though drafts get no second look", async () => {
    const told = await verified('{"verdict":"BLOCK"}', text, { "scribe.verify": false });
    expect(told).toMatchObject({ verdict: "BLOCK", times: 1 });
  });

  test("what the rules block nobody is asked about", async () => {
    const blocked = await verified('{"verdict":"PASS"}', "We talked about lunch.");
    expect(blocked).toMatchObject({ verdict: "BLOCK", tokens: 0, times: 0 });
  });

  test("without a model it is as before", async () => {
    const cairn = cairnWith();
    const { key } = await cairn.ask("draft", { intent: intentText(), context: text });
    expect(await cairn.ask("verify", { draft: key ?? "", context: text })).toMatchObject({
      verdict: "PASS",
      tokens: 0,
    });
  });
});

describe("distill with the claude program", () => {
  function withClaude(claude: ScriptedClaude, settings: Record<string, unknown> = {}): TestCairn {
    return cairnWith({ env: { PATH: claude.path }, settings });
  }

  test("the model is the one of the settings; nothing of it stays but the drafts", async () => {
    const claude = scriptedClaude();
    claude.says({ "You check": '{"verdict":"PASS"}', decision: streamsIntent });
    const cairn = withClaude(claude, { "scribe.model": "opus" });
    const told = await cairn.ask("distill", { session: decidedSession(cairn), scribe: "claude" });
    expect(told).toMatchObject({ scribe: "claude", drafts: [{ state: "waiting" }], tokens: 2 * 366 });
    const models = claude.started.map(({ words }) => words[words.indexOf("--model") + 1]);
    expect(models).toEqual(["opus", "opus"]);
    expect(readdirSync(join(cairn.cairnHome, "scribe", "empty"))).toEqual([]);
  });

  test("while one is at work for the project, another is refused, and the client is not run", async () => {
    const claude = scriptedClaude();
    const cairn = withClaude(claude);
    const { places } = await cairn.open();
    mkdirSync(cairn.cairnHome, { recursive: true });
    const desk = Desk.take(places.cairnHome, places.project.key);
    const asking = { session: decidedSession(cairn), scribe: "claude" } as const;
    expect(await cairn.refusal("distill", asking)).toMatchObject({ kind: "unavailable", code: "SCRIBE_ERROR" });
    expect(claude.started).toEqual([]);
    desk.leave();
    claude.says({ decision: streamsIntent });
    expect(await cairn.ask("distill", asking)).toMatchObject({ scribe: "claude" });
  });
});
