/** What is at hand for a session: the state of the work, how the person wants it, what this session settled and touched. */

import { sectionsOf } from "../format/sections.ts";
import { firstSentence } from "../format/sentence.ts";
import type { Kind } from "../model/kind.ts";
import { lastChangedFirst, type Memory, type Section } from "../model/memory.ts";
import { isKeptUnasked, isPlaceholder } from "../model/placeholder.ts";
import { kindsInWords, packable, recalled } from "../recall/recalled.ts";
import { type Packable, pack } from "../search/rank/pack.ts";
import { memoryOf } from "../store/known-memories.ts";
import { masterAmong } from "../summary/master-kind.ts";
import { openBlockers } from "../text/blockers.ts";
import { inShort } from "../text/lines.ts";
import { pathFrom } from "../text/relative-path.ts";
import type { SessionState } from "../trail/session-state.ts";
import type { ThreadRecord } from "../trail/thread-record.ts";
import type { ShownNow } from "./ledger.ts";
import type { Around } from "./moment.ts";
import { isOfProfile, markerFor, personTexts, profileAmong } from "./person-told.ts";
import { isWishKind, wishesAmong, wishesIn, wishKinds } from "./wishes.ts";

const WANTED = "how the person wants it";
const MOST_FILES = 12;
const MOST_FAILURES = 3;
const MOST_PROMPTS = 2;
const MOST_BLOCKERS = 6;
const FAILURE_LENGTH = 160;
const PROMPT_LENGTH = 200;
const MOST_NAMED = 5;
const MOST_OF_MASTER = 3_000;
/** What is done is no state of the work; recall finds it. */
const DONE = "completed";

/** In the order in which they are picked up again. */
const threadKinds: readonly Kind[] = ["task", "progress", "blocker"];
const atHandKinds: readonly Kind[] = [...threadKinds, "user_profile", ...wishKinds, "master"];

/** What is at hand for the session, best first: the state of the work, how the person wants it, what the session wrote. */
export async function memoriesAtHand(around: Around): Promise<Memory[]> {
  const stores = await around.cairn.reach();
  stores.glance();
  const { started = "", ancestors } = around.trail.state();
  const family = familyOf(around);
  // Of an older conversation's own memories any may be meant; what was last changed before this one began is not its own.
  const began = ancestors.length === 0 ? started.slice(0, 10) : "";
  const loadsMaster = around.cairn.settings.get("session.loadMaster");
  const memories = stores
    .headsSeen(["project", "user"], { kinds: atHandKinds, since: began, status: "active" })
    .filter(({ supersededBy }) => !supersededBy)
    .map(memoryOf)
    // What others wrote is found by who asks; it never comes by itself.
    .filter((memory) => memory.trust !== "untrusted" && !isPlaceholder(memory));
  const project = memories.filter(({ scope }) => scope === "project");
  const state = threadKinds.flatMap((kind) => project.filter((memory) => memory.kind === kind && memory.id !== DONE));
  const wanted = [...profileAmong(memories), ...wishesIn(memories)];
  const isBesides = (memory: Memory) =>
    !isWishKind(memory.kind) &&
    !threadKinds.includes(memory.kind) &&
    memory.kind !== "master" &&
    !isKeptUnasked(memory);
  const isOwn = (memory: Memory) => family.includes(memory.source?.session ?? "") && isBesides(memory);
  const master = loadsMaster ? [masterAmong(project) ?? []].flat() : [];
  const newest = lastChangedFirst(project.filter(isOwn));
  return [...state, ...wanted, ...master, ...newest].map((memory) => stores.of(memory.scope).read(memory.id) ?? memory);
}

/** The session, and those whose conversation it goes on with. */
function familyOf({ session, trail }: Around): readonly string[] {
  return [session, ...trail.state().ancestors];
}

export interface Bearing {
  readonly memory: Memory;
  readonly why: readonly string[];
}

interface RoomAtHand {
  readonly budgetTokens: number;
  readonly before?: string;
  readonly steps?: readonly string[];
  /** The session's notes, where there is room for more than its steps. */
  readonly notes?: string;
  /** Something to be told beside the thread. */
  readonly notice?: string;
  readonly besides?: readonly Packable[];
  /** Memories that bear on what was asked last; they come after the thread. */
  readonly bearing?: readonly Bearing[];
  /** The last session, which comes before all else. */
  readonly last?: LastTold;
}

