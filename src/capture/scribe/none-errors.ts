/**
 * Runbooks by rule: an error whose cause was named, with what mended it and how that was checked. Only where the error
 * did not come back: what was run again and failed again is no recipe. Pure.
 */

import { touchedBy } from "../../hosts/touched.ts";
import { lowestTrust } from "../../model/trust.ts";
import { cut, isDoing, plain, sentencesIn, standsAlone, tagsFrom, titleFrom } from "../../text/sentences.ts";
import type { Turn } from "../../transcripts/turn.ts";
import { withoutLeadIn } from "../conclusions/conclusion-title.ts";
import { boundedConfidence, type Intent } from "./intent.ts";
import { isTask, trustOf, trustOfPassage } from "./passage-text.ts";
import type { Assignment, Passage, Penned } from "./scribe.ts";

const CAUSE =
  /\b(?:root cause|caused by|because|due to|the (?:issue|problem|bug|error|failure|reason|culprit) (?:is|was)|turns out|happens (?:when|because))\b/i;
const FIX =
  /\b(?:fixe?[sd]?|fix(?:ing)?|resolved?|solution|workaround|replaced?|changed|switched|added|set|removed|renamed|pinned|upgraded?|downgraded?|instead|must be|needs? to be|should be)\b/i;
const SYMPTOM =
  /(?:error|exception|fail(?:ed|ure|s)?|cannot|can't|not found|undefined|denied|refused|timed? ?out|panic|traceback)/i;
const SYMPTOM_OR_ROOT = new RegExp(`${SYMPTOM.source}|root cause|issue|problem|bug|broke|wrong`, "i");
const CHECK = /\b(?:test|tests|check|build|lint|tsc|pytest|vitest|jest|make|cargo|compile|typecheck|verify)\b/i;
const LABELS = /^(?:(?:the )?root cause(?: is| was)?|what happened|found it|why it \w+):?\s*/i;
/** In how many more ways a cause is told, where it is known that something failed and was mended. */
const TOLD =
  /\b(?:turn(?:s|ed) out|(?:reason|cause)\b.* (?:was|is)|came from|since|what happened|found it|why it|had (?:expired|changed|been|moved)|already (?:taken|in use|running)|(?:was|were) (?:missing|the|an?|not|set|rounding|evicted))\b/i;
const MENDS =
  /\b(?:fix(?:es|ed)|resolve[sd]|solve[sd]|cure[sd]|repairs?|repaired|help(?:s|ed)|ma(?:de|kes) .* (?:pass|start|load|work|run|build)|let it|brought|gone|got it working|there are none|is enough|passes|works)\b/i;
/** A test that was made to fail says nothing, and neither does a guess. */
const MEANT =
  /\b(?:likely|probably|maybe|might|perhaps)\b|\((?:good|expected)\)|\b(?:as expected|on purpose|intentional|inverted|tautolog)/i;
/** How far from its cause a fix and a failure are looked for. */
const REACH = 40;
const LINE = 200;

interface Ran {
  readonly turn: number;
  readonly command: string;
  readonly failed: boolean;
  readonly printed: string;
}

export function runbooksIn(assignment: Assignment): Penned[] {
  const ran = commandsIn(assignment.turns);
  return assignment.passages.flatMap((passage) => runbookOf(assignment, passage, ran) ?? []);
}

function runbookOf(assignment: Assignment, passage: Passage, ran: readonly Ran[]): Penned | undefined {
  if (passage.voice === "person") return statedRunbook(assignment, passage);
  const { turns, session } = assignment;
  const failure = ran.findLast(({ turn, failed }) => failed && turn < passage.turn && turn > passage.turn - REACH);
  const check = failure === undefined ? undefined : mendedBy(ran, failure);
  const cause = causeOf(assignment, passage, check !== undefined)?.replace(LABELS, "");
  if (cause === undefined || passage.voice === "pasted" || isTask(assignment, passage) || isDoing(cause))
    return undefined;
  const fix = fixAfter(turns, passage.turn, cause);
  const isBack = failure !== undefined && check === undefined;
  const symptom = failure === undefined ? undefined : symptomIn(failure.printed);
  const passed =
    check ?? ran.find(({ turn, failed, command }) => !failed && turn > (fix?.turn ?? 0) && CHECK.test(command));
  // Without a failure that was seen, or a check that passed, nobody knows whether it was mended.
  if (fix === undefined || isBack || (failure === undefined && passed === undefined)) return undefined;
  const places = [failure?.turn, passage.turn, fix.turn, check?.turn, passed?.turn].filter(
    (turn) => turn !== undefined,
  );
  const used = [...new Set([...places, ...places.map((turn) => turn - 1).filter((turn) => turn >= 0)])];
  const trust = lowestTrust(trustOfPassage(assignment, passage), trustOf(turns, fix.turn));
  const title = titleFrom(withoutLeadIn(cause));
  const intent: Intent = {
    kind: "runbook",
    wanted: "CREATE",
    reason: "an error was mended and did not come back",
    title,
    summary: cause,
    tags: tagsFrom(title),
    confidence: boundedConfidence(failure === undefined ? 0.7 : 0.8, trust),
    content: {
      trigger: failure === undefined ? cause : cut(failure.command, LINE),
      ...(symptom === undefined ? {} : { symptoms: [symptom] }),
      steps: [fix.sentence],
      ...(passed === undefined ? {} : { verification: cut(passed.command, LINE) }),
      root_cause: cause,
    },
    fields: {},
    text: "",
    files: [],
    trust,
    session,
    turns: used,
  };
  const proof = (failure === undefined ? 0 : 0.3) + (passed === undefined ? 0 : 0.2);
  return { intent, strength: 0.6 * passage.score + proof };
}

const IF = /^((?:if|when|whenever)\b.{8,}?)(?:[,:]|\s+just\b)\s*(.{8,})$/i;
const HOW = /^((?:how to|to) .{5,80}?|[A-Z]\w+ing .{5,80}?)\s*[:,]\s*(.{20,})$/i;
const FOR = /^(?:the )?fix for (.{5,120}?) is (?:to )?(.{8,})$/i;

/** What a person tells to do when something happens, or how something is done: their own word needs no proof. */
function statedRunbook(assignment: Assignment, passage: Passage): Penned | undefined {
  const sentence = passage.sentences.map(plain).find((one) => standsAlone(one) && !MEANT.test(one)) ?? "";
  const [, trigger, rest] = FOR.exec(sentence) ?? IF.exec(sentence) ?? HOW.exec(sentence) ?? [];
  if (trigger === undefined || rest === undefined || isTask(assignment, passage)) return undefined;
  const steps = rest
    .split(/\s*(?:;|,? then |, (?=\w+ )|\s\d{1,2}[.)]\s)\s*/)
    .map((step) => step.replace(/^\d{1,2}[.)]\s*|[.]$/g, ""));
  const trust = trustOfPassage(assignment, passage);
  const title = titleFrom(sentence);
  const intent: Intent = {
    kind: "runbook",
    wanted: "CREATE",
    reason: "the person said so",
    title,
    summary: sentence,
    tags: tagsFrom(title),
    confidence: boundedConfidence(0.8, trust),
    content: { trigger: cut(trigger, LINE), steps: steps.filter((step) => step.length > 2) },
    fields: {},
    text: "",
    files: [],
    trust,
    session: assignment.session,
    turns: [passage.turn],
  };
  return { intent, strength: passage.score };
}

