import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Staging } from "./staging.ts";
import type { TriagedKind } from "./triaged-kinds.ts";

function home(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "cairn-staging-")));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Returns the path. */
function put(staging: Staging, kind: TriagedKind, text: string): string {
  const { context } = staging.filesFor(kind);
  staging.put(context, text);
  return staging.pathOf(context);
}

test("what is staged is the owner's alone, under a name that nobody can guess", () => {
  const staging = new Staging(home());
  const [one, two] = [put(staging, "decision", "a"), put(staging, "decision", "b")];
  expect(readFileSync(one, "utf8")).toBe("a");
  expect(basename(one)).toMatch(/^context-decision-[a-z0-9]{12}\.txt$/);
  expect(one).not.toBe(two);
  expect(statSync(one).mode & 0o777).toBe(0o600);
  expect(statSync(staging.path).mode & 0o777).toBe(0o700);
});

test("who knows the name of one file knows none of the others", () => {
  const names = Object.values(new Staging(home()).filesFor("decision"));
  expect(new Set(names.map((name) => /-([a-z0-9]{12})\./.exec(name)?.[1])).size).toBe(4);
});

test("a link in the folder's place is not followed", () => {
  const folder = home();
  mkdirSync(join(folder, "elsewhere"), { mode: 0o700 });
  symlinkSync(join(folder, "elsewhere"), join(folder, "staging"));
  expect(() => put(new Staging(folder), "decision", "a")).toThrow(/not where it seems/);
  expect(readdirSync(join(folder, "elsewhere"))).toEqual([]);
});

test("a folder that is open to others is not used", () => {
  const staging = new Staging(home());
  put(staging, "decision", "a");
  chmodSync(staging.path, 0o755);
  expect(() => put(staging, "decision", "b")).toThrow(/open to others/);
});

test("only old files of known names go, and no link", () => {
  const staging = new Staging(home());
  const old = put(staging, "decision", "a");
  const young = put(staging, "runbook", "b");
  const foreign = join(staging.path, "notes.txt");
  writeFileSync(foreign, "mine");
  const link = join(staging.path, "context-decision-abcdefghijkl.txt");
  symlinkSync(foreign, link);
  utimesSync(old, new Date(0), new Date(0));
  expect(staging.sweep(new Date())).toBe(1);
  expect(readdirSync(staging.path).sort()).toEqual([basename(link), basename(young), "notes.txt"].sort());
  expect(staging.sweep()).toBe(1);
  expect(readdirSync(staging.path).sort()).toEqual([basename(link), "notes.txt"].sort());
});

test("where nothing was staged nothing is swept", () => {
  expect(new Staging(home()).sweep()).toBe(0);
});
