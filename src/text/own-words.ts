/**
 * What of a prompt the person wrote: not what the client recorded as pasted, what stands in fences and quotations, what
 * a terminal or a log printed, what stood before in an answer or a tool's result, nor a page brought along. Pure.
 */

/** What a paste that the client recorded apart is shown as. */
export const PASTED = "[pasted text]";

const FENCE = /^\s*(`{3,}|~{3,})/;
const QUOTED = /^\s*>/;
/** What a terminal, a compiler, a log or a diff prints, by how a line begins: one pattern, as it is asked of every line. */
const PRINTED =
  /^\s*(?:\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d|\[?(?:DEBUG|INFO|WARN|WARNING|ERROR|FATAL|TRACE|PASS|FAIL)\b[\]:]?\s|at [\w.$<>]{1,200}[ (]|\w{0,60}(?:Error|Exception)\b[:(]|[\w@./-]{2,200}:\d{1,7}(?::\d{1,6})?[: ]|@@ |diff --git|index [0-9a-f]{7}|[+-]{3} [ab]\/|[+-](?![\s-])|(?:\$|%|❯|➜|>>>|✗|✘|✖|⎿|●)\s|[│╭╰├└┌])/;
const PRINTED_IN_ANY_CASE =
  /^\s*(?:npm (?:ERR!|error|WARN|notice)|Traceback|File "|error\[\w|error:|warning:|fatal:|panic:|=== [A-Z]+\b|--- FAIL)/i;
/** How a line of code ends. */
const PRINTED_ENDS = new Set(["{", "}", ";"]);
/** As a page names itself: who wrote it, when, what it is. */
const BYLINE =
  /^(?:by [A-Z][\p{L}.'-]+(?: [A-Z][\p{L}.'-]+){0,3}\b|(?:posted|published|updated|last (?:updated|modified)|written)(?: on| by|:)|©|copyright\b|\d+ min(?:ute)?s? read)/imu;
/** What follows is another's: a reviewer's, a colleague's, a program's. */
const QUOTES_OTHERS =
  /\b(?:(?:got|have|received|here'?s|here is|here are|this is|see|saw)\b[^.:\n]{0,40}\b(?:comments?|feedback|review|reply|response|message|email|e-mail|error|output|logs?|trace|answer)\b|(?:an?|the|his|her|their|my) (?:review(?:er)?(?:'s)? )?(?:comment|feedback|review|reviewer|colleague|bot|copilot|linter|error)\b[^.:\n]{0,30}(?:says?|said|wrote|writes|was|is)?)[^.\n:]{0,40}[:?]\s*(?=\S)/i;
const MUCH_SIGNS = 4_000;
const MUCH_LINES = 40;
/** A longer paragraph is written for others to work from, or brought along. */
const LONG_PARAGRAPH = 700;

interface Own {
  readonly own: string;
  readonly hasPaste: boolean;
}

/** `stoodBefore`: whether others said a line before, in an answer or a tool's result. */
export function ownIn(text: string, isBrought: boolean, stoodBefore: (line: string) => boolean = () => false): Own {
  const own = isBrought ? opening(text) : typedIn(text, stoodBefore);
  return { own, hasPaste: own.length < text.trim().length * 0.9 };
}

function typedIn(text: string, stoodBefore: (line: string) => boolean): string {
  const cut = Math.min(pageStart(text) ?? text.length, othersStart(text) ?? text.length);
  const lines = text.slice(0, cut).split("\n");
  if (text.length > MUCH_SIGNS || lines.length > MUCH_LINES) return opening(text);
  const isPrintedAt = lines.map(isPrinted);
  const printed = isPrintedAt.filter(Boolean).length;
  const dropsPrinted = printed >= 2 || (printed > 0 && lines.length > 4);
  const kept: string[] = [];
  let fence: string | undefined;
  let isBelow = false;
  for (const [at, line] of lines.entries()) {
    // What hangs below a printed line was printed with it.
    isBelow = isPrintedAt[at] || (isBelow && /^(?: {4}|\t)\s*\S/.test(line));
    const mark = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence)) fence = undefined;
      continue;
    }
    if (mark !== undefined) {
      fence = mark;
      continue;
    }
    if (
      line.length > LONG_PARAGRAPH ||
      QUOTED.test(line) ||
      line.trim() === PASTED ||
      (dropsPrinted && isBelow) ||
      stoodBefore(line)
    )
      continue;
    kept.push(line);
  }
  return kept.join("\n").trim();
}

/** More than a person types: what stands before the first blank line leads in to it, if it is short; else its first line. */
function opening(text: string): string {
  const [first = ""] = text.trim().split(/\n\s*\n/, 1);
  if (first.length <= 500) return first.startsWith("#") ? "" : first;
  const line = first.split("\n", 1)[0] ?? "";
  return line.length <= 300 && !line.startsWith("#") ? line : "";
}

function isPrinted(line: string): boolean {
  return PRINTED_ENDS.has(line.trimEnd().at(-1) ?? "") || PRINTED.test(line) || PRINTED_IN_ANY_CASE.test(line);
}

/** Where a page begins that says who wrote it: its heading stands on the line above. */
function pageStart(text: string): number | undefined {
  const byline = BYLINE.exec(text);
  if (byline === null || !text.slice(byline.index).includes("\n")) return undefined;
  const before = text.slice(0, byline.index).replace(/\n$/, "");
  return Math.max(0, before.lastIndexOf("\n") + 1);
}

/** Behind "a review comment:" stand a reviewer's words, up to the next paragraph that begins small or asks. */
function othersStart(text: string): number | undefined {
  const lead = QUOTES_OTHERS.exec(text);
  return lead === null ? undefined : lead.index + lead[0].length;
}
