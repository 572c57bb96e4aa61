import { describe, expect, test } from "vitest";
import { clientVersions } from "./install.ts";
import { scene } from "./scene.ts";
import { call, printScript, say, tooLong } from "./script.ts";
import { type ScriptedModel, SUMMARY } from "./scripted-model.ts";
import { startText, tinyPlugin } from "./tiny-plugin.ts";
import { type Wire, wires } from "./wire.ts";

const forms = Object.keys(wires) as Wire[];

/** The newest request has the summary, what the start after compaction says, and nothing older. */
function checkRecovered(model: ScriptedModel, { session, wire }: { session: string; wire: Wire }): void {
  const { n } = model.last();
  const inLast = (text: string) => model.find(text).filter((found) => found.n === n);
  expect(inLast(SUMMARY)).not.toEqual([]);
  expect(inLast("first words")).toEqual([]);
  const starts = model.injected().filter(({ event }) => event === "SessionStart");
  expect(starts).toMatchObject([{ text: startText("compact", session), wire }]);
}

describe.each(clientVersions)("client %s", (version) => {
  test.each(forms)("the start after /compact and after a prompt too long reaches the model as %s", async (wire) => {
    const at = await scene();
    const talk = at.client({ version, wire, plugins: [tinyPlugin(at).plugin] }).talk();
    const { session } = await talk.say("first words");
    await talk.say("second words");
    await talk.say("/compact keep the names");
    expect(at.model.find("keep the names", { kind: "compact" })).toHaveLength(1);
    expect((await talk.say("third words")).session).toBe(session);
    checkRecovered(at.model, { session, wire });

    expect((await talk.say(printScript(tooLong, say("survived")))).result).toBe("survived");
    checkRecovered(at.model, { session, wire });
    expect(at.model.counts(session)).toEqual({ main: 5, subagent: 0, compact: 2, title: 0, side: 0 });
    expect((await talk.end()).code).toBe(0);
  });

  test("a context that is nearly full is compacted in the middle of a turn", async () => {
    const at = await scene({
      when: { kind: "main", prompt: /^This session is being continued/ },
      steps: say("went on"),
    });
    const env = { CLAUDE_CODE_AUTO_COMPACT_WINDOW: "100000" };
    const talk = at.client({ version, plugins: [tinyPlugin(at).plugin], env }).talk();
    await talk.say("first words");
    const full = { ...call("Bash", { command: "echo one" }), usageTokens: 195_000 };
    const { session, result } = await talk.say(printScript(full, say("not compacted")));
    expect(result).toBe("went on");
    expect(at.model.counts(session)).toMatchObject({ main: 3, compact: 1 });
    checkRecovered(at.model, { session, wire: "system-turn" });
    await talk.end();
  });
});
