// dist/types/library.d.ts: the library's types, printed from the schemas, so that nobody needs our packages to read them.

import { runSource } from "./run-source.mjs";

export async function libraryTypes() {
  const { printLibraryTypes } = await runSource("src/adapters/docs/library-types.ts");
  return printLibraryTypes();
}
