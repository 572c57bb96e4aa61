/**
 * What a person asks for with a prompt, a plan or a command, and which of two requests is the task: the one set of rules
 * that the thread of a session, its summary and what is drafted of it go by. Pure.
 */

import { isPrinted, plain, pointsElsewhere, sentencesIn } from "./sentences.ts";
import { saysTurned } from "./session-words.ts";
import { contentWords, overlapOf } from "./word-sets.ts";

export interface Request {
  /** What is asked, with what leads up to it and what follows. */
  readonly text: string;
  /** The sentence that asks. */
  readonly title: string;
}

/** Words of a task, where it is told in a line. */
export const TASK_WORDS = 30;
/** Fewer words ask for nothing that could be told later. */
const FEWEST_WORDS = 3;
const LEAD_WORDS = 12;
/** Fewer words that name something tell nobody what was wanted. */
export const TELLING_WORDS = 3;
/** So much of the first is spoken of again. */
const SAME_MATTER = 0.4;

/** "Could you do that for me?" agrees to what was offered, though it asks. */
export const ASKED_ASSENT =
  /^(?:can|could|would|will) (?:you|we) (?:please |just )?(?:do|make|apply|implement|add|use|go with|proceed with) (?:it|that|this|these|those|them|so)(?: (?:for me|please|then|now|instead))*\s*[.?!]*$|^(?:可以)?(?:请)?帮我(?:做|改|实现|处理|弄)一?下?(?:吗)?[？?。]?$/iu;

