/** A session begins, goes on after its context was lost, and ends. */

import { branchNow } from "../conversation/last-sessions.ts";
import { unlessRefused } from "../disk/files.ts";
import { quotedText } from "../guard/envelope.ts";
import { isHarmless } from "../guard/harmless.ts";
import { hasSecret } from "../guard/redact.ts";
import { defined } from "../model/defined.ts";
import { notesOf, notesText } from "../trail/notes.ts";
import { heirOf, type SessionState } from "../trail/session-state.ts";
import { memoriesAtHand, packAtHand, stepsInWords } from "./at-hand.ts";
import { changesBesides } from "./changes-besides.ts";
import { END_MS, HOOK_MS, inTime } from "./in-time.ts";
import { initiativesHere } from "./initiatives-here.ts";
import { knownHere } from "./known-here.ts";
import { lastSessionFor } from "./last-session.ts";
import { noteShown } from "./ledger.ts";
import type { Answer, Called } from "./moment.ts";
import { recoveryOf, startTokens } from "./recovery.ts";
import { remindersFor } from "./reminders.ts";

const HEAD = "Cairn keeps this project's memory: recall finds what is known, remember keeps what is settled.";
/** The host counts whole seconds, and hooks take their time on a busy machine. */
const NEAR_MS = 10_000;
const APART_MS = 5_000;
const LOST = "Cairn's server was lost in the middle of a session, before the turn ended; what was saved is there";

export async function onStart(called: Called<"session-start">): Promise<Answer> {
  const { cairn, session, trail, at, source } = called;
  const { stopped, started } = trail.state();
  if (source === "compact" && stopped) return {};
  const isKnown = source === "resume" && started !== undefined;
  inherit(called);
  if (source === "compact") trail.append({ is: "compacted", at });
  else if (stopped) trail.append({ is: "flag", at, flag: "stopped", on: false });
  const state = trail.state();
  const knowsIt = isKnown || (source === "fork" && state.ancestors.length > 0);
  if (!state.offTheRecord) await inTime(called, "registering", meet(called), HOOK_MS);
  begin(called);
  if (source === "startup" || source === "clear") await cairn.afterTurn(session);
  return source === "compact" || source === "clear"
    ? recovered(called)
    : told(called, state, knowsIt ? [] : [greeting(called)]);
}

/** A project is known from its first session on. */
async function meet({ cairn, session }: Called<"session-start">): Promise<void> {
  await unlessRefused(async () => {
    await cairn.prepareWrite({ isBeforeWrite: false });
    if (!cairn.sessions.isTurnOpen(cairn.places.project.names, session)) await cairn.keepWorkspace();
  });
}

/** One that goes on with another's conversation knows what that one knew. */
function inherit(called: Called<"session-start">): void {
  const { cairn, trail, at, source } = called;
  if (source !== "fork" && source !== "clear") return;
  const parent = parentOf(called);
  if (parent === undefined || trail.state().started !== undefined) return;
  const heir = heirOf(cairn.sessions.trail(parent).state(), parent, { cleared: source === "clear" });
  trail.inherit(heir, at);
}

/** As the host says; else the one this process was called for before; else the one that fell silent just then. */
function parentOf({ cairn, session, source, at, parent, before, idleSeconds }: Called<"session-start">) {
  if (parent !== undefined || source === "clear") return parent ?? before;
  if (idleSeconds === undefined) return undefined;
  const silentSince = Date.parse(at) - idleSeconds * 1_000;
  const others = cairn.sessions.of(cairn.places.project.names).filter((other) => other.session !== session);
  const [first, second] = others
    .map(({ session: name, state }) => ({ name, off: Math.abs(Date.parse(state.answered ?? "") - silentSince) }))
    .filter(({ off }) => off <= NEAR_MS)
    .sort((a, b) => a.off - b.off);
  const isAlone = second === undefined || second.off - (first?.off ?? 0) > APART_MS;
  return isAlone ? first?.name : undefined;
}

function begin({ cairn, trail, at, source, unattended = false }: Called<"session-start">): void {
  const about = { source, project: cairn.places.project.key, ...branchNow(cairn) };
  trail.append({ is: "start", at, ...about, ...(unattended ? { unattended } : {}) });
}