/** In the passage; else, of what was seen to be mended, in a sentence or two before it. */
function causeOf({ turns }: Assignment, { turn, sentences }: Passage, isMended: boolean): string | undefined {
  const own = sentences.map(plain);
  const cause = own.find(isCause);
  if (cause !== undefined || !isMended) return cause;
  const all = sentencesIn(turns[turn]?.text ?? "");
  const at = all.findIndex((one) => own[0]?.startsWith(one) || one.startsWith(own[0] ?? one));
  const near = [...all.slice(Math.max(0, at - 2), at + 1)].reverse();
  return near.find(
    (one) => (TOLD.test(one) || CAUSE.test(one)) && !MEANT.test(one) && standsAlone(one.replace(LABELS, "")),
  );
}

function isCause(sentence: string): boolean {
  return CAUSE.test(sentence) && SYMPTOM_OR_ROOT.test(sentence) && !MEANT.test(sentence) && standsAlone(sentence);
}

/** What was said to mend it, in the same turn or soon after. */
function fixAfter(turns: readonly Turn[], from: number, cause: string): { sentence: string; turn: number } | undefined {
  for (let turn = from; turn < Math.min(turns.length, from + REACH); turn++) {
    const said = turns[turn];
    if (turn > from && said?.by === "person" && said.agent === undefined) return undefined;
    if (said === undefined || said.agent !== undefined || said.by !== "agent") continue;
    const all = sentencesIn(said.text);
    const start = turn === from ? all.findIndex((one) => one.includes(cause) || cause.includes(one)) + 1 : 0;
    const sentence = all
      .slice(start)
      .find((one) => (FIX.test(one) || MENDS.test(one)) && standsAlone(one, 4) && !isPlan(one));
    if (sentence !== undefined) return { sentence, turn };
  }
  return undefined;
}

function isPlan(sentence: string): boolean {
  return /\b(?:let me|i'll|i will|i need|we could|would|might|maybe|perhaps|should i)\b/i.test(sentence);
}

function commandsIn(turns: readonly Turn[]): Ran[] {
  const started = new Map<string, string>();
  return turns.flatMap(({ uses = [], result, text }, turn) => {
    for (const use of uses) started.set(use.id, touchedBy(use).command ?? "");
    const command = result === undefined ? "" : (started.get(result.of) ?? "");
    if (command === "" || result === undefined) return [];
    return [{ turn, command, failed: result.isError, printed: text }];
  });
}

/** The last run of the same command, where it passed; undefined where the error came back or nobody looked. */
function mendedBy(ran: readonly Ran[], failure: Ran): Ran | undefined {
  const last = ran.findLast(({ turn, command }) => turn > failure.turn && isSame(command, failure.command));
  return last === undefined || last.failed ? undefined : last;
}

/** Pipes, redirections and what only shortens the output do not make another command. */
function isSame(one: string, other: string): boolean {
  const head = (command: string) => command.split(/\s*(?:\||2>|>|;|&&\s*echo)/, 1)[0]?.trim() ?? "";
  return head(one) !== "" && head(one) === head(other);
}

function symptomIn(printed: string): string | undefined {
  const lines = printed.split("\n").filter((one) => SYMPTOM.test(one) && one.trim().length > 10);
  const line = lines.find((one) => /error|exception|panic/i.test(one)) ?? lines[0];
  return line === undefined ? undefined : cut(line.trim(), LINE);
}
