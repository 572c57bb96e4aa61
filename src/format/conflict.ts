/**
 * The section a merge leaves where two versions say different things: `## Conflict`, and every version under its part's name
 * and time, quoted. It reads back as itself; what a person wrote between its lines is not of it. Pure.
 */

import { trimBlankLines } from "./markdown.ts";
import { conflictHeading, conflictPlace, conflictSaid, contestedVersion, isOfConflict, outlineOf } from "./outline.ts";
import { spliced } from "./splice.ts";

/** One of several texts of a part, and when the side that brought it was last changed. */
export interface ContestedVersion {
  readonly at: string;
  readonly text: string;
}

/** By the part they are versions of. */
export type Contested = ReadonlyMap<string, readonly ContestedVersion[]>;

/** What a field of a profile is called as a part. */
export const contestedField = "field ";

/** In the text of the section. */
export function versionsIn(text: string): Map<string, readonly ContestedVersion[]> {
  const found = new Map<string, ContestedVersion[]>();
  let lines: string[] | undefined;
  const close: (() => void)[] = [];
  for (const line of text.split("\n")) {
    const [, part, at] = contestedVersion.exec(line) ?? [];
    if (part !== undefined && at !== undefined) {
      const own: string[] = [];
      lines = own;
      close.push(() => found.set(part, [...(found.get(part) ?? []), { at, text: own.join("\n") }]));
    } else if (line.startsWith(">")) lines?.push(line.replace(/^> ?/, ""));
  }
  for (const end of close) end();
  return found;
}

/** The lines of a person's or of an addition among the versions. */
export function besidesVersions(text: string): string {
  return trimBlankLines(
    text
      .split("\n")
      .filter((line) => !isOfConflict(line))
      .join("\n")
      .replace(/\n{3,}/g, "\n\n"),
  );
}

export function printVersions(contested: Contested): string {
  const parts = [...contested].sort(([a], [b]) => (a < b ? -1 : 1));
  const shown = parts.flatMap(([part, versions]) =>
    versions.map(({ at, text }) =>
      [`### ${part} · ${at}`, ...text.split("\n").map((line) => `> ${line}`.trimEnd())].join("\n"),
    ),
  );
  return [conflictSaid, ...shown].join("\n\n");
}

/** The parts of a memory file that are contested. */
export function contestedPartsIn(text: string): string[] {
  const place = conflictPlace(outlineOf(text));
  return place === undefined ? [] : [...versionsIn(text.slice(place.next, place.to)).keys()].sort();
}

/** The file when that part is settled: the section goes with its last part. */
export function withoutContested(text: string, part: string): string {
  const place = conflictPlace(outlineOf(text));
  if (place === undefined) return text;
  const { from, next, to } = place;
  const section = text.slice(next, to).replaceAll("\r\n", "\n");
  const versions = versionsIn(section);
  if (!versions.delete(part)) return text;
  const left = versions.size === 0 ? [] : [`## ${conflictHeading}`, printVersions(versions)];
  const said = [...left, besidesVersions(section)].filter((one) => one !== "").join("\n\n");
  return spliced(text, { from, to, text: said === "" ? "" : `${said}\n${to < text.length ? "\n" : ""}` });
}
