/**
 * What a text says, without the dress it came in: colours of a terminal, escapes of JSON and of addresses, entities and
 * tags of a page, the numbers of lines, a word broken at the end of one, signs nobody sees, letters of another script
 * that look alike. Nothing is lost: what stood inside a tag or behind a link follows at the end. Pure.
 */

const NOT_ASCII = /[^\x00-\x7f]/;
/** Also as it stands where it was written down: `\u001b[1m`. */
const COLOUR =
  /(?:\u001b|\\{1,4}(?:u001[bB]|x1[bB]|033|e(?=\[)))(?:\[[0-?]{0,40}[ -/]{0,4}[@-~]|\][^\u0007\u001b\n]{0,500}(?:\u0007|\u001b\\))/g;
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;
/** A copy of ASCII among the signs that nobody sees. */
const TAGS = 0xe0000;
const TAGGED = /[\u{e0020}-\u{e007e}]+/gu;
const TAGGED_SIGN = /[\u{e0020}-\u{e007e}]/gu;
const CODE = /\\{1,8}u([0-9a-fA-F]{4})/g;
const BREAK = /\\{1,8}[nrt]/g;
const BYTE = /%([2-7][0-9a-fA-F])/g;
const NUMBERED = /&#(?:x([0-9a-fA-F]{1,6})|(\d{1,7}));/g;
const ACCENTED = /&([A-Za-z])(?:acute|grave|circ|uml|tilde|cedil|ring|slash|caron);/g;
const NAMED = /&(?:(shy|zwj|zwnj)|[A-Za-z]{2,8});/g;
/** These stand within a word; any other tag ends one. */
const WITHIN = /^<\/?(?:a|abbr|b|big|code|em|font|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|tt|u|var|wbr)(?![\w-])/i;
const TAG = /<(?:\/?[A-Za-z][^<>]{0,4000}|!--|!\[CDATA\[)>?/g;
const MARKED_UP = /<\/[A-Za-z]|\/>|<!/;
const LINK = /\]\(([^()\s]{1,2000})(?:\s+"([^"\n]{0,500})")?\)/g;
const LINE_NUMBER = /^[ \t]{0,12}\d{1,7}(?:→|\t)/gm;
const BROKEN = /(\p{Ll})-\r?\n[ \t]{0,40}(?=\p{Ll})/gu;
const WORD = /\p{L}+/gu;
const LATIN = /[A-Za-z]/;
const ALIKE_SCRIPTS = /[\u0370-\u052f]/;
/** Greek and Cyrillic letters and the Latin ones they are taken for, in lower case. */
const ALIKE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{
      а: "a",
      в: "b",
      с: "c",
      ԁ: "d",
      е: "e",
      ғ: "f",
      ɡ: "g",
      һ: "h",
      н: "h",
      і: "i",
      ј: "j",
      к: "k",
      ӏ: "l",
      м: "m",
    },
    ...{ о: "o", р: "p", ԛ: "q", г: "r", ѕ: "s", т: "t", ц: "u", ѵ: "v", ԝ: "w", х: "x", у: "y", ү: "y" },
    ...{ α: "a", β: "b", ε: "e", η: "n", ι: "i", κ: "k", ν: "v", ο: "o", ρ: "p", τ: "t", υ: "u", χ: "x" },
  }),
);

export function bareText(text: string): string {
  const plain = text.includes("\u001b") || text.includes("\\") ? withoutEscapes(text) : text;
  const said = withoutMarkup(withoutEntities(plain).replace(BYTE, charOf16));
  const whole = said.replace(LINE_NUMBER, "");
  if (!NOT_ASCII.test(whole)) return whole.replace(BROKEN, "$1");
  const seen = withoutUnseen(whole).replace(BROKEN, "$1");
  return ALIKE_SCRIPTS.test(seen) && LATIN.test(seen) ? seen.replace(WORD, inOneScript) : seen;
}

/** Letters written as tags, which nobody sees, are words to a model. */
function withoutUnseen(text: string): string {
  const tagged = text.match(TAGGED) ?? [];
  const seen = text.replace(UNSEEN, "");
  return tagged.length === 0
    ? seen
    : `${seen}\n\n${tagged.map((run) => run.replace(TAGGED_SIGN, untagged)).join("\n")}`;
}

function untagged(sign: string): string {
  return String.fromCodePoint(sign.codePointAt(0)! - TAGS);
}

function withoutEscapes(text: string): string {
  return text.replace(COLOUR, "").replace(CODE, charOf16).replace(COLOUR, "").replace(BREAK, " ");
}

function withoutEntities(text: string): string {
  if (!text.includes("&") || !text.includes(";")) return text;
  return text
    .replace(NUMBERED, (_, hex: string | undefined, digits: string) =>
      charOf(hex === undefined ? Number(digits) : Number.parseInt(hex, 16)),
    )
    .replace(ACCENTED, "$1")
    .replace(NAMED, (_, unseen) => (unseen === undefined ? " " : ""));
}

function withoutMarkup(text: string): string {
  const hidden: string[] = [];
  let said = text;
  if (MARKED_UP.test(text))
    said = said.replace(TAG, (tag) => {
      hidden.push(tag);
      return WITHIN.test(tag) ? "" : " ";
    });
  if (text.includes("]("))
    said = said.replace(LINK, (_, address: string, title: string | undefined) => {
      hidden.push(address, title ?? "");
      return " ";
    });
  return hidden.length === 0 ? text : `${said}\n\n${hidden.join("\n")}`;
}

function charOf16(_: string, code: string): string {
  return charOf(Number.parseInt(code, 16));
}

function charOf(code: number): string {
  return code > 0x10ffff ? " " : String.fromCodePoint(code);
}

/** A word of another script stays as it is. */
function inOneScript(word: string): string {
  if (!LATIN.test(word) || !ALIKE_SCRIPTS.test(word)) return word;
  return [...word.toLowerCase()].map((letter) => ALIKE.get(letter) ?? letter).join("");
}
