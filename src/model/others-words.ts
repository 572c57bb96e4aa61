/**
 * What brings in the words of others: the tools and commands that do, whoever's names they go by, and the files a command
 * prints. One table for what is noted while a session runs and for what is read of it later. Pure.
 */

/** Of every client. Cairn's own server is its own, as a plugin or by itself; another's may only sound like it. */
const TOOLS =
  /^(?:web_?(?:fetch|search)|browser|fetch$|read_mcp_resource$|ReadMcpResourceTool$)|^mcp__(?!(?:plugin_cairn_)?cairn__)/i;

/** Wherever such a word stands, in a command within a command too. */
const FETCHES =
  /(?:^|[\s;&|("'`/=])(?:curl|wget|aria2c|lynx|w3m|elinks|https?|xh|gh|glab|hub|nc|ncat|telnet|ssh)(?=\s|["'`;&|)]|$)/;

/** Commands that print files; `cd`, because the names behind it say nothing of where they lie. */
const PRINTS = new Set(
  "cat tac nl head tail less more bat strings xxd od hexdump diff cut sort uniq fold column base64 zcat pandoc pdftotext cd pushd".split(
    " ",
  ),
);
/** Those that are told first what to look for, which may look like a path. */
const SEARCHES = new Set("grep egrep fgrep rg ag sed awk gawk jq yq".split(" "));

/** What a file is to hold, which nobody runs. */
const WRITTEN_HERE = /\b(?:cat|tee)\b[^\n]{0,300}<<-?\s*(['"]?)(\w+)\1[^\n]{0,300}\n[\s\S]*?\n[ \t]*\2(?=\s|$)/g;
const WORDS = /"((?:[^"\\]|\\.)*)"|'([^']*)'|(\d?>>?&?|<{1,3})|([;&|()\n`]|\$\()|([^\s;&|()<>"'`]+)/g;
const AWAY = /^(?:\/(?!dev\/)|~(?:\/|$)|\.\.(?:\/|$))/;

export function bringsWords(tool: string): boolean {
  return TOOLS.test(tool);
}

export function fetches(command: string): boolean {
  return FETCHES.test(command);
}

/** The files a command prints, as far as they are named by a path that may lead away; not those it wrote itself. */
export function filesPrinted(command: string): string[] {
  const { parts, written } = takenApart(command);
  return parts.flatMap(pathsPrinted).filter((path) => AWAY.test(path) && !written.has(path));
}

interface Word {
  readonly text: string;
  readonly isQuoted: boolean;
  /** Handed in by `<`. */
  readonly isInput: boolean;
}

/** Its simple commands, each with its words, and what they write to. */
function takenApart(command: string): { parts: Word[][]; written: ReadonlySet<string> } {
  const parts: Word[][] = [[]];
  const written = new Set<string>();
  let direction = "";
  const run = command.replace(WRITTEN_HERE, (all) => all.slice(0, all.indexOf("\n")));
  for (const [, double, single, sign, end, bare] of run.matchAll(WORDS)) {
    if (end !== undefined) parts.push([]);
    direction = sign ?? direction;
    if (sign !== undefined || end !== undefined) continue;
    const text = double ?? single ?? bare ?? "";
    if (direction.includes(">")) written.add(text);
    else if (!direction.startsWith("<<"))
      parts.at(-1)!.push({ text, isQuoted: bare === undefined, isInput: direction === "<" });
    direction = "";
  }
  for (const words of parts)
    if (words.some(({ text }) => text === "tee")) for (const { text } of words) written.add(text);
  return { parts, written };
}

function pathsPrinted(words: readonly Word[]): string[] {
  const names = words.map(({ text }) => text.slice(text.lastIndexOf("/") + 1));
  const inputs = words.filter(({ isInput }) => isInput).map(({ text }) => text);
  const prints = names.findIndex((name) => PRINTS.has(name) || SEARCHES.has(name));
  if (prints < 0) return inputs;
  const given = words.slice(prints + 1).filter(({ text }) => !text.startsWith("-"));
  const sought = SEARCHES.has(names[prints]!) ? (given.find(({ isQuoted }) => isQuoted) ?? given[0]) : undefined;
  return given.filter((word) => word !== sought).map(({ text }) => text);
}
