/** The thesaurus by its stems, a line a group, as the door searches it. Pure. */

import { stemsOf } from "../../src/text/analyse.ts";
import { thesaurusWords } from "./thesaurus-words.ts";

export function printedThesaurus(): string {
  const lines = thesaurusWords.trim().split("\n").map(lineOf);
  return `/** The thesaurus by its stems. Written by \`npm run bench -- thesaurus\` from bench/door/thesaurus-words.ts: edit there. */

export const thesaurusTable = \`
${lines.join("\n")}
\`;
`;
}

function lineOf(line: string): string {
  const [weight = "", relation = "", ...rest] = line.split(" ");
  const terms = rest.join(" ");
  const [left = "", right] = terms.split(">>");
  const sides = [stemmed(left), ...(right === undefined ? [] : [stemmed(right)])];
  if ((relation === ">") !== (right !== undefined)) throw new Error(`an arrow without its sides: ${line}`);
  return `${weight}|${sides.map((side) => side.join("|")).join("|>|")}|`;
}

function stemmed(side: string): string[] {
  return [...new Set(side.split("|").map((term) => stemsOf(term).join(" ")))].filter((term) => term !== "");
}
