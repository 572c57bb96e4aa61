/**
 * The one way a memory file changes. The record is durable before the file is; acknowledged means the folder's sync
 * came back; whatever another program did meanwhile is kept as a version of its own.
 */

import { type BegunTemp, beginTemp, finishTemps, removeTemp, tempName, writeTemp } from "../disk/durable.ts";
import {
  bestEffort,
  codeOf,
  type Folder,
  isMissing,
  maybeSaved,
  notSaved,
  partlyDone,
  type Stat,
  stampOf,
  unlessMissing,
} from "../disk/files.ts";
import { CairnError } from "../model/error.ts";
import type { Kind } from "../model/kind.ts";
import type { MemoryId } from "../model/memory.ts";
import type { Trust } from "../model/trust.ts";
import { folderOf, nameIn, under } from "../text/relative-path.ts";
import { type ChangeContext, lateText, type Opened } from "./change-context.ts";
import type { NewRecord } from "./log.ts";
import { refuseTooLarge } from "./protect.ts";
import type { RootFolder } from "./root-folder.ts";
import { cutBack, hashAfter, outsideRecord, ownRecord, seenOutside, withoutSecretsIn } from "./step-record.ts";

/** One change of one file. `after` is the whole new text; for an append, only what is added. */
export interface Step {
  readonly op: "create" | "update" | "append" | "remove";
  readonly id: MemoryId;
  readonly kind: Kind;
  readonly path: string;
  readonly after?: Buffer;
  readonly base?: Opened;
  readonly trust: Trust;
  /** What is added to a log, by itself: one entry from outside does not make the others worth less. */
  readonly said?: Trust;
  readonly why: string;
  readonly of?: number;
  /** The run of several changes it belongs to, by which all of them are taken back. */
  readonly run?: string;
  /** Classes of the secrets that were taken out. */
  readonly redacted?: readonly string[];
  /** The draft that is accepted by this. */
  readonly draft?: string;
}

export interface Done {
  readonly step: Step;
  readonly seq: number;
  /** Of the file now; undefined once it is gone. */
  readonly hash: string | undefined;
  /** Another program's text that came into the gap; it is in the history. */
  readonly late: boolean;
}

/** The files changed under us: nothing of this step happened, the caller may decide anew. */
export class Overtaken extends Error {
  readonly done: readonly Done[];
  constructor(done: readonly Done[]) {
    super("the file changed meanwhile");
    this.done = done;
  }
}

interface Prepared {
  readonly step: Step;
  readonly folder: Folder;
  /** Where its temporary file lies: beside it, or in a folder of Cairn's own. */
  readonly temps: Folder;
  readonly d0: bigint;
  readonly temp: string | undefined;
  /** Of the new file, before it had its name. */
  written?: Stat;
  /** Not synced yet: it is with the others. */
  readonly begun?: BegunTemp;
  seq: number;
}

interface Order {
  /** No step needs another: they may come to stay in any order, and are synced together. */
  readonly isAnyOrder: boolean;
}

/** Steps in an order in which every prefix makes sense; at most 100. No secret gets through here, whoever asks. */
export function perform(context: ChangeContext, steps: readonly Step[], order: Order = { isAnyOrder: false }): Done[] {
  const prepared: Prepared[] = [];
  try {
    for (const step of steps) prepared.push(prepare(context, withoutSecrets(step), prepared.length, order));
    finishBegun(prepared);
    record(context, prepared);
    return carryOut(context, prepared, order);
  } catch (error) {
    for (const change of prepared) discard(context, change);
    throw error instanceof CairnError || error instanceof Overtaken ? error : notSaved(error, "the memory");
  } finally {
    for (const { folder, temps, begun } of prepared) {
      bestEffort(() => begun?.file.close());
      for (const one of [folder, temps]) one.close();
    }
  }
}

function finishBegun(prepared: readonly Prepared[]): void {
  const waiting = prepared.filter(({ begun }) => begun !== undefined);
  const stats = finishTemps(waiting.map(({ begun }) => begun as BegunTemp));
  for (const [n, change] of waiting.entries()) change.written = stats[n] as Stat;
}

function withoutSecrets(step: Step): Step {
  if (step.after === undefined) return step;
  refuseTooLarge(step.after.length + (step.op === "append" ? (step.base?.bytes.length ?? 0) : 0));
  const { stored, classes } = withoutSecretsIn(step.after);
  return classes.length === 0
    ? step
    : { ...step, after: stored, redacted: [...new Set([...(step.redacted ?? []), ...classes])] };
}

