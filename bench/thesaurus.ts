/** Prints the thesaurus as the door reads it, terms by their stems: `npm run bench -- thesaurus`. */

import { writeFileSync } from "node:fs";
import { printedThesaurus } from "./door/printed-thesaurus.ts";

export function run(): void {
  writeFileSync("src/search/door/thesaurus-table.ts", printedThesaurus());
}
