/**
 * What a session leaves without being asked: drafts that wait for review, by rule, without a token. Looked at when it has
 * ended, and once for each turn; a session off the record or stopped leaves nothing. Killed in between, it is done again,
 * and what waits or was settled does not come twice.
 */

import type { Cairn } from "../cairn.ts";
import { recordedTurns, signsSaid } from "../conversation/session-turns.ts";
import { isSaidForGood } from "../conversation/trust-of-words.ts";
import { isDraftKey, MISSING_SECTION, UNSPOKEN_TAG } from "../model/draft.ts";
import type { Waiting } from "../store/inbox.ts";
import { outsideStops } from "../trail/off-record.ts";
import type { KnownSession } from "../trail/sessions.ts";
import type { TrailLine } from "../trail/step.ts";
import type { Turn } from "../transcripts/turn.ts";
import { acceptDraft } from "./accepting.ts";
import { type Distilled, distillCertain, distillTurns } from "./distilling.ts";
import { dealtIn, draftByModel } from "./page-drafts.ts";
import { followUndo } from "./taken-back.ts";

interface Bounds {
  /** Of the host's record, in bytes. */
  readonly record: number;
  /** Of what was said, in signs. */
  readonly said: number;
}

/** A host does not wait for long, and nothing ends a look once it is begun: what is more is found by a server with time. */
const inPassing: Bounds = { record: 6_000_000, said: 300_000 };
/** Read in one go, and so within a bound: a larger one is for who asks. */
const inPeace: Bounds = { record: 100_000_000, said: Number.POSITIVE_INFINITY };
/** A session nobody has heard of for so long has ended, whether it said so or not. */
const SILENT_MS = 15 * 60_000;
/** Older ones are for who asks. */
const LEFT_DAYS = 2;
const MOST_LEFT = 3;
const DAY_MS = 86_400_000;

/** At the end of a session, while the host waits: what is too much for that is left. */
export async function captureInPassing(cairn: Cairn, session: string): Promise<void> {
  await captureSession(cairn, session, inPassing);
}

/** At a turn's end, with `mode.capture keep`: what the person said in so many words is kept at once. */
export async function keepAtStop(cairn: Cairn, session: string): Promise<Kept[]> {
  const trail = cairn.sessions.trail(session);
  const { offTheRecord, stopped } = trail.state();
  if (offTheRecord || stopped || !mayBeCertain(trail.newest())) return [];
  const turns = recordedTurns(cairn, session, inPassing.record);
  if (turns === undefined || signsSaid(turns) > inPassing.said) return [];
  const said = { session, turns };
  return keepCertain(cairn, await distillCertain(cairn, { ...said, known: dealtIn(cairn, session, turns) }), said);
}

