// One program in two bundles: what some commands need at once, and everything else, which is loaded when something of it is
// first wanted. A module is in one of the two only, and both see the same one: what the other part has is required by the
// name `cairn:<file>`, which the launcher looks up (two-parts.ts).

import { relative } from "node:path";
import { bundle, root } from "./bundle.mjs";

const ELSEWHERE = "cairn:";

/** `early`: the modules to begin with; what they import is early too, what they `import()` is not. */
export async function bundleInTwo({ entry, early, define }) {
  const { inputs } = (await bundle({ contents: offering([entry, ...early]), format: "cjs", define })).metafile;
  const inFirst = importedBy(early, inputs);
  const known = Object.keys(inputs);
  const first = known.filter((file) => isModule(file) && inFirst.has(file));
  const second = known.filter((file) => isModule(file) && !inFirst.has(file));
  const crossing = (from, to) => wanted(from, inputs).filter((file) => to.includes(file));
  const parts = [
    { has: crossing(second, first).concat(early), others: second },
    { has: [entry, ...crossing(first, second)], others: first },
  ];
  return Promise.all(
    parts.map(({ has, others }) =>
      bundle({ contents: offering(unique(has)), format: "cjs", define, plugins: [requiredBy(new Set(others))] }),
    ),
  );
}

function unique(names) {
  return [...new Set(names)].sort();
}

/** A file of ours, or of a package; not one of the build's own. */
function isModule(file) {
  return !file.startsWith("lazy:");
}

function importedBy(files, inputs) {
  const found = new Set(files);
  for (const file of found) {
    for (const { path, kind } of inputs[file]?.imports ?? []) if (kind === "import-statement") found.add(path);
  }
  return found;
}

/** Whatever these files may come to load, one step away; what is loaded late stands one step further. */
function wanted(files, inputs) {
  const next = (file) => (inputs[file]?.imports ?? []).map(({ path }) => path);
  return files.flatMap(next).flatMap((file) => (file.startsWith("lazy:") ? next(file) : [file]));
}

function offering(files) {
  const lines = files.map((file) => `  ${JSON.stringify(file)}: () => require(${JSON.stringify(`./${file}`)}),`);
  return `export const modules = {\n${lines.join("\n")}\n};\n`;
}

function requiredBy(others) {
  return {
    name: "the-other-part",
    setup({ onResolve, resolve }) {
      onResolve({ filter: /./ }, async ({ path, pluginData, ...given }) => {
        if (given.kind === "entry-point" || pluginData === others || path.startsWith("node:")) return undefined;
        const { resolveDir, kind, importer, namespace } = given;
        const found = await resolve(path, { resolveDir, kind, importer, namespace, pluginData: others });
        if (found.errors.length > 0 || found.namespace !== "file") return undefined;
        const file = relative(root, found.path).replaceAll("\\", "/");
        return others.has(file) ? { path: `${ELSEWHERE}${file}`, external: true } : undefined;
      });
    },
  };
}
