/** The whole road from a session's turns to drafts that wait: triage, draft, verify, resolve, inbox. */

import type { Cairn } from "../cairn.ts";
import { redact } from "../guard/redact.ts";
import { noteDraft } from "../inbox/capture-notes.ts";
import type { DraftVerdict } from "../model/draft.ts";
import { CairnError } from "../model/error.ts";
import type { Kind } from "../model/kind.ts";
import type { Scope } from "../model/scope.ts";
import { privateIn } from "../person/sensitive.ts";
import type { Proposed } from "../store/inbox.ts";
import { sentencesIn } from "../text/sentences.ts";
import type { Turn } from "../transcripts/turn.ts";
import type { Draft } from "./assemble.ts";
import { bestOf } from "./best.ts";
import { type Concluded, concludedIn } from "./concluded.ts";
import { isHowTo } from "./conclusions/kind-of-conclusion.ts";
import { isOfPerson } from "./conclusions/said-cues.ts";
import { contextShown } from "./context-file.ts";
import { alreadyThere, draftFrom, propose } from "./drafting.ts";
import { type AtWork, byRule } from "./scribe/at-work.ts";
import { saidIn, sourceText } from "./scribe/passage-text.ts";
import type { Assignment, Penned } from "./scribe/scribe.ts";
import { BadAnswer } from "./scribe/scribe.ts";
import type { SecondLook } from "./second-look.ts";
import { isSameMatter } from "./session-page.ts";
import { shownToDrafter, tasksFor } from "./shown-to-drafter.ts";
import { type TriageVerdict as Triaged, triage, triageSummary } from "./triage.ts";
import { triageRules } from "./triage-rules.ts";

interface Distilling {
  readonly session: string;
  readonly turns: readonly Turn[];
  /** Who drafts; the rules, if nothing is said. */
  readonly work?: AtWork;
  /** Words of the session that were dealt with: nothing is drafted of them. */
  readonly known?: readonly string[];
  /** Nothing is put into the inbox. */
  readonly dryRun?: boolean;
}

/** What came of one thing that could be written. */
export interface Distilled {
  readonly kind: Kind;
  readonly title: string;
  readonly action: "CREATE" | "UPDATE" | "DELETE" | "NOOP";
  readonly state: Proposed | "blocked" | "nothing" | "dry-run";
  readonly because: string;
  readonly key: string | null;
  readonly verdict: DraftVerdict | null;
  /** By its form nobody can have meant anything else. */
  readonly certain?: true;
}

interface DistillReport {
  readonly drafts: readonly Distilled[];
  /** How many more there were than a session may leave. */
  readonly leftOut: number;
  /** What triage found and the scribe could make nothing of. */
  readonly passedOver: readonly Kind[];
  readonly tokens: number;
  /** Why kinds were not drafted that may be, another time. */
  readonly failures: readonly CairnError[];
  /** What a scribe could not draft, and why. */
  readonly warnings: readonly string[];
}

export async function distillTurns(cairn: Cairn, given: Distilling): Promise<DistillReport> {
  const { work = byRule } = given;
  const before = work.spent();
  const { assignments, passedOver, failures, warnings } = await pennedFor(cairn, { ...given, work });
  const penned = [...assignments.keys()];
  const best = bestOf(penned);
  const drafts: Distilled[] = [];
  for (const one of best) {
    try {
      const told = await draftAndPropose(cairn, one, { ...given, work, assignment: assignments.get(one)! });
      drafts.push(isCertain(one) ? { ...told, certain: true } : told);
    } catch (error) {
      warnings.push(notDrafted(one.intent.kind, unusable(error)));
    }
  }
  const leftOut = penned.length - best.length;
  return { drafts, leftOut, passedOver, tokens: work.spent() - before, failures, warnings };
}

/** A kind that cannot be drafted costs that kind. Where none can, that is the answer. */
async function pennedFor(cairn: Cairn, given: AtWorkOn) {
  const { turns, work, known = [] } = given;
  const { scribe } = work;
  const rules = triageRules(cairn.settings);
  // By rule what was concluded is drafted as it stands, and only a summary is written anew.
  const verdicts = withoutKnown(work === byRule ? [triageSummary(turns, rules)] : triage(turns, rules), known);
  const assignments = new Map<Penned, Assignment>();
  if (work === byRule) {
    for (const one of wantedIn(cairn, given)) assignments.set(one, ruleAssignment(cairn, given, one.intent.kind));
  }
  const failures: CairnError[] = [];
  const passedOver: Kind[] = [];
  const warnings: string[] = [];
  for (const verdict of verdicts) {
    const assignment = await assignmentOf(cairn, given, verdict);
    if (work !== byRule) cairn.progress(`${scribe.name} drafts: ${verdict.kind}`);
    try {
      const { penned } = await scribe.write(assignment);
      for (const one of penned) assignments.set(one, assignment);
      if (penned.length === 0) passedOver.push(verdict.kind);
    } catch (error) {
      if (!(error instanceof CairnError)) throw error;
      failures.push(error);
      warnings.push(notDrafted(verdict.kind, error));
    }
  }
  const worst = failures.find((error) => !(error instanceof BadAnswer)) ?? failures[0];
  if (worst !== undefined && failures.length === verdicts.length) throw worst;
  return { assignments, passedOver, failures, warnings };
}

type SessionWords = Pick<Distilling, "turns" | "session" | "known">;

