/** The generated pages: where each lies in the repository, and what it says. */

import { allOperations } from "../../operations/registry.ts";
import { printHosts } from "./hosts-page.ts";
import { printReference } from "./reference.ts";

/** By path below the repository's root. */
export async function generatedPages(): Promise<Readonly<Record<string, string>>> {
  const listed = (await allOperations()).filter(({ unlisted }) => unlisted !== true);
  return { "docs/reference.md": printReference(listed), "docs/hosts.md": printHosts() };
}
