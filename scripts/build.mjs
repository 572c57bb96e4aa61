// Makes dist/: the program, its bundle, git's merge driver, the library with its types, the plugin with its parts, and the licences of what is bundled.
// The same sources give the same bytes, and files that did not change are left alone.

import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { bundle, LAZY_IN_COMMANDS, LAZY_SOURCES, root } from "./bundle.mjs";
import { libraryTypes } from "./library-types.mjs";
import { bundleInParts } from "./parts.mjs";
import { plainProgram } from "./plain.mjs";
import { thirdParty } from "./third-party.mjs";

const dist = join(root, "dist");

/** What a session's start and a plain list load is apart, and what a question and a prompt need beside it: such a process does not read the rest. */
const ENTRIES = {
  hook: "src/adapters/plugin/hook-command.ts",
  list: "src/adapters/cli/plain-list.ts",
  recall: "src/adapters/cli/plain-recall.ts",
  tidy: "src/adapters/cli/tidy.ts",
  other: "src/adapters/plugin/entry.ts",
};
const PARTS = {
  early: [
    ENTRIES.hook,
    ENTRIES.list,
    ENTRIES.tidy,
    "src/hosts/claude-code/moments.ts",
    "src/hosts/claude-code/install-state.ts",
    "src/hosts/codex/moments.ts",
    "src/hosts/copilot-cli/moments.ts",
    "src/hosts/gemini-cli/moments.ts",
    "src/hosts/opencode/moments.ts",
    "src/session/session.ts",
    "src/views/workspace/keep.ts",
    // Not all of them run at a start; where one does, the rest of the program is not to be read for it.
    ...LAZY_SOURCES.filter((file) => !LAZY_IN_COMMANDS.includes(file)),
  ],
  recall: [ENTRIES.recall, "src/search/files/search-desk.ts"],
  prompt: ["src/session/prompt.ts", "src/session/asking.ts", "src/search/door/door.ts"],
};

const OTHER_HOSTS = ["codex", "copilot-cli", "gemini-cli", "opencode"].map((name) => `src/hosts/${name}/moments.ts`);

/** What a hook that may be told a memory runs only where it is. */
const LATE_WHERE_SHOWN = [
  "src/guard/redact.ts",
  "src/guard/secret-sieve.ts",
  "src/guard/one-line.ts",
  "src/format/yaml.ts",
  "src/text/blockers.ts",
  "src/session/asking.ts",
  "src/search/rank/snippet.ts",
  "src/hosts/claude-code/moments.ts",
  ...OTHER_HOSTS,
];

/** Commands as they are mostly typed, each in one small file; the parts answer whatever such a file leaves to them. */
const PLAIN = {
  start: {
    entry: "src/adapters/plugin/plain-hook.ts",
    late: [
      "src/guard/redact.ts",
      "src/guard/secret-sieve.ts",
      "src/guard/one-line.ts",
      "src/guard/index-line.ts",
      "src/text/blockers.ts",
      "src/person/sheet-lines.ts",
      "src/views/pointers.ts",
      "src/workspace/relations.ts",
      "src/store/settle.ts",
      ...OTHER_HOSTS,
    ],
    atOnce: [
      "src/session/session.ts",
      "src/session/usage.ts",
      "src/hosts/claude-code/moments.ts",
      "src/hosts/claude-code/install-state.ts",
      "src/views/workspace/keep.ts",
    ],
  },
  prompt: {
    entry: "src/adapters/plugin/plain-hook.ts",
    late: LATE_WHERE_SHOWN,
    atOnce: [
      "src/session/prompt.ts",
      "src/search/files/search-desk.ts",
      "src/search/door/door.ts",
      "src/session/usage.ts",
    ],
  },
  tool: {
    entry: "src/adapters/plugin/plain-hook.ts",
    late: [
      ...LATE_WHERE_SHOWN,
      "src/session/at-tool.ts",
      "src/search/files/search-desk.ts",
      "src/search/door/door.ts",
      "src/session/usage.ts",
    ],
    atOnce: ["src/session/tools.ts"],
  },
  list: {
    entry: ENTRIES.list,
    // After the answer what was read is kept, where there was much of it: under the lock.
    late: ["src/guard/redact.ts", "src/guard/secret-sieve.ts", "src/disk/sync-together.ts", "src/store/door.ts"],
    atOnce: ["src/store/settle.ts"],
  },
  recall: {
    entry: ENTRIES.recall,
    late: [
      "src/guard/redact.ts",
      "src/guard/secret-sieve.ts",
      "src/disk/sync-together.ts",
      "src/guard/one-line.ts",
      "src/search/door/door.ts",
    ],
    atOnce: ["src/search/files/search-desk.ts", "src/search/rank/snippet.ts", "src/session/usage.ts"],
  },
};

