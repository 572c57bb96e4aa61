/** What a sentence of a session holds: its reason, whether it can stand alone. By rule, and pure. */

import { wholeStart } from "./lines.ts";
import { sentenceEnds } from "./sentence-ends.ts";

const LONGEST = 400;
const TITLE = 80;

/** Scripts without spaces: a sign says nearly as much as a short word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

const GREETING = /^(?:hi|hello|hey)\b[^,.!]{0,20}[,.!]\s*(?:welcome back,?\s*)?/i;

/** Of a list, a status or emphasis. */
const MARK =
  /^(?:[*•●◦>+]|-(?!-\p{L})|\(?\d{1,3}[.)](?!\d)|\(?[a-h][.)](?!\p{L})|\p{Extended_Pictographic}+|\*\*)\s*/gu;
const LETTER = /\p{L}/u;
/** Where a sentence has said its one thing. */
const SAID = /[;—–]|:\s|\s-\s|,? (?:because|since|so that|due to)\b/;
const SMALL_LETTER = /^\p{Ll}/u;

/** Without the marks of a list, of emphasis and of a status; on one line. */
export function plain(sentence: string): string {
  return sentence
    .replaceAll("\ufe0f", "")
    .replace(/\s+/g, " ")
    .replace(MARK, "")
    .replace(/\*\*|__/g, "")
    .replace(/^[^\p{L}\p{N}`"'(~/.@#$-]+/u, "")
    .replace(GREETING, "")
    .replace(/\s[-–—]+\s*$/, "")
    .trim();
}

/** As a reader would cut it: a sentence begins with no small letter. */
export function splitSentences(text: string): string[] {
  return partsBetween(text, sentenceEnds(text));
}

/** At every stop, whatever follows it: rather two pieces than one in which a second claim is hidden. */
export function splitAtStops(text: string): string[] {
  return partsBetween(text, sentenceEnds(text, "any"));
}

function partsBetween(text: string, ends: ReturnType<typeof sentenceEnds>): string[] {
  return [...ends, undefined].map((one, n) => text.slice(ends[n - 1]?.next ?? 0, one?.end));
}

export function hasLetter(text: string): boolean {
  return LETTER.test(text);
}

/** A paragraph cut into sentences; lists give one for each line. */
export function sentencesIn(text: string): string[] {
  return splitSentences(text).map(plain).filter(hasLetter);
}

const REASON =
  /\b(?:because(?: of)?|since|due to|so that|as otherwise|given that|the reason (?:is|being)(?: that)?)\s+(.{8,})$/i;
const REASON_AFTER =
  /^(?:because|the reason|that way|this way|otherwise|this (?:avoids|keeps|makes|means|lets)|it (?:avoids|keeps|makes|lets))\b/i;

/** Why, in the sentence itself or in the one after it. */
export function reasonOf(sentence: string, next = ""): string | undefined {
  const own = REASON.exec(sentence)?.[1];
  if (own !== undefined) return trimmed(own);
  return REASON_AFTER.test(next) ? trimmed(next) : undefined;
}

/** The first reason a text gives. */
export function reasonIn(text: string): string | undefined {
  const sentences = sentencesIn(text);
  return sentences.map((sentence, n) => reasonOf(sentence, sentences[n + 1])).find((reason) => reason !== undefined);
}

/** Points at something that was on the screen then: nobody who reads it later can tell what. */
const POINTS =
  /\b(?:options?|findings?|improvements?|steps?|points?|items?|issues?|questions?|numbers?|phases?|tasks?|parts?|todos?|comments?|bugs?|observations?|address|adress|for|on|do)\s+#?(?:\d+\b|[a-h]\b|one\b|two\b|three\b)|\b(?:try|use|take|pick|fix|drop|keep)\s+#?\d+(?=\s*(?:and\b|first\b|then\b|[,.;]|$))|\b(?:(?:the|as|see|from|listed|described|mentioned|shown) (?:above|below)|(?:above|below)(?=\s*(?:[.,;:)]|$))|this one|that one|the (?:first|second|third|former|latter|other)(?= one\b| option\b| approach\b|[.,;]|$)|as (?:you|i) said)\b|^(?:no(?=\s*(?:[,.!;:–—-]|$)|\s+(?:not|the|that|this|it|we|i|you|wait|just|need)\b)|there(?!(?:'s| is| are| will| can) )|(?:yes|ok|okay|sure|great|thanks|and|but|then|also|it|this|that|these|those|they|he|she|here|for \d)\b)/i;
/** Sentences about what is being done right now: they tell nothing once the session is over. */
const DOING =
  /^(?:now |first,? |next,? |then,? |ok(?:ay)?,? )?(?:i(?:'ll| will|'m| am|'ve| have| just| need| should| can| see| think)?|let me|we(?:'ll| will| should now)|you)\b/i;

/** `least`: so many words say something. */
export function standsAlone(sentence: string, least = 5): boolean {
  const words = sentence.match(/[\p{L}\p{N}][\p{L}\p{N}'_./-]*/gu) ?? [];
  const unspaced = sentence.match(UNSPACED) ?? [];
  const isWhole =
    (words.length >= least || unspaced.length >= 8) && sentence.length <= LONGEST && !sentence.endsWith(":");
  const isList = /\([a-c1-3]\)\s.*\([b-d2-4]\)\s/i.test(sentence);
  return isWhole && !isList && !pointsElsewhere(sentence) && !/[?？]/.test(sentence) && !isPrinted(sentence);
}

export function pointsElsewhere(sentence: string): boolean {
  return POINTS.test(sentence);
}

/** A number and nothing behind it that it could count. */
const LABEL = String.raw`#?\d{1,2}(?=\s*(?:[,.;:!)–—-]|$|(?:and|or|but|we|i|you|let'?s|please|with|by|use|add|keep|drop|remove|do|go|it|is|should|first|then|as|instead|now)\b))`;
const LABELLED = new RegExp(
  String.raw`\b(?:for|on|do|address|adress|try|use|take|pick|fix|drop|apply|handle|skip)\s+${LABEL}|\b(?:options?|findings?|improvements?|suggestions?|points?|items?|questions?|observations?|comments?|conflicts?)\s+${LABEL}|(?:^|\s)#\d{1,2}\b`,
  "i",
);

const LABEL_FIRST = new RegExp(String.raw`(?<=^|[.;!]\s)(?:for|on|re:?)\s+${LABEL}[,:]?\s+`, "gi");

/** "For 2 we want it shorter" still says something without the number. */
export function withoutLabels(text: string): string {
  return text.replace(LABEL_FIRST, "");
}

/** "For 2 we want …": of a list by a bare number, which nobody sees who reads it later. */
export function namesLabel(sentence: string): boolean {
  return LABELLED.test(sentence);
}

const ASKED_OF =
  /^(?:please |then |now |also |just )?(?:accept|add|address|adjust|apply|build|bump|call|change|check|clean|combine|commit|consider|continue|convert|create|debug|delete|do|drop|edit|ensure|explain|extract|find|fix|follow|generate|give|go|implement|improve|include|install|investigate|look|make|merge|migrate|move|open|proceed|push|put|read|refactor|remove|rename|replace|report|review|revert|rewrite|run|show|simplify|split|start|summarise|summarize|take|tell|test|tighten|try|undertake|update|upgrade|use|verify|write)\b/i;

/** An order: something to be done now, not something that holds. */
export function isOrder(sentence: string): boolean {
  return ASKED_OF.test(sentence);
}

/** What a terminal, a test runner or a log prints. */
export function isPrinted(sentence: string): boolean {
  return /^(?:SKIP|FAIL|PASS|ERROR|WARN|INFO|DEBUG|at |[=✖✗✘✓-]{1,3}\s)|\(\d+(?:\.\d+)?s\)|^\d{4}[/-]\d\d[/-]\d\d[ T]\d\d:\d\d|^\S+:\d+:|^[\w./-]+\.\w+:\d+/.test(
    sentence,
  );
}

export function isDoing(sentence: string): boolean {
  return DOING.test(sentence);
}

/** What a memory is called: the sentence as far as its first break, without the words that only lead in. */
export function titleFrom(sentence: string): string {
  const led = withoutLead(sentence);
  const asked = withoutLead(led.replace(PROPOSES, ""));
  const bare = mainFirst(asked === led ? led : asked.replace(/[?？]+$/, ""));
  const clause = firstClause(bare);
  const text = (clause.trim().length >= 12 ? clause.trim() : bare.trim()).replace(/[.!,;。！]+$/, "");
  const most = (text.match(UNSPACED) ?? []).length * 2 > text.length ? TITLE / 2 : TITLE;
  return capitalised(text.length <= most ? text : upToClause(text, most));
}

/** "Since …, we …": so long a clause before the main one leaves no room for what is said: then that one is the name. */
function mainFirst(sentence: string): string {
  const [before, rest] = SUBORDINATE.exec(sentence)?.slice(1) ?? [];
  if (before === undefined || rest === undefined || before.length <= TITLE / 2) return sentence;
  const main = withoutLead(withoutLead(rest).replace(PROPOSES, "")).replace(/[?？]+$/, "");
  return main.split(/\s+/).length >= MAIN_WORDS ? main : sentence;
}

const SUBORDINATE =
  /^((?:since|because|as|given(?: that)?|rather than|instead of|although|though|while|when|whenever|if|once|after|before|until|unless|weil|wenn|da|nachdem|bevor)\b[^,.…]*)(?:,|\.{2,}|…)\s{1,8}(\S.*)$/iu;
const MAIN_WORDS = 4;

/** Without the words that only answer what was said before. */
export function withoutLead(sentence: string): string {
  return sentence.replace(LEADS, "");
}

const LEADS =
  /^(?:(?:(?:so|ok(?:ay)?|yes|yeah|well|and|but|also|please|then|now|actually|no|wait|hm+|right|bitte|nein|also|doch)\b(?: (?:man|dude|wait)\b)?|(?:that's |it's )?(?:too \w+)(?=\.)|scra(?:p|tch) (?:that|this)|never ?mind)[,.:… ]+)+/i;
const PROPOSES =
  /^(?:let's|lets|let us|can you|could you|could we|we(?:'ve| have)? (?:decided|chose|agreed) (?:to|on|that)|i(?:'d| would) (?:like|prefer)(?: you)?(?: to)?|i want(?: you)? to)\s+(?:please\s+|rather\s+)?/i;

/** A title ends where a thought does, if one ends in the second half of its room; else at a word, and says that it goes on. */
function upToClause(text: string, most: number): string {
  const hidden = text.replace(/`[^`]*`/g, (code) => "x".repeat(code.length));
  const ends = [...hidden.matchAll(CLAUSES)]
    .map(({ index }) => index)
    .filter((end) => end <= most && end >= most * 0.3);
  const end = ends.at(-1);
  return end === undefined ? cut(text, most) : text.slice(0, end).trim();
}

/** Not "and" and not "that": without what follows, "I want no table and no view that …" says something else. */
const CLAUSES =
  /,? (?:so|when|where|while|but|by|because|if|until|unless|instead of|rather than|damit|weil|aber)\b|[,;(]|[、，；]/g;

/** Up to its first break outside code. */
function firstClause(sentence: string): string {
  const hidden = sentence.replace(/`[^`]*`/g, (code) => "x".repeat(code.length));
  const end = SAID.exec(hidden)?.index ?? sentence.length;
  const stop = sentenceEnds(hidden, "any").find(({ next }) => SMALL_LETTER.test(hidden.slice(next, next + 2)))?.end;
  return stop === undefined || stop > end ? sentence.slice(0, end) : sentence.slice(0, stop).replace(/[.!?…]+$/, "");
}

/** As many whole clauses as fit, where they are most of it; else whole words. Says that there was more. */
export function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const room = text.slice(0, longest);
  const clauses = [...room.matchAll(/[;,](?=\s)| [—–-](?=\s)|[、，；]/g)].map(({ index }) => index);
  const stops = sentenceEnds(room, "any").map(({ end }) => end);
  const end = Math.max(0, ...[...clauses, ...stops].filter((one) => one >= longest * 0.6));
  return end === 0 ? cut(text, longest) : `${text.slice(0, end).replace(/[\s,;:(.!?。！？—–-]+$/, "")}…`;
}

export function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const short = wholeStart(text, longest - 1);
  const space = short.lastIndexOf(" ");
  return `${(space > longest / 2 ? short.slice(0, space) : short).replace(/[\s,;:(]+$/, "")}…`;
}

const COMMON = new Set(
  "about above after again always because before being could decided does doing every first from have just keep like make more must need never only other over prefer rather should since some still that their them then there these they this those through under until using want what when where which while will with would your let's lets instead into also been each here much sure tell thing things think very actually please aber auch bitte dass dein diese dieser doch eine einem einen einer haben kannst könntest lass lieber müssen nicht noch oder sich sind sollten uns unsere werden wird wollen wurde wurden avec dans pour sont cette para esta como este".split(
    " ",
  ),
);

/** Words of every task: they tell nothing of this one. */
const GENERIC = new Set(
  "add bug bugs code feature file files find fix fixed implement issue library make source show task test tests update work works".split(
    " ",
  ),
);

/** Does a title name something of its own? */
export function isTitleTelling(title: string): boolean {
  return namesIn(title).length >= 2;
}

/** The words that tell of this task and no other. */
export function namesIn(sentence: string): string[] {
  return tagsFrom(sentence, 12).filter((word) => !GENERIC.has(word));
}

/** The longer, rarer words of a title, as tags; where a script has no spaces, its runs of one kind of sign. */
export function tagsFrom(title: string, most = 4): string[] {
  const words = title.toLowerCase().match(WORDS) ?? [];
  return [...new Set(words.filter((word) => !COMMON.has(word)))].slice(0, most);
}

const WORDS =
  /\p{Script=Katakana}[\p{Script=Katakana}ー]{1,20}|\p{Script=Han}{2,6}|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])\p{L})(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])[\p{L}\p{N}_-]){3,30}/gu;

function trimmed(text: string): string {
  return text.replace(/[.!,;\s]+$/, "").trim();
}

function capitalised(text: string): string {
  return SMALL_LETTER.test(text) && !/^[\p{L}\p{N}]+[_.(/]/u.test(text) ? text[0]!.toUpperCase() + text.slice(1) : text;
}
