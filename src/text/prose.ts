/**
 * What of a turn is somebody's prose: paragraphs with their lines, and how much their words weigh. Code is out, and so
 * are headings, tables, quotations and every text that Cairn or the client put there itself. Pure, one pass.
 */

interface Paragraph {
  readonly text: string;
  /** Of the turn's text, from 1. */
  readonly line: number;
  readonly isPasted: boolean;
}

/** Blocks that no person and no agent wrote: Cairn's own, and the client's. */
const BLOCKS: readonly string[] = [
  "cairn-memories",
  "memory",
  "triage_data",
  "triage_data_file",
  "transcript_data",
  "system-reminder",
  "task-notification",
  "local-command-stdout",
  "local-command-stderr",
  "local-command-caveat",
  "command-message",
  "command-name",
  "command-args",
  "bash-stdout",
  "bash-stderr",
  "bash-input",
  "ide_opened_file",
  "ide_selection",
  "user-prompt-submit-hook",
  "think",
  "thinking",
  "tool-use",
];

/** Texts a program hands over in somebody's name begin like this. */
const MACHINE_STARTS: readonly string[] = [
  "base directory for this skill:",
  "this session is being continued from a previous conversation",
  "stop hook feedback:",
  "caveat: the messages below were generated",
  "[request interrupted by user",
  "[suggestion mode:",
  "cairn keeps this project's memory:",
];

const FENCE = /^\s{0,8}(?:[-*>]\s+)?(`{3,}|~{3,})/;
/** A terminal shows a line break that was typed as a back-slash. */
const BLANK = /^[\s\\]*$/;
const SKIPPED = /^\s{0,8}(?:#{1,6}\s|\||>|[-=*_]{3,}\s*$|\[[ xX]\]\s|!\[)/;
const BULLET = /^\s{0,12}(?:[-*•●◦⎿✓✔✅❌⚠☐☒]|\d{1,3}[.)]|[a-zA-Z][.)]|\([a-zA-Z0-9]{1,2}\))\s/;
/** What a terminal, a compiler, a test runner or a diff prints. */
const PRINTED: readonly RegExp[] = [
  /^\s{0,8}(?:@@ |diff --git|index [0-9a-f]{7}|[+-]{3} [ab]\/|[+-](?![\s-])|[+-]\t)/,
  /^\s{0,8}\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d/,
  /^\s{0,8}\[?\d\d:\d\d:\d\d/,
  /^\s{0,8}\[?(?:DEBUG|INFO|WARN|WARNING|ERROR|FATAL|TRACE|PASS|FAIL|SKIP)\b[\]:]?\s/,
  /^\s{0,40}at [\w.$<>]{1,200}[ (]/,
  /^\s{0,8}(?:Traceback|File "|\w{1,60}(?:Error|Exception|Warning)\b:)/,
  /^\s{0,8}(?:\$|%|❯|➜|>>>|npm (?:ERR!|WARN)|error\[\w|error:|warning:|fatal:|✗|✘|✖|===|---)\s?/,
  /^\s{0,8}\d{1,6}(?:→|\t|: ?\t)/,
  /^\s{0,8}[\w./-]{1,200}:\d{1,7}(?::\d{1,6})?[: ]/,
  /^\t/,
];
/** As one, which is tried once for a line. */
const PRINTED_START = new RegExp(PRINTED.map(({ source }) => source).join("|"));
const PRINTED_ENDS = new Set(["{", "}", ";"]);
/** A person does not type this much at once: it was pasted or dictated. */
const LONG_LINES = 40;
const LONG_SIGNS = 4_000;
const LONGEST_LINE = 4_000;

/** More than a person types: a plan, a file or a page, brought along. */
export function isMuch(whole: { readonly signs: number; readonly lines: number } | undefined): boolean {
  return whole !== undefined && (whole.signs > LONG_SIGNS || whole.lines > LONG_LINES);
}

/** A text a program put into the conversation, in whoever's name it stands there. */
export function isMachineText(text: string): boolean {
  const start = text.trimStart().slice(0, 120).toLowerCase();
  return MACHINE_STARTS.some((words) => start.startsWith(words));
}

export function paragraphsOf(text: string): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let open: { lines: string[]; line: number; isPasted: boolean } | undefined;
  let fence: string | undefined;
  const close = () => {
    if (open !== undefined) paragraphs.push({ text: open.lines.join("\n"), line: open.line, isPasted: open.isPasted });
    open = undefined;
  };
  for (const [at, line] of withoutClientBlocks(text).split("\n").entries()) {
    const mark = line.length > LONGEST_LINE ? undefined : FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence)) fence = undefined;
      continue;
    }
    if (mark !== undefined) {
      close();
      if (!line.trim().slice(mark.length).includes(mark)) fence = mark;
      continue;
    }
    if (BLANK.test(line) || line.length > LONGEST_LINE || SKIPPED.test(line)) {
      close();
      continue;
    }
    const isPasted = PRINTED_START.test(line) || PRINTED_ENDS.has(line.trimEnd().at(-1) ?? "");
    if (open === undefined || BULLET.test(line) || open.isPasted !== isPasted) {
      close();
      open = { lines: [], line: at + 1, isPasted };
    }
    open.lines.push(line);
  }
  close();
  return paragraphs;
}

/**
 * Blank lines stand for what is taken out, so that line numbers hold. A block goes up to its last closing tag: what is
 * inside could hold one of its own, and speak on behind it. One that is not closed takes the rest.
 */
export function withoutClientBlocks(text: string): string {
  if (!text.includes("<")) return text;
  let kept = "";
  for (let at = 0; at < text.length; ) {
    const from = text.indexOf("<", at);
    const name = from === -1 ? undefined : blockAt(text, from);
    if (from === -1) return kept + text.slice(at);
    if (name === undefined) {
      kept += text.slice(at, from + 1);
      at = from + 1;
      continue;
    }
    const close = text.lastIndexOf(`</${name}>`);
    const end = close < from ? text.length : close + name.length + 3;
    const lines = linesIn(text, from, end);
    kept += `${text.slice(at, from)} ${"\n".repeat(lines)}`;
    // Behind a block of several lines nobody can tell any more how its last line began.
    at = lines === 0 ? end : lineEnd(text, end);
  }
  return kept;
}

function blockAt(text: string, from: number): string | undefined {
  const start = text.slice(from + 1, from + 30);
  return BLOCKS.find((name) => start.startsWith(name) && /^[\s>/]/.test(start.slice(name.length) || " "));
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

function linesIn(text: string, from: number, to: number): number {
  let lines = 0;
  for (let at = text.indexOf("\n", from); at !== -1 && at < to; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}
