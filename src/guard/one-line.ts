/** A line built from a text, not copied: one line, trimmed, in NFC, without control or format characters. */

/** Whole terminal sequences, so that no `[31m` or link target stays behind when their escape goes. */
const SEQUENCE = /\x1b\[[0-?]{0,64}[ -/]{0,8}[@-~]|\x1b[\]PX^_][^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?/g;
const BLANKS = /[\p{Zs}\p{Zl}\p{Zp}\t-\r\x85]+/gu;
const UNSEEN = /(?![\t-\r\x85])[\p{C}\p{Default_Ignorable_Code_Point}]/gu;

/** Something to take out or to put in order: most lines have nothing, and are asked thousands of times. Letters with a mark are whole here. */
const UNTIDY = /[^ -~\u00c0-\u024f\u2013\u2014\u2018\u2019\u201c\u201d\u2026]| {2}|^ | $/;

/** At most `max` UTF-16 units, the `…` of a cut included; cut between words where there is one near. */
export function oneLine(text: string, max = Number.POSITIVE_INFINITY): string {
  const line = UNTIDY.test(text) ? tidied(text) : text;
  return line.length <= max ? line : cut(line, max);
}

function tidied(text: string): string {
  return text.replace(SEQUENCE, "").replace(UNSEEN, "").replace(BLANKS, " ").normalize("NFC").trim();
}

function cut(line: string, max: number): string {
  if (max < 1) return "";
  const room = max - 1;
  const space = line.lastIndexOf(" ", room);
  const end = space > room / 2 ? space : room;
  return `${line.slice(0, isHighSurrogate(line.charCodeAt(end - 1)) ? end - 1 : end).replace(/[\s,;:–—-]{1,8}$/, "")}…`;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
