import { describe, expect, test } from "vitest";
import { cairn, cairnClient, keepBoth, task, timesTold, told, tool } from "./cairn-plugin.ts";
import { clientVersions } from "./install.ts";
import { type Scene, scene } from "./scene.ts";
import { call, say } from "./script.ts";
import { type ScriptedModel, SUMMARY } from "./scripted-model.ts";
import { placesIn, type Wire, wires } from "./wire.ts";

const forms = Object.keys(wires) as Wire[];
const progress = "The reader streams; the writer is next.";
const keep = tool("checkpoint", { progress });
const KEEP = "Keep in the summary: the task and its state";

function keepAs(at: Scene, kind: string, title: string, text: string): void {
  expect(cairn(at, ["remember", text, "--kind", kind, "--title", title])).toMatchObject({ code: 0, err: "" });
}

/** The newest request begins after the compaction, with the thread of the work in it. */
function checkRecovered(model: ScriptedModel, wire: Wire, words: readonly string[]): void {
  const { body } = model.last();
  expect(placesIn(body).some(({ text }) => text.includes(SUMMARY))).toBe(true);
  const starts = told(body).filter(({ event }) => event === "SessionStart");
  expect(starts).toHaveLength(1);
  expect(starts[0]).toMatchObject({ wire, text: expect.stringContaining("This is the thread of the work") });
  for (const text of [task.text, ...words]) expect(starts[0]?.text).toContain(text);
}

describe.each(clientVersions)("client %s", (version) => {
  test.each(forms)("after /compact the model has the thread of the work again, as %s", async (wire) => {
    const at = await scene();
    keepBoth(at);
    at.model.obey({
      when: { prompt: /^try it/ },
      steps: [call("Bash", { command: "exit 3" }), keep, say("it failed")],
    });
    const talk = cairnClient(at, { version, wire }).talk();
    await talk.say("begin with the reader");
    await talk.say("try it on the big file");
    await talk.say("then leave the writer for tomorrow");
    await talk.say("/compact keep the names");
    const summing = { kind: "compact" } as const;
    expect(at.model.find("keep the names", summing)).toHaveLength(1);
    expect(at.model.find(KEEP, summing)).toHaveLength(1);
    expect(at.model.find("then leave the writer for tomorrow → ok", summing)).toHaveLength(1);

    await talk.say("go on");
    checkRecovered(at.model, wire, [progress, "Failed: Bash: Exit code 3", "then leave the writer for tomorrow"]);
    expect((await talk.end()).code).toBe(0);
  });

  test("a context compacted in the middle of a turn goes on with the thread of the work", async () => {
    const at = await scene({
      when: { kind: "main", prompt: /^This session is being continued/ },
      steps: say("went on"),
    });
    keepBoth(at);
    const full = { ...call("Bash", { command: "echo one" }), usageTokens: 195_000 };
    at.model.obey({ when: { kind: "main", prompt: /^measure/ }, steps: [full, say("not compacted")] });
    const env = { CLAUDE_CODE_AUTO_COMPACT_WINDOW: "100000" };
    const talk = cairnClient(at, { version, env }).talk();
    await talk.say("begin with the reader");
    expect((await talk.say("measure the writer too")).result).toBe("went on");
    expect(at.model.find(KEEP, { kind: "compact" })).toHaveLength(1);
    checkRecovered(at.model, "system-turn", ["begin with the reader", "measure the writer too"]);
    await talk.end();
  });

  test("after /compact the memory that bears on the last prompt is told again, one that bears on nothing is not", async () => {
    const at = await scene();
    const hanging = "The broker of the last run still holds port 5672: make broker-down, then run them again.";
    keepAs(at, "runbook", "Hanging integration tests", hanging);
    keepAs(at, "decision", "The samovar boils at noon", "It was agreed with the cook.");
    const talk = cairnClient(at, { version }).talk();
    for (const prompt of ["good morning", "which branch am I on"]) await talk.say(prompt);
    await talk.say("integration tests freeze on my laptop");
    expect(timesTold(hanging, at.model.last().body)).toBe(1);
    await talk.say("/compact");
    await talk.say("go on");
    const { body } = at.model.last();
    expect(placesIn(body).some(({ text }) => text.includes(SUMMARY))).toBe(true);
    const again = told(body).filter(({ text }) => text.includes(hanging));
    expect(again).toMatchObject([{ event: "SessionStart" }]);
    expect(timesTold("agreed with the cook", body)).toBe(0);
    expect((await talk.end()).code).toBe(0);
  });
});
