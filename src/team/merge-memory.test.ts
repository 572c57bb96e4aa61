import fc from "fast-check";
import { expect, test } from "vitest";
import { parseMemory } from "../format/parse.ts";
import { printMemory } from "../format/print.ts";
import type { MemoryId } from "../model/memory.ts";
import { describeSheet } from "../person/edit-sheet.ts";
import { readSheet } from "../person/sheet.ts";
import { mergeIndexes } from "./merge-index.ts";
import { mergeMemories } from "./merge-memory.ts";

interface Said {
  description?: string;
  tags?: string[];
  body?: string;
  status?: "active" | "retired";
  updated?: string;
  confidence?: number;
  title?: string;
  changes?: { at: string; summary: string }[];
}

const T = (minute: number) => `2026-11-16T10:${String(minute).padStart(2, "0")}:00Z`;

function text(said: Said = {}): string {
  const {
    description = "Many hooks write",
    tags = ["sqlite"],
    body = "## Context\nMany hooks.\n\n## Decision\nUse WAL.",
    ...rest
  } = said;
  return printMemory({
    name: "wal" as MemoryId,
    kind: "decision",
    title: "WAL mode",
    created: T(0),
    updated: T(0),
    changes: [{ at: T(0), summary: "created" }],
    ...rest,
    description,
    tags,
    body,
  });
}

/** Both ways round: the bytes must be the same. */
function merged(base: string, one: string, other: string): string {
  const result = mergeMemories(base, one, other);
  expect(mergeMemories(base, other, one)).toBe(result);
  expect(result).not.toMatch(/^(?:<<<<<<<|=======|>>>>>>>)/m);
  return result;
}

const read = (of: string) => parseMemory(of, "decisions/wal.md").written;

test.each(["valueOf", "constructor", "__proto__", "toString", "hasOwnProperty", "toLocaleString"])(
  "a key that is called %s is a key as any other, so both values are kept",
  (name) => {
    const said = (value: string) => text().replace("\nmetadata:\n", `\nmetadata:\n  ${name}: ${value}\n`);
    const both = merged(said("was"), said("one"), said("other"));
    for (const value of ["one", "other"]) expect(both).toContain(value);
  },
);

test("what only one side changed is taken as it stands", () => {
  const one = text({ description: "New" });
  expect(merged(text(), one, text())).toBe(one);
});

test("different fields and sections merge, lists unite, change logs interleave, the later time counts", () => {
  const one = text({
    description: "New description",
    tags: ["sqlite", "hooks"],
    updated: T(5),
    changes: [
      { at: T(0), summary: "created" },
      { at: T(5), summary: "description, tags" },
    ],
  });
  const other = text({
    tags: ["storage"],
    body: "## Context\nMany hooks.\n\n## Decision\nUse WAL and a busy timeout.",
    updated: T(3),
    changes: [
      { at: T(0), summary: "created" },
      { at: T(3), summary: "text" },
    ],
  });
  const both = read(merged(text(), one, other));
  expect(both).toMatchObject({
    description: "New description",
    tags: ["hooks", "storage"],
    updated: T(5),
    status: "active",
  });
  expect(both.body).toBe("# WAL mode\n\n## Context\nMany hooks.\n\n## Decision\nUse WAL and a busy timeout.");
  expect(both.changes.map(({ summary }) => summary)).toEqual(["created", "text", "description, tags"]);
  expect(both.conflict).toBeUndefined();
});

test("edits of different lines of one text merge; what both add in one place is all kept", () => {
  const base = text({ body: "One.\n\nTwo.\n\nThree." });
  const one = text({ body: "One, changed.\n\nTwo.\n\nThree.\n\nAdded by one.", updated: T(1) });
  const other = text({ body: "One.\n\nTwo.\n\nThree, changed.", updated: T(2) });
  expect(read(merged(base, one, text({ body: "One.\n\nTwo.\n\nThree.\n\nAdded by other.", updated: T(2) }))).body).toBe(
    "# WAL mode\n\nOne, changed.\n\nTwo.\n\nThree.\n\nAdded by one.\n\nAdded by other.",
  );
  expect(read(merged(base, text({ body: "One, changed.\n\nTwo.\n\nThree.", updated: T(1) }), other)).body).toBe(
    "# WAL mode\n\nOne, changed.\n\nTwo.\n\nThree, changed.",
  );
});

test("a true conflict keeps both in one memory, says so, and the newer holds meanwhile", () => {
  const one = text({
    description: "It is WAL",
    body: "## Context\nMany hooks.\n\n## Decision\nUse WAL2.",
    updated: T(4),
  });
  const other = text({
    description: "It is rollback",
    body: "## Context\nMany hooks.\n\n## Decision\nUse rollback.",
    updated: T(2),
  });
  const result = merged(text(), one, other);
  const both = read(result);
  expect(both).toMatchObject({ description: "It is WAL", conflict: ["description", "section Decision"] });
  for (const said of ["It is WAL", "It is rollback", "Use WAL2.", "Use rollback."]) expect(result).toContain(said);
  expect(both.body).toContain("## Conflict");
});

