/**
 * `mode.capture auto` at the host's moments: when a turn ends the agent is asked, once, to have drafted what the session
 * settled; what its drafters and verifiers leave is gathered as they end. Where nothing was settled it costs no token.
 */

import { basename, dirname } from "node:path";
import type { Cairn } from "../cairn.ts";
import { activityOf, activityScore } from "../capture/activity.ts";
import { drafter, isOfCapture } from "../capture/capture-ask.ts";
import { type AnswerSort, type CaptureRun, CaptureRuns } from "../capture/capture-run.ts";
import { Firings, runMs } from "../capture/firings.ts";
import { answersIn, type JsonObject } from "../capture/scribe/json-answer.ts";
import { Staging } from "../capture/staging.ts";
import { type TriageRules, triage } from "../capture/triage.ts";
import { triageRules } from "../capture/triage-rules.ts";
import { newestTurns } from "../conversation/session-turns.ts";
import { turnsOfTrail } from "../conversation/trail-turns.ts";
import { redact } from "../guard/redact.ts";
import type { Turn } from "../transcripts/turn.ts";
import { isNews, newsInWords } from "./capture-news.ts";
import type { Answer, Around, Called } from "./moment.ts";

/** After so many V8 has compiled it. */
const REHEARSALS = 30;

/** A turn ends: a run that is open ends with it, else one may begin. */
export async function captureAtStop(called: Called<"stop">): Promise<Answer> {
  const { cairn, session, trail } = called;
  if (trail.state().offTheRecord) return {};
  const run = openRun(called);
  const told = run === undefined ? {} : await ended(called, run);
  if (told === undefined || called.again || !mayAsk(called)) return told ?? {};
  const { settings } = cairn;
  const turns = newestTurns(turnsOfTrail(trail.newest()), settings.get("triage.max_messages"));
  const rules = triageRules(settings);
  const isWorth = run !== undefined || isWorthALook(turns, rules);
  const verdicts = isWorth ? triage(turns, rules).filter(({ keep }) => keep) : [];
  if (verdicts.length === 0) return told;
  const firings = new Firings(cairn.places.cairnHome);
  const { runs, tokens } = firings.spent(session);
  if (runs >= settings.get("capture.maxRuns") || firings.unsaved(session, verdicts).length === 0) return told;
  const { stageRun } = await import("../capture/staging-run.ts");
  const staged = await stageRun(cairn, { session, turns, verdicts }, settings.get("capture.maxTokens") - tokens);
  // You see it on the screen: it says whose words these are, and which setting asks.
  return staged?.ask === undefined ? told : { ...told, goOn: `Cairn (mode.capture auto): ${staged.ask}` };
}

/** Most turns say nothing of the kind: then the others need not be read again. A pick is understood with what was offered. */
function isWorthALook(turns: readonly Turn[], rules: TriageRules): boolean {
  const { session_summary: threshold } = rules.thresholds;
  if (activityScore(activityOf(turns)) >= threshold) return true;
  const prompts = [...turns.keys()].filter((place) => turns[place]?.by === "person");
  return triage(turns.slice(prompts.at(-2) ?? 0), rules).some(({ passages }) => passages.length > 0);
}

function openRun({ cairn, session }: Around): CaptureRun | undefined {
  return new CaptureRuns(cairn.places.cairnHome).of(session);
}

function mayAsk({ cairn, trail }: Around): boolean {
  if (cairn.settings.get("mode.capture") !== "auto") return false;
  return !trail.state().unattended || cairn.settings.get("capture.headless");
}

/** Undefined while some of its sub-agents are still at work. */
async function ended(called: Called<"stop">, run: CaptureRun): Promise<Answer | undefined> {
  const { cairn, session, trail, at } = called;
  if (kindsAtWork(called, run).length > 0) {
    await gathered(cairn, session);
    return undefined;
  }
  await takeDown(cairn, session, called.lastMessage, "intent");
  const { finishRun } = await import("../capture/gathering.ts");
  const news = await finishRun(cairn, session);
  if (news === undefined || !isNews(news)) return {};
  const how = cairn.settings.get("notify.capture");
  if (how === "announce") return { toPerson: newsInWords(news) };
  if (how !== "silent") trail.append({ is: "kept", at, ...news });
  return {};
}

