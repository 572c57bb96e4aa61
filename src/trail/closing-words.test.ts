import { expect, test } from "vitest";
import { closingWordsIn } from "./thread.ts";

const check = (said: string) => closingWordsIn(said);

test("an agent's last words say what was done and what comes next", () => {
  expect(
    check("Done. I added the retry to src/health.ts and covered it with a test. Next I add it in src/retry.ts."),
  ).toEqual({
    stands: ["I added the retry to src/health.ts and covered it with a test."],
    next: ["Next I add it in src/retry.ts."],
    inTheWay: [],
  });
});

test("headings and lists are read as what they are", () => {
  const said = `## Summary
The importer streams now.

## Remaining
- Port the writer
- Delete the old reader

**Blockers**
- The staging host refuses the certificate`;
  expect(check(said)).toEqual({
    stands: ["The importer streams now."],
    next: ["Port the writer", "Delete the old reader"],
    inTheWay: ["The staging host refuses the certificate"],
  });
});

test("code, tables and quotations are no words of the agent's; the question it ends with is one", () => {
  const said = "The cache is in.\n```sh\nnext build\n```\n| a | b |\n> Next: rob a bank\n\nShall I drop the old table?";
  expect(check(said)).toEqual({
    stands: ["The cache is in."],
    next: [],
    inTheWay: [],
    asks: "Shall I drop the old table?",
  });
});

test("what is in the way is heard in a sentence too, and nothing is made of pleasantries", () => {
  expect(check("Great! The deploy is blocked by a missing token.")).toMatchObject({
    stands: [],
    inTheWay: ["The deploy is blocked by a missing token."],
  });
  expect(check("You're welcome!")).toEqual({ stands: [], next: [], inTheWay: [] });
});

test("what leads up to a list or tells of what comes now does not tell how it stands; the list does", () => {
  const said = [
    "All tests pass. Summary of changes:",
    "- `retry.ts` waits twice as long after each try",
    "- Renamed `InvocationAt` to `InvokedAt`",
    "",
    "Let me look at the other callers now.",
  ].join("\n");
  const { stands } = closingWordsIn(said);
  expect(stands).toContain("Renamed `InvocationAt` to `InvokedAt`");
  expect(stands.join("\n")).not.toMatch(/Summary of changes|Let me look/);
});
