import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, expectTypeOf, test } from "vitest";
import { CairnError, openCairn } from "./library.ts";
import { allOperations } from "./operations/registry.ts";
import { camel } from "./text/name-case.ts";

const homes: string[] = [];
afterEach(() => {
  for (const home of homes.splice(0)) rmSync(home, { recursive: true });
});

function world() {
  const home = mkdtempSync(join(tmpdir(), "cairn-library-"));
  homes.push(home);
  return { cwd: home, env: { HOME: home, PATH: process.env["PATH"] } };
}

test("an operation is a method that returns its output", async () => {
  const cairn = await openCairn(world());
  await cairn.config({ action: "set", key: "index.maxLines", value: 40 });
  const { settings } = await cairn.config({ action: "get", key: "index.maxLines" });
  expect(settings).toMatchObject([{ key: "index.maxLines", value: 40, source: "user" }]);
  expectTypeOf(settings[0]!.source).toEqualTypeOf<"default" | "user" | "project" | "environment" | "option">();
  await cairn.close();
});

test("a refusal is thrown", async () => {
  const cairn = await openCairn(world());
  await expect(cairn.config({ action: "set", key: "index.maxLines" })).rejects.toThrow(CairnError);
  // @ts-expect-error: no such setting
  await expect(cairn.config({ key: "nonsense" })).rejects.toMatchObject({ kind: "invalid-input", field: "key" });
  await cairn.close();
});

test("its methods are the operations that are for the library, and no others", async () => {
  const cairn = await openCairn(world());
  const offered = (await allOperations()).filter(({ surfaces }) => surfaces.includes("library"));
  expect(Object.keys(cairn).sort()).toEqual([...offered.map(({ name }) => camel(name)), "close"].sort());
  for (const name of ["tour", "help", "completion", "hook"]) expect(cairn).not.toHaveProperty(name);
  // @ts-expect-error: for the command line only
  expect(cairn.completion).toBeUndefined();
  await cairn.close();
});

test("what is called after close is refused, and closing twice is closing once", async () => {
  const cairn = await openCairn(world());
  await cairn.close();
  await cairn.close();
  await expect(cairn.list()).rejects.toMatchObject({ kind: "unavailable", message: "list was called after close." });
});
