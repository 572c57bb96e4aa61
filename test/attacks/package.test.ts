/** What is published: no scripts that run at installation, no native code, no network (S16). */

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

test("the program is text: no native module, no network, and nothing that runs what it is given", () => {
  const folder = dirname(program());
  const names = (readdirSync(folder, { recursive: true }) as string[]).sort();
  const isFolder = (name: string) => statSync(join(folder, name)).isDirectory();
  const isText = /\.(?:cjs|mjs|md|json|d\.ts)$|(?:^|\/)LICENSE$/;
  expect(names.filter((name) => !isText.test(name) && !isFolder(name))).toEqual([]);
  for (const name of names.filter((one) => /\.(?:cjs|mjs)$/.test(one))) {
    const text = readFileSync(join(folder, name), "utf8");
    expect({
      name,
      found: /\beval\(|require\("(?:node:)?(?:http|https|net|tls|dgram|dns|http2)"\)/.exec(text)?.[0],
    }).toEqual({ name });
  }
});
