/** Where Codex keeps its own files: one folder of the person's, or the one it was told. */

import { join } from "node:path";

interface Homes {
  readonly home: string;
  readonly hostHomes: Readonly<Record<string, string | undefined>>;
}

export function codexHome({ home, hostHomes }: Homes): string {
  return hostHomes["CODEX_HOME"] || join(home, ".codex");
}
