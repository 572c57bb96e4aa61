/**
 * A draft that was accepted, as a plan for the one door. Its key goes into the log with the change, so that it is
 * written at most once; what it was held against must still be what it was. Pure plans.
 */

import { CairnError } from "../model/error.ts";
import { idFromTitle, isMemoryId } from "../model/id.ts";
import type { MemoryId } from "../model/memory.ts";
import type { Trust } from "../model/trust.ts";
import type { ChangeContext } from "../store/change-context.ts";
import type { Plan } from "../store/door.ts";
import type { Inbox, Waiting } from "../store/inbox.ts";
import type { LogEntry } from "../store/log.ts";
import type { MemoryFile } from "../store/memory-file.ts";
import { refuseUntrusted } from "../store/protect.ts";
import { planRemember } from "../store/remember.ts";
import { planMove, planRevise } from "../store/revise.ts";
import { type Wish, wishFrom } from "../store/wish.ts";
import { wholeStart } from "../text/lines.ts";
import { mergeInto } from "./merge.ts";

const LONGEST_REASON = 300;

export interface Accepted {
  readonly action: "created" | "updated" | "retired" | "unchanged";
  readonly id: MemoryId;
  readonly warnings: readonly string[];
}

export interface Accepting {
  readonly draft: Waiting;
  readonly trust: Trust;
  readonly isThere: (path: string) => boolean;
}

export function planAccept(context: ChangeContext, accepting: Accepting): Plan<Accepted> {
  const { draft } = accepting;
  const written = writtenBy(context, draft.key);
  if (written !== undefined) return { steps: [], result: { action: "unchanged", id: written, warnings: [] } };
  refuseUntrusted(draft.written.kind, draft.written.trust ?? "untrusted");
  const plan = planFor(context, accepting);
  return { ...plan, steps: plan.steps.map((step, n) => (n === 0 ? { ...step, draft: draft.key } : step)) };
}

/** The memory this draft was written into, by the log, unless that was taken back. */
export function writtenBy({ history }: Pick<ChangeContext, "history">, key: string): MemoryId | undefined {
  const isIts = ({ record }: LogEntry) => record.draft === key && history.undoneBy(record.seq) === undefined;
  const { record } = history.versions().find(isIts) ?? {};
  return isMemoryId(record?.id) ? record.id : undefined;
}

/** Those whose process died between writing and settling them: the log tells, as long as it has the change. */
export function settleWritten(context: Telling, inbox: Pick<Inbox, "keys" | "settleWritten">): void {
  const keys = inbox.keys();
  const toldOf = changesOf(context, keys);
  for (const key of keys) if (toldOf(key).some(isStanding(context))) inbox.settleWritten(key);
}

/** Those among them that were written, and then taken back. What the history does not tell was not. */
export function takenBackAmong(context: Telling, drafts: readonly Waiting[]): Waiting[] {
  const toldOf = changesOf(
    context,
    drafts.map(({ key }) => key),
  );
  return drafts.filter(({ key }) => toldOf(key).length > 0 && !toldOf(key).some(isStanding(context)));
}

type Telling = Pick<ChangeContext, "history">;

/** A long log is read where it lies: it is gone through once for all of them. */
function changesOf({ history }: Telling, keys: readonly string[]): (key: string) => readonly LogEntry[] {
  const changes = new Map(keys.map((key) => [key, [] as LogEntry[]]));
  if (keys.length > 0) for (const entry of history.versions()) changes.get(entry.record.draft ?? "")?.push(entry);
  return (key) => changes.get(key) ?? [];
}

function isStanding({ history }: Telling): (entry: LogEntry) => boolean {
  return ({ record }) => isMemoryId(record.id) && history.undoneBy(record.seq) === undefined;
}

function planFor(context: ChangeContext, accepting: Accepting): Plan<Accepted> {
  const { note, written } = accepting.draft;
  if (note.action !== "CREATE") return planChange(context, accepting, candidateOf(context, accepting.draft));
  const found = context.names.find(idFor(accepting.draft));
  const isSame = found !== undefined && found.written.kind === written.kind && found.written.status === "active";
  if (isSame && context.concerns(found)) return planMerge(context, accepting, found);
  const { steps, result } = planRemember(context, wishOf(accepting));
  return { steps, result: { action: result.action, id: result.id, warnings: result.warnings } };
}

