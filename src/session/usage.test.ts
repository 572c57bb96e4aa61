import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith, type TestCairn } from "../../test/support/cairn-with.ts";
import { contextIn, type HostPayload, say } from "../../test/support/host.ts";
import { fixedWeights } from "../search/door/features.ts";
import { usagePrior } from "../trail/usage.ts";

const asked = "integration tests freeze on my laptop";
const runbook = "The broker of the last run still holds port 5672. Stop it with make broker-down, then run them again.";

/** Payloads as the real client sends them (2.1.325), paths aside. */
const prompted = (session_id: string, prompt: string): HostPayload => ({
  session_id,
  cwd: "/x",
  prompt_id: `p-${session_id}`,
  permission_mode: "auto",
  hook_event_name: "UserPromptSubmit",
  prompt,
});
const answered = (session_id: string, last_assistant_message: string): HostPayload => ({
  session_id,
  cwd: "/x",
  permission_mode: "auto",
  hook_event_name: "Stop",
  stop_hook_active: false,
  last_assistant_message,
});

async function withRunbook(): Promise<TestCairn> {
  const cairn = cairnWith({ project: { "src/a.ts": "x" } });
  await cairn.ask("remember", { kind: "runbook", title: "Hanging integration tests", text: runbook });
  return cairn;
}

async function session(cairn: TestCairn, name: string, answer: string, prompt = asked): Promise<boolean> {
  const shown = contextIn(await say(cairn, prompted(name, prompt))).includes("Hanging integration tests");
  await say(cairn, answered(name, answer));
  return shown;
}

async function likelihood(cairn: TestCairn) {
  const { weighed } = await cairn.ask("why", { id: "hanging-integration-tests", prompt: asked });
  return weighed!;
}

test("what is shown often and never used sinks, and why says so; four times in a day, it rests, unless named", async () => {
  const cairn = await withRunbook();
  const before = await likelihood(cairn);
  for (const name of ["one", "two", "three"])
    expect(await session(cairn, name, "I will look at the laptop's fan.")).toBe(true);
  const after = await likelihood(cairn);
  expect(after.probability).toBeLessThan(before.probability);
  expect(JSON.stringify(after.why)).toContain("shown unasked 3 times before, not used");
  expect(await session(cairn, "four", "Nothing.")).toBe(true);
  expect(await session(cairn, "five", "Nothing.")).toBe(false);
  expect(await session(cairn, "six", "Nothing.", "what about Hanging integration tests?")).toBe(true);
  cairn.clock.advance(2 * 86_400_000);
  expect(await session(cairn, "seven", "Nothing.")).toBe(true);
});

test.each([
  ["its words in the answer", "The broker still holds port 5672: I ran make broker-down."],
  ["its id in the answer", "As hanging-integration-tests says, that is known."],
])("what is used rises: %s", async (_, answer) => {
  const cairn = await withRunbook();
  const before = await likelihood(cairn);
  await session(cairn, "one", answer);
  await session(cairn, "two", answer);
  const after = await likelihood(cairn);
  expect(after.probability).toBeGreaterThan(before.probability);
  expect(JSON.stringify(after.why)).toContain("used 2 times");
  expect(await session(cairn, "three", "Done.")).toBe(true);
});

test.each([
  ["Test", "I looked at the latest contest.", false],
  ["Test", "All tests pass, and the test is green.", false],
  ["Login test", "That is flaky-login-test again, and the login tester.", false],
  ["DB", "The db is up, and so is the dbms.", false],
  ["Login test", "As login-test says, it waits.", true],
  ["Login test", "(Login test) tells how.", true],
  ["Kafkaesque", "As Kafkaesque says.", true],
  ["部署流程", "请按部署流程来做。", true],
])("one called %j, and the answer %j: used? %s", async (title, answer, isUsed) => {
  const cairn = cairnWith();
  await cairn.ask("remember", { kind: "runbook", title, text: runbook });
  const first = {
    session_id: "one",
    hook_event_name: "UserPromptSubmit",
    prompt: "the broker holds port 5672",
    prompt_id: "p",
  };
  await say(cairn, { ...first, cwd: "/x" });
  await say(cairn, answered("one", answer));
  const log = readFileSync(join(cairn.cairnHome, "usage.log"), "utf8");
  expect(log).toMatch(/^shown /);
  expect(/^used /m.test(log)).toBe(isUsed);
});

test.each([
  ["show", { id: "hanging-integration-tests" }],
  ["recall", { question: "hanging integration tests" }],
] as const)("asked for with %s after it was shown, it was used, once a session", async (operation, input) => {
  const cairn = await withRunbook();
  await say(cairn, prompted("one", asked));
  for (let n = 0; n < 2; n++) await cairn.ask(operation, input, { surface: "mcp", session: "one" });
  expect(JSON.stringify((await likelihood(cairn)).why)).toContain("shown unasked once before, used once");
});

test("off the record nothing is learned, and no name stands in what is", async () => {
  const cairn = await withRunbook();
  await session(cairn, "one", "Done.");
  const log = readFileSync(join(cairn.cairnHome, "usage.log"), "utf8");
  expect(log).toMatch(/^shown [0-9a-f]{16} \S+\n$/);
  await say(cairn, prompted("two", "off the record"));
  await say(cairn, { ...prompted("two", asked), prompt_id: "p2" });
  expect(readFileSync(join(cairn.cairnHome, "usage.log"), "utf8")).toBe(log);
});

test("a memory that is forgotten for good leaves no line of what became of it; what is only retired keeps it", async () => {
  const cairn = await withRunbook();
  await session(cairn, "one", "Done.");
  const log = () => readFileSync(join(cairn.cairnHome, "usage.log"), "utf8");
  await cairn.ask("forget", { id: "hanging-integration-tests" });
  expect(log()).toMatch(/^shown /);
  await cairn.ask("forget", { id: "hanging-integration-tests", hard: true }, { confirmed: true });
  expect(log()).toBe("");
});

test("however often, a memory's fate adds or takes less than a quarter of what a name adds", () => {
  const adds = (shown: number, used: number) => usagePrior({ shown, used, lately: 0 })!.adds;
  expect(Math.abs(adds(1_000, 0))).toBeLessThanOrEqual(fixedWeights.named / 4);
  expect(adds(1_000, 1_000)).toBeLessThanOrEqual(fixedWeights.named / 4);
  expect(adds(9, 0)).toBeLessThan(adds(3, 0));
  expect(adds(3, 0)).toBeLessThan(0);
});
