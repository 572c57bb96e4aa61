import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cairnClient, cairnJson, keepBoth, plugin, told, trailOf } from "./cairn-plugin.ts";
import { clientVersions } from "./install.ts";
import { scene } from "./scene.ts";
import { call, calls, printScript, say } from "./script.ts";
import type { RequestBody } from "./wire.ts";

const SECRET = `ghp_${"aB3dE5gH7jK9mN1pQ3sT5vW7xY9zA2cD4eF6"}`;

const agent = (description: string, prompt: string, more: object = {}) => ({
  name: "Agent",
  input: { description, prompt, subagent_type: "general-purpose", run_in_background: false, ...more },
});

/** The file a sub-agent was told to write, from what stands in its request. */
function ownFile(body: RequestBody): string {
  return /subagent\/[\w-]+\.md/.exec(told(body)[0]?.text ?? "")?.[0] ?? "";
}

describe.each(clientVersions)("client %s", (version) => {
  test("of two sub-agents at once one writes its own file, the other's last words are kept, and the index is nobody's", async () => {
    const at = await scene();
    keepBoth(at);
    const client = cairnClient(at, { version });
    const folder = join(client.projectFolder(), "memory");
    const index = readFileSync(join(folder, "MEMORY.md"), "utf8");
    const write = (path: string, content: string) => call("Write", { file_path: join(folder, path), content });
    at.model.obey({
      when: { kind: "subagent", prompt: /write it down/ },
      steps: (body) => [
        write("MEMORY.md", "- mine\n"),
        write(
          ownFile(body),
          `# The first lock\n**Agent**: general-purpose\n**Task**: x\n## Summary\nBy ${SECRET} it is.\n`,
        ),
        call("Bash", { command: "echo counted" }),
        say("written down"),
      ],
    });
    const report = `The second lock is 4712.\n\nIts key is ${SECRET} still.`;
    at.model.obey({ when: { kind: "subagent", prompt: /only say it/ }, steps: say(report) });
    const both = calls(agent("Look at one", "write it down"), agent("Look at two", "only say it"));
    const { result, session } = await client.run(printScript(both, say("both back")), { permissionMode: "default" });
    expect(result).toBe("both back");

    const { memories } = cairnJson(at, ["list", "--kind", "subagent"]);
    const given = at.model.of({ kind: "subagent" }).map(({ body }) => ownFile(body));
    // Its own file is where it was told to write; what Cairn wrote down for the other is called by its task.
    const paths: string[] = memories.map(({ path }: { path: string }) => path);
    expect(paths.filter((path) => given.includes(path))).toHaveLength(1);
    expect(paths.filter((path) => /look-at-two/.test(path))).toHaveLength(1);
    expect(memories.map(({ title, trust }: Record<string, string>) => [title, trust]).sort()).toEqual([
      ["Look at two", "derived"],
      ["The first lock", "imported"],
    ]);
    for (const path of paths) expect(readFileSync(join(folder, path), "utf8")).not.toContain(SECRET);
    expect(readFileSync(join(folder, "MEMORY.md"), "utf8")).toBe(index);

    const back = at.model.injected().filter(({ event }) => event === "PostToolUse");
    const said = back.map(({ text }) => text).join("\n");
    for (const { id } of memories) expect(said.split(`project:${id}`)).toHaveLength(2);
    expect(said).toContain("one after the other");
    const lines = trailOf(at, session);
    const outputs = lines.filter(({ is, output }) => is === "agent" && output).map(({ output }) => output);
    expect(outputs.sort()).toEqual(memories.map(({ id }: { id: string }) => id).sort());
    const [command] = lines.filter(({ is }) => is === "command");
    expect(lines.filter(({ is }) => is === "agent").map((line) => line.agent)).toContain(command.agent);
  });

  test("one that works in the background is kept when it ends, and told of with the client's own notice", async () => {
    const at = await scene();
    const client = cairnClient(at, { version });
    const far = agent("Look far", printScript(say("Nothing far off.")), {
      run_in_background: true,
      subagent_type: "Explore",
    });
    await client.run(printScript(calls(far), say("launched")));
    const [output] = cairnJson(at, ["list", "--kind", "subagent"]).memories;
    expect(output).toMatchObject({ id: "look-far", title: "Look far", trust: "derived" });
    expect(existsSync(join(client.projectFolder(), "memory", output.path))).toBe(true);
    const notices = at.model.of({ kind: "main" }).flatMap(({ body }) => told(body));
    expect(notices).toContainEqual(
      expect.objectContaining({ event: "UserPromptSubmit", text: expect.stringContaining("project:look-far") }),
    );
    const [start] = told(at.model.last({ kind: "subagent" }).body);
    expect(start?.text).toContain("your last message is kept");
  });

  test.each([
    ["waits for it", false],
    ["goes on", true],
  ])(
    "one whose end Cairn was not told of is kept by the client's own record, where the session %s",
    async (_, run_in_background) => {
      const at = await scene();
      const deaf = join(at.home, "deaf-plugin");
      cpSync(plugin, deaf, { recursive: true });
      const hooks = join(deaf, "hooks", "hooks.json");
      const { hooks: all, ...rest } = JSON.parse(readFileSync(hooks, "utf8"));
      const { SubagentStop: __, ...heard } = all;
      writeFileSync(hooks, JSON.stringify({ ...rest, hooks: heard }));
      const client = cairnClient(at, { version, plugins: [deaf] });
      const steps = printScript(call("Bash", { command: "echo far" }), say("Nothing far off."));
      const look = agent("Look far", steps, { run_in_background });
      await client.run(printScript(calls(look), say("back")));
      const { memories } = cairnJson(at, ["list", "--kind", "subagent"]);
      expect(memories).toMatchObject([{ id: "look-far", description: "Nothing far off.", trust: "derived" }]);
    },
  );
});
