import { expect, test } from "vitest";
import { cairnWith, type TestCairn } from "../../test/support/cairn-with.ts";
import { logged } from "../../test/support/dream-flips.ts";

const doomed = "The vault opens with zebra quartz and a bow.";
const kept = ["The queue keeps its jobs in streams.", "The vault stands in the cellar."];

async function world(): Promise<TestCairn> {
  const cairn = cairnWith();
  for (const text of [kept[0] ?? "", `${doomed}\nIt was changed yesterday.`, doomed, kept[1] ?? ""]) {
    await logged(cairn, text);
    cairn.clock.advance(86_400_000);
  }
  await cairn.ask("dream", {}, { confirmed: true });
  expect(cairn.everything()).toContain("zebra quartz");
  return cairn;
}

const hard = (cairn: TestCairn, id: string) => cairn.ask("forget", { id, hard: true }, { confirmed: true });

/** Whatever stands around the words, wherever they are left. */
function traces(cairn: TestCairn): string[] {
  return cairn.everything().match(/[^\n]*zebra quartz[^\n]{0,40}/g) ?? [];
}

test("a memory taken out for good leaves the logs and topics that say the same, and their history", async () => {
  const cairn = await world();
  const { memory } = await cairn.ask("remember", { kind: "project", title: "Vault", text: doomed });
  await hard(cairn, memory.id);
  await cairn.ask("rebuild", {});
  expect(traces(cairn)).toEqual([]);
  for (const text of kept) expect(cairn.everything()).toContain(text);
});

test.each(["log", "topic"] as const)("a %s taken out for good takes its words out of the other", async (kind) => {
  const cairn = await world();
  const { memories } = await cairn.ask("list", { kind });
  const saying = memories.filter(({ path }) => cairn.read(path).includes("zebra"));
  for (const { id } of saying.slice(0, 2)) await hard(cairn, id);
  await cairn.ask("rebuild", {});
  expect(traces(cairn)).toEqual([]);
  expect(cairn.everything()).toContain(kept[0]);
  const again = await cairn.ask("dream", {}, { confirmed: true });
  expect(JSON.stringify(again)).not.toContain("zebra");
});

test("a dream that was taken back keeps nothing either", async () => {
  const cairn = await world();
  await cairn.ask("undo", { dream: true });
  const { memory } = await cairn.ask("remember", { kind: "project", title: "A vault's way", text: doomed });
  await hard(cairn, memory.id);
  expect(traces(cairn)).toEqual([]);
  expect(cairn.everything()).toContain(kept[1]);
});

test("a few words of what is forgotten take no entry with them that only has them too", async () => {
  const cairn = cairnWith();
  await logged(cairn, "The vault is fine, and the weather too, says the guard.");
  await cairn.ask("remember", { kind: "project", title: "Vault", text: "It is fine. The vault opens with a bow." });
  await hard(cairn, "vault");
  expect((await cairn.ask("log", {})).entries).toHaveLength(1);
});

test("entries that stay keep their worth, and the log goes on", async () => {
  const cairn = cairnWith();
  await logged(cairn, kept[0] ?? "");
  await logged(cairn, doomed);
  await logged(cairn, kept[1] ?? "");
  await cairn.ask("remember", { kind: "project", title: "Doomed thing", text: doomed });
  await hard(cairn, "doomed-thing");
  await logged(cairn, "And on it goes.");
  const { entries } = await cairn.ask("log", {});
  expect(entries.map(({ text, trust }) => [text, trust])).toEqual([
    [kept[0], "stated"],
    [kept[1], "stated"],
    ["And on it goes.", "stated"],
  ]);
  expect(cairn.everything()).not.toContain("zebra");
});

test("a summary that is named, described and tagged by it loses all of that, and whoever says it still is named", async () => {
  const cairn = cairnWith();
  const text = `## Goal\n${doomed}\n\n## Completed\n- The queue page was written.`;
  const tags = ["zebra", "quartz", "queue"];
  await cairn.ask("remember", { kind: "session_summary", title: doomed, text, tags }, { session: "s1" });
  await cairn.ask("remember", { kind: "project", title: "Vault", text: doomed });
  await cairn.ask("remember", { kind: "constraint", title: "Rule of the vault", text: `${doomed} Never on Sundays.` });
  const { warnings } = await cairn.ask("forget", { id: "vault", hard: true }, { confirmed: true });
  expect(warnings).toContain("project:rule-of-the-vault still says it: forget it too, if it is to go.");
  await hard(cairn, "rule-of-the-vault");
  expect(cairn.everything()).not.toMatch(/zebra|quartz/);
  expect((await cairn.ask("show", { id: "s1" })).memory).toMatchObject({ tags: ["queue"] });
  expect(cairn.read("sessions/s1.md")).toContain("The queue page was written.");
});
