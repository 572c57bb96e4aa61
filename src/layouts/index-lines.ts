/** The lines of an index that point at files: `- [Title](file.md) — what it is about`, with or without the last. Pure. */

import { jsonFrom } from "../text/json.ts";

export interface IndexLine {
  readonly title: string;
  /** As it stands there, without `./` before it. */
  readonly target: string;
  readonly description: string;
  readonly line: number;
}

const POINTER = /^\s*[-*+] \[((?:[^\]\\]|\\.)*)\]\(<?([^)>]+?)>?\)\s*(?:(?:—|–|--|-|:)\s*(.*\S))?\s*$/;

export interface ReadIndex {
  readonly pointers: readonly IndexLine[];
  /** What else a person or a model wrote there: words, not pointers. */
  readonly words: string;
}

export function readIndexLines(text: string): ReadIndex {
  const pointers: IndexLine[] = [];
  const words: string[] = [];
  for (const [at, line] of text.split("\n").entries()) {
    const [, title, target, description = ""] = POINTER.exec(line) ?? [];
    if (title !== undefined && target !== undefined && !/^[a-z]+:/i.test(target)) {
      const plain = unescaped(target.replace(/^(?:\.\/)+/, "").replace(/#.*$/, ""));
      pointers.push({ title: title.replaceAll(/\\(.)/g, "$1"), target: plain, description, line: at + 1 });
    } else words.push(line);
  }
  return { pointers, words: words.join("\n") };
}

/** A name as it was before it was put into a link. */
export function unescaped(target: string): string {
  if (!target.includes("%")) return target;
  try {
    return decodeURIComponent(target);
  } catch {
    return target; // a lone percent sign: the name as it stands
  }
}

/** The line at which a text that should be JSON stops being it, as far as the parser tells. */
export function brokenLine(text: string): number {
  if (jsonFrom(text) !== undefined) return 1;
  try {
    JSON.parse(text);
  } catch (error) {
    const [, line] = /line (\d+)/.exec(String(error)) ?? [];
    if (line !== undefined) return Number(line);
    const [, position] = /position (\d+)/.exec(String(error)) ?? [];
    if (position !== undefined) return text.slice(0, Number(position)).split("\n").length;
    return text.split("\n").length;
  }
  return 1;
}
