import fc from "fast-check";
import { expect, test } from "vitest";
import { type Category, categoryNames, choiceFor, fieldNamed, labelKeyOf } from "./categories.ts";
import { changeSheet, describeSheet, type SheetChange } from "./edit-sheet.ts";
import { readSheet, sheetValuesOf } from "./sheet.ts";
import { fieldOfLine } from "./sheet-lines.ts";

const noChange: SheetChange = { set: [], unset: [], add: [] };

function check(category: Category, text: string): Record<string, string> {
  return Object.fromEntries(sheetValuesOf(readSheet(category, text)));
}

test.each<[string, Category, string, Record<string, string>]>([
  [
    "Cairn's own lines",
    "preferences",
    "# P\n\n- **detail**: short\n- **naming**: camelCase\n",
    { detail: "short", naming: "camelCase" },
  ],
  [
    "bold fields without a list",
    "preferences",
    "# P\n**Detail Level**: concise\n**Error Handling:** early\n",
    { detail: "concise", errors: "early" },
  ],
  ["plain lines of a list", "technical", "- Editor: vim\n* shell: fish\n", { editor: "vim", shell: "fish" }],
  [
    "lines below headings",
    "profile",
    "# Me\n## Identity\n- **Name**: Ada\n## Work\n- **Experience Level**: senior\n",
    { name: "Ada", experience: "senior" },
  ],
  ["front matter aside", "profile", "---\nname: profile\n---\n# Me\n- **role**: lead\n", { role: "lead" }],
  ["the first of two", "profile", "- **role**: lead\n- **role**: boss\n", { role: "lead" }],
  ["windows lines", "profile", "# Me\r\n- **role**: lead\r\n", { role: "lead" }],
  [
    "no place that is only kept",
    "profile",
    "- **name**: [your name]\n- **role**: TBD\n- **style**:\n- **background**: not set\n",
    {},
  ],
  [
    "a list in brackets",
    "technical",
    "- languages: [go, rust]\n- os: [e.g., linux, macos]\n",
    { languages: "[go, rust]" },
  ],
  [
    "lists below their name",
    "technical",
    "- languages:\n  - go\n  - rust\n**Shells**:\n- fish\n- zsh\n\n- os: linux,\n  mostly\n",
    { languages: "go, rust", shells: "fish, zsh", os: "linux, mostly" },
  ],
  [
    "two names of one field, both",
    "preferences",
    "- tests: pytest\n- testing: unit first\n",
    { tests: "pytest", testing: "unit first" },
  ],
  ["keys that files have too, in a list", "technical", "- version: 3\n**Version**: 4\n", { version: "3" }],
  ["none as a value", "preferences", "- **comments**: none\n", { comments: "none" }],
  [
    "no prose",
    "technical",
    "Note: this is prose.\n- When you review code of mine please note: be kind.\n- see https://example.org\n",
    {},
  ],
  ["no code", "technical", "```yaml\n- editor: vim\n```\n", {}],
  [
    "nothing said of the file",
    "profile",
    "**Created**: 2026-01-01\n**Last Updated**: 2026-01-02\n**Name**: Ada\n",
    { name: "Ada" },
  ],
  [
    "nothing of the change log",
    "profile",
    "- **role**: lead\n\n## Changes\n- 2026-01-02T00:00:00Z role: set\n",
    { role: "lead" },
  ],
  [
    "what a person wrote below the log",
    "profile",
    "# Me\n\n## Changes\n- 2026-01-02T00:00:00Z created\n\n**role**: lead\n",
    { role: "lead" },
  ],
  [
    "nor of one a person went on below",
    "profile",
    "- **role**: lead\n\n## Changes\n- 2026-01-02T00:00:00Z role: set\n\n## More\n- **name**: Ada\n",
    { role: "lead", name: "Ada" },
  ],
])("a sheet is read: %s", (_, category, text, fields) => {
  expect(check(category, text)).toEqual(fields);
});

