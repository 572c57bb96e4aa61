/**
 * A master into its file, and what left it into its archive, in one change that one undo takes back. Both are a function of
 * the text that stands there when the lock is held: what a person wrote meanwhile is in it, and sources that changed meanwhile
 * stop it, so that it is made anew from what holds.
 */

import { editMemory } from "../format/edit.ts";
import { parseMemory } from "../format/parse.ts";
import { printMemory } from "../format/print.ts";
import { defined } from "../model/defined.ts";
import { CairnError } from "../model/error.ts";
import type { MemoryId, Source as Origin } from "../model/memory.ts";
import { lowestTrust, type Trust } from "../model/trust.ts";
import type { ChangeContext, Opened } from "../store/change-context.ts";
import type { Plan } from "../store/door.ts";
import { keysBack } from "../store/outside.ts";
import type { Step } from "../store/write.ts";
import { counted } from "../text/counted.ts";
import { archiveTag } from "./gathering.ts";
import { archiveOf, finishMaster, type Master } from "./master.ts";
import { handMark, notesHeading, notesIn } from "./previous.ts";
import type { Prose } from "./print-master.ts";
import { sameButDay } from "./print-master.ts";
import { bodyWithin, keptByHand, masterBodyOf, ownBody, type Proposal } from "./proposal.ts";

export interface WrittenMaster {
  readonly action: "created" | "updated" | "unchanged" | "stale";
  readonly master: Master;
}

interface Writing {
  readonly proposal: Proposal;
  /** Of whoever asked. */
  readonly trust: Trust;
  readonly origin: Origin;
  readonly prose?: Prose | undefined;
}

const ARCHIVED_BECAUSE = "what found no room in the master";

export function planMaster(context: ChangeContext, writing: Writing): Plan<WrittenMaster> {
  const { proposal } = writing;
  const { place } = proposal;
  const base = openOwn(context, place.path);
  const { master, body } = masterOver(context, writing, base);
  if (isStale(context, proposal)) return { steps: [], result: { action: "stale", master } };
  const step = masterStep(context, writing, { base, master, body });
  const archive = archiveStep(context, writing, master);
  const isAnyDue = step !== undefined || (archive !== undefined && proposal.without !== undefined);
  if (!isAnyDue) return { steps: [], result: { action: "unchanged", master } };
  // What leaves is readable before it has left.
  const steps = [archive, step].filter((one) => one !== undefined);
  return { steps, result: { action: base === undefined ? "created" : "updated", master } };
}

function openOwn(context: ChangeContext, path: string): Opened | undefined {
  const found = context.catalog.file(path);
  if (found !== undefined && !context.concerns(found)) throw anothers();
  return found === undefined ? context.open(path) : context.openForWriting(path);
}

/** With the day of the one that stands where that is all that would differ. */
function masterOver(
  context: ChangeContext,
  { proposal, prose }: Writing,
  base: Opened | undefined,
): { master: Master; body: string } {
  const { place, draft, finish, without } = proposal;
  const standing = base === undefined ? "" : masterBodyOf(base.bytes.toString("utf8"), place.path);
  const hand = keptByHand(standing, ownBody(context.history, place.path), without);
  const isForeseen = prose === undefined && standing === (proposal.before ?? "");
  const made = { ...finish, hand, ...defined({ prose }) };
  const master = isForeseen ? proposal.master : finishMaster(draft, made);
  return { master, body: sameButDay(master.body, standing) ? standing : master.body };
}

/** A source is gone or says something else than what was taken in. */
function isStale(context: ChangeContext, { gathered, store }: Proposal): boolean {
  // No file came, changed or went: then none needs to be looked for by its name.
  if (context.catalog === store.catalog && gathered.changed.get(store) === store.catalog.changed) return false;
  const taken = gathered.taken.get(store)?.sources ?? new Map();
  for (const [id, { hash }] of taken) if (context.names.find(id as MemoryId)?.hash !== hash) return true;
  return false;
}

function isByHand(body: string): boolean {
  return body.includes(handMark) || body.includes(`## ${notesHeading}\n`);
}

interface Body {
  readonly base: Opened | undefined;
  readonly master: Master;
  readonly body: string;
}

function masterStep(
  context: ChangeContext,
  { proposal, trust, origin }: Writing,
  { base, master, body }: Body,
): Step | undefined {
  const { id, path, title } = proposal.place;
  const worth = lowestTrust(
    trust,
    master.trust,
    base !== undefined && isByHand(body) ? context.trustNow(base) : undefined,
  );
  const { conversations } = proposal.draft.counts;
  const summed = conversations === 0 ? "" : `${counted(conversations, "conversation")}, `;
  const description = `What ${summed}decisions and documents add up to`;
  const common = { id, kind: "master", path, trust: worth, why: "synthesised" } as const;
  const at = context.now().toISOString();
  if (base === undefined) {
    const draft = {
      name: id,
      kind: "master",
      title,
      body,
      description,
      trust: worth,
      created: at,
      updated: at,
      source: origin,
    } as const;
    return {
      ...common,
      op: "create",
      after: Buffer.from(printMemory({ ...draft, changes: [{ at, summary: "created" }] })),
    };
  }
  const text = base.bytes.toString("utf8");
  const { written } = parseMemory(text, path);
  const isResting = written.status !== "active";
  if (!isResting && bodyWithin(written) === body) return undefined;
  const life = isResting ? ({ status: "active", retired: null, archived: null } as const) : {};
  const keys = { ...keysBack(written, path, context.history), ...life, description, trust: worth, updated: at };
  const after = editMemory(text, { ...keys, body, updates: written.updates + 1 }, path);
  return { ...common, op: "update", base, after: Buffer.from(after) };
}

function archiveStep(
  context: ChangeContext,
  { proposal, trust, origin }: Writing,
  { left, leftNotes, trust: worth }: Master,
): Step | undefined {
  const { archiveId: id, archivePath: path, title } = proposal.place;
  const base = openOwn(context, path);
  if (left.length === 0 && leftNotes.length === 0 && base === undefined) return undefined;
  const { without } = proposal;
  const text = base?.bytes.toString("utf8") ?? "";
  const written = base === undefined ? undefined : parseMemory(text, path).written;
  const noted = written === undefined ? [] : notesIn(bodyWithin(written));
  const before = noted.filter(({ text }) => without === undefined || !without.isSaid(text));
  const body = archiveOf(left, [...new Set([...before.map(({ text }) => text), ...leftNotes])]);
  const at = context.now().toISOString();
  const common = { id, kind: "topic", path, trust: lowestTrust(trust, worth), why: "left the master" } as const;
  if (base === undefined || written === undefined) {
    const after = printMemory({
      name: id,
      kind: "topic",
      title: `${title}: what left it`,
      body,
      description: "What found no room in the master, in short",
      status: "archived",
      archived: { at, reason: ARCHIVED_BECAUSE },
      tags: [archiveTag],
      trust: common.trust,
      created: at,
      updated: at,
      source: origin,
      changes: [{ at, summary: "created" }],
    });
    return { ...common, op: "create", after: Buffer.from(after) };
  }
  if (bodyWithin(written) === body) return undefined;
  const keys = {
    ...keysBack(written, path, context.history),
    trust: common.trust,
    updated: at,
    updates: written.updates + 1,
  };
  return { ...common, op: "update", base, after: Buffer.from(editMemory(text, { ...keys, body }, path)) };
}

function anothers(): CairnError {
  const message = "Another project that shares this folder has a master there.";
  return new CairnError("UPDATE_ERROR", message, {
    hint: "See where; give one of the two projects a folder of its own with the setting memoryDir.",
  });
}
