/** Where Gemini CLI keeps its own files: below the person's home, or the one it was told. */

import { join } from "node:path";

interface Homes {
  readonly home: string;
  readonly hostHomes: Readonly<Record<string, string | undefined>>;
}

export function geminiHome({ home, hostHomes }: Homes): string {
  return join(hostHomes["GEMINI_CLI_HOME"] || home, ".gemini");
}
