import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openCairn } from "../../src/cairn.ts";
import { prepareStart } from "../../src/session/prepare-start.ts";
import { cairn, cairnClient, keepBoth, plugin, task, told } from "./cairn-plugin.ts";
import type { Client } from "./client.ts";
import { clientVersions } from "./install.ts";
import { type Scene, scene } from "./scene.ts";

const MADE_UP = "0a1b2c3d-96a5-4c5f-9a53-2f0a6b1cffe2";

const cairnHome = (at: Scene) => join(at.home, ".claude", "cairn");
const pages = (at: Scene) => {
  const folder = join(cairnHome(at), "starts");
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
};

function hook(at: Scene, moment: string, payload: object): string {
  const { stdout } = spawnSync(
    process.execPath,
    ["--no-turbofan", join(plugin, "cairn.cjs"), "hook", "claude-code", moment, "--payload-file", "-"],
    {
      cwd: at.project,
      encoding: "utf8",
      env: { HOME: at.home, PATH: process.env["PATH"], CLAUDECODE: "1", CLAUDE_PROJECT_DIR: at.project },
      input: JSON.stringify(payload),
    },
  );
  return stdout;
}

/** As a session's end does it where the machine leaves it the time. */
async function ended(at: Scene, client: Client, prompt: string): Promise<string> {
  const { session } = await client.run(prompt);
  const env = { HOME: at.home, PATH: process.env["PATH"], CLAUDECODE: "1", CLAUDE_PROJECT_DIR: at.project };
  const open = await openCairn({ cwd: at.project, env, surface: "agent-shell" });
  open.sessions.calledBy(session, "claude-code");
  const program = createHash("sha256")
    .update(readFileSync(join(plugin, "hook.cjs")))
    .digest("hex");
  expect(await prepareStart(open, program)).toBe(true);
  expect(pages(at)).toHaveLength(1);
  return session;
}

/** What the next session would be told without a page. The world is as before afterwards. */
function slowly(at: Scene): string {
  const [page = ""] = pages(at);
  renameSync(page, join(at.home, "page"));
  const stdout = hook(at, "session-start", { session_id: MADE_UP, hook_event_name: "SessionStart", source: "startup" });
  rmSync(join(cairnHome(at), "sessions", `claude-code-${MADE_UP}.jsonl`));
  renameSync(join(at.home, "page"), page);
  return JSON.parse(stdout).hookSpecificOutput.additionalContext;
}

/** Says so where it is told. */
function mark(at: Scene): void {
  const [page = ""] = pages(at);
  writeFileSync(page, readFileSync(page, "utf8").replaceAll("Cairn keeps this", "Cairn's page keeps this"), {
    mode: 0o600,
  });
}

const startOf = (at: Scene) => told(at.model.last().body).find(({ event }) => event === "SessionStart")?.text ?? "";

describe.each(clientVersions)("client %s", (version) => {
  test("a session is told from its page what it would be told without one, byte for byte; after a changed setting it is not; a hard forget removes it", async () => {
    const at = await scene();
    keepBoth(at);
    const client = cairnClient(at, { version });
    await ended(at, client, "one");
    const slow = slowly(at);
    const session = await ended(at, client, "two");
    expect(startOf(at)).toBe(slow.replaceAll(MADE_UP, session));
    expect(startOf(at)).toContain(task.text);

    mark(at);
    await ended(at, client, "three");
    expect(startOf(at)).toContain("Cairn's page keeps this");

    mark(at);
    cairn(at, ["config", "set", "notify.person", "silent"]);
    await ended(at, client, "four");
    expect(startOf(at)).toMatch(/^Cairn keeps this/);

    cairn(at, ["remember", "Deploys wait for the zanzibarian walnut.", "--kind", "task", "--title", "Walnut"]);
    await ended(at, client, "five");
    expect(readFileSync(pages(at)[0] ?? "", "utf8")).toContain("zanzibarian");
    const [{ id }] = JSON.parse(cairn(at, ["list", "--json"]).out).memories.filter((one: { id: string }) =>
      /task/.test(one.id),
    );
    cairn(at, ["forget", id, "--hard", "--yes"]);
    expect(pages(at)).toEqual([]);
  });
});