export interface LastTold {
  readonly packables: readonly Packable[];
  readonly records: readonly ThreadRecord[];
  /** When the session of the first record began, as an ISO time. */
  readonly began: string;
  /** No other session has left a trail on this machine. */
  readonly isFirst: boolean;
  /** May what this session left in a file that sessions share be told beside it? */
  readonly isNews: (session: string, memory: Memory) => boolean;
}

export interface AtHand extends ShownNow {
  /** All that is said where there is nothing to show besides. */
  readonly before: string;
  readonly wishes: readonly Memory[];
}

interface ChosenAtHand {
  /** Those of the thread and of the person that have anything to tell here. */
  readonly told: readonly Memory[];
  /** What is shown, in its order, and how each is printed. */
  readonly hits: readonly Bearing[];
  readonly packables: readonly Packable[];
  readonly wishes: ReturnType<typeof wishesAmong>;
  readonly marker: string;
}

function chosenAtHand(
  memories: readonly Memory[],
  around: Around,
  bearing: readonly Bearing[],
  last: LastTold | undefined,
): ChosenAtHand {
  const { cairn } = around;
  const person = personTexts(memories);
  const family = memories.length === 0 ? [] : familyOf(around);
  const parts = new Map(memories.map((memory) => [memory, partTold(memory, family, last)]));
  const wishes = wishesAmong(memories);
  const told = memories.filter(
    (memory) =>
      (!isOfProfile(memory) || person.has(memory)) && parts.get(memory) !== "" && !wishes.told.includes(memory),
  );
  const atHand = told.map((memory) => ({
    memory,
    why: [person.has(memory) || isWishKind(memory.kind) ? WANTED : "the thread of the work"],
  }));
  const hits: readonly Bearing[] = [...atHand, ...bearing];
  const packables = hits.map(({ memory, why }) => {
    const time = Date.parse(memory.updated ?? memory.created ?? "") || cairn.clock.now().getTime();
    const own = person.get(memory);
    if (own !== undefined) return packable(recalled({ memory, time }, cairn, why, memory.description), own);
    const part = parts.get(memory);
    const brief = part === undefined ? memory.description : firstSentence(part);
    // Its description may be of what is not told here: another session's, or out of the way.
    const shown = part === undefined ? memory : { ...memory, description: brief };
    return packable(recalled({ memory: shown, time }, cairn, why, brief), part ?? memory.body);
  });
  return { told, hits, packables, wishes, marker: markerFor(cairn, person) };
}

/** The trail's own steps come last: they are the newest, and the first to be left out. */
export function packAtHand(
  memories: readonly Memory[],
  around: Around,
  { steps = [], notes = "", notice = "", besides: more = [], bearing = [], last, ...room }: RoomAtHand,
): AtHand {
  const { cairn, session, units } = around;
  const { told, hits, packables, wishes, marker } = chosenAtHand(memories, around, bearing, last);
  const kinds = kindsInWords(
    hits.map(({ memory }) => memory.kind),
    cairn,
  );
  const besides = notice === "" ? [] : [{ id: "notice", about: { kind: "notice" }, texts: [notice] }];
  const trail = steps.length === 0 ? [] : [trailOf(session, [notes, steps.join("\n")])];
  const first = last?.packables ?? [];
  const all = [...first, ...packables, ...besides, ...more, ...trail];
  const placed = [...first.map(() => undefined), ...hits];
  const withLines = (...lines: string[]) => [...lines, ...wishes.lines].filter((line) => line !== "").join("\n");
  const packedWith = (before: string, after = "") => pack(all, { ...room, before, units, kinds, after });
  const tried = packedWith(withLines(room.before ?? "", marker));
  // Preferences that found no room are not spoken of.
  const isOfPerson = (place: number) => placed[place] !== undefined && isOfProfile(placed[place].memory);
  const isTold = marker === "" || tried.places.some(isOfPerson);
  const before = withLines(room.before ?? "", isTold ? marker : "");
  const packed = isTold ? tried : packedWith(before);
  const isLeft = (_: unknown, place: number) => !packed.places.includes(place + first.length);
  const left = told.filter(isLeft).map(({ scope, id }) => `${scope}:${id}`);
  const shown = { hits: placed, before, wishes: wishes.told };
  if (left.length === 0 || packed.places.length === 0) return { ...shown, packed };
  const after = `To read next with show: ${left.slice(0, MOST_NAMED).join(", ")}`;
  return { ...shown, packed: packedWith(before, after) };
}

