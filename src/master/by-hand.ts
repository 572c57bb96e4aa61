/**
 * What a person wrote into a master, before all else: it is there whole, in their order. What finds no room though everything
 * else left is handed back word for word, for the archive to keep. Pure.
 */

import { bytesOf, type MasterLine, parts } from "./lines.ts";
import { type HandLine, notesHeading } from "./previous.ts";
import { headings } from "./print-master.ts";

/** As much of the notes as has room, from the first on, each line once and whole. */
export function fittedNotes(notes: readonly HandLine[], most: number): { text: string; left: readonly string[] } {
  const lines = onceEach(notes.map(({ text }) => text));
  const heading = `## ${notesHeading}`;
  let room = most - bytesOf(heading) - 4;
  const end = lines.findIndex((line) => {
    room -= bytesOf(line) + 1;
    return room < 0;
  });
  const kept = end < 0 ? lines : lines.slice(0, end);
  const left = end < 0 ? [] : lines.slice(end).filter((line) => line !== "");
  const text = kept.join("\n").trimEnd();
  return { text: text === "" ? "" : `${heading}\n\n${text}`, left };
}

/** Blank lines aside. */
function onceEach(lines: readonly string[]): string[] {
  const seen = new Set<string>();
  return lines.filter((line) => line === "" || (!seen.has(line) && seen.add(line)));
}

/** Of the lines of lists, from the first on, as many as have room. */
export function fittedLines(lines: readonly HandLine[], most: number): { kept: HandLine[]; left: readonly string[] } {
  let room = most;
  const end = lines.findIndex(({ text }) => {
    room -= bytesOf(text) + 1;
    return room < 0;
  });
  if (end < 0) return { kept: [...lines], left: [] };
  return { kept: lines.slice(0, end), left: lines.slice(end).map(({ text }) => text) };
}

export function handLine({ section, text, ids }: HandLine, reversed: ReadonlySet<string>): MasterLine {
  const own = parts.find((part) => headings[part] === section) ?? "learnings";
  const isOver = own === "decisions" && ids.length > 0 && ids.every((id) => reversed.has(id));
  const nothing = { drift: [], tags: [], paths: [], files: [], sources: ids, isMemory: true };
  const part = isOver ? "evolution" : own;
  return { part, text, at: "", trust: "stated", weight: 1_000, isKept: true, byHand: text, ...nothing };
}
