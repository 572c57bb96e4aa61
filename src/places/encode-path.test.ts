import fc from "fast-check";
import { expect, test } from "vitest";
import { encodePath } from "./root-names.ts";

const x = "x".repeat(100);
const mixed = `/tmp/w/Größe_Ünï ${"aB.c-d_é".repeat(10)}/${"漢字😀 x".repeat(12)}/${"z".repeat(90)}`;
const decomposed = `/tmp/w/${"caf\u00e9".repeat(15)}/${"u".repeat(180)}`.normalize("NFD");

// Each pair was read off the folders that clients 2.1.197 and 2.1.325 made when started there.
const observed: [what: string, path: string, name: string][] = [
  ["punctuation", "/tmp/w/repo.one/sub/deep", "-tmp-w-repo-one-sub-deep"],
  ["a hidden folder", "/tmp/w/repo.one/.git/refs", "-tmp-w-repo-one--git-refs"],
  ["composed letters", "/tmp/w/caf\u00e9 x", "-tmp-w-caf--x"],
  ["decomposed letters", "/tmp/w/cafe\u0301 y", "-tmp-w-cafe--y"],
  ["a letter of two units", "/tmp/w/p😀q", "-tmp-w-p--q"],
  ["199 characters", `/tmp/w/l/${x}/${x.slice(11)}`, `-tmp-w-l-${x}-${x.slice(11)}`],
  ["200 characters", `/tmp/w/l/${x}/${x.slice(10)}`, `-tmp-w-l-${x}-${x.slice(10)}`],
  ["201 characters", `/tmp/w/l/${x}/${x.slice(9)}`, `-tmp-w-l-${x}-${x.slice(10)}-w9mu3v`],
  ["260 characters", `/tmp/w/l/${x}/${x}/${x.slice(51)}`, `-tmp-w-l-${x}-${x.slice(10)}-6vnmzu`],
  [
    "long and of many scripts",
    mixed,
    `-tmp-w-Gr--e--n--${"aB-c-d--".repeat(10)}-${"-----x".repeat(12)}-${"z".repeat(29)}-21j4sq`,
  ],
  ["long and decomposed", decomposed, `-tmp-w-${"cafe-".repeat(15)}-${"u".repeat(117)}-ufnmvq`],
];

test.each(observed)("Cairn names a folder as the host does: %s", (_, path, name) => {
  expect(encodePath(path)).toBe(name);
});

test("a folder name is never too long for a file system and never leaves its parent", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 600 }), (text) => {
      expect(encodePath(`/${text}`)).toMatch(/^-[A-Za-z0-9-]{0,208}$/);
    }),
  );
});

test("paths that differ in a slash or a hyphen only are written alike", () => {
  expect(encodePath("/w/a-b")).toBe(encodePath("/w/a/b"));
});
