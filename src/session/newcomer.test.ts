import { expect, test } from "vitest";
import { cairnWith } from "../../test/support/cairn-with.ts";
import { contextIn, say } from "../../test/support/host.ts";
import { needless, said, taught } from "../../test/support/newcomer.ts";

test("of what a newcomer says, at least half brings its memory, at most two bring another, and chores bring nothing", async () => {
  const cairn = cairnWith({ project: { "src/a.ts": "x" } });
  for (const one of Object.values(taught)) await cairn.ask("remember", one);
  let sessions = 0;
  const shownFor = async (prompt: string) => {
    const session_id = `session-${++sessions}`;
    const payload = { session_id, prompt_id: "p1", hook_event_name: "UserPromptSubmit", cwd: "/x", prompt };
    const context = contextIn(await say(cairn, payload));
    return Object.keys(taught).filter((name) => context.includes(taught[name]!.title));
  };
  const [right, wrong]: [string[], string[]] = [[], []];
  for (const [prompt, name] of said)
    for (const shown of await shownFor(prompt)) (shown === name ? right : wrong).push(`${prompt} -> ${shown}`);
  const unneeded: string[] = [];
  for (const prompt of needless) if ((await shownFor(prompt)).length > 0) unneeded.push(prompt);
  expect(right.length).toBeGreaterThanOrEqual(18);
  expect(wrong.length).toBeLessThanOrEqual(2);
  expect(unneeded.length).toBeLessThanOrEqual(1);
});
