/** Whether a text that was derived says what is to be forgotten. Pure. */

import { parsePoint } from "../model/tracking-point.ts";
import { says, sentenceSetOf } from "../trail/said.ts";

export type IsSaid = (text: string) => boolean;

const SHORTEST = 12;
const TELLING = 24;

/** A title or a few words stand in texts that have nothing to do with it: short ones count only as the whole of one. */
export function saidRule(texts: readonly string[]): IsSaid {
  const sentences = sentenceSetOf(texts);
  const telling = new Set([...sentences].filter((sentence) => sentence.length >= TELLING));
  const isSaid = (text: string) =>
    isWholly(text, sentences) || (text.length >= TELLING && telling.size > 0 && says(text, telling));
  return (part) => [plainly(part), ...pointWords(part)].some((words) => words.trim() !== "" && isSaid(words));
}

function isWholly(text: string, sentences: ReadonlySet<string>): boolean {
  const [whole = ""] = sentenceSetOf([text]);
  return whole.length >= SHORTEST && sentences.has(whole);
}

const PREFIX = /^\s*- (?:\d\d:\d\d (?:\[[\w-]+\] )?|\d{4}-\d\d-\d\d[^:\n]*: )/;

/** Without what Cairn put before it. */
function plainly(part: string): string {
  return part.replace(PREFIX, "");
}

/** Of a summary's point what is so and why are said apart. */
function pointWords(line: string): string[] {
  const point = /^\s*- (\*\*.+)$/.exec(line)?.[1];
  if (point === undefined) return [];
  const { text, reason = "" } = parsePoint(point);
  return [text, reason, `${text} because ${reason}`];
}
