/**
 * What a session's summary tracks, by rule: what it concluded, by the same rules as the drafts of it, what was found out,
 * learned and given up. In the words they were said in, each with its reason. Pure.
 */

import { isPersons, ownWords } from "../capture/conclusions/candidates.ts";
import { changeIn, withoutLeadIn } from "../capture/conclusions/conclusion-title.ts";
import { type Conclusion, everConcludedIn } from "../capture/conclusions/conclusions.ts";
import { rememberedIn } from "../capture/conclusions/remembered.ts";
import { agentCues, personCues } from "../capture/conclusions/said-cues.ts";
import type { SessionSegment } from "../capture/conclusions/segment.ts";
import { trustOf } from "../capture/scribe/passage-text.ts";
import type { Assignment } from "../capture/scribe/scribe.ts";
import { disagree, leavesBehind, subjectOf } from "../master/subject.ts";
import { kindRow } from "../model/kind.ts";
import type { TrackingPoint } from "../model/tracking-point.ts";
import { lowestTrust, type Trust } from "../model/trust.ts";
import {
  isDoing,
  isOrder,
  namesIn,
  namesLabel,
  plain,
  reasonIn,
  reasonOf,
  sentencesIn,
  shortened,
  standsAlone,
  tagsFrom,
  withoutLabels,
  withoutLead,
} from "../text/sentences.ts";
import { callsRight, saysTurned, takesBack, withoutApology } from "../text/session-words.ts";
import { contentWords } from "../text/word-sets.ts";
import type { Turn } from "../transcripts/turn.ts";
import { isAlike } from "./alike.ts";

const MOST = 16;
const LINE = 240;
const REASON_LENGTH = 160;

interface Point extends TrackingPoint {
  readonly turn: number;
  readonly trust: Trust;
  /** Said with words that take back what was settled last. */
  readonly takesBack?: true;
  /** The person settled it. */
  readonly isPersons?: true;
}