test.each<[string, string, object]>([
  [
    "Cairn's own",
    "- 2026-01-02 testing: writes tests first\n",
    { at: "2026-01-02", topic: "testing", text: "writes tests first" },
  ],
  ["without a topic", "- 2026-01-02 Likes tests.\n", { at: "2026-01-02", text: "Likes tests." }],
  [
    "with a time, and longer",
    "- **2026-01-02T10:00:00Z** Likes\n  tests.\n",
    { at: "2026-01-02T10:00:00Z", text: "Likes tests." },
  ],
  [
    "below a heading",
    "### 2026-01-02 - Tests first\n- **Confidence**: high\n- **Pattern**: writes tests first\n",
    { at: "2026-01-02", topic: "tests-first", text: "Confidence: high; Pattern: writes tests first" },
  ],
])("an entry is read: %s", (_, text, entry) => {
  const { entries, fields } = readSheet("observations", text);
  expect(entries).toMatchObject([entry]);
  expect(fields).toEqual([]);
});

test("what is neither field nor entry is a note, line by line", () => {
  const { notes } = readSheet("communication", "# C\n\nSpeak plainly.\n- **tone**: dry\n- no jokes\n");
  expect(notes.map(({ text }) => text)).toEqual(["Speak plainly.", "- no jokes"]);
});

test.each([
  ["Detail Level", "detail-level"],
  ["error_handling", "error-handling"],
  ["C++", "c++"],
  ["  Éditeur ", "éditeur"],
  ["", undefined],
  ["a:b", undefined],
  ["x".repeat(61), undefined],
  ["**bold**", undefined],
  [`ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`, undefined],
])("the key of %j is %j", (label, key) => {
  expect(labelKeyOf(label)).toBe(key);
});

test("other names of a field mean the field, and other words for a choice the choice", () => {
  expect(["detail-level", "error-handling", "thinking-depth"].map((key) => fieldNamed("preferences", key))).toEqual([
    "detail",
    "errors",
    "thinking",
  ]);
  expect(["Brief", "short", "verbose", "purple"].map((word) => choiceFor("preferences", "detail", word))).toEqual([
    "short",
    "short",
    "full",
    undefined,
  ]);
  expect(choiceFor("preferences", "naming", "purple")).toBe("purple");
});

test.each<[string, object | undefined]>([
  ["naming: camelCase", { key: "naming", value: "camelCase" }],
  ["- **Naming Style**: camelCase", { key: "naming", value: "camelCase" }],
  ["I like short answers", undefined],
  ["2026-01-02 testing: first", undefined],
])("of a text, %j is the field %j", (line, field) => {
  if (field === undefined) expect(fieldOfLine("preferences", line)).toBeUndefined();
  else expect(fieldOfLine("preferences", line)).toMatchObject(field);
});

const HAND =
  "---\nname: preferences\nmine: kept\n---\n\n# My wishes\n\nSome prose: kept.\n\n**Detail Level**: concise\n\n## Odd\n\t- code: no\n";

test("a value is put where it stands, a new one behind its like, and every other byte stays", () => {
  const set = [
    ["detail", "full"],
    ["naming", "snake_case"],
  ] as const;
  const changed = changeSheet("preferences", HAND, { ...noChange, set });
  expect(changed).toBe(HAND.replace("concise\n", "full\n**naming**: snake_case\n"));
});

test("what stands below a value goes and stays with it", () => {
  const text = "# T\n\n- languages:\n  - go\n  - rust\n\nMine.\n";
  const set = (...pair: [string, string]) => changeSheet("technical", text, { ...noChange, set: [pair] });
  expect(set("shell", "fish")).toBe("# T\n\n- languages:\n  - go\n  - rust\n- **shell**: fish\n\nMine.\n");
  expect(set("languages", "zig")).toBe("# T\n\n- languages: zig\n\nMine.\n");
  expect(changeSheet("technical", text, { ...noChange, unset: ["languages"] })).toBe("# T\n\n\nMine.\n");
});

