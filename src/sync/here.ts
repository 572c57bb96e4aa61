/**
 * One root of this machine as sync sees it: the texts that leave it, and the one way a text arrives in it, which is the
 * store's door. A file that changed since it was compared is left for the next round.
 */

import type { Cairn } from "../cairn.ts";
import { editMemory } from "../format/edit.ts";
import { redact } from "../guard/redact.ts";
import { CairnError } from "../model/error.ts";
import { idFromPath } from "../model/id.ts";
import type { Lifecycle, Written } from "../model/memory.ts";
import { lowestTrust, type Trust } from "../model/trust.ts";
import type { ChangeContext, Opened } from "../store/change-context.ts";
import { faceOf, type MemoryFile } from "../store/memory-file.ts";
import { refuseUntrusted } from "../store/protect.ts";
import { sha256 } from "../store/record.ts";
import { tombstoneOf } from "../store/revise.ts";
import type { Store } from "../store/store.ts";
import type { Step } from "../store/write.ts";
import { printCarried } from "./carried-text.ts";
import { ABSENT, type Standing } from "./decide.ts";
import type { HereFile } from "./here-tree.ts";
import { type SharedRoot, sharedName } from "./shared-path.ts";
import type { Added, SkippedFile } from "./transport.ts";

const GROUP = 100;

export interface Participant {
  readonly root: SharedRoot;
  readonly cairn: Cairn;
  readonly store: Store;
  /** What its machines call the project: memories that carry one of these are its own. */
  readonly names: readonly string[];
  readonly notes: readonly string[];
}

/** A text this path had, by its hash or the beginning of it; undefined where the history does not have it any more. */
export function formerText({ history }: Store, path: string, hash: string): string | undefined {
  if (hash.length < 12 || !/^[0-9a-f]+$/.test(hash)) return undefined;
  for (const entry of [...history.versionsOf(path)].reverse()) {
    const { before, after, op } = entry.record;
    if (op === "append") continue;
    const texts = history.log.textsOf(entry);
    for (const [said, bytes] of [
      [after, texts.after],
      [before, texts.before],
    ] as const)
      if (said?.startsWith(hash) && bytes !== undefined && sha256(bytes).startsWith(hash))
        return bytes.toString("utf8");
  }
  return undefined;
}

/** They were never in step as far as is known: what this path said before is what came after it is made from. */
export function descent({ store }: Participant, path: string, here: string | undefined, there: Standing): Standing {
  if (here === undefined || here === there || formerText(store, path, there) === undefined) return ABSENT;
  return there;
}

/** What leaves: the text as it stands now, or why it does not. */
export function departing({ store }: Participant, { found }: HereFile): (Added & { trust: Trust }) | string {
  const bytes = store.bytesAt(found.path);
  if (bytes === undefined || sha256(bytes) !== found.hash) return "changes just now";
  const { trust } = store.memoryOf(found);
  return carried(bytes.toString("utf8"), trust, found.written.trust);
}

export function carried(text: string, trust: Trust, claimed: Trust | undefined): (Added & { trust: Trust }) | string {
  const classes = [...new Set(redact(text).found.map((secret) => secret.class))];
  if (classes.length > 0) return `holds a secret (${classes.join(", ")}): take it out`;
  return { bytes: printCarried(text, trust, claimed), hash: sha256(Buffer.from(text)), trust };
}

/** Its name and that it is retired: no word of what it said. */
export function tombstone(path: string, written: Written, at: string): Added {
  const { retired } = written;
  const reason = retired === undefined || redact(retired.reason).found.length > 0 ? "" : retired.reason;
  const text = tombstoneOf(written.name ?? idFromPath(path), written, { at: retired?.at ?? at, reason });
  return { bytes: Buffer.from(text), hash: sha256(Buffer.from(text)) };
}

export interface Arrival {
  readonly path: string;
  /** The hash of the file it was compared with; `ABSENT`: there was none. */
  readonly over: Standing;
  readonly text: string;
  readonly written: Written;
  readonly trust: Trust;
  /** It was retired elsewhere: what it says stays here, as with a memory you forget here. */
  readonly isRetired: boolean;
}

