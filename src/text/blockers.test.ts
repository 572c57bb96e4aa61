import { expect, test } from "vitest";
import { bodyWith, bodyWithout, freedIn, openBlockers, saidResolved } from "./blockers.ts";

const now = new Date("2026-03-02T09:00:00Z");
const body = [
  "# Blockers",
  "",
  "- 2026-03-01T08:00:00.000Z Staging has no database yet.",
  "",
  "- 2026-03-01T09:00:00.000Z Waiting for the API key of the payment provider,",
  "  which Anna orders.",
  "",
  "- None",
].join("\n");

const texts = (said: string) => openBlockers(said).map(({ text }) => text.split("\n", 1)[0]);

test("none is no blocker, and what a person ticked or struck is open no more", () => {
  expect(texts(body)).toEqual(["Staging has no database yet.", "Waiting for the API key of the payment provider,"]);
  expect(texts("- [x] The lock\n- ~~The key~~\n- The mail server")).toEqual(["The mail server"]);
});

test.each([
  [["None"], 2],
  [["no more blockers."], 2],
  [["Nothing is in the way any more"], 2],
  [["Staging's database is unblocked"], 1],
  [["resolved: the API key"], 1],
  [["The mail server is unblocked"], 0],
])("%j takes %i of two out of the way", (said, count) => {
  const after = bodyWithout(body, said, now);
  expect(after.resolved).toHaveLength(count);
  expect(openBlockers(after.body)).toHaveLength(2 - count);
});

test("what is resolved stands below with its day, and a new one comes before it", () => {
  const after = bodyWithout(body, ["the API key is unblocked"], now);
  expect(after.body).toMatch(
    /## Resolved\n\n- .*API key of the payment provider, \(resolved 2026-03-02\)\n {2}which Anna/,
  );
  const more = bodyWith(after.body, "- 2026-03-03T08:00:00.000Z The mail server is down.");
  expect(texts(more)).toEqual(["Staging has no database yet.", "The mail server is down."]);
  expect(more).toContain("(resolved 2026-03-02)");
});

test("a person's own sections stay", () => {
  const own = `${body}\n\n## Who to ask\n\nAnna.`;
  expect(bodyWithout(own, ["None"], now).body).toContain("## Who to ask\n\nAnna.");
  expect(openBlockers(own)).toHaveLength(2);
});

test("a blocker that only speaks of a time to come is one, and talk must say it plainly", () => {
  expect(saidResolved("Blocked until the key is available")).toBeUndefined();
  expect(saidResolved("The key is here")).toEqual({ said: "The key is here", isPlain: false });
  expect(freedIn("The tests are fixed. The API key is now unblocked. Staging will be unblocked tomorrow.")).toEqual([
    "The API key is now unblocked.",
  ]);
});
