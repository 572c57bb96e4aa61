/**
 * Works out what the next session here will be told, by rehearsing its start: the very code that runs then, on a Cairn of
 * its own, which looks at everything and changes nothing. A start that would change anything beside its session's trail
 * gets no page: it has work to do. What the rehearsal looked at, and which variables it asked for, are the page's stamps.
 */

import { setTimeout as pause } from "node:timers/promises";
import { type Cairn, openCairn } from "../cairn.ts";
import { fixedClock } from "../disk/clock.ts";
import { replaceFileQuick } from "../disk/durable.ts";
import { isYoung, makeFolders, removeFile, statOf } from "../disk/files.ts";
import { tidy } from "../disk/leftovers.ts";
import { type Look, seenAt } from "../disk/looks.ts";
import { rehearse } from "../disk/rehearsal.ts";
import { hosts } from "../hosts/registry.ts";
import { tokenSumOf } from "../text/tokens.ts";
import type { TrailsSeen } from "../trail/elsewhere.ts";
import {
  FEWEST,
  isSeen,
  type LastTrail,
  MOST,
  notedIn,
  PAGE_FORMAT,
  pageAt,
  pagesFolder,
  removePages,
  type StartPage,
  type Telling,
} from "../trail/start-page.ts";
import type { TrailLine } from "../trail/step.ts";
import type { TrailNote } from "../trail/trails.ts";
import { answerAt } from "./answer.ts";
import { passOverOwn } from "./changes-besides.ts";

/** What a file system may take to give what was changed another time. */
const TICK_MS = 60;
/** Of sessions elsewhere, before a page is worked out anew. */
const BESIDES = 25;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** None holds longer than a day. */
const KEPT_MS = 48 * HOUR_MS;

interface Played {
  readonly told: Omit<Telling, "from" | "until">;
  readonly looks: readonly Look[];
}

/**
 * Nothing is prepared where Cairn is disabled, for who works off the record, nor where the next start has something to
 * do. Says whether a page stands.
 */
export async function prepareStart(cairn: Cairn, program: string): Promise<boolean> {
  if (!cairn.settings.get("enabled")) return false;
  const { session } = cairn.sessions.who;
  if (session !== undefined && cairn.sessions.trail(session).state().offTheRecord) return false;
  const { cairnHome } = cairn.places;
  const path = pageAt(cairnHome, cairn.cwd);
  tidy(pagesFolder(cairnHome), cairn.clock);
  removePages(cairnHome, BigInt(cairn.clock.now().getTime() - KEPT_MS) * 1_000_000n);
  makeFolders(pagesFolder(cairnHome));
  await passOverOwn(cairn);
  await pause(TICK_MS);
  const page = await workedOut(cairn, program);
  if (page === undefined) return removeFile(path) && false;
  replaceFileQuick(path, Buffer.from(JSON.stringify(page)));
  // What was forgotten for good meanwhile must not have come back by this.
  const holds = isSeen(page);
  if (!holds) removeFile(path);
  return holds;
}

async function workedOut(cairn: Cairn, program: string): Promise<StartPage | undefined> {
  const now = cairn.clock.now().getTime();
  const { seen: trails, elsewhere } = cairn.sessions.trailsSeen(cairn.places.project.names);
  // Stamped first, read then: what is changed in between is seen to be.
  const looks = (await stageOf(cairn, elsewhere).play(now, MOST))?.looks ?? [];
  if (looks.some(isMoving)) return undefined;
  const seen = seenIn(cairn, looks, trails.folder);
  // What a process at work has begun may be left behind, for the next start to take away.
  if (seen.some(([, , text]) => text.includes(".tmp:"))) return undefined;
  const stage = stageOf(cairn, elsewhere);
  const first = await stage.play(now, FEWEST);
  if (first === undefined || namesOf(first.looks) !== namesOf(looks)) return undefined;
  const told = await toldFrom(stage, now, first);
  // The oldest of those looked at fall out as others come: with so many more, and with none, the same is said.
  const isTold = isFarFromFirst(trails) && isAlike(first, await stage.play(now, FEWEST, { besides: BESIDES }));
  const last = await lastFrom(cairn, stage, told, elsewhere);
  const page = {
    format: PAGE_FORMAT,
    program,
    cwd: cairn.cwd,
    uid: process.getuid?.(),
    zone: new Date(now).getTimezoneOffset(),
    env: [...stage.asked].map(([name, value]) => [name, value ?? null] as const),
    looks: seen,
    trails: { ...trails, room: isTold ? BESIDES : 0 },
    trail: cairn.sessions.trail(FEWEST).path,
    last,
    told,
  };
  return told.length > 0 && isSeen(page) ? page : undefined;
}

