import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { entriesOf } from "./client.ts";
import { clientVersions } from "./install.ts";
import { scene } from "./scene.ts";
import { call, printScript, say } from "./script.ts";
import { promptText, startText, tinyPlugin } from "./tiny-plugin.ts";
import { blocksOf, type Wire, wires } from "./wire.ts";

const forms = Object.keys(wires) as Wire[];

describe.each(clientVersions)("client %s", (version) => {
  test.each(forms)("what hooks say at start and prompt reaches the model whole, as %s", async (wire) => {
    const at = await scene();
    const client = at.client({ version, wire, plugins: [tinyPlugin(at).plugin] });
    const { code, result, session } = await client.run("hello");
    expect({ code, result }).toEqual({ code: 0, result: "ok: hello" });
    expect(at.model.injected()).toMatchObject([
      { event: "SessionStart", how: "additional context", text: startText("startup", session), wire },
      { event: "UserPromptSubmit", how: "additional context", text: promptText("hello", session), wire },
    ]);
    expect(at.model.counts()).toEqual({ main: 1, subagent: 0, compact: 0, title: 0, side: 0 });
    expect(at.model.strays).toEqual([]);
  });

  test.each(forms)("a scripted tool call is run, and what a hook says after it comes back as %s", async (wire) => {
    const at = await scene();
    const file = at.write("project/a.txt", "what the file says\n");
    const said = { hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext: "TINY-AFTER\n\nTINY-END" } };
    const speaks = { type: "command", command: `printf %s '${JSON.stringify(said)}'` };
    const { plugin } = tinyPlugin(at, { PostToolUse: [{ hooks: [speaks] }] });
    const client = at.client({ version, wire, plugins: [plugin] });
    const { result, transcript } = await client.run(printScript(call("Read", { file_path: file }), say("read it")));
    expect(result).toBe("read it");
    const found = { n: 2, kind: "main", where: expect.stringMatching(/tool_result$/) };
    expect(at.model.find("what the file says")).toMatchObject([found]);
    // The older client puts the newest text beside the tool's result in either form.
    const form = version === "2.1.197" ? "reminder" : wire;
    const after = { event: "PostToolUse", matched: "Read", text: "TINY-AFTER\n\nTINY-END", wire: form };
    expect(at.model.injected().at(-1)).toMatchObject(after);
    const blocks = entriesOf(transcript).flatMap(({ message }) => blocksOf(message?.content ?? []));
    expect(blocks.map(({ type }) => type)).toEqual(expect.arrayContaining(["tool_use", "tool_result"]));
  });

  test("a tool that would ask is denied in the default mode, and runs in the other", async () => {
    const at = await scene();
    const client = at.client({ version });
    const script = printScript(call("Bash", { command: "touch made" }), say("over"));
    const denied = await client.run(script, { permissionMode: "default" });
    expect(denied.answer["permission_denials"]).toMatchObject([{ tool_name: "Bash" }]);
    expect(existsSync(join(at.project, "made"))).toBe(false);
    const allowed = await client.run(script);
    expect(allowed.answer["permission_denials"]).toEqual([]);
    expect(existsSync(join(at.project, "made"))).toBe(true);
  });

  test("a session is resumed, forked and cleared, each with its start", async () => {
    const at = await scene();
    const tiny = tinyPlugin(at);
    const client = at.client({ version, plugins: [tiny.plugin] });
    const { session } = await client.run("one");
    expect((await client.resume(session, "two")).session).toBe(session);
    const forked = await client.fork(session, "three");
    const cleared = await client.clear(session);
    expect(new Set([session, forked.session, cleared.session]).size).toBe(3);
    // The older client starts a fork under the session it came from, and knows the new one only at the prompt.
    const fork = version === "2.1.197" ? ["resume", session] : ["fork", forked.session];
    expect(tiny.starts().map(({ source, session_id }) => [source, session_id])).toEqual([
      ["startup", session],
      ["resume", session],
      fork,
      ["resume", session],
      ["clear", cleared.session],
    ]);
    const prompts = at.model.injected().filter(({ event }) => event === "UserPromptSubmit");
    expect(prompts.map(({ text }) => text)).toEqual([
      promptText("one", session),
      promptText("two", session),
      promptText("three", forked.session),
    ]);
  });
});
