import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cairn, cairnClient, cairnJson, locks } from "./cairn-plugin.ts";
import type { Client } from "./client.ts";
import { clientVersions } from "./install.ts";
import { type Scene, scene } from "./scene.ts";
import { call, printScript, say } from "./script.ts";

const SECRET = `ghp_${"aB3dE5gH7jK9mN1pQ3sT5vW7xY9zA2cD4eF6"}`;
const HIDDEN = "[REDACTED:github-token]";
const NOTE = `---\nname: harbour-token\ndescription: How the harbour is reached\nmetadata:\n  type: project\n---\n\nBy`;

function inMemory(client: Client): (path: string) => string {
  return (path) => join(client.projectFolder(), "memory", path);
}

/** As a shell of this client's own runs it. */
const AGENTS_SHELL = { CLAUDECODE: "1" };

/** A decision with all that Cairn notes of one. */
function keepDecision(at: Scene, env: Readonly<Record<string, string>> = {}): { path: string; id: string } {
  const words = ["remember", locks.text, "--kind", "decision", "--title", locks.title, "--confidence", "0.8"];
  const tags = ["postgres", "locks", "nightly", "export", "cron", "harbour"].flatMap((tag) => ["--tags", tag]);
  const files = ["a.ts", "b.ts", "c.ts", "d.ts"].flatMap((name) => {
    at.write(`project/${name}`, "");
    return ["--files", name];
  });
  const { memory } = cairnJson(at, [...words, "--field", "status=accepted", ...tags, ...files], env);
  return memory;
}

describe.each(clientVersions)("client %s", (version) => {
  test("a secret that the model writes into a memory never reaches the disk", async () => {
    const at = await scene();
    const client = cairnClient(at, { version });
    const path = inMemory(client);
    const file_path = path("harbour-token.md");
    const user = join(at.home, ".claude", "user", "habits.md");
    const script = printScript(
      call("Write", { file_path, content: `${NOTE} ${SECRET} alone.\n` }),
      call("Edit", { file_path, old_string: "alone", new_string: `or ${SECRET} too` }),
      call("Write", { file_path: path("MEMORY.md"), content: `- [Harbour](harbour-token.md): ${SECRET}\n` }),
      call("Write", { file_path: join(at.project, "deploy.md"), content: `export ${SECRET} here\n` }),
      say("written"),
    );
    const { result, answer } = await client.run(script, { permissionMode: "default" });
    const denied = (answer["permission_denials"] as { tool_input: { file_path: string } }[]).map(
      ({ tool_input }) => tool_input.file_path,
    );
    // The repository's own file is the host's business, and so is the question.
    expect({ result, denied }).toEqual({ result: "written", denied: [join(at.project, "deploy.md")] });
    expect(readFileSync(file_path, "utf8")).toContain(`By ${HIDDEN} or ${HIDDEN} too.`);
    expect(readFileSync(path("MEMORY.md"), "utf8")).toBe(`- [Harbour](harbour-token.md): ${HIDDEN}\n`);
    // The client asks before anything else below its own folder is written, whatever a hook says.
    await client.run(printScript(call("Write", { file_path: user, content: `They use ${SECRET} daily.\n` })));
    expect(readFileSync(user, "utf8")).toBe(`They use ${HIDDEN} daily.\n`);

    // What the model said itself it still knows; what comes back to it is without, and it is told why.
    const results = at.model.find(SECRET).filter(({ where }) => /tool_result|system/.test(where));
    expect(results).toEqual([]);
    expect(at.model.find("Cairn keeps no secrets")).not.toEqual([]);
    expect(cairn(at, ["history", "harbour-token", "--json"]).out).not.toContain(SECRET);
    const { hits } = cairnJson(at, ["recall", "how is the harbour reached"]);
    expect(hits).toMatchObject([{ memory: { id: "harbour-token", trust: "imported" } }]);
  });

  test("what the model rewrites or edits keeps every key that Cairn put there", async () => {
    const at = await scene();
    const { id, path: inRoot } = keepDecision(at, AGENTS_SHELL);
    const before = cairnJson(at, ["show", id]).memory;
    const client = cairnClient(at, { version });
    const file_path = inMemory(client)(inRoot);
    const bare = `---\nname: ${id}\ndescription: Lock 4711\nmetadata:\n  type: project\n---\n\n# Locks\n\nIt takes 4711.\n`;
    const edit = call("Edit", {
      file_path,
      old_string: "once ran at once",
      new_string: "ran at once, twice",
      replace_all: true,
    });
    const steps = [call("Read", { file_path }), edit, call("Write", { file_path, content: bare }), say("rewritten")];
    const { result } = await client.run(printScript(...steps), { permissionMode: "default" });
    expect(result).toBe("rewritten");
    expect(at.model.find("tool_use_error")).toEqual([]);

    const { memory } = cairnJson(at, ["show", id]);
    const { kind, status, created, tags, files, source, fields, confidence } = before;
    const kept = { id, kind, status, created, tags, files, source, fields, confidence };
    expect(memory).toMatchObject({ ...kept, description: "Lock 4711" });
    expect(memory.trust).toBe("imported");
    expect(readFileSync(file_path, "utf8")).toContain("It takes 4711.");
    expect(cairn(at, ["update", id, "--append", "And 4713."]).code).toBe(0);
    expect(cairn(at, ["doctor"]).out).toContain("every file can be read");
  });

  test("what the person stated is rewritten by nobody who did not ask them", async () => {
    const at = await scene();
    const { id, path: inRoot } = keepDecision(at);
    const client = cairnClient(at, { version });
    const file_path = inMemory(client)(inRoot);
    const before = readFileSync(file_path, "utf8");
    const content = `---\nname: ${id}\n---\n\nIt takes 4711.\n`;
    const steps = [call("Read", { file_path }), call("Write", { file_path, content }), say("tried")];
    const { result } = await client.run(printScript(...steps), { permissionMode: "default" });
    expect(result).toBe("tried");
    expect(readFileSync(file_path, "utf8")).toBe(before);
    expect(cairnJson(at, ["show", id]).memory.trust).toBe("stated");
  });

  test("with guard.directWrites at deny the model is told which tools to use, and nothing is written", async () => {
    const at = await scene();
    cairn(at, ["config", "set", "guard.directWrites", "deny"]);
    const client = cairnClient(at, { version });
    const file_path = inMemory(client)("harbour-token.md");
    const script = printScript(call("Write", { file_path, content: `${NOTE} the pier.\n` }), say("refused"));
    expect((await client.run(script)).result).toBe("refused");
    expect(existsSync(file_path)).toBe(false);
    const told = at.model.find("use remember for something new").map(({ where }) => where);
    expect(told).toContainEqual(expect.stringMatching(/tool_result$/));
  });
});
