import fc from "fast-check";
import { expect, test } from "vitest";
import { kinds } from "../../model/kind-table.ts";
import { tokensOf } from "../../text/tokens.ts";
import { ageInWords, caveatOf, daysBetween } from "./age.ts";
import { pack } from "./pack.ts";
import { snippetOf } from "./snippet.ts";
import { TURNED_DOWN } from "./turned-down.ts";

const memory = fc.record({
  id: fc.constantFrom("a", "b", "c", "d", "e"),
  kind: fc.constantFrom("note", "other"),
  about: fc.record({ id: fc.string(), age: fc.option(fc.string(), { nil: undefined }) }),
  texts: fc.array(fc.string({ unit: "grapheme", maxLength: 400 }), { minLength: 1, maxLength: 3 }),
});

test("whatever is packed, the budget holds, the cap holds, and nothing stands twice", () => {
  fc.assert(
    fc.property(
      fc.array(memory, { maxLength: 12 }),
      fc.nat(600),
      fc.nat(4000),
      fc.constantFrom("", "Nothing bears closely on it."),
      (memories, budgetTokens, units, words) => {
        const packed = pack(memories, { budgetTokens, units, before: words, after: words, kinds: { note: "a note" } });
        const ids = packed.places.map((place) => memories[place]!.id);
        expect(packed.tokens).toBe(tokensOf(packed.text));
        expect(packed.tokens).toBeLessThanOrEqual(budgetTokens);
        expect(packed.text.length).toBeLessThanOrEqual(units);
        expect(new Set(ids).size).toBe(ids.length);
        expect(packed.text === "").toBe(ids.length === 0);
      },
    ),
  );
});

test("what does not fit whole is shown in brief before it is left out", () => {
  const long = "word ".repeat(400);
  const memories = [
    { id: "a", about: {}, texts: [long, "short a"] },
    { id: "b", about: {}, texts: ["short b"] },
  ];
  const { text, places } = pack(memories, { budgetTokens: 120 });
  expect(places).toEqual([0, 1]);
  expect(text).toContain("short a");
  expect(pack(memories, { budgetTokens: 2_000 }).text).toContain(long.trim());
});

test("a snippet is the sentences that hold the words, whole, and at most 300 characters", () => {
  const text = `# Title\n\nIt began in May. ${"Nothing of note happened for a while. ".repeat(12)}The cache is cleared by deploys. Redis keeps the tokens.`;
  expect(snippetOf(text, ["redi", "token"])).toMatch(/Redis keeps the tokens\.$/);
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 1500 }), (any) => {
      expect(snippetOf(any, ["a"]).length).toBeLessThanOrEqual(300);
    }),
  );
});

test("a snippet of a text that says it in other words is how the text begins, not how it ends", () => {
  const text = "## Decision\n\nOrders are kept in cents.\n\n## Alternatives Considered\n\n- a decimal library";
  expect(snippetOf(text, ["money"])).toBe("Orders are kept in cents. - not taken: a decimal library");
  expect(snippetOf(text, ["library"])).toBe("- not taken: a decimal library");
});

test("an option that lost says so wherever it is told, in every heading the kind table gives to such", () => {
  const headings = Object.values(kinds).flatMap((row) => ("sections" in row ? [...row.sections] : []));
  const losing = headings.filter(({ field }) => field === "alternatives").map(({ heading }) => `## ${heading}`);
  expect([...new Set(losing)]).toEqual([TURNED_DOWN]);
  const text = `${TURNED_DOWN}\n\n- In Postgres as bytea: it grows\n* On the disk\n\n## Consequences\n\n- Backups shrink`;
  expect(snippetOf(text, ["postgr"])).toBe(
    "- not taken: In Postgres as bytea: it grows * not taken: On the disk - Backups shrink",
  );
});

test.each([
  ['Chosen option: "Postgres", because it is there.', "* Postgres * not taken: SQLite"],
  ["Chosen option: [**Postgres**](#postgres).", "* Postgres * not taken: SQLite"],
  ["We take Postgres over SQLite.", "* Postgres * not taken: SQLite"],
  ["SQLite was too small: not the SQLite, but Postgres.", "* Postgres * SQLite"],
  ["Chosen option: the one we know.", "* Postgres * SQLite"],
  ["Rows are kept in MySQL.", "* not taken: Postgres * not taken: SQLite"],
])("of a list of all that was considered the option that won is not told as one that lost: %s", (decided, told) => {
  const options = `${TURNED_DOWN}\n\n* Postgres\n* SQLite`;
  expect(snippetOf(`${options}\n\n## Decision\n\n${decided}`, ["postgr", "sqlite"])).toContain(told);
  const text = `## Decision\n\n${decided}\n\n${options}`;
  expect(snippetOf(text, ["postgr", "sqlite"])).toContain(told);
  expect(snippetOf(text.replaceAll("\n", "\r\n"), ["postgr", "sqlite"])).toContain(told);
});

test.each([
  [0, "today", undefined],
  [1, "yesterday", undefined],
  [2, "2 days ago", "2 days ago; check it against the code before relying on it"],
  [8, "8 days ago", "8 days ago; check it against the code before relying on it"],
  [90, "3 months ago", "3 months ago; check it against the code before relying on it"],
])("%i days are %j", (days, words, caveat) => {
  expect([ageInWords(days), caveatOf(days)]).toEqual([words, caveat]);
});

test("a memory from tomorrow is of today", () => {
  expect(daysBetween(Date.UTC(2026, 1, 2), Date.UTC(2026, 1, 1))).toBe(0);
});