function planChange(context: ChangeContext, accepting: Accepting, found: MemoryFile): Plan<Accepted> {
  const { note } = accepting.draft;
  if (note.action === "UPDATE") return planMerge(context, accepting, found, note.hash);
  const { steps, result } = planMove(
    context,
    context.names.idOf(found),
    "retire",
    wholeStart(note.because, LONGEST_REASON),
  );
  return { steps, result: { action: "retired", id: result.id, warnings: [] } };
}

/** Lists and tags grow, single values give way, and the change log says which. */
function planMerge(context: ChangeContext, accepting: Accepting, found: MemoryFile, expect?: string): Plan<Accepted> {
  const { trust, isThere } = accepting;
  const opened = context.openForWriting(found.path);
  const wish = wishOf(accepting);
  if (accepting.draft.note.whole === "yes") return planWhole(context, accepting, found);
  const merged = mergeInto(opened.bytes.toString("utf8"), found.path, { ...wish, body: wish.text });
  const id = context.names.idOf(found);
  if (merged.changes.length === 0) return { steps: [], result: { action: "unchanged", id, warnings: [] } };
  const { steps, result } = planRevise(context, {
    id,
    expect,
    text: merged.body,
    tags: merged.tags,
    files: merged.files,
    fields: merged.fields,
    trust,
    reason: wholeStart(merged.changes.join("; "), LONGEST_REASON),
    said: wish.said,
    isThere,
  });
  return { steps, result: { action: result.action, id, warnings: result.warnings } };
}

/** The draft's text in the place of the memory's own. */
function planWhole(context: ChangeContext, accepting: Accepting, found: MemoryFile): Plan<Accepted> {
  const { draft, trust, isThere } = accepting;
  const id = context.names.idOf(found);
  const { title, text } = wishOf(accepting);
  const rest = { expect: draft.note.hash, trust, isThere, reason: wholeStart(draft.note.because, LONGEST_REASON) };
  const { steps, result } = planRevise(context, { ...rest, id, title, text });
  return { steps, result: { action: result.action, id, warnings: result.warnings } };
}

/** As it was when the draft was made, or a conflict. */
function candidateOf(context: ChangeContext, { note, written }: Waiting): MemoryFile {
  const id = note.candidate;
  const found = isMemoryId(id) ? context.names.find(id) : undefined;
  if (found === undefined || found.written.status !== "active") {
    throw new CairnError("OCC_CONFLICT", `${id ?? "The memory"} is not there any more.`, {
      hint: LOOK_AGAIN,
    });
  }
  if (found.written.kind !== written.kind) {
    throw new CairnError("OCC_CONFLICT", `${id} is no ${written.kind}.`, { hint: LOOK_AGAIN });
  }
  if (context.openForWriting(found.path).hash !== note.hash) {
    throw new CairnError("OCC_CONFLICT", `${id} changed since the draft was made.`, { hint: LOOK_AGAIN });
  }
  return found;
}

const LOOK_AGAIN = "Nothing was written. The draft is shown again as it would be now: accept it then, or reject it.";

function idFor({ written }: Waiting): MemoryId {
  return idFromTitle(written.title, written.kind);
}

function wishOf({ draft, trust }: Accepting): Wish {
  const { kind, title, description, tags, aliases, files, confidence, fields, source, body, created } = draft.written;
  const texts = Object.entries(fields).map(([name, value]) => [name, String(value)] as const);
  return wishFrom({
    kind,
    text: body.replace(/^#[ \t]+[^\n]*\n*/, ""),
    title,
    description,
    tags,
    aliases,
    files,
    confidence,
    fields: Object.fromEntries(texts),
    trust,
    source: source ?? {},
    said: created,
    supersedes: draft.note.supersedes?.replace(/^project:/, ""),
  });
}
