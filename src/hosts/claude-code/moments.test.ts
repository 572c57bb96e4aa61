import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isMoment } from "../../session/answer.ts";
import type { Answer, Moment } from "../moment.ts";
import { moments } from "./moments.ts";

test("every hook of the plugin names a moment there is, and the answer names the hook's event", async () => {
  const file = new URL("../../../plugin/hooks/hooks.json", import.meta.url);
  const { hooks } = JSON.parse(readFileSync(file, "utf8")) as { hooks: Record<string, { hooks: object[] }[]> };
  for (const [event, groups] of Object.entries(hooks)) {
    const [, moment = ""] = /(?:hook claude-code |"moment":")([a-z-]+)/.exec(JSON.stringify(groups)) ?? [];
    expect([event, isMoment(moment)]).toEqual([event, true]);
    const printed = moments.print(moment as Moment, { context: "x", toPerson: "y" });
    expect(JSON.parse(printed)).toEqual({
      hookSpecificOutput: { hookEventName: event, additionalContext: "x" },
      systemMessage: "y",
    });
  }
});

test.each<[Answer, object]>([
  [{ verdict: { is: "deny", because: "no" } }, { permissionDecision: "deny", permissionDecisionReason: "no" }],
  [{ input: { command: "ls" } }, { updatedInput: { command: "ls" } }],
])("what may be said before a tool is said in the client's words: %j", (answer, specific) => {
  const { hookSpecificOutput } = JSON.parse(moments.print("before-tool", answer));
  expect(hookSpecificOutput).toEqual({ hookEventName: "PreToolUse", ...specific });
});
