import { expect, test } from "vitest";
import { partFor } from "./at-hand.ts";

const body = "# Current task\n\n## Now\nShared.\n\n## Session a\nOf a.\n\n## Session b\nOf b.\n\n## Session c\nOf c.\n";

test.each([
  ["its own part and what all share", body, ["b"], "Of b.\n\n## Now\nShared."],
  ["its forebear's part too", body, ["b", "a"], "Of a.\n\nOf b.\n\n## Now\nShared."],
  ["the newest of others, where it has none", body, ["x"], "Of c.\n\n## Now\nShared."],
  ["all of a file that is not divided", "# Task\n\nPort it.\n", ["a"], undefined],
])("a session is shown %s", (_, text, family, part) => {
  expect(partFor({ body: text }, family)).toBe(part);
});
