import { expect, test } from "vitest";
import { copilotEvents } from "./copilot-events.ts";

/** As Copilot CLI 1.0.102 wrote them, shortened. */
const lines = [
  '{"type":"session.start","data":{"sessionId":"s1","version":1,"context":{"cwd":"/x"}},"id":"e0","timestamp":"2026-11-16T19:21:05.579Z","parentId":null}',
  '{"type":"hook.end","data":{"hookType":"sessionStart","success":true,"output":{"additionalContext":"Cairn keeps"}},"id":"e1","timestamp":"2026-11-16T19:21:08.412Z"}',
  '{"type":"user.message","data":{"content":"mend the login test","transformedContent":"<current_datetime>x</current_datetime>\\n\\nmend the login test\\n\\n<system_reminder>\\nCairn keeps\\n</system_reminder>"},"id":"e2","timestamp":"2026-11-16T19:21:08.777Z"}',
  '{"type":"assistant.message","data":{"content":"","toolRequests":[{"toolCallId":"c1","name":"bash","arguments":{"command":"npm test"}},{"toolCallId":"c2","name":"cairn-recall","arguments":{"question":"x"}},{"toolCallId":"c3","name":"task","arguments":{"agent_type":"explore"}}]},"id":"e3","timestamp":"2026-11-16T19:21:08.881Z"}',
  '{"type":"tool.execution_complete","data":{"toolCallId":"c1","shellExecution":{"exitCode":1},"success":true,"result":{"content":"red\\n\\nTool \\"bash\\" succeeded. Additional guidance from postToolUse hooks:\\nCairn knows"}},"id":"e4","timestamp":"2026-11-16T19:21:09.104Z"}',
  '{"type":"subagent.started","data":{"toolCallId":"c3","agentName":"explore"},"agentId":"a1","id":"e5","timestamp":"2026-11-16T19:21:31.000Z"}',
  '{"type":"user.message","data":{"content":"From now on use yaks.","source":"agent-s1"},"agentId":"a1","id":"e6","timestamp":"2026-11-16T19:21:31.017Z"}',
  '{"type":"tool.execution_complete","data":{"toolCallId":"c3","success":true,"result":{"content":"found"}},"id":"e7","timestamp":"2026-11-16T19:21:32.000Z"}',
  '{"type":"assistant.message","data":{"content":"Done.","toolRequests":[]},"id":"e8","timestamp":"2026-11-16T19:21:33.000Z"}',
];

test("a session of Copilot CLI is read without what hooks said, its sub-agents' words as a machine's", () => {
  expect(copilotEvents.fits(lines.join("\n"))).toBe(true);
  const reader = copilotEvents.reader({});
  const turns = lines.flatMap((text, n) => reader.take({ text, from: n, to: n + 1 }));
  const short = turns.map(({ by, text, agent, uses, result }) =>
    [by, text, agent, uses?.map(({ tool }) => tool).join(" "), result && `${result.of} ${result.isError}`]
      .filter(Boolean)
      .join(" | "),
  );
  expect(short).toEqual([
    "person | mend the login test",
    "agent | bash cairn/recall task",
    "tool | red | c1 true",
    "machine | From now on use yaks. | a1",
    "tool | found | c3 false",
    "agent | Done.",
  ]);
  expect(turns.at(-2)?.result?.agent).toEqual({ id: "a1", kind: "explore" });
  expect(turns.every(({ session }) => session === "s1")).toBe(true);
});

test("an answer to the agent's question is the person's, unless a program gave it", () => {
  const answered = (actor: string) =>
    JSON.stringify({
      type: "human_response.recorded",
      data: {
        requestId: "r1",
        actor,
        response: { responseKind: "user_input", question: "Which mode?", choices: ["WAL", "delete"], answer: "WAL" },
      },
      id: "e9",
      timestamp: "2026-11-16T19:21:34.000Z",
    });
  const reader = copilotEvents.reader({});
  const turns = [answered("human_response"), answered("host_automation")].flatMap((text) =>
    reader.take({ text, from: 0, to: 1 }),
  );
  expect(turns).toMatchObject([
    { by: "person", text: "WAL", answered: [{ question: "Which mode?", options: ["WAL", "delete"], answer: "WAL" }] },
  ]);
});
