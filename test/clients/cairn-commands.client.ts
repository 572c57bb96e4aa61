import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { cairn, cairnClient, cairnJson, keepBoth, locks, plugin, tool } from "./cairn-plugin.ts";
import { clientVersions } from "./install.ts";
import { type Scene, scene } from "./scene.ts";
import { call, type Step, say } from "./script.ts";

const names = readdirSync(join(plugin, "commands")).map((file) => basename(file, ".md"));

/** A run of the plugin's own program in the client's shell. */
function program(words: string): Step {
  return call("Bash", { command: `node "${plugin}/cairn.cjs" ${words}`, description: "cairn" });
}

/** What each command has the model do, as an obedient one does it, and what that brings. */
const deeds: Readonly<Record<string, { readonly step: Step; readonly brings: RegExp }>> = {
  memory: { step: program("status"), brings: /\d memories/ },
  save: {
    step: tool("remember", { text: "The queue is drained at night.", kind: "constraint" }),
    brings: /Remembered/,
  },
  search: { step: program('recall "nightly export" --limit 10 --include-retired'), brings: /advisory locks/ },
  config: { step: program("config show"), brings: /index\.budgetTokens/ },
  recall: { step: tool("recall", { question: "nightly export" }), brings: /advisory locks/ },
  workspace: { step: program("workspace"), brings: /1 project/ },
  user: { step: program("user show"), brings: /Nothing is known of you yet/ },
  summarize: {
    step: tool("remember", {
      text: "## Goal\nTry it.\n\n## Completed\n- all\n\n## Next Actions\n- none",
      kind: "session_summary",
      field: { outcome: "success" },
    }),
    brings: /Remembered project:/,
  },
  synthesize: { step: program("synthesize --yes"), brings: /project:master/ },
  review: { step: program("review"), brings: /1\. [0-9a-f]{8} +new +preference +Prefers tabs over spaces/ },
  share: { step: program("share advisory-locks --dry-run"), brings: /There is no git repository here/ },
  today: { step: program("today"), brings: /Kept lately:.*advisory locks/ },
  dream: { step: program("dream --dry-run"), brings: /Nothing new is in the daily logs/ },
};

/** What waits to be decided on. */
const waiting = JSON.stringify({
  category: "preference",
  reason: "said so",
  new_info_summary: "Prefers tabs over spaces",
  partial_content: {
    title: "Prefers tabs over spaces",
    tags: ["tabs"],
    content: { preference: "Prefers tabs over spaces" },
  },
});

test("every command of the plugin is tried", () => {
  expect(Object.keys(deeds).sort()).toEqual([...names].sort());
});