const NO_TASK =
  /^(?:hi|hello|hey|thanks?|thank you|continue|go on|ok(?:ay)?|yes|no|test|testing|resume|good (?:morning|evening))[\s.!,]*$|^(?:thanks?|thank you|thx|cheers|nice|cool|good (?:morning|evening|night|job)|well done|bye|that(?:'s| is| will be) (?:all|it)|see you|done)\b[^?\n]{0,40}$/i;
/** A program's verdict on a line of its own. */
const VERDICT = /^\s*[✖✗✘✓✔×●⎿]|\(\d+(?:\.\d+)?m?s\)\s*$/;
export const WISH =
  /\b(?:i(?:'d| would) (?:like|love|prefer)|i want|i need|we want|we need|please|can (?:you|we)|could (?:you|we)|would you|let'?s|help me)\b|请|帮我|我想|我要|希望|пожалуйста|хочу|нужно/iu;
export const REPORT =
  /\b(?:i (?:got|get|see|saw|tried|ran|have|did|noticed|updated|changed|added|made|just)|it (?:says|shows|fails|failed|works|worked|doesn'?t|does not|didn'?t|still|seems|looks|gives)|there (?:is|are|was) (?:an?|still)|still (?:fail|not|get|see)|getting|error|fails|failing|not working|here'?s|here is|this is what|now (?:it|i)|looks like)\b|报错|错误|失败|ошибк/iu;
const ASKS =
  /^(?:please\s+|now\s+|then\s+|also\s+|ok(?:ay)?,?\s+|next,?\s+|and\s+)*(?:add|address|adjust|analy[sz]e|apply|build|change|check|clean|combine|convert|create|debug|delete|design|do|document|drop|explain|extract|find|fix|implement|improve|install|integrate|investigate|look|make|merge|migrate|move|optimi[sz]e|plan|prepare|publish|put|read|refactor|remove|rename|replace|resolve|review|rewrite|run|set ?up|show|simplify|split|start|take|test|update|upgrade|use|verify|write)\b/i;
/** Words of any work, which name nothing. */
const ANY_WORK =
  /^(?:add|address|apply|below|bug|change|changes|check|code|context|continue|current|diff|error|examine|explore|failing|feature|fetch|figure|file|files|find|first|fix|following|full|happening|help|implement|investigate|issue|know|library|look|mend|off|left|phase|please|plan|problem|proceed|project|pull|question|read|reading|relevant|repair|repository|request|review|see|session|situation|solve|source|start|starting|state|structure|task|tell|tests?|that|there|this|understand|update|want|work|wrong)$/;
/** Commands of the client itself: nobody's task. */
const CLIENTS_OWN =
  /^(?:clear|compact|model|resume|login|logout|help|config|cost|status|doctor|mcp|memory|permissions|plugin|plugins|exit|quit|fast|effort|hooks|agents|vim|theme|terminal-setup|context|usage|export|rename|add-dir|ide|init|bug|release-notes|statusline|upgrade|add|drop|tokens|undo|diff|run|ls|chat-mode|ask|code|architect|reset|settings)$/i;
export const ASSENT =
  /^(?:(?:yes|yep|yeah|yup|sure|ok|okay|agreed?|absolutely|definitely|perfect|great|correct|exactly|right|go ahead|go for it|do it|do that|do so|please do|please proceed|proceed|sounds good|looks good|lgtm|makes sense|that works|works for me|let'?s do (?:it|that|this)|let'?s go|i agree|implement (?:it|that|this|the plan)|please (?:apply|include|implement|go ahead|continue)|y|да|давай|ок|хорошо|好的?|可以|是的|行|ja|oui|sí|si)(?=$|[\s,.!;:–—-]))/iu;
/** No answer to what was asked, though it begins like one. */
const NO_ASSENT =
  /^(?:ok(?:ay)?|great|right|good|perfect|sure)[,.!\s]+(?:here(?:'s| is)|so|now|but|wait|i (?:see|get|got|have|am|'m)|it (?:is|does|still)|that (?:did|does)|there|when|what|why|how|can you|could you|job|work|we have|let me|thanks?)/i;

export function isClientsOwn(command: string): boolean {
  return CLIENTS_OWN.test(command);
}

/** Agrees to what was asked or offered last. */
export function isAssent(own: string): boolean {
  const said = own.trim();
  return ASKED_ASSENT.test(said) || (ASSENT.test(said) && !NO_ASSENT.test(said));
}

/** Of a person's own words the first sentence that asks for something and names it. `printed`: all of it was a program's. */
export function requestIn(own: string, fewest = FEWEST_WORDS): Request | "printed" | undefined {
  const said = sentencesIn(own).filter((sentence) => !NO_TASK.test(sentence));
  const sentences = said.filter((sentence) => !isPrinted(sentence) && !VERDICT.test(sentence));
  if (sentences.length === 0 && said.length > 0) return "printed";
  if (wordsIn(sentences.join(" ")) < fewest && !/\p{Script=Han}{3}/u.test(own)) return undefined;
  const asks = sentences.filter((sentence) => strengthOf(sentence) >= 2);
  const asking =
    spokenOf(sentences, asks[0]) ??
    asks.find((sentence) => tellingIn(sentence) >= TELLING_WORDS) ??
    asks[0] ??
    sentences[0];
  if (asking === undefined) return undefined;
  const from = sentences.indexOf(asking);
  const lead = sentences.slice(Math.max(0, from - 1), from).join(" ");
  const isShortLead = lead !== "" && wordsIn(lead) <= LEAD_WORDS;
  const text = [...(isShortLead ? [lead] : []), ...sentences.slice(from)].join(" ");
  return { text, title: asking };
}

/** "The login page is blank after an hour. Please fix it.": what is to be done with it is no name for it. */
function spokenOf(sentences: readonly string[], asking: string | undefined): string | undefined {
  if (asking === undefined || !OF_IT.test(asking) || tellingIn(asking) >= TELLING_WORDS) return undefined;
  const before = sentences.slice(0, sentences.indexOf(asking)).filter((one) => tellingIn(one) >= TELLING_WORDS);
  return before.findLast((one) => !/[?？]$/.test(one) && !pointsElsewhere(one)) ?? before[0];
}

const OF_IT = /\b(?:it|this|that|them|these|those)\b/i;

/** By its first heading, without the word "plan", and what stands under its aim. */
export function planRequest(text: string): Request | undefined {
  const heading = /^#{1,3}[ \t]+(.+)$/m.exec(text)?.[1] ?? sentencesIn(text)[0] ?? "";
  const title = plain(heading).replace(/^(?:implementation )?plan\s*[:–—-]\s*/i, "");
  const aim =
    /^#{1,4}\s*(?:context|goal|overview|summary|problem|objective|purpose|background)\b[^\n]*\n+([^#]+)/im.exec(
      text,
    )?.[1];
  const said = sentencesIn(aim ?? "").slice(0, 2);
  return title === "" ? undefined : { title, text: `${title}. ${said.join(" ")}` };
}

/** Another wish for the same thing, which says that it is another: what was asked first holds no longer. */
export function takesPlaceOf(later: Request, first: Request): boolean {
  if (!saysTurned(later.text) || /[?？]/.test(later.text)) return false;
  const [one, other] = [contentWords(later.title), contentWords(first.title)];
  return Math.min(one.size, other.size) >= TELLING_WORDS && overlapOf(one, other) >= SAME_MATTER;
}

/** Words that name something, not what anybody does with anything. */
export function tellingIn(text: string): number {
  return [...contentWords(text)].filter((word) => !ANY_WORK.test(word)).length;
}

/** How much a sentence asks for something. */
export function strengthOf(sentence: string): number {
  const asks = ASKS.test(sentence) ? 2 : 0;
  const wishes = WISH.test(sentence) ? 2 : 0;
  const reports = asks + wishes === 0 && REPORT.test(sentence) ? 2 : 0;
  const questions = /[?？]\s*$/.test(sentence) && asks + wishes === 0 ? 1 : 0;
  return asks + wishes - reports - questions;
}

/** So many words of it, and a sign that there were more. */
export function clip(text: string, most: number): string {
  const words = plain(text).split(/\s+/);
  if (words.length <= most) return words.join(" ");
  return `${words
    .slice(0, most)
    .join(" ")
    .replace(/[,;:.–—-]+$/, "")}…`;
}

function wordsIn(text: string): number {
  return text.split(/\s+/).filter((word) => word !== "").length;
}
