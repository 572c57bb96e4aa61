/** The first sentence of a body: what a memory is called and described by when it says neither. */

import { wholeStart } from "../text/lines.ts";
import { sentenceEnds } from "../text/sentence-ends.ts";
import { joinedLine } from "./markdown.ts";

export const descriptionLength = 150;

const NOT_PROSE = /^(?:#{1,6}(?:\s|$)|<!--|(?:[-*_][ \t]*){3,}$|\|)/;
const BULLET = /^[-*+>][ \t]+/;
const MARKER = /^(?:[-*+>]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/;

/** Also behind the mark of a list's point. */
const FENCE = /^(?:(?:[-*+]|\d{1,3}[.)])[ \t]+)?(```|~~~)/;
const CLOSING = /^(```|~~~)/;

/**
 * Headings, rules, tables and code are passed over. At most `longest` characters, cut between words. What leads to steps
 * in the same line says nothing without them, nor do words set off before a sentence.
 */
export function firstSentence(body: string, longest = descriptionLength): string {
  const paragraph = firstParagraph(body, longest * 3);
  const ends = sentenceEnds(paragraph, "sign");
  const at = (n: number) => paragraph.slice(0, ends[n]?.end);
  const isList = ends[0]?.isStep === true && (NUMBER.test(paragraph) || !STOPPED.test(at(0)));
  const last = isList ? ends.findLastIndex(({ isStep }) => isStep) + 1 : SET_OFF.test(at(0)) ? 1 : 0;
  return cut(isList ? at(last) : at(last).replace(NUMBER, ""), longest);
}

const NUMBER = /^\(?\d{1,2}[.)]\s/;
const STOPPED = /[.!?…。！？]["')\]*_]{0,3}$/;
const SET_OFF = /^([*_]{1,3})[^*_]{1,100}\1$/;

function firstParagraph(body: string, enough: number): string {
  const lines: string[] = [];
  let length = 0;
  let fence = "";
  for (let at = 0; at < body.length && length < enough; ) {
    const lineBreak = body.indexOf("\n", at);
    const end = lineBreak < 0 ? body.length : lineBreak;
    const line = body.slice(at, Math.min(end, at + enough * 4)).trim();
    at = end + 1;
    const mark = (fence === "" ? FENCE : CLOSING).exec(line)?.[1] ?? "";
    if (fence !== "" || mark !== "") {
      if (lines.length > 0) break;
      fence = fence === "" ? mark : mark === fence ? "" : fence;
    } else if (line === "" || NOT_PROSE.test(line)) {
      if (lines.length > 0) break;
    } else if (MARKER.test(line)) {
      if (lines.length > 0) break;
      const isList = sentenceEnds(line).some(({ isStep }) => isStep);
      lines.push(line.replace(isList ? BULLET : MARKER, ""));
      length += line.length;
    } else {
      lines.push(line);
      length += line.length;
    }
  }
  return joinedLine(lines.join(" "));
}

function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const short = wholeStart(text, longest - 1);
  const space = short.lastIndexOf(" ");
  const kept = space > longest / 2 ? short.slice(0, space) : short;
  return `${kept.trimEnd()}…`;
}
