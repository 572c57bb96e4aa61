/** Where a sentence ends, as a person meets it: ids, titles, descriptions, the index, the master and excerpts. */

import { expect, test } from "vitest";
import { cairnWith } from "../../test/support/cairn-with.ts";

test.each([
  ["Dr. Schulz owns the invoices module and must approve. Nobody else.", "dr-schulz-owns-the-invoices-module"],
  ["Use approx. 7 workers for imports. More of them crash.", "use-approx-7-workers-for-imports"],
  ["St. Gallen is the second office. It has no printer.", "st-gallen-is-the-second-office"],
])("%s", async (text, id) => {
  const cairn = cairnWith();
  const { memory } = await cairn.ask("remember", { text, kind: "project" });
  const sentence = /^.*?[a-z]\. /.exec(
    text.replace(/^(?:Dr|St)\. |approx\. /, (form) => form.replaceAll(". ", "._")),
  )?.[0];
  expect(memory).toMatchObject({ id, title: sentence?.trim().replace("._", ". ") });
});

test("steps in one line stay with their numbers: in the title, the description, the index, the master and an excerpt", async () => {
  const cairn = cairnWith();
  const steps = "1. Run make freeze in the deploy folder. 2. Run helm rollback shop. 3. Tell the channel.";
  const { memory } = await cairn.ask("remember", { text: `Rolling back a bad release: ${steps}`, kind: "runbook" });
  expect(memory).toMatchObject({ id: "rolling-back-a-bad-release", title: "Rolling back a bad release" });
  expect(memory.description).toBe(`Rolling back a bad release: ${steps}`);
  await cairn.ask("remember", { title: "Restart", text: "Steps: 1. Stop it. 2. Start it.", kind: "runbook" });
  const index = cairn.read("MEMORY.md");
  expect(index).toContain("— 1. Stop it. 2. Start it.");
  await cairn.ask("synthesize", {}, { confirmed: true });
  expect(cairn.read("master.md")).not.toMatch(/\d\.(?: \[\[|$)/m);
  const { hits } = await cairn.ask("recall", { question: "helm rollback shop" });
  expect(hits[0]?.snippet).toMatch(/^(?:Rolling|\d\. )/);
});

test("what was kept under the name of half a sentence is known again, and keeps its id", async () => {
  const cairn = cairnWith();
  const text = "Dr. Schulz owns the invoices module and must approve.";
  const { memory } = await cairn.ask("remember", { text, title: "Dr.", kind: "project" });
  expect(memory.id).toBe("dr");
  expect(await cairn.ask("remember", { text, kind: "project" })).toMatchObject({
    action: "unchanged",
    memory: { id: "dr" },
  });
  await cairn.ask("update", { id: "dr", body: "Dr. Meier owns the invoices module now. Ask her." });
  const [again] = (await cairn.ask("list", {})).memories;
  expect(again).toMatchObject({ id: "dr", title: "Dr. Meier owns the invoices module now." });
});
