/**
 * What drafters and verifiers of a run left behind, taken in by code: an intent becomes a draft that waits, a verdict lets
 * it be written or keeps it from that. Every step is noted when it is done and is the same done twice, so that it does not
 * matter how often it is called, by whom, or where it was cut off.
 */

import type { Cairn } from "../cairn.ts";
import { isRefused } from "../disk/files.ts";
import { withDraftBlock } from "../format/draft-block.ts";
import { unquotedText } from "../guard/envelope.ts";
import { writtenBy } from "../inbox/accept.ts";
import { noteCapture, noteDraft } from "../inbox/capture-notes.ts";
import { CairnError } from "../model/error.ts";
import { isMemoryId } from "../model/id.ts";
import { isInstruction } from "../model/kind.ts";
import { sha256Of } from "../model/sha256.ts";
import type { Waiting } from "../store/inbox.ts";
import { isWorthLess } from "../store/protect.ts";
import type { Store } from "../store/store.ts";
import type { SessionState } from "../trail/session-state.ts";
import { acceptDraft, blockDraft } from "./accepting.ts";
import { noteOfVerdict } from "./assemble.ts";
import { type AnswerSort, type CaptureRun, CaptureRuns, type RunPart } from "./capture-run.ts";
import { sourceTextIn } from "./context-file.ts";
import { draftFrom, propose } from "./drafting.ts";
import { Firings } from "./firings.ts";
import { fullOf } from "./keep-window.ts";
import { wordsIn } from "./scribe/host.ts";
import { intentWithin } from "./scribe/model-scribe.ts";
import { Staging } from "./staging.ts";
import { opinionIn } from "./verify-by-model.ts";

/** What came of a run. */
type Gathered = SessionState["kept"];

const atWork = new Map<string, Promise<unknown>>();

/** One after the other in this process: several sub-agents may end at once. Undefined where no run is open. */
export function gather(cairn: Cairn, session: string): Promise<CaptureRun | undefined> {
  const before = atWork.get(session) ?? Promise.resolve();
  const now = before.then(() => gatherOnce(cairn, session));
  atWork.set(
    session,
    now.catch(() => undefined), // who asked is told; the next one begins anew
  );
  return now;
}

async function gatherOnce(cairn: Cairn, session: string): Promise<CaptureRun | undefined> {
  const runs = new CaptureRuns(cairn.places.cairnHome);
  let run = runs.of(session);
  if (run === undefined) return undefined;
  cairn.sessions.refuseOffTheRecord(session);
  for (const n of run.parts.keys()) {
    run = await withPart(cairn, runs, run, n);
    if (run === undefined) return undefined;
  }
  return run;
}

async function withPart(cairn: Cairn, runs: CaptureRuns, run: CaptureRun, n: number): Promise<CaptureRun | undefined> {
  const part = run.parts[n]!;
  const next = await further(cairn, run, part);
  return next === part ? run : runs.advance(run, n, next);
}

/** The run is over: what nobody drafted may be found again, what nobody verified waits for the person. */
export async function finishRun(cairn: Cairn, session: string): Promise<Gathered | undefined> {
  const run = await gather(cairn, session);
  if (run === undefined) return undefined;
  const dealt = run.parts.filter(({ is }) => is !== "asked" && is !== "unusable");
  const { cairnHome } = cairn.places;
  const keys = dealt.flatMap((part) => part.keys);
  await new Firings(cairnHome).settle(session, dealt.length === 0 ? "failed" : "saved", cairn.clock.now(), keys);
  if (!(await new CaptureRuns(cairnHome).close(run))) return undefined;
  for (const { kind } of run.parts.filter(({ is }) => is === "asked")) {
    noteCapture(cairn, "left", { kind, title: "", because: "no drafter came back with anything", session });
  }
  new Staging(cairnHome).remove(run.parts.flatMap(({ files }) => Object.values(files)));
  return {
    memories: dealt.flatMap(({ memory }) => memory ?? []),
    waiting: dealt.filter(({ is }) => is === "drafted" || is === "waiting").length,
  };
}

/** As far as it goes now; the same part where nothing new was left behind. What only passes is tried again later. */
async function further(cairn: Cairn, run: CaptureRun, part: RunPart): Promise<RunPart> {
  let reached = part;
  try {
    if (reached.is === "asked") reached = await drafting(cairn, run, reached);
    if (reached.is === "drafted") reached = await judging(cairn, run, reached);
    return reached;
  } catch (error) {
    if (!(error instanceof CairnError) && !isRefused(error)) throw error;
    if (!isOfWords(error)) {
      cairn.sessions.mishaps.note({ at: cairn.clock.now().toISOString(), moment: "capture", error: String(error) });
      return reached;
    }
    noteCapture(cairn, "left", { kind: part.kind, title: "", because: error.message, session: run.session });
    return { ...reached, is: reached.is === "drafted" ? "waiting" : "unusable" };
  }
}

/** What a drafter or a verifier said cannot be used, and never will be. */
function isOfWords(error: unknown): error is CairnError {
  return error instanceof CairnError && (error.kind === "invalid-input" || error.code === "SCRIBE_ERROR");
}

