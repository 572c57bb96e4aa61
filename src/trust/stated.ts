/**
 * Whether a person says a thing of themselves in a prompt. Many words in a row are theirs; a word or two stand in any
 * prompt by chance, and count where their key is given a value, or where somebody says what they like, want or use, and
 * never in a question. In doubt it is not said: then they are asked. Pure.
 */

import { splitAtStops } from "../text/sentences.ts";
import { unspacedWords } from "../text/word-count.ts";

/** One thing said of the person. */
export interface SaidOfPerson {
  /** The names the matter goes by, where it has some: `detail`, `answers`. */
  readonly names: readonly string[];
  /** Any of these words. */
  readonly words: readonly string[];
}

/** Fewer words than this stand in a prompt by chance. */
const FEWEST = 3;

const NO =
  /\b(?:not|no|never|don['’]?t|doesn['’]?t|isn['’]?t|without|stop|avoid|rather than|instead of|less)\b[^.,;:!?\n]{0,24}$/;
/** More than it can match, so that what it does not see changes nothing. */
const LONGEST_NO = 80;
/** Of a sentence on either side: a word may stand in a prompt thousands of times. */
const LONGEST_SIDE = 2_000;
const POLITE = /^(?:(?:and|so|then|ok|okay|please),? )*(?:can|could|would|will) you\b/;
const ASKING =
  /^(?:(?:and|so|but|then|ok|okay),? )*(?:what|why|how|who|which|does|did|is|are|was|wie|warum|quel|qué|cómo)\b/;
const OFTEN = "(?:(?:really|usually|always|mostly|generally|only|just|still|also|now|much|mainly) )*";
const STANCE = [
  `i ${OFTEN}(?:prefer|like|love|want|need|use|am|favou?r|write|speak|go (?:with|by)|work (?:with|in|as|on)|code in)`,
  "i['’](?:m|d (?:like|prefer|rather))",
  "(?:call|address) me(?: as)?",
  "prefer|use|keep|be|make|set|write|answer|reply|respond|choose|give me|stick (?:to|with)|switch to|go (?:with|for)",
  "ich (?:bevorzuge|mag|will|möchte|nutze|benutze|verwende|heiße|bin|arbeite (?:mit|als))|nenne? mich|verwende|nutze",
  "je (?:préfère|veux|suis|m['’]appelle)|j['’](?:aime|utilise)|appelle-moi|utilise|prefiero|quiero|uso|soy|me llamo|llámame",
].join("|");
const BETWEEN = "a|an|the|it|them|things?|everything|all|more|very|quite|to|in|with|as|be|use|my|your|ein|eine|une?";
const CLOSED =
  /^["'”*)]*(?:$|[,.;:!)]|\s+(?:[-–—]|(?:please|for|in|at|as|when|while|and|or|but|with|on|from|by|everywhere|always|here|only|too|also|now|instead|because|since|so|if|unless|bitte|und|oder|für|mit|et|ou|y|para|con)\b))/;

/** `prompt` and words as `plain` leaves them: in lower case, with single blanks. */
export function isStated({ names, words }: SaidOfPerson, prompt: string): boolean {
  return words.some((text) =>
    placesOf(text, prompt).some((at) => {
      const sentence = sentenceAt(prompt, at, at + text.length);
      if (isQuestion(sentence)) return false;
      return isSaying(text) || isTold(sentence, names);
    }),
  );
}

/** A word or two may stand anywhere. */
export function isSaying(text: string): boolean {
  return text.split(" ").length >= FEWEST || unspacedWords(text) >= FEWEST;
}

/** Where it stands as words of its own, and nobody says no to it. */
export function placesOf(text: string, prompt: string): number[] {
  const inWords = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);
  const places: number[] = [];
  if (text === "") return places;
  for (let at = prompt.indexOf(text); at >= 0; at = prompt.indexOf(text, at + 1)) {
    if (inWords(prompt[at - 1]) || inWords(prompt[at + text.length])) continue;
    if (!NO.test(prompt.slice(Math.max(0, at - LONGEST_NO), at))) places.push(at);
  }
  return places;
}

interface Sentence {
  readonly before: string;
  readonly after: string;
  readonly isAsked: boolean;
}

function sentenceAt(prompt: string, from: number, to: number): Sentence {
  // With a word in its place on either side: a line may end right behind it.
  const before = partsOf(`${prompt.slice(Math.max(0, from - LONGEST_SIDE), from)}${WORD}`).at(-1) ?? WORD;
  const after = partsOf(`${WORD}${prompt.slice(to, to + LONGEST_SIDE)}`)[0]?.slice(WORD.length) ?? "";
  const stop = /[.!?]["')\]]{0,3}$/.exec(after);
  return {
    before: before.slice(0, -WORD.length).trimStart(),
    after: after.slice(0, stop?.index),
    isAsked: stop?.[0].startsWith("?") === true,
  };
}

const WORD = "word";

function partsOf(text: string): string[] {
  return splitAtStops(text).flatMap((sentence) => sentence.split(";"));
}

function isQuestion({ before, isAsked }: Sentence): boolean {
  return ASKING.test(before) || (isAsked && !POLITE.test(before));
}

function isTold({ before, after }: Sentence, names: readonly string[]): boolean {
  const name = names.length === 0 ? "(?!)" : names.map(escaped).join("|");
  const given = new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${name})["'”*]*\\s*(?:[:=]|\\b(?:is|are|as|to|(?:should|must|shall) be|ist|est|es)\\b)\\s*(?:(?:${BETWEEN}) )*["'“*]*$`,
    "u",
  );
  const liked = new RegExp(`(?<![\\p{L}\\p{N}])(?:${STANCE})(?: (?:${BETWEEN}|${name}))* ["'“*]*$`, "u");
  if (CLOSED.test(after)) return given.test(before) || liked.test(before);
  const isNamed = new RegExp(`^ (?:[\\p{L}\\p{N}-]+ )?(?:${name})(?![\\p{L}\\p{N}])`, "u").test(after);
  return isNamed && new RegExp(`(?<![\\p{L}\\p{N}])(?:${STANCE}) `, "u").test(before);
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("-", "[- ]");
}
