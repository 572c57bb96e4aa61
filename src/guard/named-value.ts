/**
 * What may stand between a telling name and the value it is given: signs, other fields of a record, words of prose; and
 * what stands between them where the value comes first, as parts of patterns, each with bounded repeats; whether a line
 * does nothing but name what stands below it; and what beside such a name is no secret. Pure.
 */

import { looksRandom } from "./randomness.ts";

export const QUOTE = String.raw`(?:N(?='))?["'\x60\\]{0,4}`;

/** `: String =`: the type a variable is declared with. */
const TYPED = String.raw`:[ \t]{0,2}&?(?:'\w{1,12}[ \t])?[A-Za-z][\w.]{0,20}\??[ \t]{0,3}=(?![=>])`;
const SIGN = String.raw`(?:=>|->|:=|：|={1,3}|${TYPED}|:|>|[|│┃]{1,2}=?|\?\?=?|\?=|→|⇒|[–—]|(?<=[ \t])-(?=[ \t]))`;

/** The other lines of a variable's declaration, before its default. */
const DECLARED = String.raw`(?:(?:type|description|sensitive|nullable)[ \t]{0,12}=[^\n]{0,80}\s{1,12}){0,3}`;
const FIELD = String.raw`["'\x60\\]{0,4}[\s,{]{1,24}${DECLARED}["'\x60\\]{0,4}(?:value|default)["'\x60\\]{0,4}[ \t]{0,4}[:=][ \t]{0,4}["'\x60\\]{0,4}`;
/**
 * A value that does not follow its name at once: `("NAME", "`; `name: NAME` and `value: ` below; `"name" { default = "`;
 * `NAME</td><td>`; a part of a form; `--name NAME --value `; `NAME("`; a row of two fields.
 */
const APART = [
  String.raw`["'\x60]\s{0,4},\s{0,4}["'\x60]`,
  FIELD,
  String.raw`<\/[\w:-]{1,20}>\s{0,12}<[\w:-]{1,20}(?:\s[^<>\n]{0,60})?>`,
  String.raw`["']\r?\n\r?\n`,
  String.raw`["'\x60]?[ \t]{1,4}--?(?:value|secret-string|body)[ \t=]{1,3}["'\x60]{0,2}`,
  String.raw`\(["'\x60]`,
  String.raw`,(?=[^\s,]{6,128}[ \t]?(?:,|\r?\n|$))`,
].join("|");

/** `NAME=`, `"name": "`, `name => '`, `<name>`, `['name'] = `, `**name:** `, `| name | `, `name -> `, and what is apart. */
export const ASSIGNS = String.raw`(?:["'\x60\])\\*]{0,4}[ \t]{0,40}${SIGN}[ \t*]{0,6}\(?${QUOTE}|${APART})`;

/** `password for the staging db is`. */
export const OF_WHAT = String.raw`(?:[ \t]{1,4}(?:for|of|to|on|in|at|von|vom|für|zu|zur|zum|der|des)(?:[ \t]{1,4}(?!is\b|ist\b|was\b)[\w.'-]{1,40}){1,5})?`;

const BE = "(?:is|are|was|were|be|been|ist|war|lautet|est|es|é|è|är|remains?|stays?|equals?|becomes?|became|now)";
const MADE = "(?:set|changed?|reset|rotated?|updated?|switched|moved|renewed)";
/** `is now`, `was changed to`, `, it is`, `should be`, `changed to`: "to" alone is said of passwords in any way. */
const SPOKEN = String.raw`(?:,?[ \t]{1,3}(?:it|which|that|und))?[ \t]{1,4}(?:(?:(?:has|have|should|must|will|can|has to|got|just|currently|still|now)[ \t]{1,3}){0,2}${BE}(?:[ \t]{1,3}(?:now|still|currently|again|just|always)){0,2}(?:[ \t]{1,3}${MADE}[ \t]{1,3}to)?|(?:(?:got|now)[ \t]{1,3})?${MADE}[ \t]{1,3}to)`;
/** `set the password to`. */
const SET = String.raw`(?<=\b(?:set|sets|setting|change|changed|changes|reset|resets|rotated?|update|updated)[ \t]{1,4}(?:[\w'-]{1,30}[ \t]{1,4}){0,4}[\w. -]{2,48})[ \t]{1,4}to`;
export const SAYS = String.raw`(?:(?:${SPOKEN}|${SET})(?:[ \t]{0,2}:)?[ \t]{1,4}${QUOTE}|[ \t]{1,2}\(${QUOTE})`;

