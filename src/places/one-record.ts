/** Two records of one project made one: it keeps every name it ever had, and what others keep in either file. */

import type { ProjectRecord } from "./registry.ts";

/** Where both speak, `here` does; by what git the other was known it does not say. Roots stay each with its record. */
export function heir(here: ProjectRecord, other: ProjectRecord): ProjectRecord {
  const aliases = [...new Set([...here.aliases, other.key, ...other.aliases])].filter((alias) => alias !== here.key);
  const left = [...(here.left ?? []), ...(other.left ?? [])];
  const [firstSeen = here.firstSeen] = [other.firstSeen, here.firstSeen].sort();
  const unknown = { remote: undefined, rootCommit: undefined, gitCommonDir: undefined, unborn: undefined };
  return { ...other, ...unknown, ...here, aliases, firstSeen, ...(left.length === 0 ? {} : { left }) };
}

/** The same of two records of one place, which are one project altogether: of the other nothing is left. */
export function united(here: ProjectRecord, other: ProjectRecord): ProjectRecord {
  const isNew = (root: ProjectRecord["roots"][number]) =>
    !here.roots.some(({ path, checkout }) => path === root.path && checkout === root.checkout);
  return { ...heir(here, other), roots: [...other.roots.filter(isNew), ...here.roots] };
}
