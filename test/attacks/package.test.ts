/** What is published: no scripts that run at installation, no native code, and one place that reaches the network (S16). */

import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { program } from "../support/program.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

test("installing it runs nothing and brings nothing", () => {
  const scripts = Object.keys(manifest.scripts);
  expect(
    scripts.filter((name) => /^(?:pre|post)|^(?:install|prepare|prepack|publish|dependencies)/.test(name)),
  ).toEqual([]);
  expect(manifest.dependencies ?? {}).toEqual({});
  expect(manifest.optionalDependencies ?? {}).toEqual({});
  expect(manifest.gypfile ?? false).toBe(false);
});

const programs = (readdirSync(dirname(program()), { recursive: true }) as string[]).sort();
const codes = programs.filter((name) => /\.(?:cjs|mjs|js)$/.test(name));
const textOf = (name: string) => readFileSync(join(dirname(program()), name), "utf8");

test("the program is text: no native module, and nothing that runs what it is given", () => {
  const isFolder = (name: string) => statSync(join(dirname(program()), name)).isDirectory();
  const isText = /\.(?:cjs|mjs|js|md|json|d\.ts)$|(?:^|\/)LICENSE$/;
  expect(programs.filter((name) => !isText.test(name) && !isFolder(name))).toEqual([]);
  for (const name of codes) expect({ name, found: /\beval\(/.exec(textOf(name))?.[0] }).toEqual({ name });
});

test("it listens nowhere, and asks elsewhere at one place: where a person lets a model draft", () => {
  const NETWORK = /require\("(?:node:)?(?:http|https|net|tls|dgram|dns|http2)"\)/g;
  for (const name of codes) {
    const found = [...textOf(name).matchAll(NETWORK)].map(([words]) => words).sort();
    const asks = ['require("node:http")', 'require("node:https")'];
    expect({ name, found: found.length === 0 ? asks : found }).toEqual({ name, found: asks });
    expect({ name, found: /\bcreateServer\(|\bfetch\("/.exec(textOf(name))?.[0] }).toEqual({ name });
  }
  const sources = readdirSync(join(root, "src"), { recursive: true }) as string[];
  const asking = sources.filter((name) => /\.ts$/.test(name) && !/\.test\.ts$/.test(name)).filter(reachesOut);
  expect(asking).toEqual([join("capture", "scribe", "http.ts")]);
});

function reachesOut(name: string): boolean {
  return /(?:from|import\() ?"node:(?:http|https|net|tls|dgram|dns|http2)"/.test(
    readFileSync(join(root, "src", name), "utf8").replace(/^import type .*$/gm, ""),
  );
}
