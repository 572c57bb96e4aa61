import { expect, test } from "vitest";
import { injectedIn, kindOf, type Message, newestPrompt, placesIn } from "./wire.ts";

const tools = [{ name: "Bash" }];

function check(messages: readonly Message[]) {
  return injectedIn({ model: "m", messages, tools }).map(({ event, matched, how, text, where, wire }) =>
    [event, matched, how, text, where, wire].map(String),
  );
}

test("the texts of hooks are told from the client's own in a system turn", () => {
  const text = [
    "SessionStart hook additional context: first",
    "still first",
    "# Environment\nPlatform: linux",
    "UserPromptSubmit hook success: second",
    "Today's date is 2026-01-01.",
  ].join("\n\n");
  const where = "messages[1](system).content[0]";
  expect(
    check([
      { role: "user", content: "SessionStart hook additional context: typed by a person" },
      { role: "system", content: text },
    ]),
  ).toEqual([
    ["SessionStart", "undefined", "additional context", "first\n\nstill first", where, "system-turn"],
    ["UserPromptSubmit", "undefined", "success", "second", where, "system-turn"],
  ]);
});

test("the texts of hooks are found in reminders, also within what a tool gave back", () => {
  const reminder = (text: string) => `<system-reminder>\n${text}\n</system-reminder>`;
  const content = [
    { type: "text", text: reminder("SessionStart:compact hook success: first") },
    { type: "text", text: reminder("Today's date is 2026-01-01.") },
    { type: "tool_result", content: `a\n\n${reminder("PostToolUse:Read hook additional context: second\n\nmore")}` },
  ];
  expect(check([{ role: "user", content }])).toEqual([
    ["SessionStart", "compact", "success", "first", "messages[0](user).content[0]", "reminder"],
    [
      "PostToolUse",
      "Read",
      "additional context",
      "second\n\nmore",
      "messages[0](user).content[2].tool_result",
      "reminder",
    ],
  ]);
});

test("every text of a request has its place", () => {
  const messages: Message[] = [
    { role: "user", content: [{ type: "text", text: "a" }] },
    { role: "assistant", content: [{ type: "tool_use", id: "1", name: "Bash", input: {} }] },
  ];
  expect(
    placesIn({ model: "m", system: [{ type: "text", text: "s" }], messages, tools }).map(({ where }) => where),
  ).toEqual(["system[0]", "messages[0](user).content[0]", "messages[1](assistant).content[0].tool_use", "tools.Bash"]);
});

test.each([
  ["main", { system: "You are an agent", tools }, "hello"],
  ["subagent", { system: "x-anthropic-billing-header: cc_is_subagent=true;", tools }, "hello"],
  ["compact", { tools }, "CRITICAL. Your task is to create a detailed summary of the conversation so far"],
  ["title", { system: "Write a short title for this session." }, "hello"],
  ["side", { system: "Answer yes or no." }, "hello"],
] as const)("a request of the kind %s is known", (kind, body, content) => {
  expect(kindOf({ model: "m", messages: [{ role: "user", content }], ...body })).toBe(kind);
});

test("the newest prompt is what a person typed last, and rounds of tools count from there", () => {
  const use: Message = { role: "assistant", content: [{ type: "tool_use", name: "Bash" }] };
  const result: Message = { role: "user", content: [{ type: "tool_result", content: "out" }] };
  const typed = [
    { type: "text", text: "<system-reminder>\nnot typed\n</system-reminder>" },
    { type: "text", text: "typed" },
    { type: "text", text: "<system-reminder>\nnor this\n</system-reminder>" },
  ];
  const messages: Message[] = [{ role: "user", content: "older" }, use, { role: "user", content: typed }, use, result];
  expect(newestPrompt(messages)).toEqual({ prompt: "typed", rounds: 1 });
});
