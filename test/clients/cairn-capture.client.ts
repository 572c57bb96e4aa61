import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { defined } from "../../src/model/defined.ts";
import { cairn, cairnClient, cairnJson, plugin, told, trailOf } from "./cairn-plugin.ts";
import { clientVersions } from "./install.ts";
import { type Scene, scene } from "./scene.ts";
import { call, calls, type Step, say } from "./script.ts";
import { newestPrompt, placesIn, type RequestBody } from "./wire.ts";

/** Something of every kind is said; what is done makes it a session worth a summary. */
const SAID = [
  "We decided to use Postgres for the event store because the team runs it already.",
  "The root cause of the failed import was a stale lock file; it is fixed by removing the lock at start.",
  "The importer does not support zip archives larger than 2 GB, so customers split them.",
  "That hard-coded tenant id is technical debt, and it is resolved now.",
  "From now on run the linter before a commit, because reviews took too long.",
].join("\n");

/** How what the agent is asked to do begins, by the mode or by the command save. */
const ASKED = /This session settled something worth keeping\. Do this before you stop, in the open\./;

/** What somebody writes into the same memory while its draft is verified. */
const CHANGED = "## Impact\n\nCustomers must split their archives.";

interface Drafted {
  readonly action?: string;
  readonly title: string;
  readonly content: object;
  readonly verdict: string;
  readonly more?: object;
}

/** What the scripted drafters want, and what the verifiers say of it. */
const wanted: Readonly<Record<string, Drafted>> = {
  decision: {
    title: "Use Postgres for the event store",
    content: {
      context: "the event store",
      decision: "Use Postgres for the event store.",
      rationale: ["the team runs it already"],
    },
    verdict: "PASS",
  },
  runbook: {
    title: "A stale lock file fails the import",
    content: { root_cause: "a stale lock file", steps: ["removing the lock at start"] },
    verdict: "BLOCK",
  },
  constraint: {
    action: "update",
    title: "The importer does not support zip archives",
    content: {
      rule: "The importer does not support zip archives larger than 2 GB.",
      impact: ["customers split them"],
    },
    verdict: "PASS",
  },
  tech_debt: {
    action: "retire",
    title: "Hard-coded tenant id",
    content: { description: "That hard-coded tenant id is technical debt." },
    verdict: "PASS",
    more: { lifecycle_event: "resolved" },
  },
  preference: {
    title: "Run the linter before a commit",
    content: { value: "Run the linter before a commit.", reason: "reviews took too long" },
    verdict: "PASS",
  },
  session_summary: {
    title: "The event store moves to Postgres",
    content: {
      goal: "Use Postgres for the event store.",
      completed: ["removing the lock at start"],
      next_actions: ["run the linter"],
    },
    verdict: "PASS",
  },
};

function intentFor(kind: string): string {
  const { action = "save", title, content, more = {} } = wanted[kind]!;
  const partial_content = { title, tags: [], confidence: 0.8, content };
  return JSON.stringify({
    category: kind,
    action,
    reason: "it was said",
    new_info_summary: title,
    partial_content,
    ...more,
  });
}

const file = (sort: string, text: string) => new RegExp(`${sort} "([^"]+)"`).exec(text)?.[1] ?? "";
const kindIn = (text: string) => /category (\w+)/.exec(text)?.[1] ?? "";

/** The agent as it was asked to: a drafter for each line, then a verifier for each draft that Cairn names. */
function obeys(body: RequestBody, prompt = newestPrompt(body.messages).prompt): Step[] {
  const agent = (subagent_type: string, model: string, words: string) => ({
    name: "Agent",
    input: { description: subagent_type, subagent_type, model, prompt: words, run_in_background: false },
  });
  const drafters = [...prompt.matchAll(/- model (\w+), prompt: (category .*)$/gm)];
  const everything = placesIn(body).map(({ text }) => text);
  const [, named = ""] = /to verify now: ([\w, ]+)\./.exec(everything.join("\n")) ?? [];
  const lines = [...prompt.matchAll(/- (category .*; draft .*)$/gm)].map(([, line = ""]) => line);
  const checked = lines.filter((line) => named.split(", ").includes(kindIn(line)));
  return [
    calls(...drafters.map(([, model = "", words = ""]) => agent("cairn:draft", model, words))),
    checked.length === 0
      ? say("nothing to verify")
      : calls(...checked.map((line) => agent("cairn:verify", "sonnet", line))),
    say("Kept."),
  ];
}

