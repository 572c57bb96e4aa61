/**
 * A start page: what the next session here will be told, worked out before it begins, with all that was looked at for it.
 * It is used while every look still sees the same; whatever is missing or in doubt makes a miss, and the start is worked
 * out as ever. It is a copy of what a model may see, so it goes with every hard forget. Loaded before the program is.
 */

import { join } from "node:path";
import { folderEntries, openAt, readFileAt, removeFile, statOf, unlessMissing } from "../disk/files.ts";
import { type Look, seenAt } from "../disk/looks.ts";
import { sha256Of } from "../model/sha256.ts";
import { jsonObjectFrom } from "../text/json.ts";
import { tokenSumOf } from "../text/tokens.ts";
import { areTrailsAsSeen, type TrailsSeen } from "./elsewhere.ts";

/** Other words, other looks or another form: other pages. */
export const PAGE_FORMAT = 3;
const MAX_BYTES = 1_000_000;
const LONGEST_END = 4_000;
const SESSION = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The session it was worked out for: no name counts fewer tokens, and none more than the other. */
export const FEWEST = "deadedea-dead-dead-dead-deadedeadede";
export const MOST = "bbbbbbbb-bb1b-bb1b-bb1b-bbbbbbbbbbbb";

type Environment = Readonly<Record<string, string | undefined>>;

export interface StartPage {
  readonly format: number;
  /** Of the program that worked it out: its version, and what tells one build from another. */
  readonly program: string;
  readonly cwd: string;
  readonly uid: number | undefined;
  /** Minutes, as `Date` has it: times of day stand in the text. */
  readonly zone: number;
  readonly env: readonly (readonly [name: string, value: string | null])[];
  readonly looks: readonly (readonly [...Look, seen: string])[];
  /** Everybody's: of other projects' sessions the page does not go by. */
  readonly trails: TrailsSeen;
  readonly trail: string;
  /** The session that was under way, whose end changes nothing that is told. */
  readonly last: LastTrail | null;
  readonly told: readonly Telling[];
}

/** A trail, how far it was read, and what its session notes as it ends, in the form of `notedIn`. */
export interface LastTrail {
  readonly path: string;
  readonly ino: string;
  readonly size: number;
  readonly end: string;
}

/** What is told between two times, both of them included. */
export interface Telling {
  readonly from: number;
  readonly until: number;
  /** As the hook prints it. */
  readonly text: string;
  /** The part of the text that is counted and hashed when it is noted as shown. */
  readonly context: string;
  /** The lines of the session's trail. */
  readonly steps: readonly Readonly<Record<string, unknown>>[];
}

interface NewSession {
  readonly session: string;
  readonly cwd: string;
  readonly env: Environment;
  readonly program: string;
  readonly unattended: boolean;
}

export function pagesFolder(home: string): string {
  return join(home, "starts");
}

export function pageAt(home: string, cwd: string): string {
  return join(pagesFolder(home), `${sha256Of(cwd).slice(0, 24)}.json`);
}

/** What is told, once the session's trail is begun; undefined is a miss, and nothing was done. */
export function tellFrom(home: string, beginning: NewSession, now = new Date()): string | undefined {
  const { session, cwd } = beginning;
  const began = process.hrtime.bigint();
  if (!SESSION.test(session)) return undefined;
  const path = pageAt(home, cwd);
  const page = ownPage<StartPage>(path, PAGE_FORMAT);
  if (page === undefined) return undefined;
  const told = page.told.find(({ from, until }) => now.getTime() >= from && now.getTime() <= until);
  if (told === undefined || !isFor(page, beginning, now)) return undefined;
  // What it says may have been taken out for good since.
  if (!isSeen(page, session)) {
    removeFile(path);
    return undefined;
  }
  const context = told.context.replaceAll(FEWEST, session);
  const lines = told.steps.map((step) =>
    JSON.stringify(filled(step, { ...beginning, at: now.toISOString(), context, began })),
  );
  beginTrail(page.trail.replaceAll(FEWEST, session), lines.join("\n").replaceAll(FEWEST, session));
  return told.text.replaceAll(FEWEST, session);
}

