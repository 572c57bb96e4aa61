import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import {
  cargoManifest,
  goManifest,
  manifestsIn,
  npmManifest,
  pnpmWorkspace,
  pythonManifest,
  requirementsManifest,
} from "./manifests.ts";

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "cairn-manifests-")));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

test("package.json says what it is called, what it needs and where from", () => {
  const text = JSON.stringify({
    name: "@shop/web",
    description: "The shop",
    workspaces: { packages: ["packages/*"] },
    dependencies: { ui: "file:../ui", log: "git+https://git.example/acme/log.git#v1", zod: "^4", odd: 7 },
    devDependencies: { tool: "acme/tool" },
  });
  expect(npmManifest(text)).toEqual({
    name: "@shop/web",
    description: "The shop",
    parts: ["packages/*"],
    needs: [
      { name: "ui", path: "../ui" },
      { name: "log", git: "https://git.example/acme/log.git" },
      { name: "zod" },
      { name: "odd" },
      { name: "tool", git: "https://github.com/acme/tool" },
    ],
  });
  for (const broken of ["", "[]", "null", "{", '{"dependencies":[1],"workspaces":{"packages":"x"}}'])
    expect(npmManifest(broken)?.needs ?? []).toEqual([]);
});

test("pyproject.toml and requirements.txt do too", () => {
  const text = `
[project]
name = "Shop_Api" # the name
description = 'An # api'
dependencies = [
  "requests>=2", # pinned below
  "shop.core @ git+https://git.example/acme/core.git@main",
]
[tool.poetry.dependencies]
python = "^3.12"
local-lib = { path = "../lib", develop = true }
[tool.uv.workspace]
members = ["parts/*"]
`;
  expect(pythonManifest(text)).toEqual({
    name: "shop-api",
    description: "An # api",
    parts: ["parts/*"],
    needs: [
      { name: "requests" },
      { name: "shop-core", git: "https://git.example/acme/core.git" },
      { name: "local-lib", path: "../lib" },
    ],
  });
  const list = "# all\n-r other.txt\nflask==3 # web\n-e ../core#egg=core\n./near\nx @ file:///code/x\n";
  expect(requirementsManifest(list).needs).toEqual([
    { name: "flask" },
    { name: "core", path: "../core" },
    { name: "", path: "./near" },
    { name: "x", path: "/code/x" },
  ]);
});

test("go.mod and Cargo.toml do too", () => {
  const go =
    "module git.example/acme/api\n\nrequire (\n\tgit.example/acme/log v1.2.3 // indirect\n)\nrequire x.y/z v1\nreplace git.example/acme/log => ../log\n";
  expect(goManifest(go)).toEqual({
    name: "git.example/acme/api",
    parts: [],
    needs: [{ name: "git.example/acme/log" }, { name: "x.y/z" }, { name: "git.example/acme/log", path: "../log" }],
  });
  const cargo =
    '[package]\nname = "api"\n[dependencies]\nserde = "1"\ncore = { git = "https://git.example/acme/core", path = "../core" }\n[dev-dependencies.mock]\npath = "../mock"\n[workspace]\nmembers = ["crates/a"]\n';
  expect(cargoManifest(cargo)).toEqual({
    name: "api",
    parts: ["crates/a"],
    needs: [
      { name: "serde" },
      { name: "core", path: "../core", git: "https://git.example/acme/core" },
      { name: "mock", path: "../mock" },
    ],
  });
});

test("parts of a project are read, and nothing outside of it", () => {
  const outside = folderWith({ "package.json": '{"name":"outside"}' });
  const folder = folderWith({
    "package.json": '{"name":"whole","workspaces":["packages/*","../*","/","packages/a","gone/*"]}',
    "packages/a/package.json": '{"name":"a"}',
    "packages/node_modules/package.json": '{"name":"no"}',
    "packages/b/Cargo.toml": '[package]\nname = "b"',
    "packages/c/package.json": "{",
  });
  symlinkSync(outside, join(folder, "packages", "link"));
  expect(manifestsIn(folder).map(({ file, name }) => `${file} ${name}`)).toEqual([
    "package.json whole",
    "packages/a/package.json a",
    "packages/b/Cargo.toml b",
  ]);
  expect(manifestsIn(join(folder, "gone"))).toEqual([]);
});

test("whatever a manifest holds, it is read in little time and says plain values", () => {
  const bits = fc.constantFrom(
    "[",
    "]",
    "{",
    "}",
    '"',
    "'",
    "=",
    "#",
    "\\",
    ",",
    "\n",
    "dependencies",
    "a",
    ".",
    "(",
    ")",
    "require ",
    "replace ",
    "=> ../x",
    "-e ",
    "@ ",
    "[project]\n",
  );
  fc.assert(
    fc.property(fc.array(bits, { maxLength: 60 }), (parts) => {
      const text = parts.join("");
      for (const read of [npmManifest, pythonManifest, requirementsManifest, goManifest, cargoManifest]) {
        for (const { name, path = "", git = "" } of read(text)?.needs ?? [])
          expect(typeof (name + path + git)).toBe("string");
      }
    }),
  );
  const began = performance.now();
  for (const long of [
    'dependencies = [\n"a",\n'.repeat(40_000),
    `x = ${'"\'"'.repeat(200_000)}`,
    `a = [${"[".repeat(500_000)}`,
    "{".repeat(900_000),
  ]) {
    for (const read of [npmManifest, pythonManifest, requirementsManifest, goManifest, cargoManifest]) read(long);
  }
  expect(performance.now() - began).toBeLessThan(20_000);
});

test("packages under another name, of a workspace of pnpm and those nobody publishes are known for what they are", () => {
  const dependencies = { react: "npm:@shop/react@^1", plain: "npm:preact", ui: "workspace:*" };
  expect(npmManifest(JSON.stringify({ private: true, dependencies }))).toMatchObject({
    isPrivate: true,
    needs: [{ name: "@shop/react" }, { name: "preact" }, { name: "ui", isLocal: true }],
  });
  expect(
    pnpmWorkspace("packages:\n  # ours\n  - 'packages/*'\n  - \"apps/*\"\n  - '!**/x'\ncatalog:\n  - no\n"),
  ).toEqual({
    needs: [],
    parts: ["packages/*", "apps/*"],
  });
});
