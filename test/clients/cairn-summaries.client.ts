import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cairn, cairnClient, cairnJson, tool } from "./cairn-plugin.ts";
import { clientVersions } from "./install.ts";
import { scene } from "./scene.ts";
import { call, printScript, say } from "./script.ts";

const decided = "We decided to use Redis streams instead of lists because consumers must replay a day.";
const written = `## Goal
Move the consumers to streams.

## Context
The lists lost messages at a restart.

## Tracking Points
- **Decision**: Redis streams — because consumers must replay a day

## Completed
- the consumers read streams

## Next Actions
- move the producers`;

/** The id as the host's context has it: Cairn's line at the start of the session. */
function idIn(text: string): string {
  return /Session ([\w-]{36})\./.exec(text)?.[1] ?? "";
}

describe.each(clientVersions)("client %s", (version) => {
  test("summarises in the conversation, in the very first session, and again after more was said", async () => {
    const at = await scene();
    const client = cairnClient(at, { version });
    const folder = join(client.projectFolder(), "memory");
    const talk = client.talk({ permissionMode: "default" });
    const remember = (text: string) =>
      tool("remember", { text, kind: "session_summary", title: "Streams", field: { outcome: "partial" } });
    at.model.obey({
      when: { kind: "main", prompt: /first-word/ },
      steps: [remember(written), say("kept")],
    });
    const more = "## Tracking Points\n- **Failed approach**: lists with a lock — because it was slow\n";
    at.model.obey({ when: { kind: "main", prompt: /second-word/ }, steps: [remember(more), say("updated")] });
    await talk.say(`${decided} ${printScript(say("understood"))}`);
    const first = await talk.say("/cairn:summarize first-word");
    expect(first.told.at(-1)).toMatchObject({ result: "kept", permission_denials: [] });
    expect(JSON.stringify(at.model.last().body.messages.at(-1)?.content)).toContain("Remembered project:");
    const session = idIn(JSON.stringify(at.model.requests[0]?.body.messages ?? at.model.last().body.messages));
    expect(session).not.toBe("");
    const file = join(folder, "sessions", `${session}.md`);
    expect(readFileSync(file, "utf8")).toContain("**Decision**: Redis streams — because consumers must replay a day");
    expect(cairnJson(at, ["show", session]).memory.behind).toBeUndefined();
    await talk.say(`one more thing ${printScript(say("understood"))}`);
    expect(cairnJson(at, ["show", session]).memory.behind).toBe(true);
    await talk.say("/cairn:summarize second-word");
    expect(JSON.stringify(at.model.last().body.messages.at(-1)?.content)).toContain("Added to project:");
    await talk.end();
    const text = readFileSync(file, "utf8");
    for (const words of ["consumers must replay a day", "**Failed approach**: lists with a lock"])
      expect(text).toContain(words);
    expect(cairnJson(at, ["list", "--kind", "session_summary"]).total).toBe(1);
    expect(existsSync(join(folder, "_about.md"))).toBe(true);
    expect(at.model.strays).toEqual([]);
  });

  test("after a compaction and a resume the same session is summarised, after a clear the one that began then", async () => {
    const at = await scene();
    const client = cairnClient(at, { version });
    const point = (words: string) => `## Tracking Points\n- **Decision**: ${words} — because it was measured\n`;
    const words = {
      compacted: "streams after compacting",
      resumed: "streams after resuming",
      cleared: "a fresh start",
    };
    for (const [when, said] of Object.entries(words)) {
      const keep = tool("remember", { text: point(said), kind: "session_summary", title: "Streams" });
      at.model.obey({ when: { kind: "main", prompt: new RegExp(`now-${when}`) }, steps: [keep, say(when)] });
    }
    const talk = client.talk({ permissionMode: "default" });
    await talk.say(`${decided} ${printScript(say("understood"))}`);
    await talk.say("/compact keep the names");
    const { session, told } = await talk.say("/cairn:summarize now-compacted");
    expect(told.at(-1)).toMatchObject({ result: "compacted", permission_denials: [] });
    await talk.end();
    const saved = (id: string): string => cairnJson(at, ["show", id.slice(0, 8)]).memory.body;
    expect(saved(session)).toContain(words.compacted);

    const back = client.talk({ permissionMode: "default", session });
    expect((await back.say("/cairn:summarize now-resumed")).result).toBe("resumed");
    for (const said of [words.compacted, words.resumed]) expect(saved(session)).toContain(said);
    await back.say("/clear");
    const cleared = await back.say("/cairn:summarize now-cleared");
    await back.end();
    expect(cleared.session).not.toBe(session);
    expect(saved(cleared.session)).toContain(words.cleared);
    expect(saved(session)).not.toContain(words.cleared);
    expect(cairnJson(at, ["list", "--kind", "session_summary"]).total).toBe(2);
    expect(at.model.strays).toEqual([]);
  });

  test("summarises an earlier session by an agent that reads it whole, without a path and without a question", async () => {
    const at = await scene();
    const client = cairnClient(at, { version });
    const { session } = await client.run(`${decided} ${printScript(say("The consumers read streams now."))}`);
    const page = { in: "transcripts", session, budget: 15_000 };
    at.model.obey({
      when: { kind: "subagent", prompt: /transcript of/ },
      steps: [tool("recall", page), say(`${session}\nStreams\npartial\n${written}`)],
    });
    const agent = {
      description: "Summarise a session",
      prompt: `Summarise the transcript of session ${session}`,
      subagent_type: "cairn:summarize",
      run_in_background: false,
    };
    const keep = { text: written, kind: "session_summary", title: "Streams", field: { session, outcome: "partial" } };
    at.model.obey({
      when: { kind: "main", prompt: /by-agent/ },
      steps: [call("Agent", agent), tool("remember", keep), say("kept it")],
    });
    const talk = client.talk({ permissionMode: "default" });
    const { told } = await talk.say(`/cairn:summarize ${session} by-agent`);
    await talk.end();
    expect(told.at(-1)).toMatchObject({ result: "kept it", permission_denials: [] });
    const read = at.model
      .of({ kind: "subagent" })
      .map(({ body }) => JSON.stringify(body.messages))
      .join();
    expect(read).toContain("We decided to use Redis streams");
    expect(read).toContain("Page 1 of 1, the last.");
    const { memories } = cairnJson(at, ["list"]);
    expect(memories.map(({ kind, id }: Record<string, string>) => [kind, id])).toEqual([["session_summary", session]]);
    expect(at.model.strays).toEqual([]);
  });

  test("recalls the master for the person, and without one says what makes it", async () => {
    const at = await scene();
    const client = cairnClient(at, { version });
    const talk = client.talk({ permissionMode: "default" });
    at.model.obey({ when: { kind: "main", prompt: /word-\d/ }, steps: [tool("recall", {}), say("told")] });
    await talk.say("/cairn:recall word-1");
    const answer = () => JSON.stringify(at.model.last().body.messages.at(-1)?.content);
    expect(answer()).toContain("There is no master yet");
    cairn(at, ["remember", "## Current Status\nThe consumers read streams.", "--kind", "master"]);
    const { told } = await talk.say("/cairn:recall word-2");
    await talk.end();
    expect(told.at(-1)).toMatchObject({ result: "told", permission_denials: [] });
    expect(answer()).toContain("The consumers read streams.");
    expect(answer()).toMatch(/@~\/\.claude\/projects\/[^ ]+\/memory\/master\.md/);
    expect(at.model.strays).toEqual([]);
  });
});