/** What of a memory is told: undefined is all of it, nothing where it only says what a thread says better. */
function partTold(memory: Memory, family: readonly string[], last: LastTold | undefined): string | undefined {
  if (memory.kind === "master") return startOfMaster(memory);
  if (memory.kind === "blocker") return blockersTold(memory);
  if (last === undefined) return partFor(memory, family);
  return partFor(memory, family, (session) => last.isNews(session, memory));
}

/** Those that are open, the newest first. */
function blockersTold({ body }: Memory): string {
  const told = openBlockers(body).reverse().slice(0, MOST_BLOCKERS);
  return told.map(({ at, text }) => `- ${at === undefined ? "" : `${at.slice(0, 10)}: `}${text}`).join("\n");
}

/** As much of it as leaves room for the rest, in whole lines: it begins with where the project stands. */
function startOfMaster({ body }: Memory): string | undefined {
  if (body.length <= MOST_OF_MASTER) return undefined;
  const start = body.slice(0, MOST_OF_MASTER);
  return `${start.slice(0, Math.max(0, start.lastIndexOf("\n")))}\n(it goes on: show master)`;
}

/** What the trail says stands in the envelope too: it holds words of others. */
function trailOf(session: string, texts: readonly string[]): Packable {
  return {
    id: "trail",
    about: { id: `session:${session}`, kind: "trail" },
    texts: texts.filter((text) => text !== ""),
  };
}

/** What the trail knows, in a few lines. */
export function stepsInWords({ prompts, files, failures, todos }: SessionState, project: string): string[] {
  const open = todos.filter(({ done }) => !done).map(({ text }) => inShort(text, FAILURE_LENGTH));
  const inside = files.map((file) => pathFrom(project, file) ?? file);
  return [
    ...(files.length === 0 ? [] : [`Files changed in this session: ${inside.slice(-MOST_FILES).join(", ")}`]),
    ...(open.length === 0 ? [] : [`Still to do: ${open.join("; ")}`]),
    ...failures.slice(-MOST_FAILURES).map(({ what, text }) => `Failed: ${what}: ${inShort(text, FAILURE_LENGTH)}`),
    ...[...new Set(prompts)].slice(-MOST_PROMPTS).map((text) => `The person said: ${inShort(text, PROMPT_LENGTH)}`),
  ];
}

const SESSION = /^Session (\S+)$/;
/** Of other sessions, where none is one's own: two tasks side by side tell nobody which of them is the one. */
const MOST_OTHERS = 1;

/**
 * What concerns a session of a file in which each has a section of its own. Undefined where the file is not divided so:
 * then all of it does. `isTold`: may another session's part be told?
 */
export function partFor(
  { body }: Pick<Memory, "body">,
  family: readonly string[],
  isTold: (session: string) => boolean = () => true,
): string | undefined {
  const sections = sectionsOf(body);
  const sessions = sections.filter((section) => sessionOf(section) !== undefined);
  if (sessions.length === 0) return undefined;
  const common = sections.filter((section) => sessionOf(section) === undefined).map(printed);
  const own = sessions.filter((section) => family.includes(sessionOf(section) ?? "")).map(({ text }) => text);
  const newest = sessions.slice(-MOST_OTHERS).filter((section) => isTold(sessionOf(section) ?? ""));
  const others = own.length > 0 ? [] : newest.map(({ text }) => text);
  return [...own, ...others, ...common].filter((text) => text !== "").join("\n\n");
}

function sessionOf({ heading }: Section): string | undefined {
  return SESSION.exec(heading)?.[1];
}

function printed({ heading, text }: Section): string {
  return text === "" ? "" : `## ${heading}\n${text}`;
}