const PART_FILES = { early: "hook.cjs", recall: "recall.cjs", prompt: "prompt.cjs", late: "rest.cjs" };
const PLAIN_FILES = {
  start: "plain-start.cjs",
  prompt: "plain-prompt.cjs",
  tool: "plain-tool.cjs",
  list: "plain-list.cjs",
  recall: "plain-recall.cjs",
};

export async function buildAll() {
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const define = { CAIRN_VERSION: JSON.stringify(version) };
  const [whole, library, merge, { bundles: made, nameOf }] = await Promise.all([
    bundle({ entry: ENTRIES.other, format: "cjs", define }),
    bundle({ entry: "src/library.ts", format: "esm", define }),
    bundle({ entry: "src/adapters/merge/entry.ts", format: "cjs", define }),
    bundleInParts({ entry: ENTRIES.other, parts: PARTS, rest: "late", define }),
  ]);
  const begin = await bundle({
    entry: "src/adapters/launch/begin.ts",
    format: "cjs",
    isBrief: true,
    define: {
      CAIRN_FIRST_WORDS: await saidBySources(FIRST_WORDS, define),
      CAIRN_HELP: await saidBySources(HELP, define),
    },
  });
  const texts = mapped({ whole, ...made }, (one) => wrapped(textOf(one)));
  const plain = {};
  for (const [name, one] of Object.entries(PLAIN))
    plain[name] = wrapped(textOf(await plainProgram({ ...one, define })));
  const entries = JSON.stringify(mapped(ENTRIES, nameOf));
  const program = (folder, more = {}) => {
    const inFolder = (names) => mapped(names, (name) => `${folder}${name}`);
    const named = (paths, of = texts) => mapped(paths, (path, part) => [path, hashOf(of[part])]);
    const bundles = JSON.stringify({
      parts: named(inFolder(PART_FILES)),
      plain: named(inFolder(PLAIN_FILES), plain),
      ...named(more),
    });
    return bundle({
      entry: "src/adapters/launch/launch.ts",
      format: "cjs",
      define: { ...define, CAIRN_ENTRIES: entries, CAIRN_BUNDLES: bundles },
      plugins: [beginsIn(`./${folder}begin.cjs`)],
      isBrief: true,
    });
  };
  const [inPackage, inPlugin] = await Promise.all([program("plugin/", { whole: "cli.cjs" }), program("")]);
  await writeAll({
    "cairn.cjs": { text: `#!/usr/bin/env node\n${textOf(inPackage)}`, mode: 0o755 },
    "cli.cjs": { text: texts.whole },
    "merge.cjs": { text: textOf(merge) },
    "library.mjs": { text: textOf(library) },
    "types/library.d.ts": { text: await libraryTypes() },
    "THIRD-PARTY.md": {
      text: await thirdParty([whole, library, merge, begin, inPackage].map(({ metafile }) => metafile)),
    },
    ...(await pluginFiles({
      version,
      licences: await thirdParty([...Object.values(made), merge, begin, inPlugin].map(({ metafile }) => metafile)),
      programs: {
        "cairn.cjs": textOf(inPlugin),
        "begin.cjs": textOf(begin),
        ...Object.fromEntries(Object.entries(PART_FILES).map(([part, name]) => [name, texts[part]])),
        ...Object.fromEntries(Object.entries(PLAIN_FILES).map(([command, name]) => [name, plain[command]])),
        "merge.cjs": textOf(merge),
      },
    })),
  });
}