function prepare({ rootFolder, held }: ChangeContext, step: Step, n: number, { isAnyOrder }: Order): Prepared {
  const folder = folderFor(rootFolder, step.path);
  let temps = folder;
  try {
    temps = rootFolder.staging() ?? folder;
    const d0 = folder.statSelf().mtimeNs;
    const token = `${held.token}-${n}`;
    const change = { step, folder, temps, d0, seq: 0 };
    if (step.op === "append") return { ...change, temp: undefined };
    if (step.op === "remove") return { ...change, temp: tempName(token) };
    const text = [temps, token, step.after as Buffer, step.base?.stat.mode] as const;
    if (isAnyOrder) {
      const begun = beginTemp(...text);
      return { ...change, temp: begun.name, begun };
    }
    const { name, stat } = writeTemp(...text);
    return { ...change, temp: name, written: stat };
  } catch (error) {
    for (const one of [folder, temps]) one.close();
    throw error;
  }
}

/** Taken away while it was opened: nothing has happened yet, so it may be decided anew. */
function folderFor(rootFolder: RootFolder, path: string): Folder {
  try {
    return rootFolder.folderFor(path);
  } catch (error) {
    throw isMissing(error) ? new Overtaken([]) : error;
  }
}

function record(context: ChangeContext, prepared: readonly Prepared[]): void {
  const at = context.now().toISOString();
  const group = prepared.length > 1 ? context.held.token + at.replace(/\D/g, "") : undefined;
  const foreign = prepared.flatMap(({ step }) => seenOutside(context, step, at));
  const own = prepared.map(({ step, temp }) => ownRecord(step, { at, by: context.by, group, temp }));
  const first = context.history.log.lastSeq + foreign.length;
  context.history.log.append([...foreign, ...own], { durable: true });
  context.history.noteOwn();
  for (const [n, change] of prepared.entries()) change.seq = first + n + 1;
}

/** Each step stays before the next is made, unless their order is nobody's: a power cut leaves a prefix of them too. */
function carryOut(context: ChangeContext, prepared: readonly Prepared[], { isAnyOrder }: Order): Done[] {
  const standing: Prepared[] = [];
  let failure: unknown;
  for (const change of prepared) {
    failure = failureOf(() => place(context, change));
    if (failure !== undefined) break;
    if (!isAnyOrder) acknowledge(change);
    standing.push(change);
  }
  if (isAnyOrder) for (const one of oneOfEachFolder(standing)) acknowledge(one);
  if (failure !== undefined) strike(context, prepared.slice(standing.length), failure);
  const done = finish(context, standing);
  if (failure instanceof Overtaken) throw new Overtaken(done);
  if (failure !== undefined) throw done.length === 0 ? failure : partlyDone(failure, "what was asked for");
  return done;
}

/** Nothing is changed unless the lock is still ours and the file is still the one that was read. */
function place(context: ChangeContext, change: Prepared): void {
  const { step, folder, temps, temp = "" } = change;
  const name = nameIn(step.path);
  if (!context.held.stillMine()) {
    throw new CairnError("LOCK_TIMEOUT_ERROR", "Not saved: the lock was removed by hand meanwhile.", {
      hint: "Try again.",
    });
  }
  if (step.base !== undefined && !isSame(folder.stat(name), step.base.stat)) throw new Overtaken([]);
  if (step.op === "append") return append(folder, name, step);
  try {
    if (step.op === "update") return temps.renameInto(temp, folder, name);
    if (step.op === "create") link(temps, temp, folder, name);
    else remove(folder, name, step, { temps, taken: temp });
  } catch (error) {
    // The folder went with a branch, or a name cannot be given from there to here: nothing has happened yet.
    const isElsewhere = codeOf(error) === "EXDEV" && context.rootFolder.leaveStaging();
    throw isMissing(error) || isElsewhere ? new Overtaken([]) : error;
  }
  discard(context, change);
}

/** One that stays is noted: our own writing does not make us list the folder again, and it holds a memory's words. */
function discard({ catalog }: ChangeContext, { step, folder, temps, temp }: Prepared): void {
  if (temp === undefined || removeTemp(temps, temp)) return;
  if (temps === folder) catalog.temps.add(under(folderOf(step.path), temp));
}

/** Taken away under another name first: if it turns out to be somebody else's, it goes back. */
function remove(folder: Folder, name: string, { base }: Step, { temps, taken }: Taken): void {
  if (!unlessMissing(() => folder.renameInto(name, temps, taken) ?? true)) throw new Overtaken([]);
  const isIt = attempt(() => temps.stat(taken)?.ino === base?.stat.ino, true);
  if (isIt) return;
  link(temps, taken, folder, name);
  throw new Overtaken([]);
}

interface Taken {
  readonly temps: Folder;
  readonly taken: string;
}

