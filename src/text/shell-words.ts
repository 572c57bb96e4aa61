/**
 * A shell's line taken apart as far as its words tell: simple commands, where each runs, what they write anew. Nothing is
 * looked up and no variable is known, so what a line makes up as it goes is not seen. Pure.
 */

interface Word {
  readonly text: string;
  readonly isQuoted: boolean;
  /** Handed in by `<`. */
  readonly isInput: boolean;
  /** There is a command in it, in double quotes. */
  readonly isRunFirst: boolean;
}

export interface SimpleCommand {
  /** What is run, without its folder; behind assignments, `sudo`, `time`, `xargs` and their like. */
  readonly name: string;
  readonly words: readonly Word[];
  /** Where, as far as the line says: the names in it are relative to this; empty where the line does not say. */
  readonly folder: string;
}

interface ShellLine {
  readonly commands: readonly SimpleCommand[];
  /** Files that hold nothing but what the line wrote, by the names it has for them. */
  readonly written: ReadonlySet<string>;
  /** Files it adds to. */
  readonly addedTo: ReadonlySet<string>;
}

/** Without what is handed over: nobody types more. */
const LONGEST = 20_000;
const DEEPEST = 4;
/** Words that lead to a command, and which of their options have a value of their own. */
const LEADS: ReadonlyMap<string, string> = new Map([
  ["sudo", "ugpChTRD"],
  ["doas", "uC"],
  ["time", "fo"],
  ["nice", "n"],
  ["ionice", "cnp"],
  ["timeout", "sk"],
  ["xargs", "InPLsdEa"],
  ["env", "uC"],
  ["stdbuf", "ioe"],
  ["watch", "n"],
  ["npx", "p"],
  ["busybox", ""],
  ["parallel", "jnIa"],
  ["command", "vV"],
  ["strace", "aeoOpsuEPSX"],
  ["ltrace", "aelnopsuAF"],
  ["proxychains", "f"],
  ["proxychains4", "f"],
  ["taskset", "c"],
  ["ssh-agent", "aEt"],
  ["systemd-run", "pMEu"],
  ["runuser", "ugGs"],
  ["caffeinate", "tw"],
  ["xvfb-run", "efnps"],
  ["wsl", "du"],
  ["dotenv", "efv"],
  ...["bunx", "pnpx", "uvx", "nohup", "setsid", "builtin", "exec", "eval", "coproc"].map((name) => [name, ""] as const),
  ...["torsocks", "unbuffer", "chronic", "unshare", "firejail", "setpriv", "dbus-run-session", "entr"].map(
    (name) => [name, ""] as const,
  ),
  ...["then", "do", "if", "while", "until", "else", "elif", "!", "{"].map((name) => [name, ""] as const),
]);
/** They run what they are handed in quotes. */
const SHELLS: ReadonlySet<string> = new Set(
  "sh bash zsh dash ksh fish eval su watch script hyperfine cmd powershell pwsh".split(" "),
);
/** Windows' own names for a program. */
const ENDING = /\.(?:exe|cmd|bat)$/i;
const ASSIGNMENT = /^\w+\+?=/;
const DURATION = /^\d+(?:\.\d+)?[smhd]?$/;

/** What a command is handed word for word, up to a line of this name; a shell runs it. */
const HANDED = /(?<!<)<<-?[ \t]*(['"]?)(\w+)\1/;
const RUN_BY_SHELL = /(?:^|[\s;&|(/])(?:ba|z|da|k|fi)?sh(?:\s|$)/;
const COMMENT = /^[ \t]*#[^\n]*$/gm;
const TOKENS =
  /"((?:[^"\\]|\\[\s\S])*)"|'([^']*)'|(\d?>>?[&|]?|<{1,3})|(\$\(|[;&|()\n`])|((?:\\[\s\S]|[^\s;&|()<>"'`\\$]|\$(?!\())+)/g;

export function shellLine(command: string): ShellLine {
  const taker = new Taker();
  taker.take(withoutHanded(command).slice(0, LONGEST), "", 0);
  return taker;
}

/** A name as it is where the line began. */
export function pathIn(folder: string, path: string): string {
  return folder === "" || /^(?:[/~]|\$\{?HOME\b)/.test(path) ? path : `${folder}/${path}`;
}

class Taker implements ShellLine {
  readonly commands: SimpleCommand[] = [];
  readonly written = new Set<string>();
  readonly addedTo = new Set<string>();

  take(text: string, folder: string, depth: number): void {
    if (depth > DEEPEST) return;
    const folders = [folder];
    let piped: readonly Word[] = [];
    for (const { words, handed, targets, added, end } of partsOf(text)) {
      const at = folders.at(-1)!;
      for (const path of added) this.addedTo.add(pathIn(at, path));
      for (const path of targets) this.written.add(pathIn(at, path));
      this.#within(words, at, depth);
      if (SHELLS.has(nameOf(words[leadOf(words)])))
        for (const { text: said } of [...handed, ...piped]) this.take(said, at, depth + 1);
      piped = end === "|" ? words.filter(({ isQuoted }) => isQuoted) : [];
      folders[folders.length - 1] = this.#one(words, at);
      if (end.endsWith("(")) folders.push(folders.at(-1)!);
      if (end === ")" && folders.length > 1) folders.pop();
    }
  }

  /** What is run of what stands in quotes. */
  #within(all: readonly Word[], folder: string, depth: number): void {
    const isShells = SHELLS.has(all[0]?.text ?? "") || SHELLS.has(nameOf(all[leadOf(all)]));
    for (const { text, isQuoted, isRunFirst } of all) {
      if (isRunFirst) this.take(insideOf(text), folder, depth + 1);
      if (isShells && isQuoted) this.take(text, folder, depth + 1);
    }
  }

  /** Says where the next one runs. */
  #one(all: readonly Word[], folder: string): string {
    const words = all.slice(leadOf(all));
    const name = nameOf(words[0]);
    if (words.length > 0) this.commands.push({ name, words, folder });
    const found = name === "find" ? words.findIndex(({ text }) => /^-(?:exec|ok)(?:dir)?$/.test(text)) : -1;
    if (found > 0) this.#one(words.slice(found + 1), folder);
    if (name === "tee") for (const path of teed(words)) this.written.add(pathIn(folder, path));
    return name === "cd" || name === "pushd" ? pathIn(folder, goal(words)) : folder;
  }
}