/** What the launcher does where it has more to do than to tell lies beside it. */
function beginsIn(path) {
  return {
    name: "begins-in",
    setup({ onResolve }) {
      onResolve({ filter: /^\.\/(?:begin|keep-code)\.ts$/ }, () => ({ path, external: true }));
    },
  };
}

function mapped(record, change) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
}

/** What the launcher says by itself: what the server says to every client, and the help. */
const FIRST_WORDS = `import("./src/adapters/mcp/first-words.ts").then((file) => file.firstWords())`;
const HELP = `import("./src/operations/help.ts").then(({ help }) => help.run({})).then(({ text }) => text)`;

/** As the sources themselves say it, in JSON. Not by a static import: in a bundle, zod is ready only for what is loaded later. */
async function saidBySources(promised, define) {
  const text = textOf(await bundle({ contents: `export const words = ${promised};`, format: "cjs", define }));
  const module = { exports: {} };
  new Function("require", "module", "exports", text)(createRequire(import.meta.url), module, module.exports);
  return JSON.stringify(await module.exports.words);
}

/** The plugin as a host installs it: what lies in plugin/, the program and its parts, and a marketplace to find it by. */
async function pluginFiles({ version, licences, programs }) {
  const source = join(root, "plugin");
  const entries = await readdir(source, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  const texts = await Promise.all(paths.map((path) => readFile(path, "utf8")));
  const copied = paths.map((path, n) => {
    const name = relative(source, path).replaceAll("\\", "/");
    const target = name === "marketplace.json" ? ".claude-plugin/marketplace.json" : `plugin/${name}`;
    return [target, { text: texts[n].replaceAll('"0.0.0"', JSON.stringify(version)) }];
  });
  return {
    ...Object.fromEntries(copied),
    "plugin/LICENSE": { text: await readFile(join(root, "LICENSE"), "utf8") },
    "plugin/THIRD-PARTY.md": { text: licences },
    ...Object.fromEntries(Object.entries(programs).map(([name, text]) => [`plugin/${name}`, { text }])),
  };
}

/**
 * ASCII only, so that it is read without decoding. What esbuild leaves of other characters stands in regular expressions,
 * where an escape means the same. No path of the machine it was built on.
 */
function textOf({ outputFiles: [file] }) {
  if (file.text.includes(root.slice(0, -1))) throw new Error("a bundle names the folder it was built in");
  return file.text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/**
 * As the program loads it: one function expression, so that it need not be put together at every start. Zod is told not
 * to write and compile a parser for each schema, which pays only after thousands of uses.
 */
function wrapped(text) {
  return `(function (require, module, exports) {globalThis.__zod_globalConfig = { jitless: true };\n${text}})\n`;
}

function hashOf(text) {
  return createHash("sha256").update(text).digest("hex");
}

/** Each file is whole at every moment: tests and sessions may be running from dist/. */
async function writeAll(files) {
  for (const [name, { text, mode = 0o644 }] of Object.entries(files)) {
    const path = join(dist, name);
    if ((await readFile(path, "utf8").catch(() => undefined)) === text) continue;
    await mkdir(dirname(path), { recursive: true });
    const temp = `${path}.${process.pid}.tmp`;
    await writeFile(temp, text, { mode });
    await rename(temp, path);
  }
  for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    const stale = entry.isFile() && !Object.hasOwn(files, relative(dist, path).replaceAll("\\", "/"));
    if (stale && !entry.name.endsWith(".tmp")) await rm(path);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await buildAll();