test("description and title are contested with the text they belong to, also where one side alone changed them", () => {
  const one = text({
    description: "It is WAL2",
    title: "WAL2 mode",
    body: "## Context\nMany hooks.\n\n## Decision\nUse WAL2.",
    updated: T(2),
  });
  const other = text({ body: "## Context\nMany hooks.\n\n## Decision\nUse rollback.", updated: T(4) });
  const result = merged(text(), one, other);
  expect(read(result)).toMatchObject({
    description: "Many hooks write",
    title: "WAL mode",
    conflict: ["description", "section Decision", "title"],
  });
  for (const part of ["description", "section Decision", "title"])
    expect(result.match(new RegExp(`^### ${part} · .*$`, "gm"))).toEqual([
      `### ${part} · ${T(2)}`,
      `### ${part} · ${T(4)}`,
    ]);
});

function sheet(lines: readonly string[], updated = T(0), description?: string): string {
  const body = lines.join("\n");
  return printMemory({
    name: "preferences" as MemoryId,
    kind: "user_profile",
    title: "Preferences",
    created: T(0),
    updated,
    description: description ?? describeSheet(readSheet("preferences", body)),
    body,
  });
}

const field = (key: string, value: string) => `- **${key}**: ${value}`;
const valuesIn = (of: string, key: string) =>
  readSheet("preferences", of)
    .fields.filter((one) => one.key === key)
    .map(({ value }) => value);

