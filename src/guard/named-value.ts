/**
 * What may stand between a telling name and the value it is given: signs, other fields of a record, words of prose; and
 * what stands between them where the value comes first. Parts of patterns, each with bounded repeats. Pure.
 */

export const QUOTE = String.raw`(?:N(?='))?["'\x60\\]{0,4}`;

/** `: String =`: the type a variable is declared with. */
const TYPED = String.raw`:[ \t]{0,2}&?(?:'\w{1,12}[ \t])?[A-Za-z][\w.]{0,20}\??[ \t]{0,3}=(?![=>])`;
const SIGN = String.raw`(?:=>|->|:=|={1,3}|${TYPED}|:|>|[|│┃]{1,2}=?|\?\?=?|\?=|→|⇒|[–—]|(?<=[ \t])-(?=[ \t]))`;

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
const SET = String.raw`(?<=\b(?:set|sets|setting|change|changed|changes|reset|resets|rotated?|update|updated)[ \t]{1,4}(?:[\w'-]{1,30}[ \t]{1,4}){0,4}[\w -]{2,20})[ \t]{1,4}to`;
export const SAYS = String.raw`(?:(?:${SPOKEN}|${SET})(?:[ \t]{0,2}:)?[ \t]{1,4}${QUOTE}|[ \t]{1,2}\(${QUOTE})`;

/** What such a name ends a thought with: "as the password hash" says of what kind something is, not what the password is. */
export const SAID = String.raw`(?=s?[ \t]{0,2}(?:[.,;:!?)\]"'\x60]|\r?\n|$|(?:for|of|on|in|to|at|and|when|until|there|here|now|again|für|von|beim)\b))`;

/** Behind a value that comes first: `use hunter22 as the `, `hunter22 is the `, `hunter22 (`; the value is `secret`. */
export function valueFirst(character: string, least: number): string {
  const secret = `(?<!${character})(?<secret>${character}{${least},128})["'\\x60]{0,2}`;
  const words = String.raw`(?:[ \t]{1,3}[\w'-]{1,30}){0,4}`;
  return String.raw`(?<=${secret}(?:[ \t](?:as|als|for|is|was|für|ist)${words}|[ \t]{1,2}[([](?:[\w'-]{1,30}[ \t]{1,3}){0,3})[ \t]{0,3})`;
}
