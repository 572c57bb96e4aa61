/** Laws of the format, on generated drafts, files and edits. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { kindNames, kindRow } from "../model/kind.ts";
import { type Anchor, type Change, type MemoryId, statuses } from "../model/memory.ts";
import { trusts } from "../model/trust.ts";
import { editMemory, type MemoryEdit } from "./edit.ts";
import { frontOf } from "./front.ts";
import { joinedLine, scanMarkdown, tidyBody } from "./markdown.ts";
import { changesHeading, outlineOf, titleHeading } from "./outline.ts";
import { parseMemory } from "./parse.ts";
import { readPlainFront } from "./plain-front.ts";
import { type NewMemory, printMemory } from "./print.ts";
import { escapeHeadings, sectionsOf } from "./sections.ts";
import type { Node } from "./tree.ts";

const runs = (numRuns: number) => ({ numRuns });

// biome-ignore format: a table
const NASTY = [
  "007", "1.10", "yes", "No", "null", "~", "true", "2026-11-15", "2026-11-15T02:10:00Z", "12:30:45", "0x1f", "1e3",
  ".inf", "1_000", "a: b", "a #b", "#a", "- a", "-", "? a", "[a]", "{a: b}", "a, b", "it's", '"quoted"', "'single'",
  "*x", "&x", "!tag", "%x", "@x", "`x`", "|", ">", "back\\slash", " lead", "trail ", "émoji 🪨", "日本語", "a:", ":a",
  "=", "<<", "---", "...", "\u0007bell", "tab\there", "line\nbreak", "cr\rhere", "crlf\r\nx", "nel\u0085x",
  "ls\u2028x", "bom\ufeffx", "\ud800", "__proto__", "constructor", "a".repeat(300), "",
];
const word = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...NASTY) },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 30 }) },
  { weight: 3, arbitrary: fc.stringMatching(/^[a-z][a-z0-9 -]{0,20}$/) },
);
const line = fc.oneof(
  word,
  fc.constantFrom(
    "",
    "",
    "  ",
    "---",
    "# Not the title",
    "## Context",
    "## Changes",
    "```",
    "````",
    "~~~",
    "```js",
    "   ```",
    "    # code",
  ),
  fc.constantFrom(
    "- 2026-11-15T02:10:00Z not a change",
    "name: x",
    "**Status**: decided",
    "text  ",
    "\\## x",
    "<!-- x -->",
  ),
);
const body = fc.array(line, { maxLength: 14 }).map((lines) => lines.join("\n"));
const time = fc
  .date({ min: new Date("2000-01-01"), max: new Date("2099-12-31"), noInvalidDate: true })
  .map((date) => `${date.toISOString().slice(0, 19)}Z`);
const id = fc.stringMatching(/^[a-z0-9]{1,10}(-[a-z0-9]{1,10}){0,3}$/).map((text) => text as MemoryId);
const anchor: fc.Arbitrary<Anchor> = fc.record(
  { path: word.filter((text) => text !== ""), blob: fc.stringMatching(/^[0-9a-f]{6,12}$/) },
  { requiredKeys: ["path"] },
);
const change: fc.Arbitrary<Change> = fc.record({ at: time, summary: word });
const lifecycle = fc.record({ at: time, reason: word });
const source = fc.record(
  { client: word, session: word, branch: word, commit: word, project: word },
  { requiredKeys: [] },
);

const draft: fc.Arbitrary<NewMemory> = fc.constantFrom(...kindNames).chain((kind) => {
  const fields = Object.fromEntries(
    Object.entries(kindRow(kind).fields).map(([name, rule]) => [
      name,
      rule.as === "enum" ? fc.constantFrom(...rule.values) : rule.as === "flag" ? fc.boolean() : word,
    ]),
  );
  return fc.record(
    {
      name: id,
      kind: fc.constant(kind),
      title: word,
      body,
      status: fc.constantFrom(...statuses),
      description: word,
      tags: fc.array(word, { maxLength: 5 }),
      aliases: fc.array(word, { maxLength: 3 }),
      confidence: fc.double({ min: 0, max: 1, noNaN: true }),
      trust: fc.constantFrom(...trusts),
      created: time,
      updated: time,
      source,
      files: fc.array(anchor, { maxLength: 4 }),
      supersedes: fc.array(id, { maxLength: 2 }),
      supersededBy: id,
      updates: fc.nat(100),
      retired: lifecycle,
      archived: lifecycle,
      fields: fc.record(fields, { requiredKeys: [] }),
      changes: fc.array(change, { maxLength: 4 }),
    },
    { requiredKeys: ["name", "kind", "title", "body"] },
  ) as fc.Arbitrary<NewMemory>;
});

const texts = (list: readonly string[] = []) => [...new Set(list.map(joinedLine))].filter((text) => text !== "");
const parts = (map: object = {}) =>
  Object.fromEntries(
    Object.entries(map)
      .map(([key, value]) => [key, typeof value === "string" ? joinedLine(value) : value])
      .filter(([, value]) => value !== ""),
  );

const withoutGaps = (value: object) =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined));

/** What a draft says once every string is one trimmed line. */
function sayings(drafted: NewMemory) {
  const title = joinedLine(drafted.title);
  const tidy = tidyBody(drafted.body);
  const heading = titleHeading(scanMarkdown(tidy).headings)?.text;
  const withTitle = title === "" || heading === title ? tidy : `# ${title}\n\n${tidy}`.trimEnd();
  const sourced = parts(drafted.source);
  return {
    name: drafted.name,
    kind: drafted.kind,
    type: kindRow(drafted.kind).type,
    status: drafted.status ?? "active",
    title: title !== "" ? title : (heading ?? drafted.name),
    tags: texts(drafted.tags),
    aliases: texts(drafted.aliases),
    files: drafted.files ?? [],
    supersedes: texts(drafted.supersedes),
    updates: drafted.updates ?? 0,
    body: withTitle,
    changes: (drafted.changes ?? []).map(({ at, summary }) => ({ at, summary: joinedLine(summary) })),
    confidence: drafted.confidence,
    trust: drafted.trust,
    updated: drafted.updated,
    supersededBy: drafted.supersededBy,
    retired: drafted.retired && { at: drafted.retired.at, reason: joinedLine(drafted.retired.reason) },
    archived: drafted.archived && { at: drafted.archived.at, reason: joinedLine(drafted.archived.reason) },
    ...(Object.keys(sourced).length > 0 ? { source: sourced } : {}),
  };
}

