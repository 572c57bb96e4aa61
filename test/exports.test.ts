/** Nothing is exported that no other file asks for, and nothing is there for tests alone, but for what says why. */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

const files = ["src", "test", "bench", "scripts"]
  .flatMap((folder) =>
    (readdirSync(join(root, folder), { recursive: true }) as string[]).map((path) => join(folder, path)),
  )
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => /\.(?:ts|mjs)$/.test(path));
const textOf = new Map(files.map((path) => [path, readFileSync(join(root, path), "utf8")]));
const isShipped = (path: string) => path.startsWith("src/") && !path.endsWith(".test.ts");

/** Asked for by what is no import. */
const byOthers: Readonly<Record<string, string>> = {
  "src/adapters/cli/plain-list.ts done": "its launcher waits for it",
  "src/adapters/cli/plain-recall.ts done": "its launcher waits for it",
  "src/adapters/cli/tidy.ts done": "its launcher waits for it",
  "src/adapters/plugin/entry.ts done": "its launcher waits for it",
  "src/adapters/plugin/hook-command.ts done": "its launcher waits for it",
  "src/adapters/plugin/plain-hook.ts done": "its launcher waits for it",
  "src/adapters/cli/leaving.ts leaveFor": "the build writes the call (scripts/plain.mjs)",
  "src/adapters/mcp/first-words.ts firstWords": "the build asks it what is said first (scripts/build.mjs)",
};

/** Asked for by tests, benches and scripts alone. */
const forTestsAlone: Readonly<Record<string, string>> = {
  "src/disk/faults.ts setFaults": "a disk that fails and a process that dies are made where files are written",
  "src/hosts/registry.ts withHost": "a client that is only made up stands in the table of clients for a test",
  "src/adapters/docs/library-types.ts printLibraryTypes": "the build prints it (scripts/library-types.mjs)",
  "src/adapters/docs/pages.ts generatedPages": "scripts/docs.mjs prints them",
  "src/format/kinds-page.ts kindPages": "scripts/docs.mjs prints them",
  "src/text/guarded-pattern.ts GuardedPattern":
    "the build puts it in the place of long patterns (scripts/guarded-patterns.mjs)",
};

/** By file and name, the files that import it; `*` for a whole module. */
const importers = new Map<string, string[]>();

for (const [path, text] of textOf) {
  const from = (target: string) => relative(".", join(dirname(path), target)).replaceAll("\\", "/");
  const note = (key: string) => importers.set(key, [...(importers.get(key) ?? []), path]);
  for (const [, names = "", target = ""] of text.matchAll(
    /\b(?:import|export)\s+(?:type\s+)?(\*\s+as\s+\w+|\{[^}]*\})\s+from\s+"(\.[^"]+)"/g,
  )) {
    if (names.startsWith("*")) note(`${from(target)} *`);
    else for (const [, name] of names.matchAll(/(?:^\{|,)\s*(?:type\s+)?(\w+)/g)) note(`${from(target)} ${name}`);
  }
  for (const [, target = ""] of text.matchAll(/\bimport\(\s*"(\.[^"]+)"\s*\)/g)) note(`${from(target)} *`);
}

const exported = files.filter(isShipped).flatMap((path) =>
  [
    // What a template says is a text, not an export.
    ...textOf
      .get(path)!
      .replaceAll(/`[^`]*`/g, "")
      .matchAll(/^export (?:abstract |async |declare )*(?:const|let|function\*?|class|interface|type) (\w+)/gm),
  ].map(([, name = ""]) => ({ path, name, key: `${path} ${name}` })),
);

const usersOf = ({ path, name }: { path: string; name: string }) => [
  ...(importers.get(`${path} ${name}`) ?? []),
  ...(importers.get(`${path} *`) ?? []),
];

test("whatever is exported is imported by another file", () => {
  expect(exported.length).toBeGreaterThan(2_500);
  const unused = exported.filter((one) => usersOf(one).length === 0).map(({ key }) => key);
  expect(unused.filter((key) => !Object.hasOwn(byOthers, key))).toEqual([]);
  expect(Object.keys(byOthers).filter((key) => !unused.includes(key))).toEqual([]);
});

test("what only tests ask for is a test's own, and lies in test/", () => {
  const idle = exported.filter((one) => {
    const users = usersOf(one);
    const own = textOf.get(one.path)!.match(new RegExp(`\\b${one.name}\\b`, "g")) ?? [];
    return users.length > 0 && !users.some(isShipped) && own.length === 1;
  });
  const keys = idle.map(({ key }) => key);
  expect(keys.filter((key) => !Object.hasOwn(forTestsAlone, key))).toEqual([]);
  expect(Object.keys(forTestsAlone).filter((key) => !keys.includes(key))).toEqual([]);
});
