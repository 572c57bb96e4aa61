import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { frontBytes, frontLines } from "./front.ts";
import { metadataOrder } from "./keys.ts";
import { kindPages } from "./kinds-page.ts";
import { changesHeading, mostChanges } from "./outline.ts";
import { parseMemory } from "./parse.ts";
import { descriptionLength } from "./sentence.ts";

const root = new URL("../../", import.meta.url);
const page = readFileSync(new URL("docs/format.md", root), "utf8");
const pages = kindPages(page);

test.each(Object.keys(pages).map((path) => [path]))(
  "%s is current: run node scripts/schemas.mjs when it is not",
  (path) => {
    expect(readFileSync(new URL(path, root), "utf8")).toBe(pages[path]);
  },
);

test("no schema is left over from a kind that is gone", () => {
  const schemas = readdirSync(new URL("docs/schemas/", root)).map((name) => `docs/schemas/${name}`);
  expect(schemas.filter((path) => !(path in pages))).toEqual([]);
});

test("the format page names every key and the limits that hold", () => {
  for (const key of metadataOrder)
    expect(page).toContain(
      `\`${key}\``.replace("`", key.match(/^(updated|superseded_by|archived)$/) ? "`" : "`metadata."),
    );
  expect(page).toContain(`at most ${frontLines} lines and ${frontBytes / 1024} KiB`);
  expect(page).toContain(`at most ${descriptionLength} characters`);
  expect(page).toContain(`## ${changesHeading}`);
  expect(page).toContain(`the newest ${mostChanges}`);
});

test("the example of the format page is a memory without a problem", () => {
  const example = /```markdown\n([\s\S]*?)```\n/.exec(page)?.[1] ?? "";
  const { written, problems } = parseMemory(example, "decisions/2026-11-15_001_sqlite-wal-mode.md");
  expect(problems).toEqual([]);
  expect(written).toMatchObject({ name: "sqlite-wal-mode", kind: "decision", fields: { status: "accepted" } });
  expect(written.changes).toHaveLength(1);
});
