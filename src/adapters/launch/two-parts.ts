/**
 * A program in two bundles: what it needs at once, and the rest, which is loaded when something of it is first wanted. A
 * module is in one of the two, and both see the same one: see scripts/two-parts.mjs.
 */

import { type Bundle, type Loaded, loadBundle, type Requires } from "./code-cache.ts";

/** How a module of the other part is asked for: this, and the path of its source. */
const ELSEWHERE = "cairn:";

interface Part {
  readonly modules: Readonly<Record<string, (() => unknown) | undefined>>;
}

/** `entry` is the module that is the program. */
export function loadInTwo<Exports>(early: Bundle, late: Bundle, entry: string): Loaded<Exports> {
  const loaded = [loadBundle<Part>(early)];
  const parts: Part[] = [];
  const known = new Map<string, unknown>();

  function run(require: Requires): Exports {
    const requires: Requires = (name) =>
      name.startsWith(ELSEWHERE) ? moduleAt(name.slice(ELSEWHERE.length)) : require(name);
    const moduleAt = (source: string): unknown => {
      if (!known.has(source)) known.set(source, offered(source)());
      return known.get(source);
    };
    const offered = (source: string): (() => unknown) => {
      const offers = parts.find(({ modules }) => Object.hasOwn(modules, source))?.modules[source];
      if (offers !== undefined) return offers;
      if (parts.length > 1) throw new Error(`${source} is in no part of the program: build it again.`);
      loadLate(requires);
      return offered(source);
    };
    parts.push(loaded[0]!.run(requires));
    return moduleAt(entry) as Exports;
  }

  function loadLate(requires: Requires): void {
    const rest = loadBundle<Part>({ ...late, command: `${late.command}.late` });
    loaded.push(rest);
    parts.push(rest.run(requires));
  }

  async function keep(): Promise<void> {
    for (const one of loaded) await one.keep();
  }

  return { run, keep };
}
