import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { CairnError } from "../../src/model/error.ts";
import { givenFolder, givenRoot } from "../../src/places/project-root.ts";
import { lastOf, tree, type World, world } from "./world.ts";

const refused: [what: string, text: (w: World) => string][] = [
  ["nothing", () => ""],
  ["a relative path", () => "memory"],
  ["a relative path with a dot", () => "./memory"],
  ["a way up", (w) => `${w.base}/a/../b`],
  ["a way up at the end", (w) => `${w.base}/a/..`],
  ["a way up with a backslash", (w) => `${w.base}/a\\..\\b`],
  ["the root", () => "/"],
  ["the root, spelt longer", () => "/./"],
  ["too short a path", () => "/a"],
  ["a drive", () => "C:"],
  ["a drive and its root", () => "C:\\"],
  ["a drive and its root, other slash", () => "c:/"],
  ["a path on a drive", () => "C:\\memory"],
  ["a network path", () => "//server/share"],
  ["a network path, other slash", () => "\\\\server\\share"],
  ["a network path, mixed slashes", () => "\\/server/share"],
  ["a NUL", (w) => `${w.base}/a\0b`],
  ["the home folder", () => "~"],
  ["the home folder with a slash", () => "~/"],
  ["the home folder with a dot", () => "~/."],
  ["above the home folder", () => "~/.."],
  ["above the home folder, by detour", () => "~/a/../.."],
  ["another user's home", () => "~root/memory"],
  ["a dangling link", (w) => lastOf(symlinkSync(w.at("nowhere"), w.at("link")), w.at("link"))],
  ["a folder behind a dangling link", (w) => lastOf(symlinkSync(w.at("nowhere"), w.at("link")), w.at("link/a/b"))],
  [
    "a circle of links",
    (w) => lastOf(symlinkSync(w.at("b"), w.at("a")), symlinkSync(w.at("a"), w.at("b")), w.at("a/c")),
  ],
  ["a file", (w) => w.file("file", "")],
  ["a folder below a file", (w) => join(w.file("file", ""), "a")],
  ["a name no file system takes", (w) => w.at("n".repeat(300))],
];

test.each(refused)("a folder for memories is refused when it is %s", (_, text) => {
  const w = world();
  const given = text(w);
  const before = tree(w.base);
  const error = thrownBy(() => givenRoot(given, { field: "CLAUDE_MEMORY_DIR", home: w.home }));
  expect(error).toMatchObject({ kind: "invalid-input", code: "PATH_ERROR", field: "CLAUDE_MEMORY_DIR" });
  expect((error as CairnError).hint).not.toBe("");
  expect((error as CairnError).message).not.toContain(w.base);
  expect(tree(w.base)).toEqual(before);
});

const tooWide: [what: string, text: (w: World) => string][] = [
  ["the home folder", (w) => w.home],
  ["above the home folder", (w) => w.base],
  ["a link to the home folder", (w) => lastOf(symlinkSync(w.home, w.at("link")), w.at("link"))],
  ["a link to what is above it", (w) => lastOf(symlinkSync(w.base, w.at("link")), w.at("link"))],
];

test.each(tooWide)("memories may not be kept in %s, though it is an ordinary folder", (_, text) => {
  const w = world();
  const given = text(w);
  const where = { field: "memoryDir", home: w.home };
  expect(givenFolder(given, where)).toBe(given);
  expect(thrownBy(() => givenRoot(given, where))).toMatchObject({ code: "PATH_ERROR", field: "memoryDir" });
});

const taken: [what: string, text: (w: World) => string, folder: (w: World) => string][] = [
  ["an absolute path", (w) => w.at("memory"), (w) => w.at("memory")],
  ["one that is not there yet", (w) => w.at("a/b/c"), (w) => w.at("a/b/c")],
  ["a slash at its end", (w) => `${w.at("memory")}/`, (w) => w.at("memory")],
  ["double slashes inside", (w) => `${w.base}//memory`, (w) => w.at("memory")],
  ["a tilde", () => "~/memory", (w) => join(w.home, "memory")],
  ["decomposed letters", (w) => w.at("me\u0301"), (w) => w.at("m\u00e9")],
  ["dots in a name", (w) => w.at("a..b"), (w) => w.at("a..b")],
  [
    "a link to a folder",
    (w) => lastOf(symlinkSync(w.folder("real"), w.at("link")), w.at("link/a")),
    (w) => w.at("link/a"),
  ],
];

test.each(taken)("a folder for memories may be given with %s", (_, text, folder) => {
  const w = world();
  expect(givenRoot(text(w), { field: "memoryDir", home: w.home })).toBe(folder(w));
});

function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
}
