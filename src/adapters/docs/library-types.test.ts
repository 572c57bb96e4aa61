import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { z } from "../../model/schema.ts";
import { printLibraryTypes, typeOf } from "./library-types.ts";

mkdirSync("node_modules/.cache/cairn", { recursive: true });
const folder = mkdtempSync(resolve("node_modules/.cache/cairn/types-"));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  [z.string(), "string"],
  [z.int(), "number"],
  [z.enum(["a", "b"]), '"a" | "b"'],
  [z.array(z.union([z.string(), z.null()])), "Array<string | null>"],
  [z.record(z.string(), z.number()), "Record<string, number>"],
  [z.object({ a: z.boolean(), "b-c": z.unknown().optional() }), '{\n  a: boolean;\n  "b-c"?: unknown | undefined;\n}'],
  [z.literal("x"), '"x"'],
])("a schema becomes its type", (schema, type) => {
  expect(typeOf(z.toJSONSchema(schema), "")).toBe(type);
});

/** What is wrong with them, by file. */
function wrongIn(files: Record<string, string>): Record<string, string> {
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  const config = {
    compilerOptions: {
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      module: "nodenext",
      target: "es2023",
      types: ["node"],
      allowImportingTsExtensions: true,
    },
    files: Object.keys(files),
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const { stdout } = spawnSync(
    process.execPath,
    ["node_modules/typescript/bin/tsc", "--pretty", "false", "-p", folder],
    { encoding: "utf8" },
  );
  const errors = stdout.split(/\n(?=\S)/).filter((error) => error.trim() !== "");
  return Object.fromEntries(errors.map((error) => [basename(error.split("(")[0] as string), error]));
}

test("the printed types stand alone, and say the same as the sources", async () => {
  const types = await printLibraryTypes();
  expect(types).not.toMatch(/^import\b|\bimport\("/m);
  const source = relative(folder, "src/library.ts").replaceAll("\\", "/");
  const same = `
import type * as real from "${source}";
import type * as printed from "./library.d.ts";
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Real = Awaited<ReturnType<typeof real.openCairn>>;
type Printed = Awaited<ReturnType<typeof printed.openCairn>>;
export const methods: Same<keyof Real, keyof Printed> = true;
export const options: Same<real.OpenOptions, printed.OpenOptions> = true;
export const kinds: Same<real.ErrorKind, printed.ErrorKind> = true;
type Differing = { [K in keyof Real]: Same<Parameters<Real[K]>, Parameters<Printed[K]>> extends true ? Same<Awaited<ReturnType<Real[K]>>, Awaited<ReturnType<Printed[K]>>> extends true ? never : K : K }[keyof Real];
export const differing: Differing[] = [] satisfies never[];
export const none: Same<Differing, never> = true;
`;
  const wrong = 'import { openCairn } from "./library.d.ts";\nexport const cairn = openCairn({ surface: "cli" });\n';
  const found = wrongIn({ "library.d.ts": types, "same.ts": same, "wrong.ts": wrong });
  expect(found).toEqual({ "wrong.ts": expect.stringContaining("surface") });
});
