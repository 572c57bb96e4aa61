import { expect, test } from "vitest";
import { cairnWith } from "../../test/support/cairn-with.ts";
import { modelEndpoint, type Script } from "../../test/support/model-endpoint.ts";
import { putSession } from "../../test/support/past-sessions.ts";
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
  const noop = JSON.stringify({
    category: "session_summary",
    action: "noop",
    reason: "nothing",
    new_info_summary: "",
    partial_content: { title: "x", tags: ["x"], content: {} },
  });
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