test("of two names for one field the one that was named is taken out", () => {
  const text = "- tests: pytest\n- testing: unit first\n";
  const without = (label: string) => changeSheet("preferences", text, { ...noChange, unset: [label] });
  expect(without("tests")).toBe("- testing: unit first\n");
  expect(without("testing")).toBe("- tests: pytest\n");
  expect(changeSheet("preferences", "- tests: pytest\n", { ...noChange, unset: ["testing"] })).toBe("");
});

test("a key that files have too is put where it is seen", () => {
  const changed = changeSheet("technical", "**Editor**: vim\n", { ...noChange, set: [["version", "3"]] });
  expect(check("technical", changed)).toEqual({ editor: "vim", version: "3" });
});

test("an entry is added behind the last, and not twice on one day", () => {
  const add = [{ at: "2026-01-03", topic: "worked", text: "small commits" }];
  const once = changeSheet("feedback", "# F\n\n- 2026-01-02 worked: tests\n\nAfter.\n", { ...noChange, add });
  expect(once).toBe("# F\n\n- 2026-01-02 worked: tests\n- 2026-01-03 worked: small commits\n\nAfter.\n");
  expect(changeSheet("feedback", once, { ...noChange, add })).toBe(once);
});

test("a sheet is described by its values first, within a line", () => {
  expect(describeSheet(readSheet("preferences", `- **detail**: short\n\n${"Prose. ".repeat(50)}`))).toMatch(
    /^detail: short; Prose\./,
  );
  expect(describeSheet(readSheet("preferences", "x\n".repeat(500))).length).toBeLessThanOrEqual(150);
});

const category = fc.constantFrom(...categoryNames);
const key = fc.oneof(
  fc.stringMatching(/^[a-z][a-z0-9]{0,10}(?:-[a-z0-9]{1,8})?$/),
  fc.constantFrom("created", "last-updated", "version", "date"),
);
const value = fc.stringMatching(/^[A-Za-z0-9][ -~]{0,40}[A-Za-z0-9]$/);
const body = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "",
        "# T",
        "## S",
        "Prose: here.",
        "- bullet",
        "- 2026-01-02 a: b",
        "```",
        "**Bold**: x",
        "- list:",
        "  - nested",
        "\tdeep",
      ),
      fc.string({ maxLength: 30 }),
    ),
  )
  .map((lines) => `${lines.join("\n")}\n`);

test("law: what is set is shown, and setting it again changes nothing", () => {
  fc.assert(
    fc.property(category, body, key, value, (name, text, given, said) => {
      const named = fieldNamed(name, given);
      const set = [[named, said]] as const;
      const once = changeSheet(name, text, { ...noChange, set });
      expect(readSheet(name, once).fields.find((field) => field.key === named)?.value).toBe(said);
      expect(changeSheet(name, once, { ...noChange, set })).toBe(once);
    }),
  );
});

test("law: what was set anew and is unset leaves what was there, and other values stay", () => {
  fc.assert(
    fc.property(category, body, key, key, value, (name, text, one, two, said) => {
      const [first, second] = [fieldNamed(name, one), fieldNamed(name, two)];
      fc.pre(first !== second);
      const before = changeSheet(name, text, { ...noChange, set: [[second, said]] });
      fc.pre(readSheet(name, before).fields.every((field) => field.key !== first));
      fc.pre(readSheet(name, before).entries.every(({ topic }) => topic !== first));
      const set = changeSheet(name, before, { ...noChange, set: [[first, said]] });
      expect(changeSheet(name, set, { ...noChange, unset: [first] })).toBe(before);
    }),
  );
});

test("law: reading never throws, and lines do not overlap", () => {
  fc.assert(
    fc.property(category, fc.string({ unit: "binary", maxLength: 400 }), (name, text) => {
      const { fields, entries, notes } = readSheet(name, text);
      const lines = [...fields, ...entries, ...notes].sort((a, b) => a.from - b.from);
      for (const [n, line] of lines.entries()) expect(line.from).toBeGreaterThanOrEqual(lines[n - 1]?.to ?? 0);
    }),
  );
});