/** Null where the end of the session under way changes a memory or a word of the start: that is a miss then. */
async function lastFrom(
  cairn: Cairn,
  stage: Stage,
  told: readonly Telling[],
  elsewhere: readonly TrailNote[],
): Promise<LastTrail | null> {
  const { session = "" } = cairn.sessions.who;
  const trail = cairn.sessions.trail(session);
  const stat = trail.state().ended ? undefined : statOf(trail.path);
  const lines = stat === undefined ? undefined : await endOf(cairn, session, elsewhere);
  if (stat === undefined || lines === undefined) return null;
  const ended = lines.map((line): TrailLine => JSON.parse(line));
  for (const one of told) {
    const after = await stage.play(one.from, FEWEST, { ended: { session, lines: ended } });
    if (after === undefined || wordsOf({ told: one }) !== wordsOf(after)) return null;
  }
  return { path: trail.path, ino: `${stat.ino}`, size: stat.size, end: notedIn(lines) };
}

/** What the session under way would note if it ended now; undefined where it would change anything else, too. */
async function endOf(cairn: Cairn, session: string, elsewhere: readonly TrailNote[]): Promise<string[] | undefined> {
  const { cwd, env, host } = cairn;
  const { units, beginning } = await host.moments();
  if (beginning === undefined) return undefined;
  const { result, wanted } =
    (await rehearse(async () => {
      const ending = await openCairn({ cwd, env: { ...env, ...beginning(session).env }, surface: "agent-shell" });
      ending.sessions.passOver(elsewhere);
      const noted = ending.sessions.rehearse(session);
      await answerAt("session-end", { session, reason: "other" }, { cairn: ending, units, host: host.name });
      return noted;
    })) ?? {};
  return wanted === undefined ? result : undefined;
}

/** Whoever was never met is told so: a session anywhere makes that untrue. What a terminal began is none. */
function isFarFromFirst({ near, elsewhere }: Pick<TrailsSeen, "near" | "elsewhere">): boolean {
  return [...near, ...elsewhere.map(([file]) => file)].some(
    (file) => file.endsWith(".jsonl") && !file.includes("terminal-"),
  );
}

/**
 * A text holds from one time to another if it is the same at both: ages and dates in it only grow, and none comes back.
 * Times between which something changes are left out. And it holds whatever the session is called: the longest of names, in
 * tokens, leaves room for as much as the shortest.
 */
async function toldFrom(stage: Stage, now: number, first: Played): Promise<Telling[]> {
  const told: Telling[] = [];
  for (const [from, ends] of timesFrom(now)) {
    if (told.some((one) => from >= one.from && from <= one.until)) continue;
    const one = await stage.play(from, FEWEST);
    if (one === undefined || (from === now && !isAlike(one, first))) continue;
    if (!isAlike(one, await stage.play(from, MOST))) continue;
    for (const until of ends) {
      if (!isAlike(one, await stage.play(until, FEWEST))) continue;
      told.push({ ...one.told, from, until });
      break;
    }
  }
  return told;
}

/** The likeliest first, and of their ends the longest. A session's age is told by the minute, the hour and the day. */
function timesFrom(now: number): (readonly [from: number, ends: readonly number[]])[] {
  const midnight = new Date(now).setHours(24, 0, 0, 0);
  const at = (minutes: number) => now + minutes * MINUTE_MS;
  const times = [
    [now, [midnight - 1, at(55), at(8), at(1.5)]],
    [midnight, [now + 23.9 * HOUR_MS, midnight + 12 * HOUR_MS, midnight + 8 * HOUR_MS]],
    [at(62), [Math.min(midnight, at(238)) - 1]],
    [at(11), [at(58)]],
    [at(242), [midnight - 1]],
    [at(3), [at(9)]],
  ] as const;
  return times
    .map(([from, ends]) => [from, ends.filter((end) => end > from)] as const)
    .filter(([, ends]) => ends.length > 0);
}

function isAlike(one: Played, other: Played | undefined): boolean {
  return other !== undefined && wordsOf(one) === wordsOf(other);
}

function wordsOf({ told: { text, steps } }: { readonly told: Pick<Telling, "text" | "steps"> }): string {
  const noted = steps.map(({ at: _, ms: _ms, by: _by, tokens: _tokens, print: _print, ...step }) => step);
  return JSON.stringify([text, noted]).replaceAll(MOST, FEWEST);
}

interface Stage {
  /** The variables that were asked for. */
  readonly asked: ReadonlyMap<string, string | undefined>;
  /** A start at this time, of a session of this name. Undefined where it would change something. */
  play(time: number, session: string, meanwhile?: Meanwhile): Promise<Played | undefined>;
}

