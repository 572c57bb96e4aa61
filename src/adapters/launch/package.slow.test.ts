import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

/** S16: what is published is what the sources say, has no code that runs at install, and is the same however often it is made. */

const place = mkdtempSync(join(tmpdir(), "cairn-package-"));
afterAll(() => rmSync(place, { recursive: true }));

/** A copy of what a build needs, in a folder of another name. */
function copyOf(name: string): string {
  const folder = join(place, name);
  for (const path of [
    "src",
    "plugin",
    "scripts",
    "docs",
    "LICENSE",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
  ])
    cpSync(path, join(folder, path), { recursive: true });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  execFileSync(process.execPath, ["scripts/build.mjs"], { cwd: folder, stdio: "inherit" });
  return folder;
}

function pack(folder: string): string {
  const [{ filename }] = JSON.parse(
    execFileSync("npm", ["pack", "--json", "--pack-destination", folder], {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }),
  );
  const hash = createHash("sha256")
    .update(readFileSync(join(folder, filename)))
    .digest("hex");
  rmSync(join(folder, filename));
  return hash;
}

let folders: string[];
beforeAll(() => {
  folders = [copyOf("one"), copyOf("another-place")];
});

test("building twice, in different folders, gives the same bytes", () => {
  const [one, another] = folders.map((folder) => {
    const files = readdirSync(join(folder, "dist"), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    const paths = files.map((entry) => join(entry.parentPath ?? entry.path, entry.name)).sort();
    return paths.map((path) => [
      path.slice(folder.length),
      createHash("sha256").update(readFileSync(path)).digest("hex"),
    ]);
  });
  expect(one).toEqual(another);
  expect(one?.length).toBeGreaterThan(5);
});

test("packing gives the same hash every time", () => {
  const [one, another] = folders as [string, string];
  const hash = pack(one);
  expect(pack(one)).toBe(hash);
  expect(pack(another)).toBe(hash);
});

test("nothing runs when the package is installed, and nothing has to be compiled or fetched", () => {
  const { scripts, dependencies, optionalDependencies, bundledDependencies, gypfile } = JSON.parse(
    readFileSync("package.json", "utf8"),
  );
  const lifecycle = [
    "preinstall",
    "install",
    "postinstall",
    "prepare",
    "prepublish",
    "prepublishOnly",
    "prepack",
    "postpack",
    "dependencies",
  ];
  expect(Object.keys(scripts).filter((name) => lifecycle.includes(name))).toEqual([]);
  expect([dependencies, optionalDependencies, bundledDependencies, gypfile]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  const files = readdirSync(join(folders[0]!, "dist"), { recursive: true }).map(String);
  expect(files.filter((name) => /\.(node|wasm|so|dylib|dll|map)$/.test(name))).toEqual([]);
});

test("no file of the package names the machine it was made on, and every bundled package has its licence there", () => {
  const dist = join(folders[0]!, "dist");
  for (const name of [
    "cairn.cjs",
    "cli.cjs",
    join("plugin", "begin.cjs"),
    join("plugin", "hook.cjs"),
    join("plugin", "plain-start.cjs"),
    join("plugin", "plain-prompt.cjs"),
    join("plugin", "plain-tool.cjs"),
    join("plugin", "plain-list.cjs"),
    join("plugin", "plain-recall.cjs"),
    join("plugin", "prompt.cjs"),
    join("plugin", "recall.cjs"),
    join("plugin", "rest.cjs"),
    "library.mjs",
    join("types", "library.d.ts"),
    "THIRD-PARTY.md",
  ]) {
    const text = readFileSync(join(dist, name), "utf8");
    expect([name, text.includes(place), text.includes(resolve("."))]).toEqual([name, false, false]);
  }
  const licences = readFileSync(join(dist, "THIRD-PARTY.md"), "utf8");
  for (const name of ["zod", "yaml", "@modelcontextprotocol/sdk"]) expect(licences).toContain(`## ${name} `);
});
