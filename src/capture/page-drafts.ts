/**
 * A session's page, and what a drafter handed in for it: each draft is put together in code, held against the session,
 * and waits; what passes and may be is written at once. Each is dealt with by itself and noted, so that a run that is cut
 * off has lost nothing: what nobody dealt with is drafted by rule when the session ends.
 */

import type { Cairn } from "../cairn.ts";
import { recordedTurns } from "../conversation/session-turns.ts";
import { turnsOfTrail } from "../conversation/trail-turns.ts";
import { isRefused } from "../disk/files.ts";
import { writtenBy } from "../inbox/accept.ts";
import { noteCapture, noteDraft } from "../inbox/capture-notes.ts";
import { CairnError } from "../model/error.ts";
import { isMemoryId } from "../model/id.ts";
import { isInstruction, type Kind } from "../model/kind.ts";
import type { Memory } from "../model/memory.ts";
import type { Waiting } from "../store/inbox.ts";
import { isWorthLess } from "../store/protect.ts";
import type { Store } from "../store/store.ts";
import { outsideStops } from "../trail/off-record.ts";
import type { SessionState } from "../trail/session-state.ts";
import type { Turn } from "../transcripts/turn.ts";
import { acceptDraft } from "./accepting.ts";
import { draftFrom, propose } from "./drafting.ts";
import { fullOf } from "./keep-window.ts";
import type { Intent } from "./scribe/intent.ts";
import { intentFrom } from "./scribe/intent-file.ts";
import { answersIn, type JsonObject } from "./scribe/json-answer.ts";
import { contextOf, filesNamed, saidIn } from "./scribe/passage-text.ts";
import { withScribe } from "./scribes.ts";
import { draftingPage, type KnownMemory, PAGE_RULES, type SettledEntry, settledIn } from "./session-page.ts";
import { textKinds } from "./triaged-kinds.ts";

/** Of the host's record, in bytes: a larger one is too much for a moment, and the trail has to do. */
const RECORD_BYTES = 6_000_000;
/** Of one answer: more than it is asked for, for they are good ones all the same. */
const MOST_TAKEN = 8;
const MOST_KNOWN = 5;

/** What came of it. */
type Gathered = SessionState["kept"];

interface SettledWords {
  readonly turns: readonly Turn[];
  readonly entries: readonly SettledEntry[];
}

/**
 * From the host's record, or from the trail where that has more: a host may write its record later than it calls. `keys`:
 * what is looked for; else all that there is.
 */
function settledOf(cairn: Cairn, session: string, keys?: readonly string[]): SettledWords {
  const trail = cairn.sessions.trail(session);
  const lines = trail.lines();
  const settled = (all: readonly Turn[]): SettledWords => {
    const turns = outsideStops(lines, all);
    return { turns, entries: settledIn(turns) };
  };
  const recorded = settled(recordSoFar(cairn, session));
  const noted = settled(turnsOfTrail(trail.newest(), { withResults: true }));
  const count = ({ entries }: SettledWords) => entries.filter(({ key }) => keys?.includes(key) ?? true).length;
  return count(noted) > count(recorded) ? noted : recorded;
}

/** One that has hardly begun cannot be read yet. */
function recordSoFar(cairn: Cairn, session: string): readonly Turn[] {
  try {
    return recordedTurns(cairn, session, RECORD_BYTES) ?? [];
  } catch (error) {
    if (error instanceof CairnError && error.code === "READ_ERROR") return [];
    throw error;
  }
}

/** What was handed in already, in the words of the session. */
export function dealtIn(cairn: Cairn, session: string, turns: readonly Turn[]): string[] {
  const { drafted } = cairn.sessions.trail(session).state();
  if (drafted.length === 0) return [];
  return settledIn(turns)
    .filter(({ key }) => drafted.includes(key))
    .map(({ text }) => text);
}

/** Noted as handed to `agent`, a sub-agent or a model that was asked for it. Undefined where nothing was settled. */
export async function pageFor(cairn: Cairn, session: string, agent: string): Promise<string | undefined> {
  const trail = cairn.sessions.trail(session);
  const { drafted } = trail.state();
  const { entries } = settledOf(cairn, session);
  const left = entries.filter(({ key }) => !drafted.includes(key));
  const page = draftingPage(left, left.length === 0 ? [] : await knownAbout(cairn, left));
  if (page === undefined) return undefined;
  const keys = page.entries.map(({ key }) => key);
  trail.append({ is: "page", at: cairn.clock.now().toISOString(), agent, keys });
  return `${PAGE_RULES}\n\n${page.text}`;
}