function issuesOf(category: string): object[] {
  const isBlocked = wanted[category]?.verdict === "BLOCK";
  return isBlocked ? [{ severity: "block", claim: "all of it", problem: "the scripted verifier says so" }] : [];
}

interface Meanwhile {
  /** Happens before the verdict on the constraint. */
  readonly change?: () => void;
  /** Verdicts wait for this. */
  readonly after?: Promise<unknown>;
}

async function scripted({ change, after }: Meanwhile = {}): Promise<Scene> {
  const at = await scene();
  for (const [key, value] of Object.entries({ "mode.capture": "auto", "capture.headless": "true" })) {
    cairn(at, ["config", "set", key, value]);
  }
  at.model.obey({ when: { kind: "main", prompt: ASKED }, steps: obeys });
  at.model.obey({
    when: { kind: "subagent", prompt: /; draft/ },
    steps: (body) => {
      const { prompt, rounds } = newestPrompt(body.messages);
      const category = kindIn(prompt);
      if (rounds === 1 && category === "constraint") change?.();
      const verdict = { category, verdict: wanted[category]?.verdict, issues: issuesOf(category) };
      const said = { ...say(JSON.stringify(verdict)), ...defined({ after }) };
      return [call("Read", { file_path: file("draft", prompt) }), said];
    },
  });
  at.model.obey({
    when: { kind: "subagent", prompt: /^category/ },
    steps: (body) => {
      const { prompt } = newestPrompt(body.messages);
      return [call("Read", { file_path: file("context", prompt) }), say(intentFor(kindIn(prompt)))];
    },
  });
  at.model.obey({
    when: { kind: "main", prompt: /event store/ },
    steps: [
      ...Array.from({ length: 6 }, (_, n) => calls(bash(`echo ${n}`), bash(`echo ${n} again`))),
      call("Write", { file_path: join(at.project, "store.sql"), content: "create table events (id);\n" }),
      say("The event store is in Postgres now."),
    ],
  });
  return at;
}

const bash = (command: string) => ({ name: "Bash", input: { command } });

const titles = (at: Scene, words: readonly string[] = []) =>
  cairnJson(at, ["list", ...words])
    .memories.map(({ title }: { title: string }) => title)
    .sort();

const asked = { permissionMode: "default", words: ["--allowedTools", "Bash,Write"] } as const;