async function recovered(called: Called<"session-start">): Promise<Answer> {
  const notice = called.source === "compact" ? "" : await changesBesides(called);
  // Loaded for it: a start has no need of the judgement.
  const bearing = called.source === "compact" ? await (await import("./prompt.ts")).bearingOnLast(called) : [];
  const now = await recoveryOf(called, { before: [greeting(called)], notice, bearing });
  if (now.packed.places.length === 0 && now.wishes.length === 0) return { context: greeting(called) };
  noteShown(called, { moment: `start:${called.source}`, budgetTokens: startTokens }, now);
  const ask = called.source === "compact" ? (await import("./asking.ts")).askAfterCompaction(called) : "";
  return { context: [now.packed.text || now.before, ask].filter((part) => part !== "").join("\n") };
}

/** What a resumed or forked context was shown before still stands in it. */
async function told(
  called: Called<"session-start">,
  { shown: contexts, ancestors }: SessionState,
  before: readonly string[],
): Promise<Answer> {
  const shown = new Set(contexts[""]);
  const thread = (await memoriesAtHand(called)).filter(({ scope, id }) => !shown.has(`${scope}:${id}`));
  const isNew = before.length > 0;
  const last = isNew ? lastSessionFor(called, [called.session, ...ancestors]) : undefined;
  const { lines, ...reminded } = last === undefined ? { lines: [] } : await remindersFor(called, last);
  const team = isNew ? await ofTeam(called) : NO_TEAM;
  const toPerson = team.waiting === 0 ? reminded : { toPerson: withTeam(reminded, team.waiting) };
  const head = [...before, ...team.lines, ...lines].join("\n");
  const notice = await changesBesides(called);
  const known = isNew ? [...initiativesHere(called.cairn), ...(await knownHere(called.cairn, thread))] : [];
  const besides = [...known, ...team.packables];
  const room = { budgetTokens: startTokens, before: head, notice, besides, ...defined({ last }) };
  const now = packAtHand(thread, called, room);
  if (now.packed.places.length === 0 && now.wishes.length === 0) return { context: head, ...toPerson };
  noteShown(called, { moment: `start:${called.source}`, budgetTokens: startTokens }, now);
  return { context: now.packed.text || now.before, ...toPerson };
}

/** Loaded only where a team shares something: a session should begin at once. */
async function ofTeam({ cairn }: Called<"session-start">) {
  if (!cairn.settings.get("team.enabled")) return NO_TEAM;
  return (await import("../team/at-start.ts")).teamAtStart(cairn);
}

const NO_TEAM = { lines: [], packables: [], waiting: 0 };

function withTeam({ toPerson = "Cairn" }: { readonly toPerson?: string }, waiting: number): string {
  return `${toPerson}: ${waiting} from your team ${waiting === 1 ? "waits" : "wait"}: cairn team review`;
}

function greeting({ session }: Called<"session-start">): string {
  return isPlain(session) ? `${HEAD} Session ${session}.` : HEAD;
}

/** Shown as it is only where it can hold nothing but a name. */
function isPlain(session: string): boolean {
  return /^[\w-]{1,64}$/.test(session) && (isHarmless(session) || !hasSecret(session));
}

/** What the summary of a conversation must not lose, in plain words for whoever writes it. */
export async function beforeCompaction(called: Called<"before-compaction">): Promise<Answer> {
  const { trail, cairn } = called;
  const { takeInPassing } = await import("./checkpoint.ts");
  await takeInPassing(called);
  const { path } = cairn.places.project;
  const notes = notesOf(trail.lines(), path);
  const said = notes.length > 0 ? notesText(notes).split("\n") : stepsInWords(trail.state(), path);
  const room = called.units - KEEP.length - NOTES.length - 2;
  const quoted = firstWithin(
    said.map((line) => quotedText(line)),
    room,
  );
  return { instructions: [KEEP, ...(quoted.length === 0 ? [] : [NOTES, ...quoted])].join("\n") };
}

const KEEP =
  "Keep in the summary: the task and its state, every decision with its reason, open questions and blockers,\n" +
  "what was tried and failed, the names of files and commands, and what the person asked for in their own words.";
const NOTES = "The session's own notes, quoted:";

/** The first so many lines. */
function firstWithin(lines: readonly string[], units: number): string[] {
  let left = units;
  const end = lines.findIndex((line) => {
    left -= line.length + 1;
    return left < 0;
  });
  return lines.slice(0, end < 0 ? lines.length : end);
}