interface Meanwhile {
  /** So many sessions were at work elsewhere. */
  readonly besides?: number;
  /** This one has noted these lines, too. */
  readonly ended?: { readonly session: string; readonly lines: readonly TrailLine[] };
}

/** One Cairn as a new process opens it: the first start on it looks at everything, those that follow at what may change. */
function stageOf(cairn: Cairn, elsewhere: readonly TrailNote[]): Stage {
  const asked = new Map<string, string | undefined>();
  const clock = fixedClock(new Date(0));
  let opened: Promise<Cairn> | undefined;

  async function start(session: string, { besides = 0, ended }: Meanwhile) {
    const { cwd, host } = cairn;
    const { events, print, silence, units, beginning } = await host.moments();
    if (beginning === undefined) return undefined;
    const { payload, env: set } = beginning(session);
    const env = asking({ ...cairn.env, ...set }, session, asked);
    opened ??= openCairn({ cwd, env, surface: "agent-shell", clock });
    const next = await opened;
    if (!next.hasPlaces) return undefined;
    next.sessions.calledBy(session, host.name);
    next.sessions.passOver(elsewhere);
    if (ended !== undefined) next.sessions.suppose(ended.session, ended.lines);
    const lines = next.sessions.rehearse(session, besides);
    const event = events["session-start"](payload, env);
    const answer = await answerAt("session-start", event, { cairn: next, units, host: host.name });
    const text = print("session-start", answer) || silence;
    return { text: `${text}\n`, context: answer.context ?? "", lines };
  }

  async function play(time: number, session: string, meanwhile: Meanwhile = {}): Promise<Played | undefined> {
    clock.advance(time - clock.now().getTime());
    const { result, wanted, looks = [] } = (await rehearse(() => start(session, meanwhile))) ?? {};
    if (result === undefined || wanted !== undefined || looks.some(isPassing)) return undefined;
    const steps = stepsOf(result.lines, result.context);
    return steps && { told: { text: result.text, context: result.context, steps }, looks };
  }

  return { asked, play };
}

/** Of a process at work, and nothing to go by later. */
function isPassing([how, path]: Look): boolean {
  return path.startsWith("/proc/") && how !== "text";
}

/** Undefined where a line says something of the text that the page could not say of another's. */
function stepsOf(lines: readonly string[], context: string): Telling["steps"] | undefined {
  const steps = lines.map((line): Telling["steps"][number] => JSON.parse(line));
  const sum = tokenSumOf(context);
  if (steps.some(({ is, tokens }) => is === "shown" && tokens !== Math.ceil(sum))) return undefined;
  return steps.map((step) => (step["is"] === "shown" ? { ...step, tokens: sum } : step));
}

/** Who asks for all of them cannot be known to have been told the same: that is an error, and no page. */
function asking(env: Cairn["env"], session: string, asked: Map<string, string | undefined>): Cairn["env"] {
  const ofSession = new Set(hosts().flatMap(({ environment }) => environment.session));
  const isSet = (name: string) => !ofSession.has(name) || env[name] === session;
  return new Proxy<Cairn["env"]>(
    {},
    {
      get(_, name) {
        if (typeof name !== "string") return undefined;
        const value = isSet(name) ? env[name] : undefined;
        if (value !== undefined || !(name in env)) asked.set(name, value === session ? FEWEST : value);
        return value;
      },
      ownKeys() {
        throw Object.assign(new Error("all variables were asked for"), { code: "ENOTSUP" });
      },
    },
  );
}

/** Changed a moment ago: it may change again under the same stamp. */
function isMoving([, path]: Look): boolean {
  const stat = statOf(path);
  return stat !== undefined && isYoung(stat);
}

function namesOf(looks: readonly Look[]): string {
  const named = looks.map((look) => look.join(" ").replaceAll(MOST, FEWEST));
  return named.sort().join("\n");
}

/** Of folders outside of what Cairn keeps only which they are: others put things into them all the time. */
function seenIn(cairn: Cairn, looks: readonly Look[], trails: string): StartPage["looks"] {
  const { cairnHome, roots } = cairn.places;
  const own = [
    pagesFolder(cairnHome).replace(/[^/\\]+$/, "roots"),
    ...Object.values(roots).map((root) => root?.path ?? ""),
  ];
  const isOwn = (path: string) =>
    own.some((folder) => folder !== "" && (path === folder || path.startsWith(`${folder}/`)));
  return looks
    .filter(([, path]) => !path.startsWith(pagesFolder(cairnHome)))
    .map(([how, named]): StartPage["looks"][number] => {
      const path = named.replaceAll(MOST, FEWEST);
      const isPassed = (how === "what" && !isOwn(path)) || path === trails;
      const look: Look = isPassed ? ["which", path] : [how, path];
      return [...look, seenAt(look)];
    });
}
