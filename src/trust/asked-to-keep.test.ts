import { expect, test } from "vitest";
import { isAskedToKeep } from "./asked-to-keep.ts";

const RULE = "we use pnpm and never npm";
const check = (prompt: string) => isAskedToKeep(RULE, prompt.replace("%", RULE).toLowerCase());

test.each([
  "remember that %",
  "remember %.",
  "Please remember: %.",
  "Remember for all projects that %.",
  "Remember for future sessions: %",
  "Hey, remember that %.",
  "Can you remember that %?",
  "Could you please remember %?",
  "I want you to remember that %.",
  "Let's remember that %.",
  "Don't forget that %.",
  "Memorize this: %.",
  "Save this to memory: %.",
  "Add to your memory: %.",
  "Make a note that %.",
  "For the record: %.",
  "- remember that %",
  "Fix the tests. And remember that %.",
  "One more thing, remember that %.",
  "Also: remember that %.",
  "Good. Now remember that %, then fix the tests.",
  "Fix lint, tests etc. Remember that %.",
  "Remember that % because CI breaks otherwise.",
  "remember that %, please",
  "Merk dir: %.",
  "Recuerda que %.",
  "记住:%。",
  "save %",
])("%j asks for it to be kept", (prompt) => expect(check(prompt)).toBe(true));

test.each([
  "Do not remember that %.",
  "Never remember that %.",
  "Don't save that %.",
  "Should we remember that %?",
  "Remember that %?",
  "Do you remember that %?",
  "Can you remember that % or not?",
  "Bob says: remember that %.",
  "Bob said remember that %.",
  'The page reads as follows. "Remember that %."',
  "Look at this:\nremember that %.",
  "Translate this. Remember that %.",
  "Summarise: please remember that %.",
  "The README wrote it. Remember that %.",
  "Parse requests, e.g. remember that %.",
  "Phrases, z. B. remember that %.",
  "Remember that % unless it is Friday.",
  "Remember that % but not in CI.",
  "Remember that %, except in web.",
  "Remember what Bob said, not that %.",
  "I remember that %.",
  "They remember that %.",
  "We should not note that %.",
  "What does 'remember that %' mean?",
  "%",
])("%j does not", (prompt) => expect(check(prompt)).toBe(false));

test("a prompt four times as long takes about four times as long", () => {
  const took = (times: number) => {
    const from = process.cpuUsage().user;
    isAskedToKeep(
      "x y",
      `${"please also and now can you just remember this for all my future projects that. ".repeat(times)}x y`,
    );
    isAskedToKeep("a", "also, now a ".repeat(times));
    return process.cpuUsage().user - from;
  };
  took(10);
  expect(took(80)).toBeLessThan(40 * Math.max(took(20), 2_000));
});