function link(temps: Folder, temp: string, folder: Folder, name: string): void {
  try {
    temps.linkInto(temp, folder, name);
  } catch (error) {
    throw codeOf(error) === "EEXIST" ? new Overtaken([]) : error;
  }
}

/** Into the very file that was read: one that was deleted or replaced meanwhile is somebody else's business. */
function append(folder: Folder, name: string, { base, after = Buffer.alloc(0) }: Step): void {
  const file = unlessMissing(() => folder.open(name, "extend"));
  if (file === undefined) throw new Overtaken([]);
  try {
    if (!isSame(file.stat(), base?.stat)) throw new Overtaken([]);
    try {
      file.write(after);
      file.sync();
    } catch (error) {
      bestEffort(() => cutBack(file, base?.bytes.length ?? 0, after));
      throw error;
    }
    if (attempt(() => folder.stat(name)?.ino, base?.stat.ino) !== base?.stat.ino) throw new Overtaken([]);
  } finally {
    bestEffort(() => file.close());
  }
}

function isSame(now: Stat | undefined, then: Stat | undefined): boolean {
  return now?.ino === then?.ino && now?.mtimeNs === then?.mtimeNs && now?.size === then?.size;
}

/**
 * Said at once where possible; otherwise the next writer judges by the files and comes to the same. What a failed append
 * left of itself is always that writer's to judge, who also makes sure that it is gone for good.
 */
function strike({ history, now }: ChangeContext, prepared: readonly Prepared[], failure: unknown): void {
  const at = now().toISOString();
  const untouched = prepared.filter(({ step }) => step.op !== "append" || failure instanceof Overtaken);
  try {
    history.log.append(
      untouched.map(({ seq }) => ({ op: "void", at, of: seq }) as const),
      { durable: true },
    );
  } catch {
    // The disk refuses this too: the caller hears of the first refusal, and settling says void later.
  }
}

function oneOfEachFolder(prepared: readonly Prepared[]): Iterable<Prepared> {
  return new Map(prepared.map((change) => [folderOf(change.step.path), change])).values();
}

function acknowledge({ folder }: Prepared): void {
  try {
    folder.sync();
  } catch (error) {
    throw maybeSaved(error, "the memory");
  }
}

/** After the acknowledgement nothing may turn success into failure. */
function finish(context: ChangeContext, prepared: readonly Prepared[]): Done[] {
  const done: Done[] = [];
  const records: NewRecord[] = [];
  const at = context.now().toISOString();
  for (const change of prepared) {
    const { step, folder, d0, seq } = change;
    const late = attempt(() => (step.op === "append" ? undefined : lateText(step.base)), undefined);
    if (late !== undefined) records.push(lateRecord(context, step, late, seq));
    const d1 = attempt(() => folder.statSelf().mtimeNs, d0);
    const stat = attempt(() => folder.stat(nameIn(step.path)), undefined);
    const times = { d0: String(d0), d1: String(d1), ...(stat === undefined ? {} : { stamp: stampOf(stat) }) };
    records.push({ op: "done", at, of: seq, ...times });
    done.push({ step, seq, hash: step.op === "remove" ? undefined : hashAfter(step), late: late !== undefined });
    noteOwn(context, change, d1, stat);
  }
  attempt(() => context.history.log.append(records, { durable: records.some(({ op }) => op === "outside") }), []);
  context.history.noteOwn();
  return done;
}

/** Who asks for the memory next expects to find it: a disk that refuses once is asked again. */
function noteOwn(
  { catalog }: ChangeContext,
  { step, d0, written }: Prepared,
  d1: bigint,
  stat: Stat | undefined,
): void {
  const { op, path, after } = step;
  const isOurs = stat !== undefined && written !== undefined && isSame(stat, written);
  for (let tries = 0; tries < 2; tries++) {
    const done = attempt(() => {
      catalog.noteOwn(path, { d0, d1, ...(isOurs && after !== undefined ? { own: { bytes: after, stat } } : {}) });
      return (catalog.file(path) === undefined) === (op === "remove");
    }, false);
    if (done) return;
  }
}

function lateRecord(context: ChangeContext, { path, id, kind }: Step, bytes: Buffer, of: number): NewRecord {
  return outsideRecord({ path, id, kind, bytes, at: context.now().toISOString(), trust: "imported", of });
}

function failureOf(act: () => void): unknown {
  try {
    act();
    return undefined;
  } catch (error) {
    return error; // told of when what was done before it is finished
  }
}

function attempt<T>(act: () => T, otherwise: T): T {
  try {
    return act();
  } catch {
    return otherwise; // the change is saved; what is not noted here is found by the next look
  }
}
