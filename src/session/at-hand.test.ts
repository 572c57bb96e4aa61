import { expect, test } from "vitest";
import { cairnWith, memoryText } from "../../test/support/cairn-with.ts";
import { packAtHand, partFor } from "./at-hand.ts";
import type { Around } from "./moment.ts";

const body = "# Current task\n\n## Now\nShared.\n\n## Session a\nOf a.\n\n## Session b\nOf b.\n\n## Session c\nOf c.\n";

test.each([
  ["its own part and what all share", body, ["b"], "Of b.\n\n## Now\nShared."],
  ["its forebear's part too", body, ["b", "a"], "Of a.\n\nOf b.\n\n## Now\nShared."],
  ["the newest of others, where it has none", body, ["x"], "Of c.\n\n## Now\nShared."],
  ["all of a file that is not divided", "# Task\n\nPort it.\n", ["a"], undefined],
])("a session is shown %s", (_, text, family, part) => {
  expect(partFor({ body: text }, family)).toBe(part);
});

test("where there is little room what is in the way no more is not told for what is", async () => {
  const open = "The vendor has not answered since we asked them for the new certificate of the staging machine";
  const list = `- ~~No key for CI~~ (resolved)\n- ${open}`;
  const text = memoryText("blockers", list, { kind: "blocker" }).replace("About blockers", "No key for CI");
  const cairn = cairnWith({ "context/blockers.md": text });
  const memory = (await cairn.store()).read("blockers" as never);
  const around = {
    cairn: await cairn.open(),
    session: "s",
    units: 10_000,
    trail: { state: () => ({ ancestors: [] }) },
  } as unknown as Around;
  const shown = [60, 80, 100, 120, 200].map(
    (budgetTokens) => packAtHand([memory!], around, { budgetTokens }).packed.text,
  );
  expect(shown.at(-1)).toContain(open);
  expect(shown.join("\n")).not.toContain("No key for CI");
});