const TOLD_TO_KEEP =
  /\b(?:remember|note|keep in mind|don'?t forget|from now on|going forward|in (?:the )?future|from here on|henceforth)\b/i;

/**
 * Most turns hold nothing of the kind: then the session need not be read. The turn before is asked, too, as a host may
 * record what was said in a turn only when it is over.
 */
function mayBeCertain(lines: readonly TrailLine[]): boolean {
  const opened = lines.findLastIndex(({ is }) => is === "open");
  const before = lines.slice(0, Math.max(0, opened)).findLastIndex(({ is }) => is === "open");
  return lines
    .slice(Math.max(0, before))
    .some((line) => line.is === "answers" || (line.is === "prompt" && TOLD_TO_KEEP.test(line.text)));
}

/** Where what a session leaves may lie. */
const capturedScopes = ["project", "user"] as const;

/** A reason nobody gave, or a tag that was left out, is no doubt about what they said. */
const UNSAID = [MISSING_SECTION, UNSPOKEN_TAG];

export interface Kept {
  readonly id: string;
  readonly title: string;
  /** Of the person, in every project. */
  readonly isOfPerson: boolean;
}

/**
 * What would change another memory, may say it twice or was drawn from others' words waits all the same; and so does what
 * is of the person where the host has not their words.
 */
async function keepCertain(cairn: Cairn, drafts: readonly Distilled[], { session, turns }: Said): Promise<Kept[]> {
  const kept: Kept[] = [];
  const stores = await cairn.stores(undefined, { lenient: true });
  for (const { key, certain } of drafts) {
    if (!certain || key === null || !isDraftKey(key)) continue;
    const store = capturedScopes.map((scope) => stores.of(scope)).find(({ inbox }) => inbox.read(key) !== undefined);
    const draft = store?.inbox.read(key);
    if (store === undefined || draft === undefined) continue;
    const { note, written } = draft;
    const isSound =
      note.verdict !== "BLOCK" && note.issues.every((issue) => UNSAID.some((words) => issue.endsWith(words)));
    const isPlain = note.action === "CREATE" && isSound && note.duplicate === undefined;
    if (!isPlain || written.trust === "untrusted" || written.trust === "imported") continue;
    const isTheirs = isStated(cairn, draft, { session, turns });
    const isOfPerson = store.root.scope === "user";
    if (isOfPerson && !isTheirs) continue;
    const accepted = await cairn.sessions.quietly("capture", () =>
      acceptDraft(cairn, store, draft.key, { isCertain: true, isStated: isTheirs }),
    );
    if (accepted !== undefined)
      kept.push({ id: `${store.root.scope}:${accepted.id}`, title: written.title, isOfPerson });
  }
  return kept;
}

interface Said {
  readonly session: string;
  readonly turns: readonly Turn[];
}

/** Its text and its names are of one prompt, which the host has as the person's. */
function isStated(cairn: Cairn, { note, written }: Waiting, { session, turns }: Said): boolean {
  const [turn, ...others] = note.turns.map((place) => turns[place]);
  if (turn?.by !== "person" || turn.answered !== undefined || others.length > 0) return false;
  const whole = written.body.split("\n").flatMap((line) => (/^#|^\s*$/.test(line) ? [] : [line.replace(/^- /, "")]));
  return isSaidForGood(cairn, session, turn.text, { whole, told: [written.title, written.description] });
}

/** Where nobody waits: sessions of this project that ended, or fell silent, before they were looked through. */
export async function captureLeft(cairn: Cairn): Promise<void> {
  if (!cairn.settings.get("enabled")) return;
  const now = cairn.clock.now().getTime();
  const left = cairn.sessions.of(cairn.places.project.names).filter((known) => isOver(known, now) && isDue(known));
  let looked = 0;
  for (const { session } of left) {
    if (looked === MOST_LEFT) return;
    // One that cannot be read, or is too large, must not keep the others from it.
    if (await cairn.sessions.quietly("capture", () => captureSession(cairn, session, inPeace))) looked++;
  }
}

/** False where there is nothing to look through, or too much. */
async function captureSession(cairn: Cairn, session: string, most: Bounds): Promise<boolean> {
  const trail = cairn.sessions.trail(session);
  const state = trail.state();
  if (state.offTheRecord || state.stopped) return false;
  if (cairn.settings.get("mode.capture") === "off" || !isDue({ session, state })) return false;
  const recorded = recordedTurns(cairn, session, most.record);
  if (recorded === undefined || signsSaid(recorded) > most.said) return false;
  const turns = outsideStops(trail.lines(), recorded);
  const mode = cairn.settings.get("mode.capture");
  if (mode === "auto" && most === inPeace) await cairn.sessions.quietly("capture", () => draftByModel(cairn, session));
  const { drafts } = await distillTurns(cairn, { session, turns, known: dealtIn(cairn, session, turns) });
  if (mode !== "suggest") await keepCertain(cairn, drafts, { session, turns });
  // What a process that died had kept, and could not settle any more.
  await cairn.sessions.quietly("capture", async () => {
    const stores = await cairn.stores();
    for (const scope of capturedScopes) await followUndo(cairn, stores.of(scope));
  });
  trail.append({ is: "captured", at: cairn.clock.now().toISOString(), turns: state.turns });
  return true;
}

function isDue({ state }: KnownSession): boolean {
  return state.turns > state.captured && !state.offTheRecord && !state.stopped;
}

function isOver({ state }: KnownSession, now: number): boolean {
  const silentMs = now - Date.parse(state.lastActivity ?? "");
  return silentMs < LEFT_DAYS * DAY_MS && (state.ended || silentMs > SILENT_MS);
}
