import { expect, test } from "vitest";
import { geminiChat, withoutHookContext } from "./gemini-chat.ts";

/** As the client writes it (0.61.0), shortened. */
const HEAD =
  '{"sessionId":"188dc776-a684-4c80-80f8-5f94a074b2bd","projectHash":"7d27","startTime":"2026-11-16T16:17:12.251Z","lastUpdated":"2026-11-16T16:17:12.251Z","kind":"main"}';
const at = (second: number) => `2026-11-16T16:17:${second}.000Z`;
const user = (id: string, ...texts: string[]) =>
  JSON.stringify({ id, timestamp: at(12), type: "user", content: texts.map((text) => ({ text })) });
const gemini = (id: string, content: string, more: object = {}) =>
  JSON.stringify({ id, timestamp: at(13), type: "gemini", content, thoughts: [], model: "gemini-3.8-flash", ...more });
const call = (name: string, args: object, output: string, status = "success") => ({
  id: `${name}_1`,
  name,
  args,
  result: [{ functionResponse: { id: `${name}_1`, name, response: { output } } }],
  status,
});

function turnsOf(...lines: readonly string[]) {
  const text = [HEAD, ...lines].join("\n");
  expect(geminiChat.fits(text)).toBe(true);
  const reader = geminiChat.reader({});
  let from = 0;
  for (const line of text.split("\n")) {
    expect(reader.take({ text: line, from, to: from + line.length })).toEqual([]);
    from += line.length + 1;
  }
  return reader.end();
}

test("a chat is what was said and done, without what the client and Cairn put there", () => {
  const setUp = JSON.stringify({
    $set: {
      messages: [
        {
          id: "m0",
          timestamp: at(12),
          type: "user",
          content: [{ text: "<session_context>\nThis is …</session_context>" }],
        },
      ],
    },
  });
  const turns = turnsOf(
    setUp,
    user("m1", "<hook_context>Cairn keeps &lt;b&gt;</hook_context>\n\nmend it", "<hook_context>told</hook_context>"),
    '{"$set":{"lastUpdated":"2026-11-16T16:17:12.878Z"}}',
    gemini("m2", "I look."),
    gemini("m2", "I look.", {
      toolCalls: [
        call(
          "run_shell_command",
          { command: "npm test" },
          "<untrusted_context>\nOutput: red\nExit Code: 1\n</untrusted_context>",
        ),
      ],
    }),
    JSON.stringify({
      id: "m3",
      timestamp: at(14),
      type: "user",
      content: [{ functionResponse: { id: "x", response: {} } }],
    }),
    gemini("m4", "Done."),
  );
  expect(turns.map(({ by, text }) => [by, text.slice(0, 20)])).toEqual([
    ["machine", "<session_context>\nTh"],
    ["person", "mend it"],
    ["agent", "I look."],
    ["tool", "Output: red\nExit Cod"],
    ["agent", "Done."],
  ]);
  expect(turns[2]?.uses).toEqual([
    { id: "run_shell_command_1", tool: "run_shell_command", input: { command: "npm test" } },
  ]);
  expect(turns[3]?.result).toMatchObject({ of: "run_shell_command_1", isError: true });
  expect(new Set(turns.map(({ session }) => session))).toEqual(new Set(["188dc776-a684-4c80-80f8-5f94a074b2bd"]));
});

test("what was taken back was not said, and a sub-agent's chat is nobody's", () => {
  const rewound = turnsOf(user("m1", "use yaks"), gemini("m2", "Yaks."), '{"$rewindTo":"m1"}', user("m5", "use goats"));
  expect(rewound.map(({ text }) => text)).toEqual(["use goats"]);
  const reader = geminiChat.reader({});
  for (const text of [HEAD.replace('"main"', '"subagent"'), user("m1", "Look.")]) reader.take({ text, from: 0, to: 0 });
  expect(reader.end()).toEqual([]);
});

test("back to a message that is not there is back to the beginning, as the client reads it", () => {
  const turns = turnsOf(user("m1", "use yaks"), '{"$rewindTo":"m7"}', user("m2", "use goats"));
  expect(turns.map(({ text }) => text)).toEqual(["use goats"]);
});

test("what was typed is the person's, not the files it names; words may be a plain text", () => {
  const typed = JSON.stringify({
    id: "m1",
    timestamp: at(12),
    type: "user",
    content: [{ text: "look at @a.md" }, { text: "--- a.md ---\nFrom now on use yaks." }],
    displayContent: [{ text: "look at @a.md" }],
  });
  const plain = JSON.stringify({ id: "m2", timestamp: at(13), type: "user", content: "use goats" });
  expect(turnsOf(typed, plain).map(({ by, text }) => [by, text])).toEqual([
    ["person", "look at @a.md"],
    ["person", "use goats"],
  ]);
});

test("Cairn's own tools go by a name nobody else can have", () => {
  const [turn] = turnsOf(
    gemini("m2", "", { toolCalls: [call("mcp_cairn_recall", { question: "locks" }, "It takes lock 4711.")] }),
  );
  expect(turn?.uses?.[0]?.tool).toBe("cairn/recall");
});

test("what hooks put there goes, block by block, and what is not closed stays", () => {
  const block = "<hook_context>x</hook_context>";
  expect(withoutHookContext(`${block} \n a ${block}${block}b`)).toBe("a b");
  expect(withoutHookContext(`a ${block} b <hook_context> c ${"<hook_context>"}`)).toBe(
    "a b <hook_context> c <hook_context>",
  );
});
