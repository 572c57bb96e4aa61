/**
 * Phrases a later prompt may use for what a text says, read off the text itself: names written like code, what was put in
 * quotes or printed as an error, short forms beside their long ones, what something was chosen over. Pure.
 */

import { tagsFrom } from "./sentences.ts";
import { stopWords } from "./stop-words.ts";

export const mostAliases = 5;
const LONGEST = 60;
const SHORTEST = 3;
const MOST_WORDS = 7;

const CODE =
  /`([^`\n]{3,50})`|(?<!\w\.)\b([\w-]+(?:\/[\w.-]+)+|[\w-]+\.(?:ts|tsx|js|py|go|rs|md|json|ya?ml|toml|css|java|svelte|vue|sh|csv))\b|\b([a-z]+(?:[A-Z][a-z0-9]+)+|[a-z0-9]+(?:_[a-z0-9]+)+)\b/g;
const QUOTED = /[“"]([^“”"\n]{5,60})[”"]/g;
/** A code or class as programs print it, with what stands behind its colon. */
const ERROR = /\b(?:E[A-Z]{4,}|[A-Z]{1,5}\d{3,5}|[A-Z]\w*(?:Error|Exception))\b(?::[ \t]*[^\n.;]{3,40})?/g;
/** Begun only where a word begins: at every sign of a long word its time would grow with the square of the length. */
const SHORT_FORM = /(?<![\w-])((?:[A-Za-z][\w-]*[ \t]+){1,6})\(([A-Z][A-Za-z0-9]{1,7})\)/g;
const LONG_FORM = /\b([A-Z][A-Z0-9]{1,7})[ \t]+\(([a-z][\w -]{5,50})\)/g;
/** What something was chosen over, up to where the clause ends. */
const OVER =
  /\b(?:instead of|rather than|chosen over|preferred (?:over|to)|in place of|as opposed to|not)[ \t]+(?:an?[ \t]+|the[ \t]+)?((?:[A-Z][\w.+#-]*|[a-z]\w*-[\w-]+)(?:[ \t]+[A-Z][\w.+#-]*){0,2})/g;

/** For a memory of these words. Never a single common word, never what its title says already. */
export function aliasesFrom(title: string, text: string): string[] {
  const own = withoutLinks(text.startsWith(`# ${title}`) ? text.slice(title.length + 2) : text);
  const words = tagsFrom(title, 4);
  const found = [
    ...all(own, OVER).map(([, name = ""]) => name),
    ...all(own, ERROR).map(([error]) => error),
    ...shortForms(`${title}\n${own}`),
    ...codeNamesIn(own).slice(0, 2),
    ...all(own, QUOTED).map(([, quoted = ""]) => quoted),
    ...(words.length > 2 ? [words.slice(0, 2).join(" "), words.slice(-2).join(" ")] : []),
  ];
  const said = title.toLowerCase();
  return fittingAliases(found.filter((one) => isTelling(one) && one.toLowerCase() !== said));
}

/** Where a link leads is another file's name, never a name for this text; so is `[[that]]`. */
function withoutLinks(text: string): string {
  return text
    .replace(/\[([^\]\n]{0,200})\]\((?!\w+:)[^)\n]{1,300}\.md(?:#[^)\n]{0,100})?\)/g, (_, words: string) =>
      /\.md$/.test(words) ? "" : `[${words}]`,
    )
    .replace(/\[\[[^[\]\n]{1,200}\]\]/g, "");
}

/** Each once, of a length that may be typed, the first few. */
export function fittingAliases(found: readonly string[]): string[] {
  const fit = found
    .map((one) => one.replace(/[…?.!,:;]+$/, "").trim())
    .filter((one) => one.length >= SHORTEST && one.length <= LONGEST && !one.includes("[REDACTED"));
  return [...new Map(fit.map((one) => [one.toLowerCase(), one])).values()].slice(0, mostAliases);
}

/** Names of code, paths and files, in the order they stand there. */
export function codeNamesIn(text: string): string[] {
  return all(text, CODE).map(([, code, path, name]) => code ?? path ?? name ?? "");
}

function all(text: string, pattern: RegExp): RegExpExecArray[] {
  return [...text.slice(0, 20_000).matchAll(pattern)];
}

/** Both forms: whoever wrote one may type the other. */
function shortForms(text: string): string[] {
  const before = all(text, SHORT_FORM).flatMap(([, long = "", short = ""]) => {
    const letters = [...short.toLowerCase().replace(/[^a-z]/g, "")];
    const words = long.trim().split(/[ \t-]+/);
    const tail = words.slice(-letters.length);
    return tail.length === letters.length && tail.every((word, n) => word.toLowerCase()[0] === letters[n])
      ? [short, tail.join(" ")]
      : [];
  });
  const behind = all(text, LONG_FORM).flatMap(([, short = "", long = ""]) => {
    const firsts = long
      .split(/[ -]+/)
      .map((word) => word[0]?.toLowerCase() ?? "")
      .join("");
    return firsts === short.toLowerCase() ? [short, long] : [];
  });
  return [...before, ...behind];
}

/** A name, or several words of which one at least says something. */
function isTelling(phrase: string): boolean {
  const words = phrase.trim().split(/\s+/);
  if (words.length > MOST_WORDS || !/\p{L}/u.test(phrase)) return false;
  if (words.length === 1) return /[^a-z]/.test(phrase);
  return words.some((word) => !stopWords.has(word.toLowerCase()));
}
