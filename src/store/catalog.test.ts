import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { memoryText } from "../../test/support/cairn-with.ts";
import { setFaults } from "../disk/faults.ts";
import { Catalog } from "./catalog.ts";
import { RootFolder } from "./root-folder.ts";

test("a sweep asks the disk for no file a glance has just compared, and sees words typed into any other", () => {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "cairn-catalog-")));
  onTestFinished(() => rmSync(path, { recursive: true }));
  const put = (name: string) => writeFileSync(join(path, `${name}.md`), memoryText(name, name));
  for (const folder of ["decisions", "sessions"]) mkdirSync(join(path, folder));
  for (const name of ["decisions/a", "sessions/b", "sessions/c"]) put(name);
  // Long ago: a folder's time tells of a change only once its clock has ticked.
  for (const folder of ["decisions", "sessions"]) utimesSync(join(path, folder), 1_000, 1_000);
  const catalog = new Catalog(new RootFolder({ scope: "project", path, key: "test", why: "" }), () => true);
  catalog.glance();
  const before = catalog.file("decisions/a.md")?.hash;

  put("sessions/d");
  const lately = catalog.glance();
  appendFileSync(join(path, "decisions/a.md"), "More.\n");
  const asked: string[] = [];
  setFaults(({ call, path: about }) => {
    if (call === "stat" && about.endsWith(".md")) asked.push(about.slice(path.length + 1));
    return undefined;
  });
  onTestFinished(() => setFaults(undefined));
  catalog.sweep(lately);

  expect([...lately]).toEqual(["sessions"]);
  expect(new Set(asked)).toEqual(new Set(["decisions/a.md"]));
  expect(catalog.file("decisions/a.md")?.hash).not.toBe(before);
});
