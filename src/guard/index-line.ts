/**
 * The pointer a memory has in `MEMORY.md`. Every session loads these lines, so they are built from plain words alone:
 * no control or format characters, no address, no markup, no angle bracket, no back-tick, no more than a line.
 */
import { oneLine } from "./one-line.ts";

interface Pointer {
  readonly title: string;
  /** Relative to the folder of the index. */
  readonly path: string;
  readonly description?: string | undefined;
  /** A word behind the title that is never cut off. */
  readonly mark?: string | undefined;
}

const MAX_TITLE = 72;
const MIN_DESCRIPTION = 12;

/** `- [Title](path) — description`, at most `max` UTF-16 units; empty when the path is not safe or leaves no room. */
export function indexLine({ title, path, description = "", mark }: Pointer, max = 150): string {
  const target = targetOf(path);
  if (target === undefined) return "";
  const room = max - `- [](${target})`.length;
  if (room < 2) return "";
  const behind = mark === undefined ? "" : ` (${plain(mark)})`;
  const called = plain(title) || plain(path.replace(/^.*\/|\.md$/g, "")) || "memory";
  if (room < behind.length + 2) return "";
  const name = `${oneLine(called, Math.min(room, MAX_TITLE) - behind.length)}${behind}`;
  const rest = max - `- [${name}](${target}) — `.length;
  const said = plain(description);
  const about = rest < MIN_DESCRIPTION || isSameAs(name, said) ? "" : oneLine(said, rest);
  return `- [${name}](${target})${about && ` — ${about}`}`;
}

/** A memory of one sentence is not told twice: what its title cuts off is a word or two. */
function isSameAs(name: string, description: string): boolean {
  const flat = (text: string) => text.toLowerCase().replace(/[\s.…!?]+$/, "");
  const [title, about] = [flat(name), flat(description)];
  return about === "" || title === about || (name.endsWith("…") && about.startsWith(title));
}

/** Within a word `_` marks nothing up, and beside one `#` does not: `snake_case`, `C#`, `#42`. */
const MARKUP = /[*[\]|~<>`\\]|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])#+(?!\p{N})|&#?\w{1,31};/gu;
const ADDRESS = /[a-z][a-z0-9+.-]{0,30}:\/\/\S*|www\.\S*|(?:javascript|vbscript|data|mailto|file):\S*/gi;

/** Without one of these there is neither: most texts have none, and such patterns take a millisecond to be made. */
const MARK = /[*[\]|~<>`\\_#&:]|www\./i;

/** Words only. Markup goes first, as it could hold an address apart; what its going uncovers goes too. */
function plain(text: string): string {
  let words = oneLine(text);
  if (!MARK.test(words)) return oneLine(words);
  words = words.replace(MARKUP, " ");
  for (let before = ""; before !== words; ) {
    before = words;
    words = words.replace(ADDRESS, " ").replace(MARKUP, " ");
  }
  return oneLine(words);
}

/** The path as a link target; undefined when it is not one that stays below the folder. */
function targetOf(path: string): string | undefined {
  const isPlain = /^[A-Za-z0-9._~/-]*$/.test(path);
  const isSafe = isPlain || !/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\\:]/u.test(path);
  if (!isSafe || path.split("/").some((part) => part.trim() === "" || /^\.{1,2}$/.test(part))) return undefined;
  if (isPlain) return path;
  return path.normalize("NFC").replace(/[^\p{L}\p{N}\p{M}._~/-]/gu, percent);
}

/** Also what `encodeURIComponent` leaves alone: parentheses would end the link. */
function percent(char: string): string {
  return encodeURIComponent(char).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}