/** What the agent says of what came to light; the first that fits is taken. */
const spoken: readonly { readonly label: string; readonly cue: RegExp }[] = [
  {
    label: "Decision",
    cue: /\b(?:we|i)(?:'ve| have)? (?:decided|chose|chosen|agreed|opted) (?:to|on|for|against)\b/i,
  },
  {
    label: "Failed approach",
    cue: /\b(?:(?:did|does|would)(?:n't| not) (?:work|help)|(?:tried|attempted)\b.{3,120}\bbut\b|gave up on|had to (?:revert|back out)|(?:was|were) (?:reverted|rolled back)|made (?:it|things) worse|dead end)\b/i,
  },
  {
    label: "Discovery",
    cue: /\b(?:turn(?:s|ed) out|(?:root )?cause (?:is|was)|the (?:reason|bug|problem) (?:is|was) (?:that|in)|(?:found|discovered|noticed) that|the (?:culprit|real (?:problem|cause|reason)) (?:is|was)|was caused by)\b|(?<!\p{L})(?:stellte? sich heraus|ursache(?: (?:ist|war)|(?= ?:))|liegt daran)(?!\p{L})|原因は|判明し|分かりました|わかりました|原因是|发现/iu,
  },
  {
    label: "Learning",
    cue: /\b(?:learn(?:ed|t) that|lesson(?: learned)?|worth (?:knowing|remembering)|keep in mind that|gotcha|the trick is)\b/i,
  },
  {
    label: "Pattern",
    cue: /\b(?:(?:the|our|this) (?:pattern|convention)(?: here)? is|follows? the (?:same )?(?:pattern|convention)|by convention)\b/i,
  },
];

type Session = Pick<Assignment, "turns" | "session" | "project">;

export function pointsIn(session: Session, segments: readonly SessionSegment[]): Point[] {
  const { turns } = session;
  const found = everConcludedIn(segments, rememberedIn(turns)).filter((one) => !isChore(one));
  const concluded = found.flatMap((one) => concludedPoint(one, turns, isOneChoice(one, found)));
  const settled = new Set(concluded.map(({ turn }) => turn));
  const all = [...concluded, ...told(session).filter(({ turn }) => !settled.has(turn))];
  return withReversed(distinct(all.sort((a, b) => a.turn - b.turn)).slice(-MOST)).map(bare);
}

function concludedPoint(conclusion: Conclusion, turns: readonly Turn[], isOneOf: boolean): Point[] {
  const { kind, carrier, text, over } = conclusion;
  // What a report tells is decided, or put off, only where it says so.
  const isReported =
    carrier === "final" &&
    ((kind === "decision" && !agentCues.decision.test(text)) || (kind === "tech_debt" && !PUT_OFF.test(text)));
  const others = isOneOf ? over.map((one) => plain(one)).filter((one) => one.includes(" ") && !text.includes(one)) : [];
  const notTaken = others.length === 0 ? "" : ` (not taken: ${shortened(others.join("; "), NOT_TAKEN)})`;
  const reason = reasonIn(ownWords(conclusion)) ?? reasonIn(text);
  const point = worded(withoutVenting(saidIn(conclusion)).replace(/,\s*(?:no|right|correct)\?$/i, ""), reason);
  if (CONDITIONAL.test(point.text) || (carrier !== "answer" && isQuestion(point.text))) return [];
  // "For 2 we want …", where nobody can tell what 2 was.
  if ((carrier === "rule" || carrier === "correction") && namesLabel(point.text)) return [];
  // "Make this change" tells nobody which, and what an agent is about to do settles nothing.
  const names = namesIn(point.text).filter((word) => !/^changes?$/.test(word));
  const isTold = carrier === "final";
  if (names.length === 0 || (carrier === "final" && isDoing(point.text) && !HINDSIGHT.test(point.text))) return [];
  if (isTold && (SUPPOSED.test(point.text) || callsRight(point.text) || !standsAlone(point.text))) return [];
  return [
    {
      ...point,
      label: isReported ? "Learning" : (kindRow(kind).point ?? "Learning"),
      text: point.text + notTaken,
      ...(takesBack(text) ? { takesBack: true } : {}),
      ...(isPersons(carrier) ? { isPersons: true } : {}),
      turn: conclusion.turns.at(-1) ?? 0,
      trust: lowestTrust("observed", ...conclusion.turns.map((place) => trustOf(turns, place))),
    },
  ];
}

/** What an agent would do, or calls right, is nothing that was settled. */
const SUPPOSED = /\b(?:we|i|you|it)(?:'d| would| could| might)\b|^(?:to|if) [^,]{3,80}, (?:we|i|you)\b/i;
/** What an agent would do otherwise the next time is learned. */
const HINDSIGHT = /^i should(?:n't| not)? have\b/i;
/** "To test it, we'd need to …": nobody has done or chosen anything. */
const CONDITIONAL = /(?:^|[.!] )(?:to|if|in order to) [^,]{3,80}, (?:we|i|you|one)(?:'d| would| could| might)\b/i;

/** From beginning to end, as it stands. */
function isQuestion(text: string): boolean {
  const sentences = sentencesIn(text);
  return sentences.length > 0 && sentences.every((sentence) => /[?？]$/.test(sentence));
}

const VENT =
  /[?？]$|^(?:you(?:'re| are| were) (?!(?:right|to|not)\b)|wt[hf]\b|what the\b|seriously\b|come on\b|omg\b|ugh\b|argh\b)/i;

/** What somebody says before the matter: in anger, or to ask back. */
function withoutVenting(text: string): string {
  const sentences = sentencesIn(text);
  const from = sentences.findIndex((sentence) => !VENT.test(sentence));
  return from <= 0 || text.includes(" → ") || text.includes("(“") ? text : sentences.slice(from).join(" ");
}

const PUT_OFF =
  /\b(?:to-?do|defer(?:red)?|follow-?up|pre-?existing|out of scope|not (?:yet )?(?:implemented|done|covered|tested|supported|wired|handled)|still (?:needs?|fails?|missing|open|to)|left (?:to do|as is|alone)|known (?:issue|limitation|gap)|tech(?:nical)? debt)\b/i;
const NOT_TAKEN = 120;
const TELLING = 2;
const MOST_OPTIONS = 5;

/** One of a few was taken, and no other of the same list: then the others were not. Of findings one may take several. */
function isOneChoice({ carrier, turns, over, text }: Conclusion, all: readonly Conclusion[]): boolean {
  const own = text.split(" — ", 1)[0] ?? "";
  const isWhich = carrier === "answer" || (carrier === "pick" && (ONLY_WHICH.test(own) || NAMES_OPTION.test(own)));
  const isAlone = all.filter((one) => one.carrier === carrier && one.turns.at(-1) === turns.at(-1)).length === 1;
  return isWhich && (isAlone || carrier === "answer") && over.length <= MOST_OPTIONS;
}

/** "2", "(b)", "1, but …". */
const ONLY_WHICH =
  /^(?:(?:ok(?:ay)?|yes|sure|let'?s (?:do|go with|take)|go with|i'?d go with)[,\s]+)?[#(]?[\da-h][).]?(?=$|[\s,;:–—-])(?! (?:and|then|first))/i;
const NAMES_OPTION = /\b(?:option|approach|choice|variant|alternative)\b/i;

/** Who picks in so many words has said what is to be. */
const SAYS_ITSELF = 5;

/** Of a pick what was picked, with what was said of it where that says more than which. */
function saidIn({ carrier, text, title, over }: Conclusion): string {
  const at = carrier === "pick" || carrier === "yes" ? text.indexOf(" — ") : -1;
  if (at < 0 && carrier === "answer") return plain(text);
  if (at < 0)
    return withoutLeadIn(
      isPersons(carrier)
        ? withoutLabels(withoutLead(text))
        : withoutApology(plain(text).replace(/^resolution:\s*/i, "")),
    );
  const own = plain(text.slice(0, at));
  const words = [...contentWords(own)].filter((word) => !WHICH.test(word)).length;
  const isByLabel = ONLY_WHICH.test(own);
  if (words >= SAYS_ITSELF && !isByLabel && !namesLabel(own)) return withoutLeadIn(own);
  if (words >= SAYS_ITSELF && !isByLabel) {
    const offer = shortened(sentencesIn(text.slice(at + 3))[0] ?? title, OFFER).replace(/\.$/, "");
    return `${withoutLeadIn(own).replace(/\.$/, "")} (that is: ${offer})`;
  }
  const named = over.length === 1 || over.length === 2 ? title.replace(/, not [^,]+$/, "") : title;
  const offered =
    namesIn(named).length >= TELLING
      ? named
      : plain(text.slice(at + 3))
          .replace(OFFERS, "")
          .trim();
  // "2, but with 14 days" is not what was offered.
  const isTold = offered === named && changeIn(own) !== undefined;
  return !isTold && (words >= 2 || CHANGED.test(own)) ? `${offered} (“${own.split(BECAUSE, 1)[0]}”)` : offered;
}

/** So much of an offer is told beside what was said of it. */
const OFFER = 120;
/** The question at its end, which only asks whether. */
const OFFERS = /(?:would you like|do you want|want me to|shall i|should i|if you(?:'d)? (?:want|like))[^.?]*[?.]?\s*$/i;
const CHANGED = /\b(?:but|except|instead|without|only|plus)\b|\bwith \d/i;
const WHICH = /^(?:option|question|number|choice|first|second|third|last|both|yes|yup|sure|okay|great)$/;

/** Done and over with the session: nobody needs to be told of it again. */
function isChore({ carrier, text }: Conclusion): boolean {
  if (carrier === "answer" && /\b(?:this|the current) (?:run|session|time)\b/i.test(text.split("→", 1)[0]!))
    return true;
  return carrier === "correction" && CHORE.test(text) && !personCues.strongRule.test(text);
}

const CHORE = /^(?:ok(?:ay)?,? |no,? )?(?:just|only) (?:tell|show|give|print|list|commit|push|run)\b[^.]{0,60}$/i;

/** Words that only say that something else was said before. */
const LEAD_IN =
  /^(?:(?:actually|no|wait|on second thoughts?|hm+|ok(?:ay)?|yes|yeah|right|scra(?:p|tch) (?:that|this)|never ?mind|forget (?:that|it))(?:[,.]| -| —|\.{2,}|(?= scra))\s+)+/i;

function bare(point: Point): Point {
  return { ...point, text: capitalised(point.text.replace(LEAD_IN, "")) };
}

/** A reason that stands in the sentence is not said twice. */
function worded(sentence: string, reason: string | undefined): Pick<TrackingPoint, "text" | "reason"> {
  const at = reason === undefined ? -1 : sentence.search(BECAUSE);
  const isInside = at > 0 && sentence.slice(at).includes((reason ?? "").slice(0, 20));
  const text = (isInside ? sentence.slice(0, at) : sentence).replace(/[\s.,;:]+$/, "");
  return reason === undefined
    ? { text: shortened(text, LINE) }
    : { text: shortened(text, LINE), reason: shortened(reason.replace(/^because\s+/i, ""), REASON_LENGTH) };
}

const BECAUSE = /,?\s+(?:because(?: of)?|since|due to|so that|given that)\s/i;

/** The agent's own words in the main conversation. */
function told({ turns }: Session): Point[] {
  return turns.flatMap((turn, place) => {
    if (turn.by !== "agent" || turn.agent !== undefined || turn.retells) return [];
    const sentences = sentencesIn(turn.text);
    return sentences.flatMap((sentence, n) => {
      const label = spoken.find(({ cue }) => cue.test(sentence))?.label;
      const bare = withoutApology(sentence).replace(LEAD, "");
      if (label === undefined || !isTelling(bare, label)) return [];
      const point = worded(capitalised(bare), reasonOf(sentence, sentences[n + 1]));
      return [{ label, ...point, turn: place, trust: trustOf(turns, place) }];
    });
  });
}

/** Words that only lead up to it. */
const LEAD =
  /^(?:(?:so|and|well|ok(?:ay)?),? )?(?:(?:it )?turn(?:s|ed) out (?:that )?|(?:i |we )?(?:also )?(?:found|discovered|noticed|learn(?:ed|t)) that |(?:it is )?worth (?:knowing|remembering)(?: that|:) ?|keep in mind that |lesson(?: learned)?: |gotcha: )/i;

function capitalised(text: string): string {
  return /^\p{Ll}+[\s,]/u.test(text) ? text[0]!.toUpperCase() + text.slice(1) : text;
}

/** What was tried is told by who tried it. */
function isTelling(sentence: string, label: string): boolean {
  if (!standsAlone(sentence) || isOrder(sentence)) return false;
  return label === "Failed approach" || !isDoing(sentence);
}

function distinct(points: readonly Point[]): Point[] {
  const kept: Point[] = [];
  for (const point of points) if (!kept.some(({ text }) => isAlike(text, point.text))) kept.push(point);
  return kept;
}

const reversedLabel = "Reversed";
const DECIDED = "Decision";

type Labelled = Pick<Point, "label" | "text" | "takesBack" | "isPersons">;

/** In the order in which they were said. */
function withReversed<T extends Labelled>(points: readonly T[]): T[] {
  return points.map((point, n) => {
    if (point.label !== DECIDED) return point;
    const later = points.slice(n + 1).filter(({ label }) => label === DECIDED);
    const isTakenBack = later[0] !== undefined && (later[0].takesBack || takesBack(later[0].text));
    return isTakenBack || later.some((one) => takesPlaceOf(one, point)) ? { ...point, label: reversedLabel } : point;
  });
}

/** So many of the earlier one's words are said again. */
const SAME_MATTER = 0.4;

function takesPlaceOf(later: Labelled, earlier: Labelled): boolean {
  // What a report tells of the work overrules nobody.
  if (later.label !== DECIDED || (earlier.isPersons && !later.isPersons)) return false;
  const [one, rival] = [subjectOf(later.text), subjectOf(earlier.text)];
  if (disagree(rival, one) || leavesBehind(one, rival)) return true;
  const [words, said] = [tagsFrom(earlier.text, 30), new Set(tagsFrom(later.text, 30))];
  const shared = words.filter((word) => said.has(word)).length;
  return saysTurned(later.text) && shared > 0 && shared >= words.length * SAME_MATTER;
}