/** What such a name ends a thought with: "as the password hash" says of what kind something is, not what the password is. */
export const SAID = String.raw`(?=s?[ \t]{0,2}(?:[.,;:!?)\]"'\x60]|\r?\n|$|(?:for|of|on|in|to|at|and|when|until|there|here|now|again|für|von|beim)\b))`;

/** Behind a value that comes first: `use hunter22 as the `, `hunter22 is the `, `hunter22 (`; the value is `secret`. */
export function valueFirst(character: string, least: number): string {
  const secret = `(?<!${character})(?<secret>${character}{${least},128})["'\\x60]{0,2}`;
  const words = String.raw`(?:[ \t]{1,3}[\w'.-]{1,30}){0,4}`;
  return String.raw`(?<=${secret}(?:[ \t](?:(?:to|into|in|at|on)(?:[ \t]{1,3}[\w'.-]{1,30}){1,4}[ \t]{1,3}(?=as\b))?(?:as|als|for|is|was|für|ist)${words}|[ \t]{1,2}[([](?:[\w'-]{1,30}[ \t]{1,3}){0,3})[ \t]{0,3})`;
}

/** A version, a name that begins with a date, the name of a pod. What follows a number or a date may be noise all the same. */
const ORDINARY = [
  /^v?\d{1,4}(?:\.\d{1,6}){1,3}(?:(?:rc|a|b|beta|alpha|dev|post)\d{1,3})?(?<rest>(?:[-+][\w.+-]{0,40})?)$/,
  /^(?:19|20)\d\d-?[01]\d-?[0-3]\d[-_T.](?<rest>.*)/,
  /^[a-z][a-z0-9-]{0,60}-[a-z0-9]{8,10}-[a-z0-9]{5}$/,
];
const COMMIT = /^[0-9a-f]{40}$/;
/** As a variable or a field is given its value: no commit is named like that. */
const IS_GIVEN = /["'=]/;

/** What ordinary work names beside a telling word as often as a secret: never one by its look alone. `said`: with the value. */
export function isOrdinaryName(value: string, said: string, before: string): boolean {
  const shape = ORDINARY.map((one) => one.exec(value)).find((found) => found !== null);
  if (shape !== undefined) return !looksRandom(shape.groups?.["rest"] ?? "");
  if (!COMMIT.test(value) || IS_GIVEN.test(said)) return false;
  return /\b(?:commit|revision)\b/i.test(lastLine(before));
}

const HEX = /^[0-9a-f]{20,128}$/i;
const OF_COMMITS = /\b(?:commit|sha\d*|digest|hash|revision|checksum|fingerprint)\b/i;

/** A heading, or a line in bold. */
const TITLE = /^[ \t>*+-]{0,12}(?:#{1,6}[ \t]|(?:\*\*|__)(?=\S))/;
const MARKS = /^[ \t>*+-]{0,12}(?:\d{1,3}[.)][ \t]+)?/;
const QUOTES = /["'’`(*_#]+/g;
const CLAUSE = /^.*[.,;:!?][ \t]+/;
/** `Here is the`, `Use this`: words that hand something over. */
const HANDS_OVER =
  /^(?:(?:ok|hi|hey|and|so)[ \t]+)?(?:(?:heres|here (?:is|are)|this is|thats|that is|it is|use|using|with|hier ist|das ist)[ \t]+)?(?:(?:the|this|my|our|your|an?|new|current|der|die|das|mein|unser)[ \t]+){0,2}/i;
/** In a sentence the name is what something else is said of: `the commit that fixed the token`. */
const IN_SENTENCE =
  /\b(?:the|an?|my|our|your|this|that|which|with|without|on|of|for|to|in|by|from|and|or|as|at|about)\b/i;

const MOST_IN_TITLE = 4;
const MOST_BESIDE = 2;

/** `said`: from the name on, with the value; `before`: what stands before the name. */
export function isNamedAbove(value: string, said: string, before: string): boolean {
  const line = lastLine(before);
  if (HEX.test(value) && OF_COMMITS.test(line)) return false;
  const rest = line
    .replace(/[\w.-]*$/, "")
    .replace(MARKS, "")
    .replace(CLAUSE, "")
    .replace(QUOTES, "")
    .trimStart();
  if (TITLE.test(line)) return wordsIn(rest) <= MOST_IN_TITLE;
  const isLed = /^[^\n]*:/.test(said);
  if (COMMIT.test(value) && !isLed) return false;
  const own = rest.replace(HANDS_OVER, "");
  return !IN_SENTENCE.test(own) && wordsIn(own) <= (isLed ? MOST_BESIDE : 1);
}

function wordsIn(text: string): number {
  return text.split(/[ \t]+/).filter((word) => word !== "").length;
}

function lastLine(text: string): string {
  return text.slice(text.lastIndexOf("\n") + 1);
}