describe("printing and reading", () => {
  test("what is printed reads back as itself, whatever the strings are", () => {
    fc.assert(
      fc.property(draft, (drafted) => {
        const text = printMemory(drafted);
        const { written, problems } = parseMemory(text, "x.md");
        expect(problems).toEqual([]);
        expect({ ...written }).toMatchObject(withoutGaps(sayings(drafted)));
        expect(written.fields).toMatchObject(parts(drafted.fields));
        if (drafted.description !== undefined && joinedLine(drafted.description) !== "") {
          expect(written.description).toBe(joinedLine(drafted.description));
        }
      }),
      runs(600),
    );
  });

  test("front matter has at most 30 lines, LF, and is printed the same when printed again", () => {
    fc.assert(
      fc.property(draft, (drafted) => {
        const text = printMemory(drafted);
        const front = frontOf(text);
        expect(text.slice(0, front.bodyStart).split("\n").length - 1).toBeLessThanOrEqual(30);
        expect(text.slice(0, front.bodyStart)).not.toContain("\r");
        expect(printMemory(drafted)).toBe(text);
      }),
      runs(200),
    );
  });
});

const jsOf = (node: Node): unknown => {
  if (node.is === "leaf") return node.value;
  if (node.is === "list") return node.nodes.map(jsOf);
  return Object.fromEntries(node.entries.map(({ key, node: value }) => [key, jsOf(value)]));
};

test("the quick reader reads at least 95 % of what Cairn prints, as YAML does", () => {
  let quick = 0;
  let all = 0;
  fc.assert(
    fc.property(draft, (drafted) => {
      const text = printMemory(drafted);
      const { from, to } = frontOf(text);
      const map = readPlainFront(text, from, to);
      all++;
      if (map === undefined) return;
      quick++;
      expect(jsOf(map)).toEqual(parseYaml(text.slice(from, to), { schema: "core" }));
    }),
    runs(400),
  );
  expect(quick / all).toBeGreaterThanOrEqual(0.95);
});