/** What a session concluded, of the kinds that may come about by themselves. */
function wantedIn(cairn: Cairn, { turns, session, known }: SessionWords): Concluded[] {
  if (!cairn.settings.get("triage.enabled")) return [];
  const { off, thresholds } = triageRules(cairn.settings);
  const isOff = (kind: Kind) => (off as Partial<Record<Kind, string>>)[kind] !== undefined;
  const needed = (kind: Kind) => (thresholds as Partial<Record<Kind, number>>)[kind] ?? 0;
  return concludedIn(turns, session, known).filter(
    ({ intent, strength }) => !isOff(intent.kind) && strength >= needed(intent.kind),
  );
}

/** Only what is certain by its form, and nothing else is looked for. */
export async function distillCertain(cairn: Cairn, given: SessionWords): Promise<Distilled[]> {
  const drafts: Distilled[] = [];
  const work = { ...given, work: byRule };
  for (const one of bestOf(wantedIn(cairn, given).filter(isCertain))) {
    const assignment = ruleAssignment(cairn, work, one.intent.kind);
    drafts.push({ ...(await draftAndPropose(cairn, one, { ...work, assignment })), certain: true });
  }
  return drafts;
}

function isCertain(penned: Penned | Concluded): boolean {
  return "conclusion" in penned && penned.conclusion.standing === "certain";
}

/** How the person wants to be spoken to goes with them into every project; what others may have said does not. */
function scopeOf(penned: Penned | Concluded): Scope {
  if (!("conclusion" in penned) || !isCertain(penned) || penned.intent.trust !== "observed") return "project";
  const { kind, text } = penned.conclusion;
  const isTheirs = isHowTo(kind) && sentencesIn(text).every(isOfPerson) && privateIn(undefined, text) === undefined;
  return isTheirs ? "user" : "project";
}

/** A summary is of the session, whatever of it was dealt with. */
function withoutKnown(verdicts: readonly Triaged[], known: readonly string[]): Triaged[] {
  const isKnown = isSameMatter(known);
  return verdicts.flatMap((verdict) => {
    if (!verdict.keep) return [];
    if (known.length === 0 || verdict.activity !== undefined) return [verdict];
    const passages = verdict.passages.filter(({ sentences }) => !isKnown(sentences.join(" ")));
    return passages.length === 0 ? [] : [{ ...verdict, passages }];
  });
}

function ruleAssignment(cairn: Cairn, { session, turns }: AtWorkOn, kind: Kind): Assignment {
  const shown = (): never => {
    throw new Error("Rules read the turns themselves.");
  };
  return { kind, session, turns, passages: [], project: cairn.places.project.path, shown };
}

/** Words that make no memory cost that draft; whatever else is wrong concerns them all. */
function unusable(error: unknown): CairnError {
  if (error instanceof CairnError && error.kind === "invalid-input") return error;
  throw error;
}

function notDrafted(kind: Kind, { message }: CairnError): string {
  return redact(`${kind} was not drafted: ${message}`).text;
}

async function assignmentOf(cairn: Cairn, given: AtWorkOn, verdict: Triaged): Promise<Assignment> {
  const { session, turns, work } = given;
  const { kind, passages } = verdict;
  // Rules read the turns themselves: nothing is looked up for them.
  const text = work === byRule ? undefined : await shownToDrafter(cairn, verdict, given);
  const shown = () => text ?? contextShown(verdict, turns);
  const tasks = tasksFor(cairn, verdict, session);
  return { kind, session, turns, passages, tasks, project: cairn.places.project.path, shown };
}

interface AtWorkOn extends Distilling {
  readonly work: AtWork;
}

interface Drafting extends AtWorkOn {
  readonly assignment: Assignment;
}

async function draftAndPropose(cairn: Cairn, penned: Penned, given: Drafting): Promise<Distilled> {
  const { intent } = penned;
  const { dryRun = false, assignment, work } = given;
  const { scribe, verifier } = work;
  const context = sourceText(assignment, intent.turns);
  const said = saidIn(assignment, intent.turns);
  const { outcome, store } = await draftFrom(cairn, { intent, scope: scopeOf(penned), context, said });
  if (outcome.is === "nothing") {
    const [kind, title] = [intent.kind, redact(intent.title).text];
    return { kind, title, action: "NOOP", state: "nothing", because: outcome.because, key: null, verdict: null };
  }
  const draft = verifier ? await lookedAtAgain(cairn, outcome, { assignment, scribe, verifier }) : outcome;
  const { note, key, wish } = draft;
  const told = {
    kind: wish.kind,
    title: wish.title,
    action: note.action,
    because: note.because,
    verdict: note.verdict,
  };
  if (note.verdict === "BLOCK") {
    if (!dryRun) noteDraft(cairn, "blocked", { key, note, written: wish });
    return { ...told, state: "blocked", because: note.issues[0] ?? "", key: null };
  }
  if (dryRun) return { ...told, state: alreadyThere(store, draft) ?? "dry-run", key: null };
  const state = await propose(cairn, store, draft);
  return { ...told, state, key: state === "waiting" ? key : null };
}

/** Not loaded for the rules, which answer hooks too. */
async function lookedAtAgain(cairn: Cairn, draft: Draft, look: SecondLook): Promise<Draft> {
  return (await import("./second-look.ts")).secondLook(cairn, draft, look);
}
