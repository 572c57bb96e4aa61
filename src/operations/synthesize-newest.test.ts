/** The master says what holds now: what was added since, nothing of what somebody took away, and each thing once. */

import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith } from "../../test/support/cairn-with.ts";
import { commitAll } from "../../test/support/git.ts";

const yes = { confirmed: true };

test("a summary that was forgotten is no part of it", async () => {
  const cairn = cairnWith();
  const sumUp = (title: string, done: string) =>
    cairn.ask("remember", { kind: "session_summary", title, text: `## Completed\n- ${done}` });
  await sumUp("Export", "Exports run at night");
  await sumUp("Safari login", "The admin login is mended in Safari");
  await cairn.ask("forget", { id: "safari-login" });
  await cairn.ask("synthesize", {}, yes);
  expect(cairn.read("master.md")).toContain("Exports run at night");
  expect(cairn.read("master.md")).not.toContain("Safari");
});

test("what was added to a memory is told beside what it began with", async () => {
  const cairn = cairnWith();
  const decide = (text: string) => cairn.ask("remember", { kind: "decision", title: "Card payments", text });
  await decide("We charge cards through Stripe. It has webhooks.");
  await decide("We charge cards with Braintree now.");
  await cairn.ask("synthesize", {}, yes);
  expect(cairn.read("master.md")).toContain(
    "- We charge cards through Stripe. Later: We charge cards with Braintree now. ",
  );
});

test("a runbook nobody gave a title is said once", async () => {
  const cairn = cairnWith();
  const text =
    "Flaky test: cart.spec.ts fails on Sundays because the fixture takes the local day of the machine it runs on.";
  await cairn.ask("remember", { kind: "runbook", text });
  await cairn.ask("synthesize", {}, yes);
  expect(cairn.read("master.md").match(/Flaky test/g)).toHaveLength(1);
});

test("its description counts no conversations where there were none", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { kind: "decision", title: "Card payments", text: "We charge cards through Stripe." });
  await cairn.ask("synthesize", {}, yes);
  expect(cairn.read("master.md")).toContain("description: What decisions and documents add up to");
});

test("a file that the history never had is not missed, one that it lost is", async () => {
  const cairn = cairnWith({ project: { "src/shop.ts": "export {};\n", "src/old.ts": "export {};\n" } });
  commitAll(cairn.project, "Begin");
  rmSync(join(cairn.project, "src/old.ts"));
  commitAll(cairn.project, "Drop the old shop");
  const decide = (title: string, text: string) => cairn.ask("remember", { kind: "decision", title, text });
  await decide("Checkout", "The checkout will lie in src/checkout.ts beside the shop.");
  await decide("Shop", "The shop was begun in src/old.ts with one product.");
  await cairn.ask("synthesize", {}, yes);
  expect(cairn.read("master.md")).not.toContain("src/checkout.ts is gone");
  expect(cairn.read("master.md")).toContain("src/old.ts is gone");
});

test("what a master said is named where it is told something else", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { kind: "master", text: "All is well." });
  const { warnings } = await cairn.ask("remember", { kind: "master", text: "x" });
  expect(warnings.join("\n")).toMatch(/took the place of what “Current Status” said: All is well\. undo takes it back/);
});
