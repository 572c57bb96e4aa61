/**
 * What Cairn wants to know of a repository's `config` file, read as text. Nothing in it is acted upon: `include` is not
 * followed, `insteadOf` is not applied.
 */

export interface ConfigEntry {
  /** Section and key in lower case, the subsection as written: `remote.origin.url`. */
  readonly name: string;
  readonly value: string;
}

const SECTION = /^\[\s*([A-Za-z0-9.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/;
const KEY = /^([A-Za-z][A-Za-z0-9-]*)\s*(?:=\s*(.*))?$/;

export function parseGitConfig(text: string): ConfigEntry[] {
  const entries: ConfigEntry[] = [];
  let section = "";
  for (const line of logicalLines(text)) {
    const header = SECTION.exec(line);
    if (header) section = sectionOf(header[1] ?? "", header[2]);
    const key = KEY.exec((header ? line.slice(header[0].length) : line).trim());
    if (key && section !== "") {
      entries.push({ name: `${section}.${key[1]?.toLowerCase()}`, value: valueFrom(key[2] ?? "") });
    }
  }
  return entries;
}

/** Where the repository was cloned from: `origin`, else the first remote named. */
export function remoteUrl(entries: readonly ConfigEntry[]): string | undefined {
  const urls = entries.filter(({ name, value }) => /^remote\..+\.url$/s.test(name) && value !== "");
  return (urls.find(({ name }) => name === "remote.origin.url") ?? urls[0])?.value;
}

/** Each remote's name and URL; the first that is written counts. */
export function remoteUrls(entries: readonly ConfigEntry[]): [string, string][] {
  const named = entries.flatMap(({ name, value }): [string, string][] => {
    const remote = /^remote\.(.+)\.url$/s.exec(name)?.[1];
    return remote === undefined || value === "" ? [] : [[remote, value]];
  });
  return named.filter(([remote], n) => named.findIndex(([other]) => other === remote) === n);
}

/** A backslash at the end of a line joins the next one to it. */
function logicalLines(text: string): string[] {
  const joined = text.replace(/^\uFEFF/, "").replace(/((?:^|[^\\])(?:\\\\)*)\\\r?\n/g, "$1");
  return joined.split(/\r?\n/).map((line) => line.trim());
}

function sectionOf(name: string, quoted: string | undefined): string {
  const section = name.toLowerCase();
  return quoted === undefined ? section : `${section}.${quoted.replace(/\\(.)/g, "$1")}`;
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", b: "\b" };

/** Quotes may open and close anywhere; outside them a comment ends the value and blanks at the end are dropped. */
function valueFrom(raw: string): string {
  let value = "";
  let kept = 0;
  let quoted = false;
  for (let i = 0; i < raw.length; i++) {
    const char = raw.charAt(i);
    if (char === '"') quoted = !quoted;
    else if (char === "\\") value += escaped(raw.charAt(++i));
    else if (!quoted && (char === "#" || char === ";")) break;
    else value += char;
    if (quoted || !/\s/.test(char)) kept = value.length;
  }
  return value.slice(0, kept);
}

function escaped(char: string): string {
  return ESCAPES[char] ?? char;
}
