import { expect, test } from "vitest";
import { isOutside, outputNamed } from "./outside.ts";

const grounds = {
  project: "/home/me/shop",
  own: ["/home/me/.claude/projects/-home-me-shop/memory", "/home/me/shop-next", "/tmp/o.log"],
};

test.each([
  ["/home/me/evil/README.md", true],
  ["../evil/README.md", true],
  ["/home/me/shop/../evil/x", true],
  ["src/../../evil/x", true],
  ["$HOME/x", true],
  ["$" + "{HOME}/x", true],
  ["~/Downloads/page.html", true],
  ["~", true],
  ["~other/x", true],
  ["/tmp/page.html", true],
  ["/home/me/shop-other/x", true],
  ["/tmp/o.log.bak", true],
  ["/home/me/shop", false],
  ["src/index.ts", false],
  ["src/../README.md", false],
  ["$PWD/src", false],
  ["~/shop/notes.md", false],
  ["$HOME/shop/notes.md", false],
  ["/home/me/.claude/projects/-home-me-shop/memory/x.md", false],
  ["/home/me/shop-next/src/a.ts", false],
  ["/tmp/o.log", false],
  ["/dev/stdin", false],
  ["", false],
])("%s lies outside: %s", (path, expected) => {
  expect(isOutside(path, grounds)).toBe(expected);
});

test("names are relative to where the session works, and ~ is the home that is known", () => {
  expect(isOutside("../README.md", { ...grounds, cwd: "/home/me/shop/src" })).toBe(false);
  expect(isOutside("README.md", { ...grounds, cwd: "/home/me/evil" })).toBe(true);
  expect(isOutside("~/x", { project: "/srv/shop", home: "/srv/shop" })).toBe(false);
  expect(isOutside("~/x", { project: "/srv/shop" })).toBe(true);
});

test("where no project is known nothing lies outside it", () => {
  expect(isOutside("/etc/passwd", {})).toBe(false);
});

const id = "6d91816b-4821-4a22-871b-f90d971caf73";
test.each([
  [`/Users/me/.claude/projects/-Users-me-shop/${id}/tool-results/toolu_012uATZG2s.txt`, "toolu_012uATZG2s"],
  [`/tmp/claude-0/-home-me-shop/${id}/tasks/bwbxnlp92.output`, "bwbxnlp92"],
  [`/tmp/claude-0/-home-me-shop/${id}/scratchpad/x.txt`, undefined],
  [`/home/me/.claude/projects/-home-me-shop/${id}/tool-results/1aa49d68-af9a-4f4f-85a9-df16531c62b9.txt`, undefined],
  ["/home/me/tool-results/x.txt", undefined],
])("%s holds what was printed by %s", (path, name) => {
  expect(outputNamed(path)).toEqual(name === undefined ? undefined : { session: id, name });
});