async function drafting(cairn: Cairn, { session }: CaptureRun, part: RunPart): Promise<RunPart> {
  const staging = new Staging(cairn.places.cairnHome);
  const answer = answerOf(staging, part, "intent");
  if (answer === undefined) return part;
  const { kind, trust } = part;
  const context = unquotedText(sourceTextIn(wordsIn(sourceOf(staging, part))));
  const bounds = { kind, session, trust, project: cairn.places.project.path, source: context, turns: [] };
  const intent = intentWithin(bounds, answer);
  const left = (because: string) => {
    noteCapture(cairn, "left", { kind, title: intent?.title ?? "", because, session });
    return { ...part, is: "nothing" } as const;
  };
  if (intent === undefined) return left("the drafter found nothing worth keeping");
  const { outcome, store } = await draftFrom(cairn, { intent, scope: "project", context });
  if (outcome.is === "nothing") return left(outcome.because);
  const { key, note, wish } = outcome;
  if (note.verdict === "BLOCK") {
    noteDraft(cairn, "blocked", { key, note, written: wish });
    return { ...part, is: "blocked" };
  }
  const proposed = await propose(cairn, store, outcome);
  const waiting = store.inbox.read(key);
  if (waiting === undefined) return left(`a draft that says the same is ${proposed}`);
  staging.put(part.files.draft, waiting.text);
  return { ...part, is: "drafted", draft: key };
}

/** What the host told us was said; not what anybody else may have put in its place. */
function answerOf(staging: Staging, { files, said }: RunPart, sort: AnswerSort): string | undefined {
  const text = staging.read(files[sort]);
  return text !== undefined && sha256Of(text) === said?.[sort] ? text : undefined;
}

/** A draft is held against what was staged for it, and nothing that was put there since. */
function sourceOf(staging: Staging, { files, source, kind }: RunPart): string {
  const text = staging.read(files.context) ?? "";
  if (sha256Of(text) === source) return text;
  throw new CairnError("SECURITY_ERROR", `What the ${kind} was drafted from has been changed. Nothing was kept.`);
}

async function judging(cairn: Cairn, run: CaptureRun, part: RunPart): Promise<RunPart> {
  const store = (await cairn.stores()).of("project");
  const draft = part.draft === undefined ? undefined : store.inbox.read(part.draft);
  if (draft === undefined) return endedElsewhere(store, part);
  if (!run.verified)
    return draft.note.verdict === "PASS" ? keeping(cairn, store, draft, part, run) : { ...part, is: "waiting" };
  const staging = new Staging(cairn.places.cairnHome);
  const text = answerOf(staging, part, "verdict");
  if (text === undefined) return part;
  // A verdict on other words than the draft's is none.
  if (staging.read(part.files.draft) !== draft.text) return { ...part, is: "waiting" };
  const { verdict, issues } = noteOfVerdict(opinionIn(text));
  if (verdict === "BLOCK") {
    await blockDraft(cairn, store, draft, `blocked by the verifier: ${issues[0]}`);
    return { ...part, is: "blocked" };
  }
  // A verifier takes no doubt of the rules away.
  const doubt = verdict === "PASS" ? draft.note.verdict : verdict;
  if (doubt === "PASS") return keeping(cairn, store, draft, part, run);
  const note = { ...draft.note, verdict: doubt, issues: [...issues, ...draft.note.issues] };
  await store.locked(cairn.by, () => store.inbox.replace(draft.key, withDraftBlock(draft.text, note)));
  return { ...part, is: "waiting" };
}

/** Written before a process died, perhaps; else somebody decided otherwise. */
function endedElsewhere(store: Store, part: RunPart): RunPart {
  const id = part.draft === undefined ? undefined : writtenBy(store, part.draft);
  return id === undefined
    ? { ...part, is: "nothing" }
    : { ...part, is: "written", memory: `${store.root.scope}:${id}` };
}

/** Text of others, instructions, and whatever the person wants to see first, are written on the person's word only. */
async function keeping(cairn: Cairn, store: Store, draft: Waiting, part: RunPart, run: CaptureRun): Promise<RunPart> {
  const { kind, trust } = draft.written;
  const isForReview = cairn.settings.get("notify.capture") === "review" || trust === "untrusted" || isInstruction(kind);
  if (
    isForReview ||
    isFull(cairn, store, draft) ||
    isAgainstMore(store, draft) ||
    (draft.note.action === "DELETE" && !(run.verified && isDerived(store, draft)))
  )
    return { ...part, is: "waiting" };
  const { id } = await acceptDraft(cairn, store, draft.key, { again: true });
  return { ...part, is: "written", memory: `${store.root.scope}:${id}` };
}

function isFull(cairn: Cairn, store: Store, { note, written }: Waiting): boolean {
  return note.action === "CREATE" && fullOf(cairn, store, written.kind) !== undefined;
}

/** It changes what is worth more than it. */
function isAgainstMore(store: Store, { note, written }: Waiting): boolean {
  const memory = isMemoryId(note.candidate) ? store.find(note.candidate) : undefined;
  return memory !== undefined && isWorthLess(memory, written.trust ?? "untrusted");
}

/** What the person said, or was seen to do, ends on their word. */
function isDerived(store: Store, { note }: Waiting): boolean {
  const memory = isMemoryId(note.candidate) ? store.find(note.candidate) : undefined;
  return memory !== undefined && memory.trust !== "stated" && memory.trust !== "observed";
}
