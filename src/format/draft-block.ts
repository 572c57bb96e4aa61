/** The `draft` block of a file that waits in the inbox: a memory file like any other, with one key more. */

import { type DraftNote, draftActions, verdicts } from "../model/draft.ts";
import { wholeStart } from "../text/lines.ts";
import { frontOf } from "./front.ts";
import { joinedLine } from "./markdown.ts";
import { printList, printMap, printText } from "./scalar.ts";
import type { Mapping } from "./tree.ts";
import { firstOf, listOf, oneOf, textOf, timeOf } from "./values.ts";

const METADATA = "\nmetadata:\n";
const LONGEST = 300;
const words = ["candidate", "hash", "duplicate", "session", "statement", "supersedes", "whole"] as const;
const MOST_ISSUES = 8;

/** `printed` as Cairn prints a memory, or a draft whose block is to say something else. */
export function withDraftBlock(printed: string, note: DraftNote): string {
  const memory = printed.replace(/^ {2}draft: .*\n/m, "");
  const at = memory.indexOf(METADATA) + METADATA.length;
  return `${memory.slice(0, at)}  draft: ${printNote(note)}\n${memory.slice(at)}`;
}

/** Undefined where the file holds none that can be read. */
export function draftBlockOf(text: string): DraftNote | undefined {
  const { map } = frontOf(text);
  const action = at(map, "action", oneOf(lower(draftActions)));
  const verdict = at(map, "verdict", oneOf(lower(verdicts)));
  const proposed = at(map, "proposed", timeOf);
  if (action === undefined || verdict === undefined || proposed === undefined) return undefined;
  const optional = words.flatMap((key) => {
    const value = at(map, key, textOf);
    return value === undefined ? [] : [[key, value] as const];
  });
  return {
    action: action.toUpperCase() as DraftNote["action"],
    verdict: verdict.toUpperCase() as DraftNote["verdict"],
    because: at(map, "because", textOf) ?? "",
    proposed,
    issues: at(map, "issues", listOf) ?? [],
    turns: (at(map, "turns", listOf) ?? []).map(Number).filter(Number.isInteger),
    ...Object.fromEntries(optional),
  };
}

function at<T>(map: Mapping, key: string, read: Parameters<typeof firstOf<T>>[2]): T | undefined {
  return firstOf(map, [["metadata", "draft", key]], read);
}

function printNote(note: DraftNote): string {
  const { action, verdict, because, proposed, issues, turns } = note;
  const lines = words.flatMap((key) => line(key, note[key] ?? ""));
  return printMap([
    ["action", action.toLowerCase()],
    ["verdict", verdict.toLowerCase()],
    ["proposed", proposed],
    ...lines,
    ...line("because", because),
    ...(turns.length === 0 ? [] : [["turns", printList(turns.map(String))] as const]),
    ...(issues.length === 0 ? [] : [["issues", printList(issues.slice(0, MOST_ISSUES).map(short))] as const]),
  ]);
}

function line(key: string, text: string): [string, string][] {
  return text === "" ? [] : [[key, printText(short(text), "flow")]];
}

function short(text: string): string {
  return wholeStart(joinedLine(text), LONGEST);
}

function lower<T extends string>(words: readonly T[]): readonly Lowercase<T>[] {
  return words.map((word) => word.toLowerCase() as Lowercase<T>);
}
