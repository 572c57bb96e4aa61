/** Pages name files: each is there, comes with the package where the README names it, and ARCHITECTURE's walks stay short. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
const sources = (readdirSync(join(root, "src"), { recursive: true }) as string[]).map((path) =>
  path.replaceAll("\\", "/"),
);
const named = (text: string) => [...text.matchAll(/`([\w./-]+\.ts)`/g)].map(([, path = ""]) => path);

/** By the end of its path, as a reader would look for it. */
function isThere(path: string): boolean {
  const inSource = sources.some((source) => source === path || source.endsWith(`/${path}`));
  return inSource || (/^(test|bench)\//.test(path) && existsSync(join(root, path)));
}

test("every file ARCHITECTURE names is there", () => {
  const files = [...new Set(named(page))];
  expect(files.length).toBeGreaterThan(80);
  expect(files.filter((path) => !isThere(path))).toEqual([]);
});

test("every room of src stands in the tree, and no other", () => {
  const [, tree = ""] = /```\n(src\/[\s\S]*?)```/.exec(page) ?? [];
  const inTree = [...tree.matchAll(/(?<=^ {2}|\s)([a-z]+)\/(?=[ \n])/gm)].map(([, name = ""]) => name);
  const rooms = readdirSync(join(root, "src"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && readdirSync(join(root, "src", entry.name)).length > 0)
    .map(({ name }) => name);
  expect(rooms.filter((name) => !inTree.includes(name))).toEqual([]);
});

const walks = [
  { name: "A memory being remembered", most: 26 },
  { name: "A prompt getting its memories", most: 22 },
  { name: "A session becoming memories", most: 36 },
];

test.each(walks)("the walk “$name” crosses at most $most files", ({ name, most }) => {
  const [, walk = ""] = new RegExp(`\\*\\*${name}\\*\\*([\\s\\S]*?)\\n\\n`).exec(page) ?? [];
  const files = new Set(named(walk));
  expect(files.size).toBeGreaterThan(10);
  expect(files.size).toBeLessThanOrEqual(most);
});

/** Who enters files by a table: which one depends on what was asked for. */
const TABLES = [
  "operations/registry.ts",
  "adapters/registry.ts",
  "hosts/claude-code/host.ts",
  "hosts/claude-code/records.ts",
];
/** Begun by the host, by a person, or by what every part is handed. */
const BEGINNINGS = [
  "adapters/mcp/server.ts",
  "session/answer.ts",
  "search/files/search-desk.ts",
  "person/plan-person.ts",
];

function importsOf(path: string): string[] {
  const text = readFileSync(join(root, "src", path), "utf8");
  const named = [...text.matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)].map(([, name = ""]) => name);
  return named.map((name) => join(path, "..", name).replaceAll("\\", "/"));
}

test.each(walks)("on the walk “$name” each file is entered by one before it", ({ name }) => {
  const [, walk = ""] = new RegExp(`\\*\\*${name}\\*\\*([\\s\\S]*?)\\n\\n`).exec(page) ?? [];
  const files = named(walk).flatMap((end) => {
    const meant = sources.filter((source) => source === end || source.endsWith(`/${end}`));
    return meant.length === 1 ? meant : [];
  });
  const lost = files.filter((file, n) => {
    const before = [...files.slice(0, n), ...TABLES];
    return n > 0 && !BEGINNINGS.includes(file) && !before.some((one) => importsOf(one).includes(file));
  });
  expect(lost).toEqual([]);
});

test("whatever page README links to is there, and comes with the package; it links to those a newcomer needs", () => {
  const packed: readonly string[] = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).files;
  const isPacked = (path: string) =>
    packed.some((one) => path === one || (one === "docs/*.md" && /^docs\/[\w-]+\.md$/.test(path)));
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const links = [...readme.matchAll(/\]\(([\w./-]+)(?:#[\w-]+)?\)/g)].map(([, path = ""]) => path);
  expect(links).toEqual(expect.arrayContaining(["docs/guide.md", "docs/migrate.md", "plugin/README.md"]));
  expect(links.filter((path) => !existsSync(join(root, path)) || !isPacked(path))).toEqual([]);
});

test("the plugin's page names every command it has", () => {
  const page = readFileSync(join(root, "plugin", "README.md"), "utf8");
  const commands = readdirSync(join(root, "plugin", "commands")).map((file) => `/cairn:${file.replace(/\.md$/, "")}`);
  expect(commands.filter((name) => !page.includes(`| \`${name}\` |`))).toEqual([]);
});
