import { expect, test } from "vitest";
import { clientVersions } from "./install.ts";
import { scene } from "./scene.ts";
import { call, calls, printScript, say } from "./script.ts";

test.each(clientVersions)("two sub-agents of client %s follow scripts of their own", async (version) => {
  const at = await scene();
  const agent = (description: string, prompt: string) => ({
    name: "Agent",
    input: { description, prompt, subagent_type: "general-purpose", run_in_background: false },
  });
  const looks = printScript(call("Bash", { command: "echo looked" }), say("found it"));
  const script = printScript(
    calls(agent("one", looks), agent("two", printScript(say("nothing there")))),
    say("both back"),
  );
  const { result, session } = await at.client({ version }).run(script);
  expect(result).toBe("both back");
  expect(at.model.counts(session)).toEqual({ main: 2, subagent: 3, compact: 0, title: 0, side: 0 });
  const { n } = at.model.last();
  for (const report of ["found it", "nothing there"]) {
    const places = at.model.find(report, { kind: "main" }).filter((found) => found.n === n);
    expect(places.map(({ where }) => where)).toContainEqual(expect.stringMatching(/tool_result$/));
  }
});
