/** "B", "option 2, then go on": a person's pick among what the agent has just offered, and the words of what was picked. */

export interface Picked {
  /** As the person named it: `B`, `2`. */
  readonly name: string;
  /** The line in which the agent offered it. */
  readonly offer: string;
}

const LONGEST_PICK = 160;
const LONGEST_OFFER = 600;
const PICK =
  /^(?:(?:yes|yeah|yep|ok|okay|sure|great|good|please|hmm|right),?\s+)?(?:(?:let's|lets|let us|i'd|i'll|we'll)\s+(?:go|do|take|use|pick|choose|say)\s+(?:with\s+)?|go (?:with|for)\s+|do\s+|take\s+|use\s+|i (?:prefer|like|want|choose)\s+)?(?:(option|choice|approach|variant|alternative|plan|number|#)\s*)?\(?([a-hA-H]|[1-9])\)?(?=[\s.,;:!]|$)/i;
/** "by hand then, …" and "then fetchUser". */
const THEN = /^(?:(?:ok|okay|yes|right),?\s+)?([\w'’ -]{2,40}?),? then(?=[.,;!]|$)/im;
const BY_THEN = /^(?:(?:ok|okay|yes|right),?\s+)?then (?:use |take |we use )?([\w'’-]{2,40})[.!]?$/im;
/** A question that sets two things against each other. */
const EITHER = /([\w.+#-]{3,30}) or ([\w.+#-]{3,30})[^.!?\n]{0,80}\?/g;
const LONGEST_START = 60;
const LONGEST_REPLY = 300;
const OFFER =
  /^[\s>*_-]{0,8}(?:(?:option|choice|approach|variant|alternative|plan)\s+)?\(?([a-h]|[1-9])(?:\)|\.|:|\s[-–—(]|\*\*)/i;
const ASKED =
  /\b(?:option|options|which|prefer|recommend|pick|choose|alternatively|would you like|your call|shall i|want me to|should i|approach)\b/i;

/** Undefined unless the agent asked, and offered what was named. */
export function pickOf(said: string, offered: string): Picked | undefined {
  return lettered(said, offered) ?? named(said, offered) ?? oneOfTwo(said, offered);
}

/** "snake_case everywhere", after "snake_case or camelCase?": one of two that a question has just set against each other. */
function oneOfTwo(said: string, offered: string): Picked | undefined {
  const start = said
    .trim()
    .split(/[.,;:!\n]/, 1)[0]!
    .toLowerCase()
    .slice(0, LONGEST_START);
  if (said.includes("?") || said.length > LONGEST_REPLY) return undefined;
  for (const [whole, one = "", other = ""] of offered.slice(-20_000).matchAll(EITHER)) {
    const has = [one, other].map((name) => hasWord(start, name.toLowerCase()));
    if (has[0] !== has[1]) return { name: has[0] ? one : other, offer: whole.slice(0, LONGEST_OFFER) };
  }
  return undefined;
}

function hasWord(text: string, word: string): boolean {
  const at = text.indexOf(word);
  return at !== -1 && !/\w/.test(text[at - 1] ?? " ") && !/\w/.test(text[at + word.length] ?? " ");
}

/** "cookies then", after "cookies or tokens?": every word of it stands in a line of what was offered. */
function named(said: string, offered: string): Picked | undefined {
  const name =
    THEN.exec(said.trim().slice(0, LONGEST_PICK))?.[1] ?? BY_THEN.exec(said.trim().slice(0, LONGEST_PICK))?.[1];
  const words = name?.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (name === undefined || words.length === 0 || /\?/.test(said)) return undefined;
  const lines = offered
    .slice(-20_000)
    .split("\n")
    .filter((line) => words.every((word) => line.toLowerCase().includes(word)));
  // The offer itself, not what is said for it below.
  const offer = lines.findLast((line) => OFFER.test(line.slice(0, 80))) ?? lines.at(-1);
  return offer === undefined ? undefined : { name, offer: offer.trim().slice(0, LONGEST_OFFER) };
}

function lettered(said: string, offered: string): Picked | undefined {
  const line = said.trim().split("\n", 1)[0] ?? "";
  if (line.length > LONGEST_PICK || line.includes("?")) return undefined;
  const match = PICK.exec(line);
  if (match === null || isArticle(match, line) || !ASKED.test(offered.slice(-20_000))) return undefined;
  const name = match[2]!.toUpperCase();
  const offer = offered
    .split("\n")
    .findLast((candidate) => OFFER.exec(candidate.slice(0, 80))?.[1]?.toUpperCase() === name);
  return offer === undefined ? undefined : { name, offer: offer.trim().slice(0, LONGEST_OFFER) };
}

/** "a second look", "I want …": a letter that is a word. */
function isArticle([all, label, name = ""]: RegExpExecArray, line: string): boolean {
  return (
    label === undefined &&
    /[a-z]/i.test(name) &&
    /^\s+[a-z]/i.test(line.slice(all.length)) &&
    name === name.toLowerCase()
  );
}
