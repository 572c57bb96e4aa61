/** The first sentence of a body: what a memory is called and described by when it says neither. */

import { wholeStart } from "../text/lines.ts";
import { joinedLine } from "./markdown.ts";

export const descriptionLength = 150;

const SENTENCE_END = /[.!?](?=["')\]]*(?:\s+(?![a-z\s])|$))|[。！？]/;
const NOT_PROSE = /^(?:#{1,6}(?:\s|$)|<!--|(?:[-*_][ \t]*){3,}$|\|)/;
const MARKER = /^(?:[-*+>]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/;

/** Headings, rules, tables and code are passed over. At most `longest` characters, cut between words. */
export function firstSentence(body: string, longest = descriptionLength): string {
  const paragraph = firstParagraph(body, longest * 3);
  const end = SENTENCE_END.exec(paragraph);
  return cut(end === null ? paragraph : paragraph.slice(0, end.index + 1), longest);
}

function firstParagraph(body: string, enough: number): string {
  const lines: string[] = [];
  let length = 0;
  let fence = "";
  for (let at = 0; at < body.length && length < enough; ) {
    const lineBreak = body.indexOf("\n", at);
    const end = lineBreak < 0 ? body.length : lineBreak;
    const line = body.slice(at, Math.min(end, at + enough * 4)).trim();
    at = end + 1;
    const mark = /^(?:```|~~~)/.exec(line)?.[0] ?? "";
    if (fence !== "" || mark !== "") {
      if (lines.length > 0) break;
      fence = fence === "" ? mark : mark === fence ? "" : fence;
    } else if (line === "" || NOT_PROSE.test(line)) {
      if (lines.length > 0) break;
    } else if (MARKER.test(line)) {
      if (lines.length > 0) break;
      lines.push(line.replace(MARKER, ""));
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
  const kept = space > longest / 2 ? short.slice(0, space) : short.replace(/[\ud800-\udbff]$/, "");
  return `${kept.trimEnd()}…`;
}
