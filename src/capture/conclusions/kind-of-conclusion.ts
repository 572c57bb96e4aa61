/** What sort of memory a conclusion makes, by who carries it and how it is worded. Pure. */

import { isOrder } from "../../text/sentences.ts";
import { type Candidate, isPersons } from "./candidates.ts";
import { agentCues, outrightKind, personCues, tellsCure } from "./said-cues.ts";

export type ConcludedKind =
  | "decision"
  | "preference"
  | "constraint"
  | "reference"
  | "project"
  | "tech_debt"
  | "runbook";

/** How to work, said to the agent: it holds for the person, not for the program. */
const MANNER =
  /\b(?:(?:you|yourself) (?:should|must|can|need|don|dont|not|first|always|never)|no need to do|explain|tell me|show me|ask (?:me|first)|answer me|(?:answer|respond|reply) in|before (?:you|we)|step by step|one (?:by|at a) |1 by 1|don'?t (?:build|run|commit|push|start|touch|change|assume|guess|create)|in (?:chinese|english|german|russian|spanish|french)|commit messages?|from now on|every time|always (?:run|write|use|ask|check|add))\b|用中文|по-русски/iu;
/** Put off in so many words. */
const DEBT =
  /\b(?:tech(?:nical)? debt|for now|later|not yet|put (?:it |that |this )?off|to-?do list|postponed?|defer(?:red)?)\b/i;
const LIMIT =
  /\b(?:must (?:not|never|be|stay|have)|never|not allowed|may not|required|policy|legal|compliance|cannot|can'?t|has to|have to|should not|shouldn'?t|don'?t|do not)\b|必须|不能|нельзя/iu;
const LINK = /https?:\/\/\S+/;
const FIXES = /\b(?:fix(?:ed|es)?|resolved?|solution|workaround|instead|replaced|changed|must be|needs? to)\b/i;
const CANNOT =
  /\b(?:cannot|can'?t|does(?:n'?t| not) (?:support|allow|expose|pass|work)|only (?:supports?|accepts?|allows?|works?)|not (?:supported|possible|allowed|available)|unsupported|limit(?:ed|ation)?)\b|不支持|无法|不能/iu;

export function concludedKindOf({ carrier, text, lead }: Pick<Candidate, "carrier" | "text" | "lead">): ConcludedKind {
  if (carrier === "answer" || carrier === "pick" || carrier === "yes") return "decision";
  return isPersons(carrier) ? personKind(lead, text) : agentKind(text);
}

/** It says how somebody wants it done. */
export function isHowTo(kind: ConcludedKind): boolean {
  return kind === "preference";
}

function personKind(lead: string, text: string): ConcludedKind {
  const words = text.replace(LINK, "").split(/\s+/).length;
  if (LINK.test(text) && words < 25 && !personCues.ban.test(lead)) return "reference";
  if (DEBT.test(text)) return "tech_debt";
  const outright = outrightKind(lead, text);
  if (outright === "tech_debt") return outright;
  if (/\b(?:we(?:'ve| have)? (?:decided|chose|agreed|picked|settled)|let'?s)\b/i.test(lead)) return "decision";
  if (tellsCure(text)) return "runbook";
  if (outright !== undefined) return outright;
  if (MANNER.test(lead)) return "preference";
  if (LIMIT.test(lead) || CANNOT.test(lead)) return "constraint";
  return statesFact(lead) ? "project" : "decision";
}

const TOLD =
  /^(?:(?:please|also|and|oh|btw|by the way)[,:]?\s+)*(?:remember|note|keep in mind|don'?t forget|fyi|for the record)(?: that)?\b[:,]?\s*/i;
/** What somebody chose, wants or is to do. */
const CHOOSES =
  /\b(?:we(?:'ll| will| are going to| go| went| use| chose| picked| want| should| decided)|let'?s|should|will|instead of|rather than|prefer|i want|i'd like|to (?:use|run|call|write|add|check|ask|keep|avoid|make))\b/i;
const HOLDS =
  /\b(?:is|are|was|were|has|have|had|isn'?t|aren'?t|hasn'?t|runs?|lives?|lies?|sits?|belongs?|needs?|takes?|comes?|goes|points?|expires?|listens?|means?|holds?|contains?|gets?|stays?|lags?|uses?|starts?|ends?|happens?|depends?|works?)\b/i;

/** "Remember that the staging database is reset every night": told to be known, and nobody chose anything. */
function statesFact(lead: string): boolean {
  const told = lead.replace(TOLD, "");
  return told !== lead && HOLDS.test(told) && !CHOOSES.test(told) && !isOrder(told);
}

const CAUSE = /\b(?:root cause|the cause (?:is|was)|caused by|was (?:killed|left|missing)|because|due to|turns out)\b/i;
const MENDED =
  /^(?:fixed|mended|solved|resolved)[.:!]\s|\b(?:fixed (?:by|it|that|this|the)?|resolved by|mended|(?:i|we) (?:now )?(?:raised|set|added|changed|removed|pinned|moved|replaced|upgraded|downgraded|renamed|restarted|cleared|ran)|(?:tests?|build|it|everything) (?:all )?(?:pass(?:es)?|works?) (?:now|again))\b/i;

/** A cause and its cure, both told. */
export function isMended(text: string): boolean {
  return CAUSE.test(text) && MENDED.test(text);
}

function agentKind(text: string): ConcludedKind {
  if (isMended(text)) return "runbook";
  if (agentCues.debt.test(text) || agentCues.preexisting.test(text)) return "tech_debt";
  if (agentCues.cause.test(text)) return FIXES.test(text) ? "runbook" : "constraint";
  return CANNOT.test(text) ? "constraint" : "decision";
}
