/** What a change of a memory says, for a person's eyes: its words and keys line by line, without what Cairn only keeps count by. */

import { redact } from "../guard/redact.ts";
import { difference } from "../install/difference.ts";
import { type MemoryParts, memoryPartsOf, textOfKey } from "./memory-parts.ts";

const MOST_LINES = 60;
/** They follow from the rest, or count for nothing here: who wrote it is what git says, its trust what this machine says. */
const KEPT_BACK =
  /^(?:metadata\.)?(?:type|created|created_at|updated|updated_at|modified|updates|times_updated|trust)$/;

/** What is new (`+`) and what is gone (`-`); `rest`: how the lines that are too many can be read. */
export function readableChange(before: string, after: string, rest: string): string[] {
  const lines = difference(readable(before), readable(after)).filter((line) => /^[+-] .*\S/.test(line));
  const shown = lines.slice(0, MOST_LINES).map((line) => redact(line).text);
  return lines.length > shown.length ? [...shown, `… and ${lines.length - shown.length} more lines: ${rest}`] : shown;
}

function readable(text: string): string {
  const parts = text === "" ? undefined : memoryPartsOf(text);
  return parts === undefined ? text : linesOf(parts).join("\n");
}

function linesOf({ keys, title, sections, contested }: MemoryParts): string[] {
  const said = [...keys].flatMap(([name, value]) => {
    const key = name.replace(/^metadata\./, "").replaceAll("\0", ".");
    const words = textOfKey(value);
    return KEPT_BACK.test(name) || (key === "status" && words === "active") ? [] : [`${key}: ${words}`];
  });
  const versions = [...contested].flatMap(([part, all]) => all.map((one) => `conflict in ${part}: ${one.text}`));
  return [
    ...said,
    ...(title === "" ? [] : [`# ${title}`]),
    ...[...sections].flatMap(([heading, words]) => [
      ...(heading === "" ? [] : [`## ${heading.split("\0")[0]}`]),
      ...words.split("\n"),
    ]),
    ...versions,
  ];
}
