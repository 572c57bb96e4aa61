/** What a conclusion is called: the thing itself, without the words that lead up to it. Pure. */

import { cut, isOrder, plain, sentencesIn, titleFrom } from "../../text/sentences.ts";
import { contentWords } from "../../text/word-sets.ts";
import type { Chosen } from "./choose.ts";

const TITLE = 90;
/** Leads up to a thing, and says nothing of it. */
const LEADS =
  /^(?:(?:also|and|so|ok(?:ay)?|please|actually|fyi)\b[,.:!\s]*|(?:yes|yep|yeah|no|nope|well|right|great|perfect|cool|wait|hm+|man|dude)\b[,.:!…]+\s*|(?:(?:also )?(?:very )?important|note|notice|reminder|remember|keep in mind|please note|heads[- ]up)(?: that)?\b[:,.\s]*|(?:one thing|just a few things)[:,]\s*|(?:fixed|done|found it|got it|good news|root cause(?: found)?)[.:!,]\s*|(?:the )?(?:root )?(?:cause|problem|issue|reason|bug) (?:is|was)(?: that)?\s+|from now on,?\s*|(?:the |our )?decision(?: is)?:\s*|please remember(?: that)?[:,]?\s*|i(?:'d| would) (?:like|prefer)(?: it if| you)?(?: to)?\s+|i want(?: you)? to\s+|could we\s+|can (?:you|we)\s+|let'?s (?:go with\s+)?)+/i;
const OFFERED =
  /^(?:(?:if you(?:'d)? (?:want|like),? )?(?:i can|i could|i'?ll)|would you like me to|do you want me to|want me to|shall i|should i|should we|my recommendation(?: is| was)?(?: to)?:?|i(?:'d| would) (?:suggest|recommend))\s+/i;
const MARKS = /^\((?:recommended|preferred)\)\s*[-–—:]*\s*/i;

export function conclusionTitle({ carrier, text, lead, over }: Chosen): string {
  if (carrier === "answer") return answerTitle(text);
  const offer = carrier === "pick" || carrier === "yes" ? text.slice(text.indexOf(" — ") + 3) : undefined;
  if (offer === undefined) return (carrier === "correction" && instead(text, lead)) || telling(withoutLeadIn(lead));
  const said = text.slice(0, text.indexOf(" — "));
  if (contentWords(said).size >= SAYS_ITSELF && !BY_LABEL.test(said))
    return telling(withoutLeadIn(sentencesIn(said)[0] ?? said));
  const first = withoutLeadIn(sentencesIn(offer)[0] ?? offer);
  const thing = carrier === "yes" ? withoutLeadIn(lastOffer(offer)) : first;
  const title = short(
    titleFrom(thing.split(/\s+/).length < 3 && !BY_LABEL.test(said) ? `${said}: ${thing}` : thing),
  ).replace(/[?？]+$/, "");
  const change = changeIn(said);
  if (change !== undefined) return withChange(title, change);
  const turned = over.length === 1 || over.length === 2 ? `, not ${over.map((one) => plain(one)).join(" or ")}` : "";
  return title.length + turned.length <= TITLE ? title + turned : title;
}

const TELLING = 3;
/** Who picks in so many words has said what it is called. */
const SAYS_ITSELF = 5;

/** "2, because …": the offer has the name. Not so with "(3) no, …". */
const BY_LABEL =
  /^(?:option\s+)?#?(?:\d{1,2}|[a-h])(?:,|\s*[-–—])\s*(?!(?:no|not|don'?t|skip|drop|ignore|leave|reject|defer|later)\b)/i;

/** What was said of an offer by its label: "2, but with 7 days, because …". "Just do it" changes nothing. */
const CHANGED =
  /^(?:option\s+)?#?(?:\d{1,2}|[a-h])\b[\s,.:)–—-]*((?:but|except|without|with|only|just(?! (?:do|go|start|proceed|ship|get|make it|try)\b)|plus)\b.+?)(?:,?\s+(?:because|since|due to|so that|given that|as)\s.*)?$/i;

/** What is to be otherwise than it was offered; the title tells it. */
export function changeIn(said: string): string | undefined {
  return CHANGED.exec((sentencesIn(said)[0] ?? said).replace(/[.!,;:\s]+$/, ""))?.[1];
}

/** What was offered is not what was settled: without the change it would say the contrary. */
function withChange(title: string, change: string): string {
  const both = `${title}, ${change}`;
  return both.length <= TITLE ? both : short(withoutLeadIn(`${change.replace(/^but\s+/i, "")}: ${title}`));
}

/** "No, not X. Use Y": called by what is wanted, and what is not. */
function instead(text: string, lead: string): string | undefined {
  const sentences = sentencesIn(text);
  const wanted = sentences[sentences.findIndex((sentence) => plain(sentence) === plain(lead)) + 1];
  const refused = NOT_THIS.exec(withoutLeadIn(lead))?.[1];
  if (refused === undefined || wanted === undefined || !isOrder(withoutLeadIn(wanted))) return undefined;
  const title = telling(withoutLeadIn(wanted));
  const both = `${title}, not ${refused.trim()}`;
  return both.length <= TITLE ? both : title;
}

/** A refusal of a few words that says nothing of what is to be instead. */
const NOT_THIS = /^not\s+((?:[^\s,.;:!]|[.:](?=\S))+(?:\s+(?:[^\s,.;:!]|[.:](?=\S))+){0,5})\s*[.!]*$/i;

/** As far as its first break, unless too little is said by then. */
function telling(sentence: string): string {
  const title = short(titleFrom(sentence));
  return contentWords(title).size >= TELLING ? title : short(sentence);
}

/** The question without its mark, and what was answered. */
function answerTitle(text: string): string {
  const at = text.lastIndexOf(" → ");
  const [question, answer] = [text.slice(0, at).replace(/[?？:\s]+$/, ""), text.slice(at + 3)];
  const name = answer.split(": ", 1)[0]!;
  return cut(`${question}: ${name}`, TITLE);
}

/** What was asked for last in an offer of several sentences. */
function lastOffer(offer: string): string {
  const sentences = sentencesIn(offer);
  return sentences.findLast((sentence) => OFFERED.test(sentence)) ?? sentences[0] ?? offer;
}

/** Without what leads up to it: "Fixed. The root cause was that …" is called by what follows. */
export function withoutLeadIn(sentence: string): string {
  const led = plain(sentence).replace(MARKS, "").replace(OFFERED, "").replace(LEADS, "");
  const kept = led.split(/\s+/).length >= 2 || /\p{Script=Han}{3}/u.test(led) ? led : plain(sentence);
  return kept.charAt(0).toUpperCase() + kept.slice(1);
}

function short(title: string): string {
  return cut(title.replace(/[.!,;:。！\s]+$/, ""), TITLE);
}
