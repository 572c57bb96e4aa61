// How the sources become one file of JavaScript: the options every bundle shares. Used by the build, the docs and the bench.

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { withGuardedPatterns } from "./guarded-patterns.mjs";
import { withLateConstants } from "./late-constants.mjs";

export const root = fileURLToPath(new URL("..", import.meta.url));
const require = createRequire(import.meta.url);

/** Loaded when first used: they cost milliseconds, and most commands need none of them. Only their functions are there. */
const LAZY_PACKAGES = [
  "yaml",
  "node:crypto",
  "node:child_process",
  "node:os",
  "node:timers/promises",
  "node:util",
  "node:v8",
  "node:vm",
];
/** The same, of what no start and no hook's process runs. */
export const LAZY_IN_COMMANDS = [
  "src/conversation/project-transcripts.ts",
  "src/conversation/session-turns.ts",
  "src/recall/recall-transcripts.ts",
  "src/search/door/door.ts",
  "src/summary/recall-whole.ts",
  "src/views/keep-views.ts",
];
export const LAZY_SOURCES = [
  "src/guard/redact.ts",
  "src/guard/secret-sieve.ts",
  "src/guard/one-line.ts",
  "src/guard/index-line.ts",
  "src/format/yaml.ts",
  "src/text/blockers.ts",
  "src/disk/sync-together.ts",
  "src/store/door.ts",
  "src/store/settle.ts",
  "src/store/erase.ts",
  "src/person/sheet-lines.ts",
  "src/search/rank/snippet.ts",
  "src/session/usage.ts",
  "src/views/pointers.ts",
  "src/workspace/relations.ts",
  ...LAZY_IN_COMMANDS,
];
for (const file of LAZY_SOURCES)
  if (!existsSync(join(root, file))) throw new Error(`${file} is loaded late, and is not there`);
/** A native module cannot be bundled; only the bench uses one. */
const NATIVE = ["@photostructure/sqlite"];

/**
 * Returns esbuild's result with the output in memory. `format` is "cjs" or "esm"; `contents` is a text instead of a file.
 * `atOnce`: files that are loaded with who asks for them, though others load them late. `isBrief`: a program that is read
 * anew each time and asks for most of what it has: its patterns have no words beside them, and its names are short.
 */
export function bundle({ entry, contents, format, define = {}, plugins = [], atOnce = [], isBrief = false }) {
  return build({
    absWorkingDir: root,
    ...(contents === undefined ? { entryPoints: [entry] } : { stdin: { contents, resolveDir: root } }),
    outfile: "out.js",
    write: false,
    metafile: true,
    bundle: true,
    external: NATIVE,
    platform: "node",
    target: "node20",
    format,
    // No native import(): a cached script has no loader for it, and our own modules are in the bundle anyway. Every Node that
    // runs this knows classes of Unicode: a pattern with one stays a literal, and is not made anew at each call.
    supported: { "dynamic-import": false, "regexp-unicode-property-escapes": true },
    minifyWhitespace: true,
    minifySyntax: true,
    minifyIdentifiers: isBrief,
    // Node prints the whole line of an uncaught error.
    lineLimit: 160,
    // Names of files are in the output: they must be the same where node_modules is a link.
    preserveSymlinks: true,
    legalComments: "none",
    define,
    logLevel: "warning",
    plugins: [...plugins, sources(atOnce, isBrief), onlyEnglish, noElicitation, wantedMessages, lazyModules(atOnce)],
    ...(format === "esm" ? { banner: { js: ESM_BANNER } } : {}),
  });
}

const ESM_BANNER = 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';

/** esbuild drops the unused parts of zod only where it is imported as a namespace: 130 kB instead of 580. */
const sources = (atOnce, isBrief) => ({
  name: "sources",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/, namespace: "file" }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      const named = text.replace(/^import \{ z \} from "[./]*model\/schema\.ts";$/m, 'import * as z from "zod";');
      return {
        contents: importedAtOnce(isBrief ? withLateConstants(named) : lately(named, path), path, atOnce),
        loader: "ts",
      };
    });
  },
});

