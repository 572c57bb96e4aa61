import { expect, test } from "vitest";
import type { Need, PackageManifest } from "../evidence/manifests.ts";
import { isSame, type RelatedProject, relationsOf } from "./relations.ts";

const manifest = (more: Partial<PackageManifest>): PackageManifest => ({
  file: "package.json",
  world: "npm",
  needs: [],
  parts: [],
  ...more,
});
const known = (key: string, more: Partial<RelatedProject>): RelatedProject => ({
  key,
  path: `/${key}`,
  firstSeen: key,
  manifests: [],
  ...more,
});
const reading = {
  leadsTo: (_: RelatedProject, __: PackageManifest, path: string) => path,
  normal: (url: string) => url,
};

test.each<[Need, Partial<PackageManifest>, string]>([
  [{ name: "react" }, { name: "react" }, "package.json: react, by its name only"],
  [{ name: "react" }, { name: "react", isPrivate: true }, "package.json: react"],
  [{ name: "react", isLocal: true }, { name: "react" }, "package.json: react"],
  [{ name: "@shop/ui" }, { name: "@shop/ui" }, "package.json: @shop/ui"],
  [{ name: "x", path: "/ui" }, {}, "package.json: x"],
])("how sure a dependency is, is said: %j", (need, named, found) => {
  const web = known("web", { manifests: [manifest({ needs: [need] })] });
  const ui = known("ui", { manifests: [manifest(named)] });
  expect(relationsOf(web, [ui], reading)).toEqual([{ project: "web", relation: "depends on", other: "ui", found }]);
});

test("repositories of one name that begin with other commits are no forks", () => {
  const one = known("a", { remote: "h/a/utils", rootCommit: "1" });
  expect(relationsOf(one, [known("b", { remote: "h/b/utils", rootCommit: "2" })], reading)).toEqual([]);
  expect(relationsOf(one, [known("b", { remote: "h/b/tools", rootCommit: "1" })], reading)).toHaveLength(1);
  expect(relationsOf(one, [known("b", { remote: "h/b/utils" })], reading)[0]?.found).toContain("by its name only");
});

test.each(["constructor", "valueOf", "__proto__"])(
  "a relation that is called %s is the opposite of none",
  (relation) => {
    const one = { project: "a", relation, other: "b", found: "" };
    expect(isSame(one, { ...one })).toBe(true);
    expect(isSame(one, { ...one, project: "b", other: "a" })).toBe(false);
  },
);
