import { describe, expect, test } from "vitest";
import { tokensOf } from "../../src/text/tokens.ts";
import { cairn, cairnClient, cairnJson, trailOf } from "./cairn-plugin.ts";
import { clientVersions } from "./install.ts";
import { type Scene, scene } from "./scene.ts";
import { call, type Step, say } from "./script.ts";
import { injectedIn, placesIn, type RequestBody } from "./wire.ts";

const DECIDED = "We decided to use Postgres for the event store because the team runs it already.";
const RULE = "Never log e-mail addresses, legal insists on it.";
const SAID = `${DECIDED} ${RULE} Commit it.`;
const ASKED = /start one sub-agent cairn:draft/;
const PROMPT = "Draft.";

const DRAFTS = JSON.stringify([
  {
    kind: "decision",
    title: "Use Postgres for the event store",
    content: { decision: "Use Postgres for the event store.", rationale: ["the team runs it already"] },
    tags: ["postgres"],
    aliases: ["where do events live"],
    from: [1],
  },
  {
    kind: "constraint",
    title: "Never log e-mail addresses",
    content: { rule: "Never log e-mail addresses.", impact: ["legal insists on it"] },
    tags: ["logging"],
    from: [2],
  },
]);

const CALL = {
  description: "Keep what was settled",
  subagent_type: "cairn:draft",
  prompt: PROMPT,
  run_in_background: false,
};
const starts: Step = call("Agent", CALL);
const commits: Step = call("Bash", {
  command: 'git init -q . && git -c user.name=a -c user.email=a@b.c commit -q --allow-empty -m "Move the event store"',
});

/** The agent does its work, is asked with the commit, and does what it was asked; `after`: the drafter waits for this. */
async function scripted({ after, headless = true }: { after?: Promise<unknown>; headless?: boolean } = {}) {
  const at = await scene();
  cairn(at, ["config", "set", "mode.capture", "auto"]);
  if (headless) cairn(at, ["config", "set", "capture.headless", "true"]);
  at.model.obey({
    when: { prompt: /^Draft\.$/ },
    steps: { ...say(DRAFTS), ...(after === undefined ? {} : { after }) },
  });
  at.model.obey({ when: { kind: "main", prompt: /phone numbers/ }, steps: [commits, say("They stay out.")] });
  at.model.obey({
    when: { kind: "main", prompt: /event store/ },
    steps: (body) => [commits, ...(isAsked(body) ? [starts] : []), say("The event store is in Postgres now.")],
  });
  return at;
}

const texts = (body: RequestBody) => placesIn(body).map(({ text }) => text);
const isAsked = (body: RequestBody) => texts(body).some((text) => ASKED.test(text) && !text.includes('"description"'));
const drafters = (at: Scene) => at.model.requests.filter(({ prompt }) => prompt === PROMPT);
/** But of the summary that every session leaves. */
const titles = (at: Scene) =>
  cairnJson(at, ["list"])
    .memories.filter(({ kind }: { kind: string }) => kind !== "session_summary")
    .map(({ title }: { title: string }) => title)
    .sort();

const inChat = { permissionMode: "default", words: ["--allowedTools", "Bash"] } as const;

