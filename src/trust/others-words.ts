/**
 * What commands bring in the words of others, and the files a command prints. One table for what is noted while a session
 * runs and for what is read of it later; which tools do is in `hosts/tool-names.ts`. Pure.
 */

import { goal, pathIn, type SimpleCommand, shellLine } from "../text/shell-words.ts";
import { hearsOthers } from "./hearing-commands.ts";
import { INTERPRETERS } from "./hearing-commands-table.ts";

const PRINTS = new Set(
  (
    "cat tac nl head tail less more bat strings xxd od hexdump diff cut sort uniq fold column base64 pandoc pdftotext " +
    "zcat zless xzcat bzcat gunzip tar bsdtar unzip 7z docx2txt paste join comm rev shuf fmt glow mdcat view vi vim nvim ed " +
    "exiftool mediainfo tesseract antiword catdoc html2text jless fx"
  ).split(" "),
);
/** Those that are told first what to look for, which may look like a path. */
const SEARCHES = new Set("grep egrep fgrep zgrep rg ag sed awk gawk jq yq".split(" "));
/** Commands that change the folder: what follows them on the line runs in that folder, on the files that lie there. */
const MOVES = new Set(["cd", "pushd"]);

/** The flags that name the file what was fetched is kept in. */
const KEEPS_IN: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    curl: ["-o", "--output"],
    wget: ["-O", "--output-document"],
    http: ["-o", "--output"],
    xh: ["-o", "--output"],
    aria2c: ["-o", "--out"],
    "yt-dlp": ["-o", "--output"],
  }),
);
const COPIES = new Set(["cp", "mv", "install", "ln", "rsync"]);
const UNPACKS: ReadonlyMap<string, string> = new Map(Object.entries({ tar: "-C", bsdtar: "-C", unzip: "-d" }));

const HERE = /^\.{0,2}\/?$/;
const ENDING = /[^/.]\.\w{1,8}$/;

/**
 * Does the command fetch words from outside? `grep curl` and `echo curl` do not: they only name a command that does.
 */
export function fetches(command: string): boolean {
  return hearsOthers(shellLine(command).commands, command);
}

/** A call of Cairn's own command. */
export interface CairnCall {
  /** Empty where none is named. */
  readonly operation: string;
  readonly agent: string | undefined;
  /** All words but the operation's. */
  readonly words: readonly string[];
  /** Where it works, by the name the line has for it; empty where it began. */
  readonly folder: string;
}

/** Flags of every operation that a value follows: it is no operation. */
export const flagsWithValue: readonly string[] = ["--cwd", "--memory-dir"];

/** Where a line calls Cairn's own command: what for, and for which agent. */
export function cairnCalls(command: string): CairnCall[] {
  if (!command.includes("cairn")) return [];
  return shellLine(command).commands.flatMap(({ name, words, folder }) => {
    const given = words.slice(1).map(({ text }) => text);
    const called = /^(?:cairn(?:-memory)?|cairn\.cjs)$/.test(name) ? given : behindProgram(given);
    if (called === undefined) return [];
    const at = called.findIndex((word, n) => !word.startsWith("-") && !flagsWithValue.includes(called[n - 1] ?? ""));
    const [agent, cwd, memories] = ["--agent", "--cwd", "--memory-dir"].map((flag) => flagged(called, flag));
    const there = [cwd, memories].flatMap((path) => path ?? []).reduce(pathIn, folder);
    return [{ operation: called[at] ?? "", agent, words: called.filter((_, n) => n !== at), folder: there }];
  });
}

function flagged(words: readonly string[], flag: string): string | undefined {
  const at = words.indexOf(flag);
  return at < 0 ? words.find((word) => word.startsWith(`${flag}=`))?.slice(flag.length + 1) : words[at + 1];
}

/** `node …/cairn.cjs remember …` */
function behindProgram(given: readonly string[]): string[] | undefined {
  const at = given.findIndex((word) => /(?:^|\/)cairn\.cjs$/.test(word));
  return at < 0 || given.slice(0, at).some((word) => !word.startsWith("-")) ? undefined : given.slice(at + 1);
}

/** The files a command prints and the folders it goes to, by names as where it began; not those it wrote itself. */
export function filesPrinted(command: string): string[] {
  const { commands, written } = shellLine(command);
  return commands
    .flatMap((one, at) => pathsPrinted(one, at === commands.length - 1).map((path) => pathIn(one.folder, path)))
    .filter((path) => !written.has(path));
}