interface Arrived {
  readonly done: ReadonlySet<string>;
  readonly skipped: readonly SkippedFile[];
}

/** Through the one door, in groups. What changed since it was compared is in neither. */
export async function arrive(to: Participant, arrivals: readonly Arrival[], run: string): Promise<Arrived> {
  const { cairn, store } = to;
  const done = new Set<string>();
  const skipped: SkippedFile[] = [];
  for (const group of groupsOf(arrivals)) {
    const plan = (context: ChangeContext) => {
      const planned = group.map((one) => ({ one, step: stepFor(context, one, run) }));
      const steps = planned.flatMap(({ step }) => (typeof step === "object" ? [step] : []));
      return { steps, result: planned, isAnyOrder: true } as const;
    };
    const { result } = await cairn.change(store, plan, { isPart: true });
    for (const { one, step } of result) {
      if (typeof step === "object") done.add(one.path);
      else if (step !== OVERTAKEN) skipped.push({ path: sharedName({ root: to.root, inner: one.path }), reason: step });
    }
  }
  if (done.size > 0) await cairn.afterWrite(store);
  return { done, skipped };
}

/** What is retired comes last: the same memory may have come by another path. */
function groupsOf(arrivals: readonly Arrival[]): Arrival[][] {
  return [arrivals.filter(({ isRetired }) => !isRetired), arrivals.filter(({ isRetired }) => isRetired)].flatMap(
    (all) => Array.from({ length: Math.ceil(all.length / GROUP) }, (_, n) => all.slice(n * GROUP, (n + 1) * GROUP)),
  );
}

const OVERTAKEN = "";

function stepFor(context: ChangeContext, arrival: Arrival, run: string): Step | string {
  const { path, over, text, written, isRetired } = arrival;
  try {
    const base = over === ABSENT ? undefined : context.openForWriting(path);
    if (base === undefined ? context.isThere(path) : base.hash !== over) return OVERTAKEN;
    if (base === undefined && context.catalog.isTaken(path))
      return "differs from another file's name in nothing but its letters' case";
    const trust = base === undefined ? arrival.trust : lowestTrust(arrival.trust, context.trustNow(base));
    refuseUntrusted(written.kind, trust);
    const about = { id: idOf(path, written), kind: written.kind, path, trust, run };
    if (base === undefined) return { ...about, op: "create", after: Buffer.from(text), why: "came by sync" };
    if (!isRetired) return { ...about, op: "update", base, after: Buffer.from(text), why: "came by sync" };
    if (isMoved(context, arrival)) return { ...about, op: "remove", base, why: "moved elsewhere, came by sync" };
    return {
      ...about,
      op: "update",
      base,
      after: retiredText(base, path, written.retired),
      why: "retired elsewhere, came by sync",
    };
  } catch (error) {
    if (!(error instanceof CairnError)) throw error;
    return error.code === "NOT_FOUND" || error.code === "OCC_CONFLICT" ? OVERTAKEN : error.message;
  }
}

/** It goes on under another path: kept there, this file is a copy of it. */
function isMoved({ catalog }: ChangeContext, { path, written }: Arrival): boolean {
  const id = idOf(path, written);
  const isElsewhere = (other: MemoryFile) =>
    other.path !== path && other.claim === id && faceOf(other).status === "active";
  return [...catalog.files()].some(isElsewhere);
}

function retiredText({ bytes }: Opened, path: string, retired: Lifecycle | undefined): Buffer {
  const mark = retired ?? { at: "", reason: "" };
  const changes = [{ at: mark.at, summary: mark.reason === "" ? "retired" : `retired: ${mark.reason}` }];
  const edit = { status: "retired", retired: mark, archived: null, updated: mark.at, changes } as const;
  return Buffer.from(editMemory(bytes.toString("utf8"), edit, path));
}

function idOf(path: string, written: Written) {
  return written.name ?? idFromPath(path);
}
