// A small program: one command as it is mostly typed, in a bundle of its own with what that runs and nothing else. It has no
// modules that are loaded late but those it names; whoever comes to another leaves it, and the whole program answers.

import { bundle, root, sourceAt } from "./bundle.mjs";

const LEAVING = "src/adapters/cli/leaving.ts";

/** `late`: what it has, and evaluates when it is first called. `atOnce`: what others load late, and this one always runs. */
export function plainProgram({ entry, late = [], atOnce = [], define }) {
  return bundle({ entry, format: "cjs", define, atOnce, plugins: [without(late, atOnce)] });
}

function without(late, atOnce) {
  const has = [...late, ...atOnce];
  return {
    name: "plain-program",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^(\.|yaml$)/ }, ({ path, kind, namespace, resolveDir }) => {
        const isLate = kind === "dynamic-import" || (kind === "require-call" && namespace === "lazy");
        return isLate && !has.includes(sourceAt(resolveDir, path)) ? { path, namespace: "elsewhere" } : undefined;
      });
      onLoad({ filter: /.*/, namespace: "elsewhere" }, ({ path }) => ({
        contents: `require("./${LEAVING}").leaveFor(${JSON.stringify(path)});`,
        resolveDir: root,
        loader: "js",
      }));
    },
  };
}
