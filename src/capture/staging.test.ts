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

function home(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "cairn-staging-")));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Returns the path. */
function put(staging: Staging, session: string, text: string): string {
  const name = Staging.proposalOf(session);
  staging.put(name, text);
  return join(staging.path, name);
}

test("what is staged is the owner's alone, each session's apart", () => {
  const staging = new Staging(home());
  const [one, two] = [put(staging, "s1", "a"), put(staging, "s2", "b")];
  expect(readFileSync(one, "utf8")).toBe("a");
  expect(one).not.toBe(two);
  expect(statSync(one).mode & 0o777).toBe(0o600);
  expect(statSync(staging.path).mode & 0o777).toBe(0o700);
});

test("a link in the folder's place is not followed", () => {
  const folder = home();
  mkdirSync(join(folder, "elsewhere"), { mode: 0o700 });
  symlinkSync(join(folder, "elsewhere"), join(folder, "staging"));
  expect(() => put(new Staging(folder), "s1", "a")).toThrow(/not where it seems/);
  expect(readdirSync(join(folder, "elsewhere"))).toEqual([]);
});

test("a folder that is open to others is not used", () => {
  const staging = new Staging(home());
  put(staging, "s1", "a");
  chmodSync(staging.path, 0o755);
  expect(() => put(staging, "s2", "b")).toThrow(/open to others/);
});

test("only old files of known names go, and no link", () => {
  const staging = new Staging(home());
  const old = put(staging, "s1", "a");
  const young = put(staging, "s2", "b");
  const foreign = join(staging.path, "notes.txt");
  writeFileSync(foreign, "mine");
  const link = join(staging.path, "context-decision-abcdefghijkl.txt");
  symlinkSync(foreign, link);
  utimesSync(old, new Date(0), new Date(0));
  expect(staging.sweepOlderThanADay(new Date())).toBe(1);
  expect(readdirSync(staging.path).sort()).toEqual([basename(link), basename(young), "notes.txt"].sort());
  expect(staging.sweepAll()).toBe(1);
  expect(readdirSync(staging.path).sort()).toEqual([basename(link), "notes.txt"].sort());
});

test("where nothing was staged nothing is swept", () => {
  expect(new Staging(home()).sweepAll()).toBe(0);
});
