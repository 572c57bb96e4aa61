/** What a session concluded as what would be written: sections by kind, trust by its sources, aliases, in the session's words. Pure. */

import type { Content } from "../format/sections.ts";
import { defined } from "../model/defined.ts";
import { lowestTrust } from "../model/trust.ts";
import { cut, reasonIn, sentencesIn, tagsFrom } from "../text/sentences.ts";
import type { Turn } from "../transcripts/turn.ts";
import { isPersons, ownWords } from "./conclusions/candidates.ts";
import { type Conclusion, conclusionsIn } from "./conclusions/conclusions.ts";
import type { ConcludedKind } from "./conclusions/kind-of-conclusion.ts";
import { boundedConfidence, type Intent } from "./scribe/intent.ts";
import { trustOf } from "./scribe/passage-text.ts";
import type { Penned } from "./scribe/scribe.ts";

export interface Concluded extends Penned {
  readonly conclusion: Conclusion;
}

const SUMMARY = 300;

/** `known`: words that were dealt with. */
export function concludedIn(
  turns: readonly Turn[],
  session: string | undefined,
  known?: readonly string[],
): Concluded[] {
  return conclusionsIn(turns, known).flatMap((conclusion) => {
    const intent = intentOf(conclusion, turns, session);
    const isOthers = intent.trust === "untrusted" && RETOLD.has(conclusion.carrier);
    return isOthers ? [] : [{ conclusion, intent, strength: conclusion.likely }];
  });
}

/** They tell again what a model read: where that was others' words, nothing of it is drafted. */
const RETOLD: ReadonlySet<Conclusion["carrier"]> = new Set(["summary", "commit"]);

const because: Readonly<Record<Conclusion["carrier"], string>> = {
  answer: "you answered so when you were asked",
  pick: "you chose it of what was offered",
  yes: "you said yes to it",
  correction: "you corrected it so",
  rule: "you said so",
  said: "you said so",
  final: "the agent concluded so",
  plan: "the plan says so",
  summary: "the summary of the session says so",
  commit: "the commit says so",
};

function intentOf(conclusion: Conclusion, turns: readonly Turn[], session: string | undefined): Intent {
  const { kind, title, text, aliases, carrier } = conclusion;
  const trust = lowestTrust("observed", ...conclusion.turns.map((turn) => trustOf(turns, turn)));
  const { content, fields } = sayings[kind](conclusion);
  return {
    kind,
    wanted: "CREATE",
    reason: because[carrier],
    title,
    summary: cut(text.replace(/\s+/g, " "), SUMMARY),
    tags: tagsFrom(title),
    aliases,
    confidence: boundedConfidence(isPersons(carrier) ? 0.9 : 0.7, trust),
    content,
    fields,
    text: PLAIN.has(kind) ? text : "",
    files: [],
    trust,
    session,
    turns: conclusion.turns,
  };
}

/** They have no sections: what was said is their text. */
const PLAIN: ReadonlySet<ConcludedKind> = new Set(["reference", "project"]);

type Saying = (conclusion: Conclusion) => { content: Content; fields: Record<string, string> };

const sayings: Readonly<Record<ConcludedKind, Saying>> = {
  decision: ({ text, over, carrier }) => {
    const reason = reasonIn(ownWords({ carrier, text })) ?? reasonIn(text);
    const alternatives = over.slice(0, 3).map((option) => ({ option, reason: "" }));
    return {
      content: {
        decision: text,
        ...(alternatives.length === 0 ? {} : { alternatives }),
        ...(reason === undefined ? {} : { rationale: [reason] }),
      },
      fields: { status: "accepted" },
    };
  },
  preference: ({ text: passage, lead, title, standing }) => {
    // What was wanted in passing, before it, is over with.
    const text = standing === "certain" ? passage.slice(Math.max(0, passage.indexOf(lead))) : passage;
    const reason = reasonIn(text);
    const strength = /\b(?:always|never|must|from now on|every time)\b/i.test(text) ? "strong" : "default";
    return {
      content: { value: text, ...defined({ reason }) },
      fields: { topic: title, strength },
    };
  },
  constraint: ({ text, carrier }) => {
    const severity = /\b(?:must|never|cannot|can't|not allowed)\b/i.test(text) ? "high" : "medium";
    const kind = isPersons(carrier) ? "policy" : "limitation";
    return { content: { rule: text }, fields: { kind, severity, active: "true", expires: "none" } };
  },
  tech_debt: ({ text }) => {
    const reason = reasonIn(text);
    const content = { description: text, ...defined({ reason_deferred: reason }) };
    return { content, fields: { status: "open", priority: "medium" } };
  },
  runbook: ({ text, title }) => {
    const steps = sentencesIn(text).filter((sentence) => MENDS.test(sentence));
    return { content: { trigger: title, ...(steps.length === 0 ? {} : { steps }), root_cause: text }, fields: {} };
  },
  reference: () => ({ content: {}, fields: {} }),
  project: () => ({ content: {}, fields: {} }),
};

const MENDS =
  /\b(?:fixed|resolved|raised|set|added|changed|removed|pinned|moved|replaced|upgraded|renamed|restarted|cleared|ran|running)\b/i;
