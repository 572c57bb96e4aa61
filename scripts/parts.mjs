// One program in several bundles: what some commands need at once, what another needs beside that, and everything else. Each
// is loaded when something of it is first wanted. A module is in one part only, and all see the same one: what another part
// has is required by the name `cairn:<part>:<file>`, which the launcher looks up (parts.ts).

import { relative } from "node:path";
import { bundle, root } from "./bundle.mjs";

const ELSEWHERE = "cairn:";

/**
 * `parts`: by name, the modules each begins with; what they import is in the same part, unless it is in one before, and
 * what they `import()` is not. `rest` is the name of the part with all others.
 */
export async function bundleInParts({ entry, parts, rest, define }) {
  const begun = Object.entries(parts);
  const all = [entry, ...begun.flatMap(([, files]) => files)];
  const { inputs } = (await bundle({ contents: offering(all), format: "cjs", define })).metafile;
  const partOf = new Map();
  for (const [name, files] of begun)
    for (const file of importedBy(files, inputs)) if (!partOf.has(file)) partOf.set(file, name);
  for (const file of Object.keys(inputs)) if (isModule(file) && !partOf.has(file)) partOf.set(file, rest);
  const crossed = [...partOf].flatMap(([file, part]) =>
    wanted(file, inputs).filter((to) => partOf.has(to) && partOf.get(to) !== part),
  );
  const named = new Set([...all, ...crossed]);
  const made = [...begun.map(([name]) => name), rest].map(async (name) => {
    const has = [...named].filter((file) => partOf.get(file) === name).sort();
    return [name, await bundle({ contents: offering(has), format: "cjs", define, plugins: [elsewhere(name, partOf)] })];
  });
  const nameOf = (file) => `${partOf.get(file)}:${file}`;
  return { bundles: Object.fromEntries(await Promise.all(made)), nameOf };
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
  return [...found].filter((file) => isModule(file) && Object.hasOwn(inputs, file));
}

/** Whatever this file may come to load, one step away; what is loaded late stands one step further. */
function wanted(from, inputs) {
  const next = (file) => (inputs[file]?.imports ?? []).map(({ path }) => path);
  return next(from).flatMap((file) => (isModule(file) ? [file] : next(file)));
}

function offering(files) {
  const lines = files.map((file) => `  ${JSON.stringify(file)}: () => require(${JSON.stringify(`./${file}`)}),`);
  return `export const modules = {\n${lines.join("\n")}\n};\n`;
}

function elsewhere(own, partOf) {
  return {
    name: "other-parts",
    setup({ onResolve, resolve }) {
      onResolve({ filter: /./ }, async ({ path, pluginData, ...given }) => {
        if (given.kind === "entry-point" || pluginData === partOf || path.startsWith("node:")) return undefined;
        const { resolveDir, kind, importer, namespace } = given;
        const found = await resolve(path, { resolveDir, kind, importer, namespace, pluginData: partOf });
        if (found.errors.length > 0 || found.namespace !== "file") return undefined;
        const file = relative(root, found.path).replaceAll("\\", "/");
        const part = partOf.get(file) ?? own;
        return part === own ? undefined : { path: `${ELSEWHERE}${part}:${file}`, external: true };
      });
    },
  };
}