describe.each(clientVersions)("client %s", (version) => {
  test("one ask, one sub-agent in one request, all kinds kept; 2,500 tokens in all, under 300 of them in the session", async () => {
    const at = await scripted();
    const run = await cairnClient(at, { version }).run(SAID, inChat);
    expect([run.result, run.isError, run.answer["permission_denials"]]).toEqual([
      "The event store is in Postgres now.",
      false,
      [],
    ]);
    expect(titles(at)).toEqual(["Never log e-mail addresses", "Use Postgres for the event store"]);
    expect(cairnJson(at, ["review"]).waiting).toEqual([]);

    const [drafter, ...others] = drafters(at);
    expect(others).toEqual([]);
    expect(drafter?.body.tools ?? []).toEqual([]);
    const page = texts(drafter!.body).find((text) => text.includes("Settled in this session"));
    expect(page).toContain(DECIDED);
    expect(page).toContain(RULE);

    const last = at.model.last({ kind: "main" }).body;
    const asks = injectedIn(last).filter(({ text }) => ASKED.test(text));
    expect(asks.map(({ event, how }) => [event, how])).toEqual([["UserPromptSubmit", "additional context"]]);
    expect(texts(last).join("\n")).not.toContain("where do events live");
    const brought = texts(last).find((text) => text.includes("Cairn kept 2")) ?? "";
    const kept = [asks[0]!.text, JSON.stringify(CALL), brought].map(tokensOf);
    const sub = tokensOf(texts(drafter!.body).join("\n")) + tokensOf(DRAFTS);
    console.info(`tokens ${version}: in the session ${kept.join(" + ")}, the drafter ${sub}`);
    expect(kept.reduce((sum, one) => sum + one, 0)).toBeLessThan(300);
    expect(kept.reduce((sum, one) => sum + one, sub)).toBeLessThan(2_500);
  });

  test("asked once a session, no turn's end is held up, and where nothing was settled nothing is asked", async () => {
    const at = await scripted();
    const client = cairnClient(at, { version });
    const quiet = await client.run("What is in this folder?");
    expect(at.model.counts(quiet.session)).toMatchObject({ main: 1, subagent: 0, side: 0 });
    const { session } = await client.run(SAID, inChat);
    await client.resume(session, "Also never log phone numbers, they must stay out. Commit it.", inChat);
    expect(drafters(at)).toHaveLength(1);
    expect(trailOf(at, session).filter(({ is }) => is === "ask")).toHaveLength(1);
    for (const { body } of at.model.of({ kind: "main" })) {
      expect(injectedIn(body).filter(({ event, how }) => event === "Stop" || how === "blocking error")).toEqual([]);
    }
  });

  test("without a person nobody is asked, and the result is the task's", async () => {
    const at = await scripted({ headless: false });
    const { session, result } = await cairnClient(at, { version }).run(SAID, inChat);
    expect(result).toBe("The event store is in Postgres now.");
    expect(at.model.counts(session)).toMatchObject({ main: 2, subagent: 0, side: 0 });
  });

  test("killed while it drafts, nothing is lost, half saved or saved twice", async () => {
    let release = () => {};
    const after = new Promise<void>((resolve) => {
      release = resolve;
    });
    const at = await scripted({ after });
    const client = cairnClient(at, { version });
    const cut = client.run(SAID, inChat);
    await at.model.seen({ prompt: /^Draft\.$/ });
    await client.end();
    const { session } = await cut;
    release();
    expect(titles(at)).toEqual([]);
    await client.resume(session, "Where were we?", inChat);
    // What the session's end does where the client waits for it.
    cairn(at, ["distill", session]);
    const { waiting } = cairnJson(at, ["review"]);
    const found = [...titles(at), ...waiting.map(({ title }: { title: string }) => title)];
    expect(found.filter((title) => /Postgres/.test(title))).toHaveLength(1);
    expect(drafters(at)).toHaveLength(1);
  });

  test("the command save has the same done once where nothing is done by itself", async () => {
    const at = await scripted();
    cairn(at, ["config", "set", "mode.capture", "off"]);
    const client = cairnClient(at, { version });
    const { session } = await client.run(SAID, inChat);
    expect(drafters(at)).toEqual([]);
    at.model.obey({ when: { kind: "main", prompt: /The person wants this kept/ }, steps: [starts, say("Kept.")] });
    const { result, answer } = await client.resume(session, "/cairn:save", { permissionMode: "default" });
    expect([result, answer["permission_denials"]]).toEqual(["Kept.", []]);
    expect(titles(at)).toEqual(["Never log e-mail addresses", "Use Postgres for the event store"]);
  });
});