/** Where a `cd` goes; back is taken for staying. */
export function goal(words: readonly Word[]): string {
  const to = words.slice(1).find(({ text }) => !/^-./.test(text))?.text ?? "~";
  return to === "-" ? "." : to;
}

function nameOf(word: Word | undefined): string {
  const name = word?.text.slice(word.text.lastIndexOf("/") + 1) ?? "";
  return ENDING.test(name) ? name.replace(ENDING, "").toLowerCase() : name;
}

/** With the sign before it, that says where it leads. */
interface Piece extends Word {
  readonly sign: string;
}

interface Part {
  readonly words: readonly Word[];
  /** Behind `<<<`. */
  readonly handed: readonly Word[];
  /** What its output goes to, from the beginning of the file on. */
  readonly targets: readonly string[];
  /** The same, where it is put at the end. */
  readonly added: readonly string[];
  /** The sign behind it. */
  readonly end: string;
}

function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let [pieces, sign, last]: [Piece[], string, number] = [[], "", -1];
  const run = text.replaceAll("\\\n", " ").replace(COMMENT, "");
  for (const { 0: all, 1: double, 2: single, 3: direction, 4: end, 5: bare, index } of run.matchAll(TOKENS)) {
    const isWord = direction === undefined && end === undefined;
    if (end !== undefined) {
      parts.push(partOf(pieces, end));
      pieces = [];
    }
    if (isWord) {
      const said = double ?? single ?? bare!.replace(/\\([\s\S])/g, "$1");
      const before = index === last ? pieces.pop() : undefined;
      const isQuoted = bare === undefined && before?.isQuoted !== false;
      const isRunFirst = before?.isRunFirst === true || (double !== undefined && /`|\$\(/.test(double));
      const { sign: under = sign, text: begun = "" } = before ?? {};
      pieces.push({ text: begun + said, isQuoted, isRunFirst, isInput: under === "<", sign: under });
    }
    sign = direction ?? "";
    last = isWord ? index + all.length : -1;
  }
  return [...parts, partOf(pieces, "")];
}

function partOf(pieces: readonly Piece[], end: string): Part {
  const words = pieces.filter(({ sign }) => sign === "" || sign === "<");
  const targets = pieces.filter(({ sign }) => /^\d?>\|?$/.test(sign)).map(({ text }) => text);
  const added = pieces.filter(({ sign }) => /^\d?>>$/.test(sign)).map(({ text }) => text);
  const handed = pieces.filter(({ sign }) => sign === "<<<");
  return { words, handed, targets, added, end };
}

/**
 * Takes out here-documents (`<<EOF … EOF`) that no shell runs. One whose closing word does not follow is left: it is
 * none.
 */
function withoutHanded(text: string): string {
  const lines = text.split("\n");
  const last = new Map(lines.map((line, at) => [line.trim(), at]));
  const kept: string[] = [];
  let until: string | undefined;
  for (const [at, line] of lines.entries()) {
    if (until === undefined) {
      kept.push(line);
      const found = HANDED.exec(line);
      if (found !== null && !RUN_BY_SHELL.test(line) && last.get(found[2]!)! > at) until = found[2];
    } else if (line.trim() === until) until = undefined;
  }
  return kept.join("\n");
}

/** How many words stand before the one that is run. */
function leadOf(words: readonly Word[]): number {
  let [at, valued] = [0, ""];
  let isLed = false;
  for (; at < words.length; at++) {
    const { text, isInput } = words[at]!;
    const lead = LEADS.get(nameOf(words[at]));
    if (lead !== undefined) [isLed, valued] = [true, lead];
    else if (isLed && /^-\w$/.test(text) && valued.includes(text[1]!)) at++;
    else if (!isInput && !ASSIGNMENT.test(text) && !(isLed && (text.startsWith("-") || DURATION.test(text)))) break;
  }
  return Math.min(at, words.length);
}

/** From the first to the last sign: what stands between is run before the rest. */
function insideOf(text: string): string {
  const from = text.search(/\$\(|`/);
  const end = Math.max(text.lastIndexOf(")"), text.lastIndexOf("`"));
  return text.slice(text[from] === "`" ? from + 1 : from + 2, end > from ? end : undefined);
}

function teed(words: readonly Word[]): string[] {
  const given = words.slice(1).flatMap(({ text, isInput }) => (isInput ? [] : [text]));
  if (given.some((text) => text === "--append" || /^-\w*a/.test(text))) return [];
  return given.filter((text) => !text.startsWith("-"));
}
