import { beforeAll, expect, test } from "vitest";
import { samples } from "../../test/support/sample-operations.ts";
import { fieldsOf } from "./fields.ts";
import type { Operation } from "./operation.ts";
import { allOperations, findOperation, operationRegistry, operationsOn } from "./registry.ts";
import { globalFlags, servers } from "./show/command-line.ts";

let all: Operation[];
beforeAll(async () => {
  all = await allOperations();
});

test("every row of the registry is called what its operation is called", () => {
  expect(all.map(({ name }) => name)).toEqual(Object.keys(operationRegistry));
});

test("no name is taken twice, by an operation, an alias or a server", () => {
  const names = [...all.flatMap(({ name, aliases }) => [name, ...aliases]), ...servers.map(({ name }) => name)];
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
});

test("every operation says what it does in a sentence, and every field what it means", () => {
  for (const op of all) {
    expect(op.summary).toMatch(/^[A-Z].*\.$/);
    expect(op.surfaces.length).toBeGreaterThan(0);
    for (const { name, about } of fieldsOf(op))
      expect([op.name, name, about]).toEqual([op.name, name, expect.stringMatching(/^\S.*[^.]$/)]);
  }
});

test("no flag is taken twice, and none hides a flag of every operation", () => {
  for (const op of all) {
    const flags = [...fieldsOf(op).map(({ flag }) => flag), ...globalFlags.map(({ flag }) => flag)];
    expect([op.name, flags.filter((flag, at) => flags.indexOf(flag) !== at)]).toEqual([op.name, []]);
  }
});

test("what is given without a flag exists, and only the last may be a list", () => {
  for (const op of all) {
    const kinds = op.positional.map((name) => fieldsOf(op).find((field) => field.name === name)?.kind);
    expect(kinds).not.toContain(undefined);
    expect(kinds.slice(0, -1)).not.toContain("list");
  }
});

test("an operation is found by name and by alias, on its surfaces only", async () => {
  expect((await findOperation("greet", "cli", samples))?.name).toBe("greet");
  expect((await findOperation("hello", "cli", samples))?.name).toBe("greet");
  expect(await findOperation("fail", "library", samples)).toBeUndefined();
  expect(await findOperation("toString", "cli", samples)).toBeUndefined();
  expect((await operationsOn("library", samples)).map(({ name }) => name)).toEqual(["greet", "wipe-out"]);
});
