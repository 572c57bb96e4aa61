import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith, type TestCairn } from "../../test/support/cairn-with.ts";
import { modelEndpoint, type Script } from "../../test/support/model-endpoint.ts";
import { goOn, putSession } from "../../test/support/past-sessions.ts";
import { decided } from "../../test/support/session.ts";

const session = "760f230b-96a5-4c5f-9a53-2f0a6b1c0c11";
const said = [decided, "Understood. The consumers read streams now, and a day can be replayed."];

const answer = (points: readonly string[], more: object = {}) =>
  JSON.stringify({
    category: "session_summary",
    action: "save",
    reason: "much was settled",
    new_info_summary: "Consumers use Redis streams instead of lists.",
    partial_content: {
      title: "Consumers use Redis streams instead of lists",
      tags: ["redis", "streams"],
      confidence: 0.8,
      related_files: [],
      content: {
        goal: "Consumers must replay a day.",
        tracking_points: points,
        completed: ["The consumers read streams now."],
        ...more,
      },
    },
  });

const point = "**Decision**: use Redis streams instead of lists — because consumers must replay a day";
const good: Script = (words) => (words.includes("You check the draft") ? '{"verdict": "PASS"}' : answer([point]));

const noop = JSON.stringify({
  category: "session_summary",
  action: "noop",
  reason: "nothing",
  new_info_summary: "",
  partial_content: { title: "x", tags: ["x"], content: {} },
});

async function summed(script: Script, settings: Record<string, unknown> = {}) {
  const endpoint = await modelEndpoint(script);
  const cairn = cairnWith({ settings: { "scribe.http.url": endpoint.url, "scribe.http.model": "m-1", ...settings } });
  putSession({ home: cairn.home, cwd: cairn.project, session, said });
  return { cairn, endpoint };
}

const how = { session, scribe: "http" } as const;

test("a model's summary is checked and saved in its words, and what it cost is told", async () => {
  const { cairn, endpoint } = await summed(good);
  const told = await cairn.ask("summarize", how, { confirmed: true });
  expect(told).toMatchObject({ action: "created", scribe: "http", memory: { trust: "derived" } });
  expect(told.tokens).toBeGreaterThan(0);
  expect(cairn.read(`sessions/${session}.md`)).toContain(`- ${point}`);
  expect(endpoint.asked[0]?.words).toContain("`**Decision**: what is so — because why`");
});

test("the one that was shown for review is the one that is saved: the model is asked once", async () => {
  const { cairn, endpoint } = await summed(good);
  const { ask } = await cairn.warm({ confirmed: true });
  const proposed = await ask("summarize", { ...how, dryRun: true });
  const asked = endpoint.asked.length;
  expect(await ask("summarize", how)).toMatchObject({ action: "created", text: proposed.text });
  expect(endpoint.asked.length).toBe(asked);
});

test("what the session does not say is not kept, though the model insists", async () => {
  const invented: Script = (words) =>
    words.includes("You check the draft")
      ? '{"verdict": "PASS"}'
      : answer([point, "**Decision**: MongoDB replaces `pg_cron` on port 9999"]);
  const { cairn } = await summed(invented);
  const refused = await cairn.refusal("summarize", how, { confirmed: true });
  expect(refused).toMatchObject({ code: "SCRIBE_ERROR", hint: expect.stringContaining("scribe none") });
  expect(cairn.paths()).toEqual([]);
});

test("a model that has nothing to say leaves the rules' summary, and one that fails leaves nothing", async () => {
  const { cairn } = await summed(() => noop);
  expect(await cairn.ask("summarize", how, { confirmed: true })).toMatchObject({ action: "created", scribe: "http" });
  const broken = await summed(() => 500);
  expect((await broken.cairn.refusal("summarize", how, { confirmed: true })).kind).toBe("unavailable");
  expect(broken.cairn.paths()).toEqual([]);
});

test("no agent chooses a model to summarise with", async () => {
  const { cairn, endpoint } = await summed(good);
  const refused = await cairn.refusal("summarize", how, { confirmed: true, surface: "agent-shell" });
  expect([refused.code, endpoint.asked]).toEqual(["SECURITY_ERROR", []]);
});

test("what was proposed is what another process saves, for a day and while nothing changed: the model is asked once", async () => {
  const { cairn, endpoint } = await summed(good);
  const proposed = await cairn.ask("summarize", { ...how, dryRun: true });
  const asked = endpoint.asked.length;
  const again = await cairn.ask("summarize", { ...how, dryRun: true });
  expect([again.kept, again.tokens, again.text]).toEqual([true, 0, proposed.text]);
  const saved = await cairn.outcome("summarize", how, { confirmed: true });
  expect(saved).toMatchObject({ output: { action: "created", text: proposed.text, kept: true, tokens: 0 } });
  expect(saved).toMatchObject({ text: expect.stringContaining("http: as it was proposed, not asked again.") });
  expect(endpoint.asked.length).toBe(asked);
  expect(readdirSync(join(cairn.cairnHome, "staging"))).toEqual([]);
});

test.each([
  ["a day has passed", async (cairn: TestCairn) => cairn.clock.advance(25 * 3_600_000)],
  [
    "the session went on",
    async ({ home, project }: TestCairn) => goOn({ home, cwd: project, session, said: ["Also keep the lists."] }),
  ],
  [
    "it is to be another model",
    async (cairn: TestCairn) => cairn.ask("config", { action: "set", key: "scribe.http.model", value: "m-2" }),
  ],
  [
    "something was taken out for good",
    async (cairn: TestCairn) => {
      await cairn.ask("remember", { kind: "project", title: "Old", text: "Old words." });
      await cairn.ask("forget", { id: "old", hard: true }, { confirmed: true });
    },
  ],
])("a proposal is not used where %s", async (_, happens) => {
  const { cairn, endpoint } = await summed(good);
  await cairn.ask("summarize", { ...how, dryRun: true });
  const asked = endpoint.asked.length;
  await happens(cairn);
  expect((await cairn.ask("summarize", how, { confirmed: true })).kept).toBe(false);
  expect(endpoint.asked.length).toBeGreaterThan(asked);
});

test("what was proposed of a session goes when that is off the record, is the owner's alone and holds no secret before", async () => {
  const secret = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
  const { cairn } = await summed(() => noop);
  const told = [decided.replace("streams", `streams with ${secret}`), "Understood, it is done so."];
  putSession({ home: cairn.home, cwd: cairn.project, session, said: told });
  const staged = join(cairn.cairnHome, "staging");
  await cairn.ask("summarize", { ...how, dryRun: true });
  const [name = ""] = readdirSync(staged);
  expect(readFileSync(join(staged, name), "utf8")).toContain("REDACTED");
  expect(readFileSync(join(staged, name), "utf8")).not.toContain(secret);
  expect([statSync(staged).mode & 0o777, statSync(join(staged, name)).mode & 0o777]).toEqual([0o700, 0o600]);
  await cairn.ask("off-the-record", {}, { session });
  expect(readdirSync(staged)).toEqual([]);
});