/** The folders a command fetches a repository of others into. */
export function foldersCloned(command: string): string[] {
  return shellLine(command).commands.flatMap(({ name, words, folder }) => {
    if (name !== "git" && name !== "gh") return [];
    const given = words.slice(1).map(({ text }) => text);
    const at = given.indexOf("clone");
    const [from, to] = given.slice(at + 1).filter((word) => !word.startsWith("-"));
    if (at < 0 || from === undefined) return [];
    return [pathIn(folder, to ?? from.replace(/\/+$|\.git\/*$/g, "").replace(/^.*[/:]/, ""))];
  });
}

/** The files a line that fetches leaves behind, wherever they lie: what it writes, by a sign or by a flag of the program's. */
export function filesFetched(command: string): string[] {
  const { commands, written } = shellLine(command);
  if (!hearsOthers(commands, command)) return [];
  const named = commands.flatMap(({ name, words, folder }) => {
    const flags = KEEPS_IN.get(name) ?? [];
    const given = [
      ...flags.flatMap((flag) => valuesOf(words, flag)),
      ...(takesName(name, words) ? addressed(words) : []),
    ];
    return given.map((path) => pathIn(folder, path));
  });
  return [...written, ...named].filter((path) => path !== "-" && !path.startsWith("/dev/"));
}

/** What is copied, moved or unpacked, and the files or folders that hold it then. */
export function filesCopied(command: string): { readonly from: readonly string[]; readonly to: readonly string[] }[] {
  return shellLine(command).commands.flatMap(({ name, words, folder }) => {
    const flag = UNPACKS.get(name);
    if (flag === undefined && !COPIES.has(name)) return [];
    const given = words.slice(1).flatMap(({ text }) => (text.startsWith("-") ? [] : [text]));
    const goal = flag === undefined ? given.at(-1) : valuesOf(words, flag)[0];
    if (goal === undefined) return [];
    const from = given.filter((path) => path !== goal);
    const to = flag === undefined ? placesIn(goal, from) : [goal].filter((path) => !HERE.test(path));
    return [{ from: from.map((path) => pathIn(folder, path)), to: to.map((path) => pathIn(folder, path)) }];
  });
}

/** Whether the last name is a folder nobody knows here: it is what was copied where both look like a file, or neither does. */
function placesIn(goal: string, from: readonly string[]): string[] {
  const inside = from.map((path) => `${goal.replace(/\/+$/, "")}/${path.replace(/\/+$/, "").replace(/^.*\//, "")}`);
  const isName =
    from.length === 1 && !HERE.test(goal) && !goal.endsWith("/") && ENDING.test(goal) === ENDING.test(from[0]!);
  return isName ? [goal, ...inside] : inside;
}

/** The files that hold only what the command wrote. */
export function filesWritten(command: string): string[] {
  return [...shellLine(command).written].filter((path) => !path.startsWith("/dev/"));
}

function pathsPrinted({ name, words }: SimpleCommand, isLast: boolean): string[] {
  const inputs = words.filter(({ isInput }) => isInput).map(({ text }) => text);
  const given = words.slice(1).filter(({ text, isInput }) => !isInput && !text.startsWith("-"));
  if (MOVES.has(name)) return isLast ? [] : [goal(words)];
  if (name === "git") return valuesOf(words, "-C");
  if (name === "dd") return given.flatMap(({ text }) => (text.startsWith("if=") ? [text.slice(3)] : []));
  if (INTERPRETERS.test(name)) return [...inputs, ...words.flatMap(({ text }) => pathsInCode(text))];
  if (name === "find") return words.slice(1, firstFlag(words)).map(({ text }) => text);
  const sought = SEARCHES.has(name) ? (given.find(({ isQuoted }) => isQuoted) ?? given[0]) : undefined;
  if (sought === undefined && !PRINTS.has(name)) return inputs;
  return [...inputs, ...given.filter((word) => word !== sought).map(({ text }) => text)];
}

/** The files that code handed to an interpreter names from the root or from home. */
function pathsInCode(code: string): string[] {
  return [...code.matchAll(/["'](~?\/[^"'\s]+)["']/g)].map(([, path]) => path!);
}

/** What stands behind a flag, wherever it stands. */
function valuesOf(words: SimpleCommand["words"], flag: string): string[] {
  return words
    .flatMap(({ text }, at) => (text === flag ? [words[at + 1]?.text ?? ""] : []))
    .filter((path) => path !== "");
}

/** Whether the file is called as what is fetched: `curl -O`, and `wget` unless it is told otherwise. */
function takesName(name: string, words: SimpleCommand["words"]): boolean {
  return name === "wget" || (name === "curl" && words.some(({ text }) => /^(?:-[a-zA-Z]*O|--remote-name)$/.test(text)));
}

function addressed(words: SimpleCommand["words"]): string[] {
  const names = words.slice(1).map(({ text }) => /^[^-].*\/([^/?#]+)(?:[?#].*)?$/.exec(text)?.[1] ?? "");
  return names.filter((name) => name !== "");
}

/** What `find` prints may be handed on to who prints the files: it looks where it is told, before its first test. */
function firstFlag(words: SimpleCommand["words"]): number {
  const at = words.findIndex(({ text }) => /^[-!(]/.test(text));
  return at < 0 ? words.length : at;
}