/** Everybody's, and wherever they worked: which of them say it is not looked up. `beforeNs`: only those written earlier. */
export function removePages(home: string, beforeNs?: bigint): void {
  for (const { name } of folderEntries(pagesFolder(home)) ?? []) {
    const path = join(pagesFolder(home), name);
    if (beforeNs === undefined || (statOf(path)?.mtimeNs ?? beforeNs) < beforeNs) removeFile(path);
  }
}

/** Only what this user alone can have written, in the form that is asked for. */
export function ownPage<P extends { readonly format: number }>(path: string, format: P["format"]): P | undefined {
  const stat = statOf(path);
  if (stat?.kind !== "file" || stat.uid !== (process.getuid?.() ?? stat.uid) || (stat.mode & 0o077) !== 0)
    return undefined;
  try {
    const page: P = JSON.parse(readFileAt(path, MAX_BYTES)?.toString("utf8") ?? "null");
    return page?.format === format ? page : undefined;
  } catch {
    return undefined; // torn, or of another Cairn
  }
}

function isFor(page: StartPage, { cwd, env, program, session }: NewSession, now: Date): boolean {
  return (
    page.program === program &&
    page.cwd === cwd &&
    page.uid === process.getuid?.() &&
    page.zone === now.getTimezoneOffset() &&
    page.env.every(([name, value]) => (env[name] ?? null) === (value === FEWEST ? session : value))
  );
}

/** Cheapest first is no use: all have to hold. */
export function isSeen(
  { looks, trails, last }: Pick<StartPage, "looks" | "trails" | "last">,
  session = FEWEST,
): boolean {
  const isAsSeen = ([how, path, seen]: StartPage["looks"][number]) =>
    seenAt([how, path.replaceAll(FEWEST, session)]) === seen || (path === last?.path && hasOnlyEnded(last));
  return looks.every(isAsSeen) && areTrailsAsSeen(trails);
}

/** Whoever writes a trail adds to it; what is rewritten is another file. */
function hasOnlyEnded({ path, ino, size, end }: LastTrail): boolean {
  const file = unlessMissing(() => openAt(path, "read"));
  if (file === undefined) return false;
  try {
    const now = file.stat();
    if (`${now.ino}` !== ino || now.size <= size || now.size > size + LONGEST_END) return false;
    return (
      notedIn(
        file
          .read(size, now.size - size)
          .toString("utf8")
          .split("\n")
          .slice(0, -1),
      ) === end
    );
  } finally {
    file.close();
  }
}

/** The lines as they would be at any time: when, how long, by which way and by which process are no part of it. */
export function notedIn(lines: readonly string[]): string {
  const noted = lines.map((text): unknown => {
    const { at: _, ms: _ms, reason: _reason, by: _by, ...line } = jsonObjectFrom(text) ?? {};
    return line;
  });
  return JSON.stringify(noted);
}

interface Filling extends NewSession {
  readonly at: string;
  readonly context: string;
  readonly began: bigint;
}

/** What differs from session to session. A page keeps the tokens of its own name uncounted to the next whole number. */
function filled(step: Telling["steps"][number], { at, context, session, began, unattended }: Filling): object {
  const { is, tokens } = step;
  if (is === "start") return { ...step, at, ...(unattended ? { unattended } : {}) };
  if (is === "ran") return { ...step, at, ms: Math.round(Number(process.hrtime.bigint() - began) / 1e5) / 10 };
  if (is !== "shown") return { ...step, at };
  return {
    ...step,
    at,
    tokens: Math.ceil((tokens as number) - tokenSumOf(FEWEST) + tokenSumOf(session)),
    print: sha256Of(context),
  };
}

/** Throws where there is one: then it is not a new session's. */
export function beginTrail(path: string, text: string): void {
  const file = openAt(path, "create");
  try {
    file.write(Buffer.from(`${text}\n`));
  } finally {
    file.close();
  }
}