async function knownAbout(cairn: Cairn, entries: readonly SettledEntry[]): Promise<KnownMemory[]> {
  const { finder } = await cairn.finder();
  const text = entries.map((one) => one.text).join("\n");
  const { hits } = finder.search({ text, kinds: [...textKinds], scopes: ["project"], limit: MOST_KNOWN });
  return hits
    .filter(({ memory }) => memory.trust !== "untrusted" && memory.status === "active")
    .map(({ memory: { id, kind, title } }) => ({ id, kind, title }));
}

/** What `agent` answered to its page. Undefined where it had none. */
export async function takeDrafts(
  cairn: Cairn,
  session: string,
  answer: { readonly agent: string; readonly said: string },
): Promise<Gathered | undefined> {
  const trail = cairn.sessions.trail(session);
  const { page } = trail.state();
  if (page?.agent !== answer.agent || !/[[{]/.test(answer.said)) return undefined;
  cairn.sessions.refuseOffTheRecord(session);
  const { turns, entries } = settledOf(cairn, session, page.keys);
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  const shown = page.keys.map((key) => byKey.get(key));
  const taking: Taking = { cairn, session, turns, shown };
  const gathered = { memories: [] as string[], waiting: 0 };
  const noted = (keys: readonly string[]) => trail.append({ is: "drafted", at: cairn.clock.now().toISOString(), keys });
  const open = new Set<string>();
  for (const handed of answersIn(answer.said).slice(0, MOST_TAKEN)) {
    const outcome = await taken(taking, handed);
    if (outcome.is === "again") return gathered;
    if (outcome.is === "waiting") gathered.waiting++;
    if (outcome.is === "kept") gathered.memories.push(outcome.memory);
    const keys = numbersIn(handed, page.keys.length).flatMap((n) => page.keys[n - 1] ?? []);
    if (outcome.is === "unusable") for (const key of keys) open.add(key);
    else noted(keys);
  }
  noted(page.keys.filter((key) => !open.has(key)));
  return gathered;
}

/** `known`: nothing new. `unusable`: the rules may make something of it. `again`: what was in the way will pass. */
type Outcome =
  | { readonly is: "kept"; readonly memory: string }
  | { readonly is: "waiting" | "known" | "unusable" | "again" };

interface Taking extends Pick<SettledWords, "turns"> {
  readonly cairn: Cairn;
  readonly session: string;
  /** By their numbers; what is gone since has none. */
  readonly shown: readonly (SettledEntry | undefined)[];
}

async function taken(taking: Taking, handed: JsonObject): Promise<Outcome> {
  const { cairn, session } = taking;
  try {
    return await drafted(taking, handed);
  } catch (error) {
    if (!(error instanceof CairnError) && !isRefused(error)) throw error;
    if (!(error instanceof CairnError) || error.kind !== "invalid-input") {
      cairn.sessions.mishaps.note({ at: cairn.clock.now().toISOString(), moment: "capture", error: String(error) });
      return { is: "again" };
    }
    const kind = textKinds.find((one) => one === handed["kind"]) ?? "project";
    noteCapture(cairn, "left", { kind, title: "", because: error.message, session });
    return { is: "unusable" };
  }
}

async function drafted({ cairn, session, turns, shown }: Taking, handed: JsonObject): Promise<Outcome> {
  const store = (await cairn.stores()).of("project");
  const all = shown.filter((entry) => entry !== undefined);
  const named = numbersIn(handed, shown.length).flatMap((n) => shown[n - 1] ?? []);
  const places = [...new Set((named.length === 0 ? all : named).flatMap((entry) => entry.turns))];
  const context = [
    contextOf(turns, [...new Set(all.flatMap((one) => one.turns))]),
    ...all.map(({ line }) => line),
  ].join("\n\n");
  const intent = intentIn(handed, store, session);
  const left = (is: "known" | "unusable", because: string): Outcome => {
    noteCapture(cairn, "left", { kind: intent.kind, title: intent.title, because, session });
    return { is };
  };
  if (!isOfPage(intent.kind)) return left("unusable", "it is of no kind that was asked for");
  if (isInstruction(intent.kind) && !named.some((entry) => entry.isPersons))
    return left("unusable", "you said nothing of it");
  const files = filesNamed(intent.files, cairn.places.project.path, context);
  const drafting = { intent: { ...intent, files, turns: places }, scope: "project", context } as const;
  const { outcome } = await draftFrom(cairn, { ...drafting, said: saidIn({ turns }, places) });
  if (outcome.is === "nothing") return left("known", outcome.because);
  const { key, note, wish } = outcome;
  if (note.verdict === "BLOCK") {
    noteDraft(cairn, "blocked", { key, note, written: wish });
    return { is: "unusable" };
  }
  const proposed = await propose(cairn, store, outcome);
  const waiting = store.inbox.read(key);
  if (waiting !== undefined) return keptOrWaiting(cairn, store, waiting);
  const id = writtenBy(store, key);
  return id === undefined
    ? left("known", `a draft that says the same is ${proposed}`)
    : { is: "kept", memory: `${store.root.scope}:${id}` };
}

function isOfPage(kind: Kind): boolean {
  return (textKinds as readonly Kind[]).includes(kind);
}

/** As the page asks for it, in the form of an intent. What adds to a memory goes by that memory's name. */
function intentIn(handed: JsonObject, store: Store, session: string): Intent {
  const { kind, action, title, content, tags, aliases, files, id, reason } = handed;
  const known = typeof id === "string" ? knownMemory(store, id) : undefined;
  const texts = Object.values((content as Record<string, unknown> | undefined) ?? {}).flat();
  const summary = texts.find((text) => typeof text === "string" && text !== "") ?? title;
  const partial = { title: known?.title ?? title, tags, aliases, related_files: files, content };
  const asIntent = {
    category: known?.kind ?? kind,
    action,
    reason,
    new_info_summary: summary,
    partial_content: Object.fromEntries(Object.entries(partial).filter(([, value]) => value !== undefined)),
  };
  const given = Object.fromEntries(Object.entries(asIntent).filter(([, value]) => value !== undefined));
  return intentFrom(given, { trust: "derived", session }).intent;
}

function knownMemory(store: Store, id: string): Memory | undefined {
  const bare = id.replace(/^project:/, "");
  const memory = isMemoryId(bare) ? store.find(bare) : undefined;
  return memory?.status === "active" ? memory : undefined;
}

/** From 1, as the page has them. */
function numbersIn({ from }: JsonObject, most: number): number[] {
  return [from].flat().filter((n): n is number => Number.isInteger(n) && Number(n) >= 1 && Number(n) <= most);
}

/** Doubts, instructions, ends, and whatever the person wants to see first, are written on the person's word only. */
async function keptOrWaiting(cairn: Cairn, store: Store, draft: Waiting): Promise<Outcome> {
  const { note, written } = draft;
  const mayBe =
    note.verdict === "PASS" &&
    note.action !== "DELETE" &&
    note.duplicate === undefined &&
    cairn.settings.get("notify.capture") !== "review" &&
    written.trust !== "untrusted" &&
    !isInstruction(written.kind) &&
    !(note.action === "CREATE" && fullOf(cairn, store, written.kind) !== undefined) &&
    !isAgainstMore(store, draft);
  if (!mayBe) return { is: "waiting" };
  const { id } = await acceptDraft(cairn, store, draft.key, { again: true });
  return { is: "kept", memory: `${store.root.scope}:${id}` };
}

/** Would the draft change a memory of higher trust than its own? */
function isAgainstMore(store: Store, { note, written }: Waiting): boolean {
  const memory = isMemoryId(note.candidate) ? store.find(note.candidate) : undefined;
  return memory !== undefined && isWorthLess(memory, written.trust ?? "untrusted");
}

/** Where the settings name a model for it: one question for a session whose own agent drafted nothing. */
export async function draftByModel(cairn: Cairn, session: string): Promise<void> {
  const { page } = cairn.sessions.trail(session).state();
  if (page !== undefined || cairn.settings.get("scribe.batch") === "none") return;
  await withScribe(cairn, undefined, async ({ model }) => {
    if (model === undefined) return;
    const agent = model.name;
    const text = await pageFor(cairn, session, agent);
    if (text === undefined) return;
    const [system = "", ...rest] = text.split("\n\n");
    const said = await model.ask({ role: "session_summary", system, text: rest.join("\n\n") });
    await takeDrafts(cairn, session, { agent, said });
  });
}
