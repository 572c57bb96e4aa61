/**
 * What commands bring in the words of others, and the files a command prints. One table for what is noted while a session
 * runs and for what is read of it later; which tools do is in `hosts/tool-names.ts`. Pure.
 */

import { goal, pathIn, type SimpleCommand, shellLine } from "../text/shell-words.ts";
import { hearsOthers } from "./hearing-commands-table.ts";

const PRINTS = new Set(
  "cat tac nl head tail less more bat strings xxd od hexdump diff cut sort uniq fold column base64 zcat pandoc pdftotext".split(
    " ",
  ),
);
/** Those that are told first what to look for, which may look like a path. */
const SEARCHES = new Set("grep egrep fgrep rg ag sed awk gawk jq yq".split(" "));
/** What is done behind it is done among whatever lies there. */
const MOVES = new Set(["cd", "pushd"]);

/** Only where that is what is run: not where it is looked for, or told of. */
export function fetches(command: string): boolean {
  return hearsOthers(shellLine(command).commands, command);
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

/** The files that hold only what the command wrote. */
export function filesWritten(command: string): string[] {
  return [...shellLine(command).written].filter((path) => !path.startsWith("/dev/"));
}

function pathsPrinted({ name, words }: SimpleCommand, isLast: boolean): string[] {
  const inputs = words.filter(({ isInput }) => isInput).map(({ text }) => text);
  const given = words.slice(1).filter(({ text, isInput }) => !isInput && !text.startsWith("-"));
  if (MOVES.has(name)) return isLast ? [] : [goal(words)];
  const sought = SEARCHES.has(name) ? (given.find(({ isQuoted }) => isQuoted) ?? given[0]) : undefined;
  if (sought === undefined && !PRINTS.has(name)) return inputs;
  return [...inputs, ...given.filter((word) => word !== sought).map(({ text }) => text)];
}