/** What is imported late there and in this bundle is always needed: a function of its own would only be in the way. */
function importedAtOnce(text, path, atOnce) {
  const lines = [];
  const after = text.replace(/\bimport\("(\.[^"]+)"\)/g, (late, from) => {
    if (!atOnce.includes(sourceAt(dirname(path), from))) return late;
    lines.push(`import * as atOnce${lines.length} from "${from}";\n`);
    return `Promise.resolve(atOnce${lines.length - 1})`;
  });
  return lines.join("") + after;
}

/** As it is named in here. */
export function sourceAt(folder, path) {
  return relative(root, join(folder, path)).replaceAll("\\", "/");
}

/** Secrets are sieved by rows of its own, which ask what each pattern is. */
const UNGUARDED = "src/guard/";
const GUARD = join(root, "src/text/guarded-pattern.ts");
/** The same file is in many bundles. */
const lateTexts = new Map();
function lately(text, path) {
  const known = lateTexts.get(path);
  if (known?.text === text) return known.late;
  const guarded = sourceAt(root, path).startsWith(UNGUARDED) ? text : withGuardedPatterns(text, importOf(GUARD, path));
  const late = withLateConstants(guarded);
  if (known === undefined) lateTexts.set(path, { text, late });
  return late;
}

function importOf(file, from) {
  const path = relative(dirname(from), file).replaceAll("\\", "/");
  return path.startsWith(".") ? path : `./${path}`;
}

/** Zod's messages in fifty languages are never shown: input errors have sentences of their own. */
const onlyEnglish = {
  name: "only-english",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js";',
      loader: "js",
    }));
  },
};

/** The MCP SDK brings a JSON Schema validator for forms that a server puts to a person. Cairn puts none. */
const noElicitation = {
  name: "no-elicitation",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]sdk[\\/].*[\\/]validation[\\/]ajv-provider\.js$/ }, () => ({
      contents: "export class AjvJsonSchemaValidator {}",
      loader: "js",
    }));
  },
};

/** The MCP SDK makes a schema for every message there is. Marked as free of effects, those nobody asks for are left out. */
const wantedMessages = {
  name: "wanted-messages",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]sdk[\\/]dist[\\/]esm[\\/]types\.js$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      return { contents: text.replace(CONSTANT, "$1 = /* @__PURE__ */ (() => ($2))();"), loader: "js" };
    });
  },
};

/** A constant of the module, up to the start of whatever comes next. */
const CONSTANT = /^((?:export )?const \w+) = ([\s\S]*?);$(?=\n(?:export |const |function |class |\/[*/]|$))/gm;

const lazyModules = (atOnce) => ({
  name: "lazy-modules",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^(${LAZY_PACKAGES.join("|")})$`) }, ({ path, kind, importer }) =>
      kind === "require-call" || isOfTests(importer) ? undefined : lazily(path),
    );
    onResolve({ filter: /^\..*\.ts$/ }, ({ path, kind, resolveDir }) => {
      const file = sourceAt(resolveDir, path);
      const isLate = kind === "import-statement" && LAZY_SOURCES.includes(file) && !atOnce.includes(file);
      return isLate ? lazily(`./${file}`) : undefined;
    });
    onLoad({ filter: /.*/, namespace: "lazy" }, async ({ path }) => {
      const names = path.startsWith(".") ? await functionsIn(join(root, path)) : functionsOf(require(path));
      const lines = names.map((name) => `export const ${name} = /* @__PURE__ */ late(${JSON.stringify(name)});`);
      return { contents: `${late(path)}\n${lines.join("\n")}`, loader: "js", resolveDir: root };
    });
  },
});

/** They start nothing in a hurry, and may ask for what a function has besides being called, as `promisify` does. */
function isOfTests(importer) {
  return /^(?:test|bench)[\\/]/.test(relative(root, importer));
}

function lazily(path) {
  return { path, namespace: "lazy", sideEffects: false };
}

function functionsOf(module) {
  return Object.keys(module).filter((name) => typeof module[name] === "function" && name !== "default");
}

async function functionsIn(path) {
  const text = await readFile(path, "utf8");
  return Array.from(text.matchAll(/^export (?:async )?function (\w+)/gm), ([, name]) => name);
}

const late = (path) => `
let loaded;
/* @__NO_SIDE_EFFECTS__ */
function late(name) {
  return function (...given) {
    loaded ??= require(${JSON.stringify(path)});
    const real = loaded[name];
    return new.target ? Reflect.construct(real, given) : real.apply(this, given);
  };
}`;
