/**
 * A program in several bundles, each of which is loaded when something of it is first wanted. A module is in one of them,
 * and all see the same one: see scripts/parts.mjs.
 */

import { type Bundle, type Loaded, loadBundle, type Requires } from "./code-cache.ts";

/** How a module of another part is asked for: this, the part's name, and the path of its source. */
const ELSEWHERE = "cairn:";

interface Part {
  readonly modules: Readonly<Record<string, (() => unknown) | undefined>>;
}

/** `entry` is the module that is the program, as `<part>:<path>`. */
export function loadInParts<Exports>(bundleOf: (part: string) => Bundle | undefined, entry: string): Loaded<Exports> {
  const loaded: Loaded<Part>[] = [];
  const parts = new Map<string, Part>();
  const known = new Map<string, unknown>();

  function run(require: Requires): Exports {
    const requires: Requires = (name) =>
      name.startsWith(ELSEWHERE) ? moduleAt(name.slice(ELSEWHERE.length)) : require(name);
    const moduleAt = (name: string): unknown => {
      if (!known.has(name)) known.set(name, offered(name)());
      return known.get(name);
    };
    const offered = (name: string): (() => unknown) => {
      const [, part = "", source = ""] = /^(\w+):(.*)$/.exec(name) ?? [];
      if (!parts.has(part)) load(part);
      const offers = parts.get(part)?.modules[source];
      if (offers === undefined) throw new Error(`${name} is in no part of the program: build it again.`);
      return offers;
    };
    const load = (part: string) => {
      const bundle = bundleOf(part);
      if (bundle === undefined) return;
      const one = loadBundle<Part>(loaded.length === 0 ? bundle : { ...bundle, command: `${bundle.command}.${part}` });
      loaded.push(one);
      parts.set(part, one.run(requires));
    };
    return moduleAt(entry) as Exports;
  }

  async function keep(): Promise<void> {
    for (const one of loaded) await one.keep();
  }

  return { run, keep };
}