export async function onStop(called: Called<"stop">): Promise<Answer> {
  const { trail, at, turn, cairn, session, lastMessage, again } = called;
  const { turn: opened, offTheRecord } = trail.state();
  const isSaid = lastMessage.trim() !== "" && !again && !offTheRecord;
  const said = isSaid ? { said: lastMessage } : {};
  trail.append({ is: "close", at, turn: opened?.id ?? turn, ...said, ...branchNow(cairn) });
  await cairn.sessions.quietly("stop", async () => (await import("./usage.ts")).noteUses(called));
  trail.sumUp(at);
  await freeBlockers(called, said.said ?? "");
  const told = await keptAtStop(called);
  await cairn.afterTurn(session);
  return told;
}

/** "The API is unblocked", said as the turn ends, takes it off the list; loaded only where such a word was said. */
async function freeBlockers(called: Called<"stop">, said: string): Promise<void> {
  if (!/\b(?:unblock|no longer|out of the way|blockers?)/i.test(said)) return;
  const { resolveSaid } = await import("./checkpoint.ts");
  await called.cairn.sessions.quietly("checkpoint", () => resolveSaid(called, said));
}

const KEEPING: readonly string[] = ["keep", "auto"];

/** What the person said in so many words, kept as the turn ends; they are told at once where they want to be. */
async function keptAtStop({ cairn, session, again }: Called<"stop">): Promise<Answer> {
  if (again || !KEEPING.includes(cairn.settings.get("mode.capture"))) return {};
  const { keepAtStop } = await import("../capture/capturing.ts");
  const kept = (await cairn.sessions.quietly("capture", () => keepAtStop(cairn, session))) ?? [];
  const isNoted = cairn.settings.get("notify.person") !== "silent";
  const noted = kept.filter(({ isOfPerson }) => isOfPerson && isNoted);
  const rest = cairn.settings.get("notify.capture") === "announce" ? kept.filter((one) => !noted.includes(one)) : [];
  const lines = [
    ...noted.map(({ title, id }) => `📝 Noted: ${title} (${id}; in every project, undo takes it back)`),
    ...(rest.length === 0
      ? []
      : [`Cairn kept ${rest.map(({ id }) => id).join(", ")} of what you said; undo takes it back.`]),
  ];
  return lines.length === 0 ? {} : { toPerson: lines.join("\n") };
}

export async function onEnd(called: Called<"session-end">): Promise<Answer> {
  const { cairn, session, trail, at, reason } = called;
  if (!trail.exists) return {};
  const { turn, server } = trail.state();
  // Who leaves in the middle of a turn says so; a host that is just done had heard the end of it, if a server was there.
  const isLost = turn !== undefined && server !== undefined && reason === "other";
  if (isLost) cairn.sessions.mishaps.note({ at, moment: "session-end", error: LOST });
  trail.append({ is: "end", at, reason }, { durable: true });
  await cairn.afterTurn(session);
  await inTime(called, "capture", leaveWhatIsWanted(called), END_MS);
  return {};
}

/** What sub-agents brought back, then the summary: then what is drafted beside it says nothing twice. */
async function leaveWhatIsWanted(called: Called<"session-end">): Promise<void> {
  const { cairn, session, trail } = called;
  if (trail.state().agents.some(({ output }) => output === undefined)) {
    const { keepAgentsLeft } = await import("./agents-left.ts");
    await cairn.sessions.quietly("agent-stop", () => keepAgentsLeft(called, () => true));
  }
  const { leaveWork, resolveLeft } = await import("./checkpoint.ts");
  await cairn.sessions.quietly("checkpoint", () => resolveLeft(called));
  await cairn.sessions.quietly("checkpoint", () => leaveWork(called));
  const mode = cairn.settings.get("mode.summary");
  if (mode === "auto" || mode === "keep") {
    const { summarizeInPassing } = await import("../summary/at-end.ts");
    await cairn.sessions.quietly("summary", () => summarizeInPassing(cairn, session));
  }
  await leaveDrafts(called);
}

/** Loaded only here: what begins a session has no need of it. */
async function leaveDrafts({ cairn, session }: Called<"session-end">): Promise<void> {
  if (cairn.settings.get("mode.capture") === "off") return;
  const { captureInPassing } = await import("../capture/capturing.ts");
  await captureInPassing(cairn, session);
}
