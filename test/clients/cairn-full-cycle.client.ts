import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cairn, cairnClient, cairnJson, plugin, tool } from "./cairn-plugin.ts";
import { clientVersions } from "./install.ts";
import { type Scene, scene } from "./scene.ts";
import { call, say } from "./script.ts";

const summary = (n: number, point: string) =>
  `## Goal\nBring the shop forward, step ${n}\n\n## Tracking Points\n- ${point} — because it was measured\n- **Learning**: cache number ${n} is cold at night\n- **Learning**: queue number ${n} is drained at 6\n\n## Completed\n- Step ${n}\n\n## Next Actions\n- Step ${n + 1}`;

function masterOf(at: Scene): string {
  const projects = join(at.home, ".claude", "projects");
  const folder = readdirSync(projects).find((name) => readdirSync(join(projects, name)).includes("memory")) ?? "";
  return readFileSync(join(projects, folder, "memory", "master.md"), "utf8");
}

function program(words: string) {
  return call("Bash", { command: `node "${plugin}/cairn.cjs" ${words}`, description: "cairn" });
}

describe.each(clientVersions)("client %s", (version) => {
  test("the full cycle: two sessions are summed up, one is reminded, synthesises by agent, and the next recalls", async () => {
    const at = await scene();
    const client = cairnClient(at, { version });
    const points = ["**Decision**: Use Redis for the job queue", "**Decision**: Use Postgres for the job queue"];
    for (const [n, point] of points.entries()) {
      const keep = tool("remember", { text: summary(n, point), kind: "session_summary", title: `Step ${n}` });
      at.model.obey({ when: { kind: "main", prompt: new RegExp(`sum-${n}`) }, steps: [keep, say("kept")] });
      expect((await client.run(`/cairn:summarize sum-${n}`, { permissionMode: "default" })).result).toBe("kept");
    }

    const prose = "### Current Status\nStep 1 is the next of the shop. The shop sells 9000 stones.";
    const agent = call("Agent", {
      description: "synthesize",
      prompt: "the-material",
      subagent_type: "cairn:synthesize",
      run_in_background: false,
    });
    at.model.obey({ when: { kind: "subagent", prompt: /the-material/ }, steps: [program("material"), say(prose)] });
    const piped = (how: string) => program(`synthesize ${how} --prose-file - <<'END'\n${prose}\nEND`);
    at.model.obey({
      when: { kind: "main", prompt: /syn-1/ },
      steps: [agent, piped("--diff"), piped("--yes"), say("written")],
    });
    const written = await client.run("/cairn:synthesize syn-1", { permissionMode: "default" });
    expect(written).toMatchObject({ result: "written", answer: { permission_denials: [] } });
    const [first] = at.model.of({ kind: "main" }).filter(({ prompt }) => prompt.includes("syn-1"));
    expect(JSON.stringify(first?.body)).toContain("2 new summaries, and no master yet: synthesize makes one.");
    const seen = JSON.stringify(at.model.last({ kind: "subagent", prompt: /the-material/ }).body.messages);
    expect(seen).toContain("cold at night");
    const master = masterOf(at);
    expect(master).toContain("Use Postgres for the job queue");
    expect(master).toMatch(/First “Use Redis for the job queue”.*settled on “Use Postgres for the job queue”/);
    expect(master).not.toContain("9000");

    at.model.obey({ when: { kind: "main", prompt: /rec-1/ }, steps: [tool("show", { id: "master" }), say("known")] });
    await client.run("/cairn:recall rec-1", { permissionMode: "default" });
    expect(JSON.stringify(at.model.last().body.messages.at(-1))).toContain("Use Postgres for the job queue");
    expect(JSON.stringify(at.model.last().body)).not.toContain("new summaries");
    expect(cairnJson(at, ["synthesize"])).toMatchObject({ action: "unchanged" });
    expect(cairn(at, ["undo", "--yes"]).code).toBe(0);
    expect(at.model.strays).toEqual([]);
  });
});