/** Of this run, and no longer than one takes: nobody waits for a sub-agent that never comes back. */
function kindsAtWork({ trail, at }: Around, run: CaptureRun): string[] {
  const since = Math.max(Date.parse(run.at), Date.parse(at) - runMs);
  return trail
    .state()
    .agents.filter((agent) => isOfCapture(agent.kind) && !agent.ended && Date.parse(agent.at) >= since)
    .map(({ kind }) => kind);
}

/** Loaded when there is something to gather: an ordinary turn's end has no need of it. */
async function gathered(cairn: Cairn, session: string) {
  return (await import("../capture/gathering.ts")).gather(cairn, session);
}

/** A drafter or verifier is back: the agent that started it is told which drafts there are to verify. */
export async function captureCameBack(around: Around): Promise<string> {
  const { cairn, session, trail } = around;
  if (trail.state().offTheRecord) return "";
  const run = await gathered(cairn, session);
  if (run === undefined || !run.verified || kindsAtWork(around, run).includes(drafter)) return "";
  const ready = run.parts.filter(({ is }) => is === "drafted").map(({ kind }) => kind);
  if (ready.length > 0) return `Cairn: to verify now: ${ready.join(", ")}.`;
  const isVerified = run.parts.some(({ is }) => is === "written" || is === "waiting");
  return isVerified ? "" : "Cairn: there is no draft to verify.";
}

/** A drafter or verifier has ended: what it said last is its intent or its verdict. */
export async function captureAgentEnded({
  cairn,
  session,
  lastMessage,
  kind,
  trail,
}: Called<"agent-stop">): Promise<void> {
  if (trail.state().offTheRecord) return;
  await takeDown(cairn, session, lastMessage, kind === drafter ? "intent" : "verdict");
  await gathered(cairn, session);
}

/** As JSON, for each category it speaks of; what was said first counts. */
async function takeDown(cairn: Cairn, session: string, said: string, sort: AnswerSort): Promise<void> {
  const { cairnHome } = cairn.places;
  const runs = new CaptureRuns(cairnHome);
  const run = runs.of(session);
  if (run === undefined) return;
  for (const answer of answersIn(said)) {
    const kind = kindOf(answer, run, sort);
    const text = JSON.stringify(answer, (_, value) => (typeof value === "string" ? redact(value).text : value));
    await runs.hears(run, { kind, sort, text }, (name) => new Staging(cairnHome).put(name, text));
  }
}

/** As it says; who says nothing of it speaks of the one that nobody has spoken of. */
function kindOf({ category }: JsonObject, { parts }: CaptureRun, sort: AnswerSort): string | undefined {
  if (typeof category === "string") return category.toLowerCase();
  const [only, ...others] = parts.filter(({ said }) => said?.[sort] === undefined);
  return others.length === 0 ? only?.kind : undefined;
}

/** What the run's own files may be used for: what was said and what was drafted is read. Undefined where it is none of them. */
export function aboutStaged({ cairn, session }: Around, real: string, deed: string): Answer | undefined {
  const { cairnHome } = cairn.places;
  const { path } = new Staging(cairnHome);
  if (real !== path && dirname(real) !== path) return undefined;
  const parts = new CaptureRuns(cairnHome).of(session)?.parts ?? [];
  const readable = parts.flatMap(({ files }) => [files.context, files.draft]);
  return deed === "read" && readable.includes(basename(real))
    ? { verdict: { is: "allow", because: "A file Cairn has asked to be read." } }
    : { verdict: { is: "deny", because: "Cairn has not asked for this file." } };
}

/** Done once for nobody: then the first turn to end waits no longer than the others. */
export function warmUpStop({ settings }: Cairn): void {
  if (settings.get("mode.capture") !== "auto") return;
  const said = "We decided on one thing because of another. The error was fixed; from now on it always works.";
  const turns = turnsOfTrail([
    { is: "prompt", at: "", text: said },
    { is: "close", at: "", turn: "", said },
  ]);
  for (let times = 0; times < REHEARSALS; times++) triage(turns, triageRules(settings));
}
