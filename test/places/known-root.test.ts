import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Root, Scope } from "../../src/model/scope.ts";
import { claimFormat, readFormat } from "../../src/places/format-version.ts";
import { checkRoot, noteRoot, readKnownRoot } from "../../src/places/known-root.ts";
import { noon, tree, world } from "./world.ts";

function rootOf(scope: Scope): Root {
  return { scope, path: "/w/memory", key: "api-12345678", why: "", project: "api" };
}

const guarded: [scope: Scope, seen: number | undefined, found: number | "missing", refused: boolean][] = [
  ["project", undefined, "missing", false],
  ["project", undefined, 0, false],
  ["project", 0, "missing", false],
  ["project", 1, "missing", true],
  ["project", 100, "missing", true],
  ["project", 4, 0, false],
  ["project", 5, 0, true],
  ["project", 100, 0, true],
  ["project", 100, 1, false],
  ["user", 1, "missing", true],
  ["agent", 5, 0, true],
  ["team", 100, "missing", false],
  ["team", 100, 0, false],
];

test.each(guarded)(
  "a %s root where %s memories were seen and %s are found is refused: %s",
  (scope, seen, found, refused) => {
    const home = world().folder("cairn");
    if (seen !== undefined) noteRoot(home, rootOf(scope), seen, noon);
    const check = () => checkRoot(home, rootOf(scope), found);
    if (!refused) expect(check).not.toThrow();
    else {
      expect(check).toThrow(expect.objectContaining({ kind: "unavailable", code: "ROOT_UNAVAILABLE" }));
      expect(check).toThrow(expect.objectContaining({ hint: expect.stringContaining("rebuild --accept-empty") }));
    }
  },
);

test("accepting that a root is empty is noting that nothing is in it", () => {
  const home = world().folder("cairn");
  noteRoot(home, rootOf("project"), 100, noon);
  noteRoot(home, rootOf("project"), 0, noon);
  expect(() => checkRoot(home, rootOf("project"), "missing")).not.toThrow();
});

test("what is known of a root is for the owner only, and written only when it changes", () => {
  const home = world().folder("cairn");
  noteRoot(home, rootOf("project"), 3, noon);
  expect(readKnownRoot(home, "api-12345678")).toEqual({
    path: "/w/memory",
    scope: "project",
    project: "api",
    seen: 3,
    at: noon.toISOString(),
  });
  const before = tree(home);
  for (const line of before) expect(line).toMatch(/^(d 700|f 600) /);
  noteRoot(home, rootOf("project"), 3, new Date());
  expect(readKnownRoot(home, "api-12345678")?.at).toBe(noon.toISOString());
});

test("the format is stamped once, and one that is newer or unreadable is never written", () => {
  const w = world();
  const home = w.folder("cairn");
  const file = join(home, "format.json");
  expect(readFormat(home)).toBeUndefined();
  claimFormat(home);
  claimFormat(home);
  expect([readFormat(home), readFileSync(file, "utf8")]).toEqual([1, '{"version":1}\n']);
  for (const [text, code] of [
    ['{"version":2}', "FORMAT_NEWER"],
    ['{"version":"1"}', "ROOT_UNAVAILABLE"],
    ["half", "ROOT_UNAVAILABLE"],
  ] as const) {
    writeFileSync(file, text);
    expect(() => claimFormat(home)).toThrow(expect.objectContaining({ kind: "unavailable", code }));
    expect(readFileSync(file, "utf8")).toBe(text);
  }
});
