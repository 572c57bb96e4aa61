/**
 * A draft that was accepted, as a plan for the one door. Its key goes into the log with the change, so that it is
 * written at most once; what it was held against must still be what it was. Pure plans.
 */

import { CairnError } from "../model/error.ts";
import { idFromTitle, isMemoryId } from "../model/id.ts";
import type { MemoryId } from "../model/memory.ts";
import type { Trust } from "../model/trust.ts";
import type { Found } from "../store/catalog.ts";
import type { Plan } from "../store/door.ts";
import type { Waiting } from "../store/inbox.ts";
import type { LogEntry } from "../store/log.ts";
import { refuseUntrusted } from "../store/protect.ts";
import { planRemember } from "../store/remember.ts";
import { planMove, planRevise } from "../store/revise.ts";
import type { Site } from "../store/site.ts";
import { type Wish, wishFrom } from "../store/wish.ts";
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
  readonly random: () => string;
  readonly isThere: (path: string) => boolean;
}

export function planAccept(site: Site, accepting: Accepting): Plan<Accepted> {
  const { draft } = accepting;
  const written = writtenBy(site, draft.key);
  if (written !== undefined) return { steps: [], result: { action: "unchanged", id: written, warnings: [] } };
  refuseUntrusted(draft.written.kind, draft.written.trust ?? "untrusted");
  const plan = planFor(site, accepting);
  return { ...plan, steps: plan.steps.map((step, n) => (n === 0 ? { ...step, draft: draft.key } : step)) };
}

/** The memory this draft was written into, by the log, unless that was taken back. */
export function writtenBy({ book }: Pick<Site, "book">, key: string): MemoryId | undefined {
  const isIts = ({ record }: LogEntry) => record.draft === key && book.undoneBy(record.seq) === undefined;
  const { record } = book.versions().find(isIts) ?? {};
  return isMemoryId(record?.id) ? record.id : undefined;
}

/** Was it written, and then taken back? What the history does not tell was not. */
export function isTakenBack({ book }: Pick<Site, "book">, key: string): boolean {
  return writtenBy({ book }, key) === undefined && book.versions().some(({ record }) => record.draft === key);
}

function planFor(site: Site, accepting: Accepting): Plan<Accepted> {
  const { note, written } = accepting.draft;
  if (note.action !== "CREATE") return planChange(site, accepting, candidateOf(site, accepting.draft));
  const found = site.names.find(idFor(accepting.draft));
  const isSame = found !== undefined && found.written.kind === written.kind && found.written.status === "active";
  if (isSame && site.concerns(found)) return planMerge(site, accepting, found);
  const { steps, result } = planRemember(site, wishOf(accepting), accepting.random);
  return { steps, result: { action: result.action, id: result.id, warnings: result.warnings } };
}

function planChange(site: Site, accepting: Accepting, found: Found): Plan<Accepted> {
  const { note } = accepting.draft;
  if (note.action === "UPDATE") return planMerge(site, accepting, found, note.hash);
  const { steps, result } = planMove(site, site.names.idOf(found), "retire", note.because.slice(0, LONGEST_REASON));
  return { steps, result: { action: "retired", id: result.id, warnings: [] } };
}

/** Lists and tags grow, single values give way, and the change log says which. */
function planMerge(site: Site, accepting: Accepting, found: Found, expect?: string): Plan<Accepted> {
  const { trust, isThere } = accepting;
  const opened = site.openForWriting(found.path);
  const wish = wishOf(accepting);
  const merged = mergeInto(opened.bytes.toString("utf8"), found.path, { ...wish, body: wish.text });
  const id = site.names.idOf(found);
  if (merged.changes.length === 0) return { steps: [], result: { action: "unchanged", id, warnings: [] } };
  const { steps, result } = planRevise(site, {
    id,
    expect,
    text: merged.body,
    tags: merged.tags,
    removeTags: [],
    files: merged.files,
    removeFiles: [],
    aliases: [],
    fields: merged.fields,
    trust,
    reason: merged.changes.join("; ").slice(0, LONGEST_REASON),
    said: wish.said,
    isThere,
  });
  return { steps, result: { action: result.action, id, warnings: result.warnings } };
}

/** As it was when the draft was made, or a conflict. */
function candidateOf(site: Site, { note, written }: Waiting): Found {
  const id = note.candidate;
  const found = isMemoryId(id) ? site.names.find(id) : undefined;
  if (found === undefined || found.written.status !== "active") {
    throw new CairnError("conflict", "OCC_CONFLICT", `${id ?? "The memory"} is not there any more.`, {
      hint: LOOK_AGAIN,
    });
  }
  if (found.written.kind !== written.kind) {
    throw new CairnError("conflict", "OCC_CONFLICT", `${id} is no ${written.kind}.`, { hint: LOOK_AGAIN });
  }
  if (site.openForWriting(found.path).hash !== note.hash) {
    throw new CairnError("conflict", "OCC_CONFLICT", `${id} changed since the draft was made.`, { hint: LOOK_AGAIN });
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
  });
}
