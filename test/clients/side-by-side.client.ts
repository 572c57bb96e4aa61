import { expect, test } from "vitest";
import { clientVersions } from "./install.ts";
import { scene } from "./scene.ts";
import { call, say } from "./script.ts";
import { promptText, startText, tinyPlugin } from "./tiny-plugin.ts";

const sides = ["left", "right"] as const;

test.each(clientVersions)("two runs of client %s at once do not mix", async (version) => {
  const at = await scene();
  const { plugin } = tinyPlugin(at);
  // The same home, project and model. Each gets its first answer when both are there.
  const both = Promise.all(sides.map((side) => at.model.seen({ prompt: new RegExp(side) })));
  for (const side of sides) {
    const steps = [{ ...call("Bash", { command: `echo ${side}` }), after: both }, say(`${side} is over`)];
    at.model.obey({ when: { prompt: new RegExp(side) }, steps });
  }
  const runs = await Promise.all(sides.map((side) => at.client({ version, plugins: [plugin] }).run(side)));
  expect(runs.map(({ result }) => result)).toEqual(["left is over", "right is over"]);
  for (const [i, { session }] of runs.entries()) {
    const texts = at.model.injected({ session }).map(({ text }) => text);
    expect(texts).toEqual([startText("startup", session), promptText(sides[i]!, session)]);
    expect(at.model.counts(session).main).toBe(2);
    expect(at.model.find(runs[1 - i]!.session, { session })).toEqual([]);
  }
});