test("two values of one field of a profile are one conflict: one line holds, and the description fits", () => {
  const base = sheet([field("detail", "short"), field("naming", "camelCase")]);
  const one = sheet([field("detail", "full"), field("naming", "camelCase"), field("tone", "dry")], T(1));
  const other = sheet([field("detail", "normal"), field("naming", "snake_case")], T(2));
  const result = merged(base, one, other);
  expect(read(result).conflict).toEqual(["field detail"]);
  expect(["detail", "naming", "tone"].map((key) => valuesIn(result, key))).toEqual([
    ["normal"],
    ["snake_case"],
    ["dry"],
  ]);
  expect(read(result).description).toBe("detail: normal; naming: snake_case; tone: dry");
  expect(result).toMatch(/^### field detail · .*\n> full\n\n### field detail · .*\n> normal$/m);
});

test("different fields of a profile merge without a question, and so does one that both added alike", () => {
  const base = sheet([field("detail", "short")]);
  const one = sheet([field("detail", "full"), field("tone", "dry")], T(1));
  const other = sheet([field("detail", "short"), field("naming", "camelCase"), "- tone: dry"], T(2));
  const result = merged(base, one, other);
  expect(read(result).conflict).toBeUndefined();
  expect(["detail", "naming", "tone"].map((key) => valuesIn(result, key))).toEqual([["full"], ["camelCase"], ["dry"]]);
  expect(read(result).description).toContain("detail: full");
});

test("a description somebody gave a profile is a part of its own", () => {
  const base = sheet([field("detail", "short")], T(0), "Mine");
  const one = sheet([field("detail", "full")], T(1), "One's");
  const other = sheet([field("detail", "normal")], T(2), "Other's");
  expect(read(merged(base, one, other)).conflict).toEqual(["description", "field detail"]);
});

const sheets = fc
  .record({
    lines: fc.uniqueArray(
      fc.tuple(fc.constantFrom("detail", "naming", "tone", "x"), fc.constantFrom("a", "b", "c", "d e")),
      { maxLength: 4, selector: ([key]) => key },
    ),
    isPlain: fc.boolean(),
    note: fc.constantFrom("", "Likes tea.", "- 2026-11-01 review: small steps"),
    minute: fc.integer({ min: 0, max: 9 }),
  })
  .map(({ lines, isPlain, note, minute }) =>
    sheet(
      [
        ...lines.map(([key, value]) => (isPlain ? `- ${key}: ${value}` : field(key, value))),
        ...(note === "" ? [] : [note]),
      ],
      T(minute),
    ),
  );

test("whatever is merged of a profile: the same bytes either way, one line for each field, and readable", () => {
  fc.assert(
    fc.property(sheets, sheets, sheets, sheets, (base, one, other, third) => {
      const result = merged(base, one, other);
      for (const all of [result, merged(base, result, third), merged(one, result, third)]) {
        expect(parseMemory(all, "preferences.md").problems).toEqual([]);
        for (const key of ["detail", "naming", "tone", "x"]) expect(valuesIn(all, key).length).toBeLessThan(2);
      }
      expect(mergeMemories(one, result, one)).toBe(result);
    }),
    { numRuns: 400 },
  );
});

test("a conflict that one side settled stays settled, whatever the other side does beside it", () => {
  const one = text({ description: "It is WAL", updated: T(4) });
  const open = merged(text(), one, text({ description: "It is rollback", updated: T(2) }));
  const settled = text({ description: "It is WAL", updated: T(6) });
  const elsewhere = open.replace("Use WAL.", "Use WAL, always.").replace(T(4), T(5));
  const result = merged(open, settled, elsewhere);
  expect(read(result)).toMatchObject({ description: "It is WAL" });
  expect(read(result).conflict).toBeUndefined();
  expect(result).toContain("Use WAL, always.");
  expect(result).not.toContain("Conflict");
});

test("what is added below an open conflict is part of what the memory says, and survives the next merge", () => {
  const open = merged(text(), text({ description: "A", updated: T(1) }), text({ description: "B", updated: T(2) }));
  const added = open.replace("\n## Changes\n", "\nAdded at the end.\n\n## Changes\n").replace(T(2), T(4));
  expect(added).toContain("Added at the end.");
  const result = merged(open, added, open.replace("tags: [sqlite]", "tags: [sqlite, other]").replace(T(2), T(3)));
  expect(result).toContain("Added at the end.");
  expect(result).toContain("tags: [sqlite, other]");
  expect(read(result).conflict).toEqual(["description"]);
});

test("an open conflict and a third version are three versions of one memory", () => {
  const open = merged(text(), text({ description: "A", updated: T(1) }), text({ description: "B", updated: T(2) }));
  const result = merged(text(), open, text({ description: "C", updated: T(3) }));
  expect(read(result)).toMatchObject({ description: "C", conflict: ["description"] });
  expect(result.match(/^### description · /gm)).toHaveLength(3);
});

test("retired wins over edited, and of two retirings the first", () => {
  const retired =
    "---\nname: wal\nmetadata:\n  type: project\n  kind: decision\n  status: retired\n  retired: { at: 2026-11-16T10:02:00Z, reason: gone }\n---\n";
  expect(merged(text(), retired, text({ description: "New", updated: T(9) }))).toBe(retired);
  const later = retired.replace("10:02", "10:07").replace("gone", "left");
  expect(merged(text(), retired, later)).toBe(retired);
});

test("keys nobody knows survive, and each side's own", () => {
  const base = "---\nname: a\nowner: x\nmetadata:\n  kind: project\n  custom: { deep: 1 }\n---\n# A\n\nText.\n";
  const one = base.replace("owner: x", "owner: y").replace("Text.", "Text, longer.");
  const other = base
    .replace("deep: 1", "deep: 2, more: [p, q]")
    .replace("kind: project", "kind: project\n  extra: yes");
  const result = merged(base, one, other);
  for (const said of ["owner: y", "deep: 2", "more: [p, q]", "extra: yes", "Text, longer."])
    expect(result).toContain(said);
});

test("two memories made under one name in two clones are one with both texts", () => {
  const one = text({ body: "Because of hooks.", updated: T(1) });
  const other = text({ body: "Because of readers.", updated: T(2) });
  const result = merged("", one, other);
  expect(read(result).conflict).toEqual(["text"]);
  expect(result).toMatch(/Because of hooks\.[\s\S]*Because of readers\./);
});

test("a side that cannot be read is kept whole beside the one that can", () => {
  const broken = "---\nname: [wal\n  what: {\n---\n# Broken\n\nStill words.\n";
  const result = merged(text(), text({ description: "New" }), broken);
  expect(read(result)).toMatchObject({ description: "New", conflict: ["file"] });
  expect(result).toContain("Still words.");
});

const said = fc.record(
  {
    description: fc.constantFrom("a", "b", "c", "Many hooks write"),
    tags: fc.uniqueArray(fc.constantFrom("x", "y", "z", "sqlite"), { maxLength: 3 }),
    body: fc
      .array(
        fc.constantFrom(
          "## Context",
          "## Decision",
          "One.",
          "Two.",
          "- p",
          "- q",
          "",
          "### deep",
          "> quoted",
          "```",
          "# Other",
        ),
        { maxLength: 8 },
      )
      .map((lines) => lines.join("\n")),
    status: fc.constantFrom("active" as const, "retired" as const),
    updated: fc.integer({ min: 0, max: 9 }).map(T),
    confidence: fc.constantFrom(0.2, 0.9),
  },
  { requiredKeys: [] },
);

test("whatever is merged: the same bytes either way round, again the same, and readable", () => {
  fc.assert(
    fc.property(said, said, said, said, (base, one, other, third) => {
      const [was, left, right] = [text(base), text(one), text(other)];
      const result = merged(was, left, right);
      expect(mergeMemories(left, result, left)).toBe(result);
      expect(mergeMemories(was, result, result)).toBe(result);
      expect(parseMemory(result, "decisions/wal.md").problems).toEqual([]);
      merged(was, result, text(third));
      merged(left, result, text(third));
    }),
    { numRuns: 400 },
  );
});

test("the team's MEMORY.md: pointers unite by file, taken out is out, people's lines stay", () => {
  const base = "# Ours\n- [A](project/a.md) — one\n- [B](project/b.md)\n";
  const one = "# Ours\n- [A](project/a.md) — two\n- [B](project/b.md)\n- [D](project/d.md)\n";
  const other = "# Ours\nMind the gap.\n- [A](project/a.md) — one\n- [C](project/c.md)\n";
  const result = mergeIndexes(base, one, other);
  expect(result).toBe("# Ours\nMind the gap.\n- [A](project/a.md) — two\n- [C](project/c.md)\n- [D](project/d.md)\n");
  expect(mergeIndexes(base, other, one)).toBe(result);
});