describe.each(clientVersions)("client %s", (version) => {
  test("gives the model each command's text and the person's words, and what it then does needs no question", async () => {
    const at = await scene();
    keepBoth(at);
    expect(cairn(at, ["draft", "--intent-file", at.write("intent.json", waiting)])).toMatchObject({ code: 0 });
    const talk = cairnClient(at, { version }).talk({ permissionMode: "default" });
    for (const name of names) {
      const { step, brings } = deeds[name]!;
      at.model.obey({ when: { kind: "main", prompt: new RegExp(`word-${name}`) }, steps: [step, say(`did ${name}`)] });
      const { result, told } = await talk.say(`/cairn:${name} word-${name}`);
      expect({ name, result }).toEqual({ name, result: `did ${name}` });
      const { prompt, body } = at.model.last();
      // Where a command has no place for them, the client puts them at its end.
      expect(prompt).toContain(textOf(name).includes("`$ARGUMENTS`") ? `\`word-${name}\`` : `ARGUMENTS: word-${name}`);
      expect(prompt).toContain(firstLine(name));
      expect({ name, brought: JSON.stringify(body.messages.at(-1)?.content) }).toEqual({
        name,
        brought: expect.stringMatching(brings),
      });
      expect(told.at(-1)).toMatchObject({ permission_denials: [] });
    }
    await talk.end();
    const kinds = cairnJson(at, ["list"]).memories.map(({ kind }: { kind: string }) => kind);
    expect(JSON.stringify(cairnJson(at, ["list", "--kind", "session_summary"]))).toContain('"outcome":"success"');
    expect(kinds).toEqual(expect.arrayContaining(["constraint", "session_summary", "master"]));
    expect(at.model.strays).toEqual([]);
  });

  test("starts, stops, switches off, rebuilds, brings back and tidies by the memory command, without a question", async () => {
    const at = await scene();
    keepBoth(at);
    cairn(at, ["forget", "current-task"]);
    const talk = cairnClient(at, { version }).talk({ permissionMode: "default" });
    const asked: readonly (readonly [words: string, run: string, brings: RegExp])[] = [
      ["start", "start", /is active; its memories are in/],
      ["--restore current-task", "restore current-task", /current-task/],
      ["rebuild", "rebuild", /memories/],
      ["--gc", "gc --dry-run", /./],
      ["stop", "stop", /Stopped for this session/],
      ["disable", "disable", /switched off for project/],
      ["status", "status", /disabled/],
      ["start", "start", /only the person switches it on again/],
    ];
    for (const [n, [words, run, brings]] of asked.entries()) {
      at.model.obey({ when: { kind: "main", prompt: new RegExp(`nr-${n}`) }, steps: [program(run), say("done")] });
      const { told } = await talk.say(`/cairn:memory ${words} nr-${n}`);
      expect(told.at(-1)).toMatchObject({ result: "done", permission_denials: [] });
      expect(JSON.stringify(at.model.last().body.messages.at(-1)?.content)).toMatch(brings);
    }
    await talk.end();
    expect(cairnJson(at, ["status"])).toMatchObject({ total: expect.any(Number), session: { state: "disabled" } });
    expect(cairnJson(at, ["start"])).toMatchObject({ switched_on: true, state: "active" });
  });

  test("asks before a command changes a setting or retires a memory", async () => {
    const at = await scene();
    keepBoth(at);
    const talk = cairnClient(at, { version }).talk({ permissionMode: "default" });
    const asked = [
      ["config", program("config set index.maxLines 100")],
      ["memory", program("gc")],
      ["memory", tool("forget", { id: "current-task" })],
    ] as const;
    for (const [n, [name, step]] of asked.entries()) {
      at.model.obey({ when: { kind: "main", prompt: new RegExp(`ask-${n}`) }, steps: [step, say("refused")] });
      const { told } = await talk.say(`/cairn:${name} ask-${n}`);
      const { permission_denials: denied } = told.at(-1) as unknown as { permission_denials: object[] };
      expect({ n, denied: denied.length }).toEqual({ n, denied: 1 });
    }
    await talk.end();
    expect(cairnJson(at, ["list"]).memories).toHaveLength(2);
  });

  test("offers the skill by the words people use, and loads it when it is wanted", async () => {
    const at = await scene();
    const client = cairnClient(at, { version });
    at.model.obey({
      when: { kind: "main", prompt: /previous session/ },
      steps: [call("Skill", { skill: "cairn:memories" }), say("read")],
    });
    const asked = await client.run("What did we do in the previous session?", { permissionMode: "default" });
    expect(asked).toMatchObject({ result: "read", answer: { permission_denials: [] } });
    const [first, last] = [at.model.of({ kind: "main" }).at(0)!, at.model.last()];
    const offered = JSON.stringify(first.body);
    for (const word of ["remember", "forget", "memory", "memories", "previous session"])
      expect(offered).toContain(word);
    expect(offered).toContain("cairn:memories");
    expect(JSON.stringify(last.body.messages)).toContain(`${plugin}/cairn.cjs`);
    const loaded = JSON.stringify(last.body.messages);
    for (const said of ["What do you remember?", "Remember that …", "Forget …", "What did we decide about …?"]) {
      expect(offered).not.toContain(said);
      expect(loaded).toContain(said);
    }
  });

  test("gives the agents their own instructions, and no tool that keeps what they draft", async () => {
    const at = await scene();
    const client = cairnClient(at, { version });
    for (const name of ["summarize", "synthesize"]) {
      const agent = call("Agent", {
        description: name,
        prompt: `work as ${name}`,
        subagent_type: `cairn:${name}`,
        run_in_background: false,
      });
      at.model.obey({ when: { kind: "main", prompt: new RegExp(`give it to ${name}`) }, steps: [agent, say("back")] });
      await client.run(`give it to ${name}`);
      const { body } = at.model.last({ kind: "subagent", prompt: new RegExp(`work as ${name}`) });
      expect(JSON.stringify(body.system)).toContain(
        name === "summarize" ? "You are given the id of a session" : "You draft paragraphs of the master memory",
      );
      const tools = body.tools?.map((one) => one.name) ?? [];
      expect({ name, tools }).toMatchObject({
        name,
        tools: expect.arrayContaining([
          name === "summarize" ? "mcp__plugin_cairn_cairn__recall" : "Bash",
          "mcp__plugin_cairn_cairn__show",
        ]),
      });
      for (const writing of ["mcp__plugin_cairn_cairn__remember", "Write"]) expect(tools).not.toContain(writing);
    }
  });

  test("has plain commands after init, besides its own of the same names", async () => {
    const at = await scene();
    keepBoth(at);
    const { commands } = cairnJson(at, ["init", "--commands", "--yes"]);
    expect(commands.put).toEqual(names.filter((name) => !["memory", "config"].includes(name)).sort());
    expect(commands.left_out.map(({ name }: { name: string }) => name)).toEqual(["config", "memory"]);
    at.model.obey({ when: { kind: "main", prompt: /plain-words/ }, steps: [deeds["search"]!.step, say("found")] });
    const client = at.client({ version });
    const { result, answer } = await client.run("/search plain-words", { permissionMode: "default" });
    expect({ result, denied: answer["permission_denials"] }).toEqual({ result: "found", denied: [] });
    expect(JSON.stringify(at.model.last().body.messages.at(-1))).toContain(locks.title);

    for (const name of ["memory", "config"]) {
      const before = at.model.requests.length;
      const { result: own } = await client.run(`/${name}`);
      expect({ name, own, asked: at.model.requests.length - before }).toMatchObject({ name, asked: 0 });
      expect(own).toMatch(name === "config" ? /Usage: \/config/ : /isn't available in this environment/);
    }
    expect(cairn(at, ["uninstall", "--yes"]).code).toBe(0);
    expect(plainOnes(at)).toEqual([]);
  });
});

/** The first words of a command's body. */
function textOf(name: string): string {
  const [, , body = ""] = readFileSync(join(plugin, "commands", `${name}.md`), "utf8").split(/^---$/m);
  return body.trim();
}

function firstLine(name: string): string {
  return textOf(name).split("`")[0]!;
}

function plainOnes(at: Scene): string[] {
  const folder = join(at.home, ".claude", "commands");
  return existsSync(folder) ? readdirSync(folder) : [];
}