describe.each(clientVersions)("client %s", (version) => {
  test("six kinds at once are drafted side by side, verified, and written by code: new, updated in a conflict, retired, blocked", async () => {
    let isChanged = false;
    const agent = { CLAUDECODE: "1" };
    const importer = "The importer does not support zip archives";
    const at = await scripted({
      change: () => {
        isChanged = cairn(at, ["update", "the-importer-does-not-support-zip-archives", "--append", CHANGED]).code === 0;
      },
    });
    // By an agent: what the person said themselves changes and ends on their word only.
    const rule = ["remember", "## Rule\n\nNo zip archives.", "--kind", "constraint"];
    cairn(at, [...rule, "--title", importer], agent);
    const debt = ["remember", "## Description\n\nIt is hard-coded.", "--kind", "tech_debt"];
    cairn(at, [...debt, "--title", "Hard-coded tenant id"], agent);
    const { session, result, answer } = await cairnClient(at, { version }).run(SAID, asked);
    expect([result, answer["permission_denials"]]).toEqual(["Kept.", []]);

    expect(titles(at)).toEqual(["The event store moves to Postgres", importer, "Use Postgres for the event store"]);
    expect(titles(at, ["--status", "retired"])).toEqual(["Hard-coded tenant id"]);
    const { memory } = cairnJson(at, ["show", "the-importer-does-not-support-zip-archives"]);
    expect([isChanged, memory.body]).toEqual([true, expect.stringContaining("split their archives")]);
    expect(memory.body).toContain("larger than 2 GB");
    const { waiting, log } = cairnJson(at, ["review", "--log"]);
    expect(waiting).toMatchObject([{ kind: "preference" }]);
    const did = (deed: string) => log.filter((note: { did: string }) => note.did === deed);
    expect(did("rejected")).toMatchObject([{ kind: "runbook", because: expect.stringContaining("verifier says so") }]);
    expect(did("written")).toHaveLength(4);

    const modelsOf = (prompt: RegExp) =>
      new Set(at.model.of({ kind: "subagent", prompt }).map(({ body }) => body.model));
    expect([...modelsOf(/category decision; context "[^"]+"$/)]).toEqual([expect.stringContaining("sonnet")]);
    expect([...modelsOf(/category runbook; context "[^"]+"$/)]).toEqual([expect.stringContaining("haiku")]);
    expect(at.model.of({ kind: "subagent" }).every(({ body }) => !told(body).length)).toBe(true);
    const ended = trailOf(at, session).filter((line) => line.is === "agent" && line.ended);
    const drafters = ended.filter(({ kind }) => kind === "cairn:draft");
    expect([drafters.length, ended.length]).toEqual([6, 12]);
    expect(cairnJson(at, ["list", "--kind", "subagent"]).memories).toEqual([]);
  });

  test("killed while drafts are verified, the session is taken up again and nothing is lost, half saved or saved twice", async () => {
    let release = () => {};
    const after = new Promise<void>((resolve) => {
      release = resolve;
    });
    const at = await scripted({ after });
    const client = cairnClient(at, { version });
    const cut = client.run(SAID, asked);
    await at.model.seen({ kind: "subagent", prompt: /; draft/ }, 6);
    await client.end();
    const { session } = await cut;
    release();
    expect(titles(at)).toEqual([]);
    const { waiting } = cairnJson(at, ["review"]);
    expect(waiting).toHaveLength(5);

    const { result } = await client.resume(session, "Where were we?", asked);
    expect(result).toContain("ok:");
    expect(
      cairnJson(at, ["review"])
        .waiting.map(({ key }: { key: string }) => key)
        .sort(),
    ).toEqual(waiting.map(({ key }: { key: string }) => key).sort());
    cairn(at, ["review", "--accept", "all"]);
    const kept = titles(at);
    expect(kept).toHaveLength(5);
    await client.resume(session, "Go on.", asked);
    expect([titles(at), cairnJson(at, ["review"]).waiting]).toEqual([kept, []]);
  });

  test("where nothing was settled the model is asked nothing more, and without a person nobody is asked at all", async () => {
    const at = await scripted();
    const client = cairnClient(at, { version });
    const quiet = await client.run("What is in this folder?");
    expect(at.model.counts(quiet.session)).toMatchObject({ main: 1, subagent: 0 });
    cairn(at, ["config", "reset", "capture.headless"]);
    const unattended = await client.run("We decided to use Postgres for the event log because the team runs it.");
    expect(at.model.counts(unattended.session)).toMatchObject({ main: 1, subagent: 0 });
    expect(cairnJson(at, ["review"]).waiting).toMatchObject([{ kind: "decision", session: unattended.session }]);
  });

  test("the command save has the same done once where nothing is done by itself", async () => {
    const at = await scripted();
    cairn(at, ["config", "set", "mode.capture", "off"]);
    const client = cairnClient(at, { version });
    const said = "We decided to use Postgres as the store of each event because the team runs it already.";
    const { session } = await client.run(said, asked);
    const stage = `node "${join(plugin, "cairn.cjs")}" triage ${session} --stage`;
    at.model.obey({
      when: { kind: "main", prompt: /The person wants this kept/ },
      steps: (body) => {
        const asking = placesIn(body).find(({ text }) => ASKED.test(text))?.text ?? "";
        return [call("Bash", { command: stage }), ...obeys(body, asking)];
      },
    });
    const { result, answer } = await client.resume(session, "/cairn:save", { permissionMode: "default" });
    expect([result, answer["permission_denials"]]).toEqual(["Kept.", []]);
    expect(titles(at)).toEqual(["Use Postgres for the event store"]);
  });
});
