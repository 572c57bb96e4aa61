import { expect, test } from "vitest";
import { noThread, threadAfter } from "../trail/thread.ts";
import { planRequest, requestIn, takesPlaceOf } from "./request.ts";

test.each([
  ["It fails with a timeout. Please add a retry to the health check.", "Please add a retry to the health check."],
  ["Users are logged out at every deploy. Find out why and mend it.", "Users are logged out at every deploy."],
  ["The import of large files hangs. Please find out what it is and solve it.", "The import of large files hangs."],
  ["Add the index. The table has 4 million rows.", "Add the index."],
  ["Why is the importer slow?", "Why is the importer slow?"],
])("of %j it is asked: %j", (own, title) => {
  expect(requestIn(own)).toMatchObject({ title });
});

test("what only a program printed asks for nothing, nor does thanks", () => {
  expect(requestIn("✖ src/retry.test.ts (12ms)")).toBe("printed");
  expect(requestIn("Thanks, that was quick.")).toBeUndefined();
});

test("a plan is asked for by its heading and its aim", () => {
  const plan = "# Plan: Move the watcher\n\n## Context\nThe watcher blocks the start. It moves out.\n\n## Steps\n- one";
  expect(planRequest(plan)).toEqual({
    title: "Move the watcher",
    text: "Move the watcher. The watcher blocks the start. It moves out.",
  });
});

test("a later wish for the same thing that says so takes the first one's place, in the thread too", () => {
  const first = "Store the user sessions in memory for a day.";
  const later = "Actually, store the user sessions in Redis instead.";
  const request = (text: string) => ({ text, title: text });
  expect(takesPlaceOf(request(later), request(first))).toBe(true);
  expect(takesPlaceOf(request("Now add a logout button."), request(first))).toBe(false);
  const at = "2025-06-02T12:00:00.000Z";
  const said = [first, "Now add a logout button.", later];
  const thread = said.reduce((now, text) => threadAfter(now, { is: "prompt", at, text }, { heard: false }), noThread);
  expect(thread.wanted?.text).toBe(later);
});
