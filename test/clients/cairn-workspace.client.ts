import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cairn, cairnClient, cairnJson, plugin, told, tool } from "./cairn-plugin.ts";
import { clientVersions } from "./install.ts";
import { scene } from "./scene.ts";
import { call, calls, printScript, say } from "./script.ts";

const program = (words: string) =>
  call("Bash", { command: `node "${plugin}/cairn.cjs" ${words}`, description: "cairn" });

describe.each(clientVersions)("client %s", (version) => {
  test("a first session makes its project known; a relation found is noted after a yes, and the other's memories are read by key where the person allows it", async () => {
    const at = await scene();
    const ui = at.folder("ui");
    at.write("ui/package.json", '{"name":"@shop/ui"}');
    at.write("project/package.json", '{"dependencies":{"@shop/ui":"file:../ui"}}');
    cairnJson(at, [
      "remember",
      "Buttons keep their focus ring.",
      "--title",
      "Focus ring",
      "--kind",
      "decision",
      "--cwd",
      ui,
    ]);
    const page = join(at.home, ".claude", "workspace.md");
    expect(existsSync(page)).toBe(false);

    const talk = cairnClient(at, { version }).talk({ permissionMode: "default" });
    at.model.obey({
      when: { kind: "main", prompt: /word-look/ },
      steps: [program("workspace relations"), say("offered")],
    });
    expect((await talk.say("/cairn:workspace word-look")).result).toBe("offered");
    const brought = () => JSON.stringify(at.model.last().body.messages.at(-1)?.content);
    expect(brought()).toContain("project depends on ui");
    expect(readFileSync(page, "utf8")).toContain(`| project | ${at.project} |`);
    expect(readFileSync(page, "utf8")).not.toContain("depends on");

    at.model.obey({
      when: { kind: "main", prompt: /word-yes/ },
      steps: [program("workspace relations --yes"), say("noted")],
    });
    expect((await talk.say("/cairn:workspace word-yes")).result).toBe("noted");
    expect(cairnJson(at, ["workspace"]).relations).toEqual([
      { project: "project", relation: "depends on", other: "ui", found: "package.json: @shop/ui" },
    ]);

    const read = [tool("recall", { question: "focus ring", project: "ui" }), say("answered")];
    at.model.obey({ when: { kind: "main", prompt: /word-read/ }, steps: read });
    const asked = await talk.say("/cairn:workspace word-read");
    expect(asked).toMatchObject({ result: "answered" });
    expect(asked.told.at(-1)).toMatchObject({ permission_denials: [{ tool_input: { project: "ui" } }] });
    expect(brought()).toContain("It reads the memories of another project, ui.");
    expect(at.model.find("Buttons keep")).toEqual([]);

    expect(cairn(at, ["config", "set", "recall.otherProjects", "allow"]).code).toBe(0);
    at.model.obey({ when: { kind: "main", prompt: /word-allowed/ }, steps: read });
    const allowed = await talk.say("/cairn:workspace word-allowed");
    expect(allowed.told.at(-1)).toMatchObject({ result: "answered", permission_denials: [] });
    expect(brought()).toMatch(/Memories of ui:.*Buttons keep their focus ring/);
    await talk.end();
    expect(cairnJson(at, ["list"]).total).toBe(0);
  });

  test("a sub-agent whose memory was kept here is given it at its start; one whose memory came with the repository, and one without, are not", async () => {
    const at = await scene();
    cairnJson(at, ["remember", "Check the lock first.", "--agent", "core/reviewer"]);
    for (const name of ["reviewer", "tester"]) {
      const definition = `---\nname: ${name}\ndescription: Looks.\n---\nYou look.\n`;
      at.write(`project/.claude/agents/${name}.md`, definition);
      at.write(`project/.agents/memory/core/${name}/MEMORY.md`, "- [Locks](locks.md) — before judging a lock\n");
    }
    const start = (subagent_type: string) => ({
      name: "Agent",
      input: { description: "Look", prompt: `look as ${subagent_type}`, subagent_type, run_in_background: false },
    });
    at.model.obey({ when: { kind: "subagent" }, steps: say("looked") });
    const all = calls(start("reviewer"), start("tester"), start("general-purpose"));
    await cairnClient(at, { version }).run(printScript(all, say("done")));
    const given = at.model
      .of({ kind: "subagent" })
      .map(({ body, prompt }) => [
        /look as (\S+)/.exec(prompt)?.[1],
        told(body).some(({ text }) => text.includes("before judging a lock")),
      ]);
    expect(Object.fromEntries(given)).toEqual({ reviewer: true, tester: false, "general-purpose": false });
  });
});