describe("editing", () => {
  const unknown = fc.constantFrom(
    "custom: {a: 1,   b: [x,y]} # keep",
    "# a comment of mine",
    "weird:   'quoted'   ",
    "number: 007",
    "block: |\n  two\n  lines",
    "list:\n- a\n- b # why",
    "",
  );
  const known = fc
    .constantFrom(
      ["status: active", "record_status: active", "metadata:\n  status: active # lifecycle\n  mine: [1, 2]"],
      [
        "tags: [a, 'b']",
        "tags:\n  - a # first\n  - b",
        "tags: a, b",
        "metadata:\n  tags:\n    - a\n    # between\n    - b",
      ],
      ["related_files: [x.ts]", "files:\n  - path: x.ts\n    blob: abcdef", "metadata: { files: [x.ts], kind: topic }"],
      ["created_at: 2025-01-15", "created: 2025-01-15", "updated_at: 2025-01-15T00:00:00Z"],
      [
        "metadata:\n    type: feedback\n    node_type: memory\n    originSessionId: 1-2\n    modified: 2026-01-01T00:00:00Z",
        "type: user",
      ],
      ["metadata:", "metadata: {}", "metadata:\n  source: somewhere", "source: { client: x, mine: y }"],
      ["retired_at: 2026-01-01\nretired_reason: old", "metadata:\n  retired: {at: 2026-01-01, reason: old, by: me}"],
      ["description: >\n  folded\n  text", 'description: "quoted: text"', "description:   spaced   # c"],
    )
    .chain((choices) => fc.constantFrom(...choices));
  const file = fc
    .record({
      front: fc.option(fc.array(fc.oneof(unknown, known), { maxLength: 4 })),
      name: fc.boolean(),
      body,
      log: fc.constantFrom("", "\n## Changes\n- 2026-01-01T00:00:00Z created\n", "\n\n## Changes\n"),
      eol: fc.constantFrom("\n", "\r\n"),
      bom: fc.constantFrom("", "\ufeff"),
    })
    .map(({ front, name, body: text, log, eol, bom }) => {
      const lines =
        front === null ? "" : `---\n${name ? "name: a-name\n" : ""}${front.map((entry) => `${entry}\n`).join("")}---\n`;
      return bom + (lines + text.replaceAll("\r", " ") + log).replaceAll("\n", eol);
    });
  const edit: fc.Arbitrary<MemoryEdit> = fc.record(
    {
      description: word,
      status: fc.constantFrom(...statuses),
      updated: time,
      created: time,
      tags: fc.array(word, { maxLength: 4 }),
      confidence: fc.double({ min: 0, max: 1, noNaN: true }),
      trust: fc.constantFrom(...trusts),
      source,
      files: fc.array(anchor, { maxLength: 3 }),
      supersededBy: id,
      aliases: fc.array(word, { maxLength: 2 }),
      updates: fc.nat(20),
      retired: fc.option(lifecycle),
      title: word,
      append: body,
      section: fc.record({
        heading: fc.constantFrom("Context", "New"),
        text: body,
        mode: fc.constantFrom("replace", "append"),
      }),
      changes: fc.array(change, { maxLength: 3 }),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<MemoryEdit>;
  const readable = file.filter((text) => frontOf(text).state !== "broken");

  test("the edited values are there, and only those changed", () => {
    fc.assert(
      fc.property(readable, edit, (text, asked) => {
        const before = parseMemory(text, "x.md").written;
        const after = parseMemory(editMemory(text, asked, "x.md"), "x.md").written;
        for (const key of ["status", "updated", "created", "confidence", "trust", "supersededBy", "updates"] as const) {
          expect(after[key], key).toEqual(asked[key] ?? before[key]);
        }
        expect(after.tags).toEqual(asked.tags === undefined ? before.tags : texts(asked.tags));
        expect(after.aliases).toEqual(asked.aliases === undefined ? before.aliases : texts(asked.aliases));
        expect(after.files).toEqual(asked.files ?? before.files);
        if (asked.source !== undefined) expect(after.source ?? {}).toMatchObject(parts(asked.source ?? {}));
        else expect(after.source).toEqual(before.source);
        if (asked.retired === undefined) expect(after.retired).toEqual(before.retired);
        else if (asked.retired === null) expect(after.retired).toBeUndefined();
        else expect(after.retired).toEqual({ at: asked.retired.at, reason: joinedLine(asked.retired.reason) });
        if (asked.description && joinedLine(asked.description) !== "")
          expect(after.description).toBe(joinedLine(asked.description));
        if (asked.title !== undefined && joinedLine(asked.title) !== "")
          expect(after.title).toBe(joinedLine(asked.title));
        if (asked.append !== undefined && tidyBody(asked.append) !== "")
          expect(after.body.endsWith(tidyBody(asked.append))).toBe(true);
        if (asked.section?.mode === "replace" && asked.append === undefined) {
          const found = sectionsOf(after.body).find(({ heading }) => heading === asked.section?.heading);
          expect(found?.text).toBe(escapeHeadings(tidyBody(asked.section.text)));
        }
        const added = (asked.changes ?? []).map(({ at, summary }) => ({ at, summary: joinedLine(summary) }));
        expect(after.changes).toEqual([...before.changes, ...added]);
      }),
      runs(700),
    );
  });

  test("every line that was not named is still there, byte for byte and in order", () => {
    fc.assert(
      fc.property(readable, edit, (text, asked) => {
        const edited = editMemory(text, { ...asked, section: undefined }, "x.md");
        if (text.includes("\r\n")) expect(edited).not.toMatch(/[^\r]\n/);
        const lines = (some: string) => some.replace(/^\ufeff/, "").split(/\r?\n/);
        const after = lines(edited);
        const kept = lines(text).filter((entry) => !isNamed(entry));
        let at = 0;
        for (const entry of kept) {
          // What stands below the change log moves above it when the body grows.
          if (hasTail(text) && asked.append !== undefined) at = 0;
          const found = after.indexOf(entry, at);
          expect(found, JSON.stringify(entry)).toBeGreaterThanOrEqual(at);
          at = found + 1;
        }
      }),
      runs(600),
    );
  });

  test("an edit that asks for nothing new returns the same text", () => {
    fc.assert(
      fc.property(readable, (text) => {
        const { written } = parseMemory(text, "x.md");
        const { status, tags, aliases, files, supersedes, updates, title, confidence, trust } = written;
        expect(editMemory(text, {}, "x.md")).toBe(text);
        const same = {
          status,
          tags,
          aliases,
          files,
          supersedes,
          updates,
          confidence,
          trust,
          append: "\n",
          changes: [],
        };
        expect(editMemory(text, same, "x.md")).toBe(text);
        if (titleHeading(scanMarkdown(written.body).headings) !== undefined)
          expect(editMemory(text, { title }, "x.md")).toBe(text);
        if (scanMarkdown(written.body).openFence === undefined)
          expect(editMemory(text, { body: written.body }, "x.md")).toBe(text);
      }),
      runs(400),
    );
  });

  test("a replaced body reads back, whatever stands in it", () => {
    fc.assert(
      fc.property(readable, body, (text, wanted) => {
        const before = parseMemory(text, "x.md").written;
        const { written } = parseMemory(editMemory(text, { body: wanted }, "x.md"), "x.md");
        const tidy = tidyBody(wanted);
        expect(written.body.endsWith(tidy)).toBe(true);
        expect(written.changes).toEqual(before.changes);
        expect(written.tags).toEqual(before.tags);
      }),
      runs(400),
    );
  });

  function hasTail(text: string): boolean {
    const { log } = outlineOf(text);
    return log !== undefined && text.slice(log.tailAt).trim() !== "";
  }

  /** Lines an edit may touch: known keys, the first heading, and what hangs on them. */
  function isNamed(entry: string): boolean {
    const text = entry.trim();
    return (
      /^(?:\ufeff)?(?:description|status|record_status|created|created_at|updated|updated_at|modified|tags|confidence|trust|source|files|related_files|superseded_by|aliases|updates|times_updated|retired|retired_at|retired_reason|metadata|title)\b/.test(
        text,
      ) ||
      /^#[ \t]/.test(text) ||
      /^- (?:a|b|path: x\.ts)\b/.test(text) ||
      /^(?:blob: |folded$|text$|path: )/.test(text) ||
      text === "" ||
      text === `## ${changesHeading}`
    );
  }
});
