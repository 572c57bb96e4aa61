import { expect, test } from "vitest";
import { concludedIn } from "./concluded.ts";

test("the reason of a pick is what the person gave, without what was offered", () => {
  const [found] = concludedIn(
    [
      { by: "person", text: "Please store the raw files of the import.", from: 0 },
      { by: "agent", text: "Two ways:\n1. In S3 with a lifecycle of 30 days\n2. On the worker\n\nWhich?", from: 1 },
      { by: "person", text: "1, because the auditors ask for them.", from: 2 },
    ],
    "s",
  );
  expect(found?.intent.content["rationale"]).toEqual(["the auditors ask for them"]);
});
