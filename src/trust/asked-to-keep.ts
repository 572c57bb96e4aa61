/**
 * Whether a person asks for something to be kept, and for what: the ways of asking, at the beginning of a sentence, and
 * the statement up to its end. What others may be saying, behind words that hand over, is nobody's request. Pure.
 */

const WHATEVER =
  "please|ok|okay|also|and|now|so|then|hey|hi|hello|good|great|nice|perfect|cool|thanks|thank you|yes|yep|right|just|always|again|" +
  "finally|first|next|one more thing|by the way|btw|additionally|for the future";
/** As one asks politely: a question of this form is none. */
const POLITE = "(?:can|could|would|will) you(?: please| also| just)*";
const URGING =
  "i(?:['’]d| would)? (?:want|need|like) you to|you (?:should|must|need to)|let['’]?s|make sure (?:to|you)|be sure to|i want to";
const KEEP = [
  "remember|note(?: down)?|save|store|memori[sz]e|keep(?: this)? in mind|(?:don['’]?t|do not|never) forget|write(?: this)? down",
  "make a note(?: of this)?|take(?: a)? note(?: of this)?|note to self|for the record|put on record",
  "(?:add|put|save|write|store|keep)(?: this| it)? (?:to|in|into)(?: your| the| my| cairn['’]?s?)? ?(?:memory|cairn|mind|notes)",
  "merke? dir(?: bitte)?|notiere?(?: dir)?(?: bitte)?|vergiss nicht|recuerda|anota|no olvides|ten en cuenta",
  "souviens-toi|retiens|n['’]oublie pas|ricorda|annota|запомни|запиши|请?记住|请?记下|别忘了",
].join("|");
const WHAT = "(?: this| that| it| the following| also| here)*";
/** Whom or when it is for: it says nothing of what is kept. */
const FOR =
  "(?: (?:for|in|across) (?:later|good|(?:all|every|each|the|my|our|future|later|next|other|any|both)(?: (?:of )?(?:the|my|our|future|later|other))*(?: (?:projects?|sessions?|repos?|repositor(?:y|ies)|times?|work|chats?|conversations?|runs?))?))?";
const LINK = "(?:,? (?:that|dass|que|che|что))?";

const ASKS = new RegExp(
  `(?:^|[.!?;\\n] ?)(?:[-*•] )?(?:(?:${WHATEVER})[,:.!]? )*(?:(${POLITE}) |(?:${URGING}) )?(?:(?:please|also|always|just) )*(?:${KEEP})${WHAT}${FOR}${LINK}[:,]? ?["'“]?$`,
);
/** A sentence is over, or goes on with why, or with what to do next: "but" and "unless" would take some of it back. */
const OVER =
  /^["'”]?(?:[.!。！;\n]|$|,? (?:please|thanks|thank you|ok|okay)\b|,? (?:because|since|so that|as otherwise|otherwise)\b|,? (?:and )?then\b)/;
const ASKED_OVER = /^["'”]?(?:\?|$)/;
/** What follows, or stands in quotation marks, others may be saying. */
const HANDS_OVER =
  /[:"“”«»]|\b(?:says?|said|wrote|writes|told|tells|asks|asked|reads|according to)\b|\b(?:this|these|that|the following|below|above)\s*[.?!\n]/;
/** A list of one's own, a greeting: nothing is handed over by these. */
const OWN_COLON = /(?:^|[.!?\n] ?)(?:also|one more thing|by the way|btw|note|ps|p\.s\.|ok|okay|good|great)(?::|,)/g;

/** `text` and `prompt` in lower case, with single blanks and without the last full stop. */
export function isAskedToKeep(text: string, prompt: string): boolean {
  for (let at = prompt.indexOf(text); at >= 0; at = prompt.indexOf(text, at + 1)) {
    const asks = ASKS.exec(prompt.slice(0, at));
    if (asks === null || isExample(prompt, asks.index) || handsOver(prompt.slice(0, asks.index + 1))) continue;
    const after = prompt.slice(at + text.length);
    if (OVER.test(after) || (asks[1] !== undefined && ASKED_OVER.test(after))) return true;
  }
  return false;
}

/** Behind these no sentence begins: "phrases, e.g. remember that …" asks for nothing. */
const GIVES_EXAMPLE = /(?:^|[^\p{L}])(?:e\. ?g|i\. ?e|eg|ie|cf|viz|z\. ?b|d\. ?h|p\. ?ex|p\. ?ej)$/u;

function isExample(prompt: string, stop: number): boolean {
  return prompt[stop] === "." && GIVES_EXAMPLE.test(prompt.slice(Math.max(0, stop - 8), stop));
}

/** Who hands something over, or quotes, in what was said before. */
export function handsOver(before: string): boolean {
  return HANDS_OVER.test(before.replace(OWN_COLON, " "));
}
