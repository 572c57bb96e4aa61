import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Bundle } from "./code-cache.ts";
import { loadInParts } from "./parts.ts";

const require = createRequire(import.meta.url);

/** What a program says, and which of its parts it had read by then. */
interface Said {
  readonly read: string[];
  later(): unknown;
}

/** Each part is a list of modules, in the words of a bundle. */
function program(early: string, late: string) {
  const folder = mkdtempSync(join(tmpdir(), "cairn-parts-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const home = join(folder, "home");
  mkdirSync(home);
  const bundle = (part: string, modules: string): Bundle => {
    const path = join(folder, `${part}.cjs`);
    const text = `(function (require, module, exports) { require("said").push("${part}"); exports.modules = {${modules}}; })\n`;
    writeFileSync(path, text);
    return { path, hash: part.padEnd(64, "0"), home, command: "hook", flags: [] };
  };
  const bundles: Record<string, Bundle> = { early: bundle("early", early), late: bundle("late", late) };
  const read: string[] = [];
  const load = (entry: string) => {
    const loaded = loadInParts<Said>((part) => bundles[part], entry);
    return { ...loaded, run: () => loaded.run((name) => (name === "said" ? read : require(name))) };
  };
  return { load, read, kept: () => readdirSync(join(home, "cache")).length };
}

test("the second part is read when something of it is first wanted, and each part is kept by itself", async () => {
  const { load, read, kept } = program(
    `"src/start.ts": () => ({ later: () => require("cairn:late:src/rest.ts").name })`,
    `"src/rest.ts": () => ({ name: "the rest" })`,
  );
  const first = load("early:src/start.ts");
  const said = first.run();
  expect(read).toEqual(["early"]);
  await first.keep();
  expect(kept()).toBe(1);
  expect([said.later(), said.later()]).toEqual(["the rest", "the rest"]);
  expect(read).toEqual(["early", "late"]);
  await first.keep();
  expect(kept()).toBe(2);
});

test("both parts see the same module, whoever asked for it first", () => {
  const { load } = program(
    `"src/error.ts": () => ({ Refused: class {} }), "src/start.ts": () => ({ later: () => require("cairn:late:src/rest.ts").made() })`,
    `"src/rest.ts": () => { const { Refused } = require("cairn:early:src/error.ts"); return { made: () => new Refused() instanceof require("cairn:early:src/error.ts").Refused }; }`,
  );
  expect(load("early:src/start.ts").run().later()).toBe(true);
  expect(load("late:src/rest.ts").run()).toHaveProperty("made");
});

test("a module that is in neither part is said to be missing", () => {
  const { load } = program("", "");
  expect(() => load("early:src/nowhere.ts").run()).toThrow(/in no part/);
});
