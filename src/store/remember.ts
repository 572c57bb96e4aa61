/**
 * Where a wish goes: a new file, an addition to the memory of that name, or nowhere because it is there already.
 * Never merged by likeness. A plan only; the one door carries it out.
 */

import { editMemory } from "../format/edit.ts";
import { parseMemory } from "../format/parse.ts";
import { fileNameFor } from "../model/file-name.ts";
import { idFromTitle, isMemoryId, numberedId, slugOf } from "../model/id.ts";
import { kindRow } from "../model/kind.ts";
import type { MemoryId } from "../model/memory.ts";
import { lowestTrust } from "../model/trust.ts";
import { additions, tagsLeftOut } from "./additions.ts";
import type { Found } from "./catalog.ts";
import type { Plan } from "./door.ts";
import { planFixed } from "./fixed-file.ts";
import { droppedKeys, keysBack } from "./outside.ts";
import { printWish } from "./print-wish.ts";
import { mostTags, refuseUntrusted, refuseVetoed, vetoesOn } from "./protect.ts";
import type { Opened, Site } from "./site.ts";
import { supersessions } from "./supersede.ts";
import type { Wish } from "./wish.ts";
import type { Step } from "./write.ts";

export interface Remembered {
  readonly action: "created" | "updated" | "unchanged";
  readonly id: MemoryId;
  readonly path: string;
  readonly warnings: readonly string[];
}

const MOST_NUMBERS = 10_000;

export function planRemember(site: Site, wish: Wish, random: () => string): Plan<Remembered> {
  refuseUntrusted(wish.kind, wish.trust);
  const { naming } = kindRow(wish.kind);
  if (naming.by === "name" || naming.by === "day") return planFixed(site, wish);
  const { id, found } = naming.by === "stamp" ? { id: freeId(site, wish), found: undefined } : target(site, wish);
  if (found === undefined) return planCreate(site, wish, id, random);
  return planMeeting(site, wish, id, found);
}

/** The first id of the series that is free, or taken by a memory of the same kind and project. */
function target(site: Site, wish: Wish): { id: MemoryId; found: Found | undefined } {
  const first = firstId(wish);
  for (let n = 1; n < MOST_NUMBERS; n++) {
    const id = numberedId(first, n);
    const found = site.names.find(id);
    if (found === undefined && site.names.isFree(id)) return { id, found };
    if (found?.written.kind === wish.kind && site.concerns(found)) return { id: site.names.idOf(found), found };
  }
  throw new Error(`no id is left for ${first}`);
}

function freeId(site: Site, wish: Wish): MemoryId {
  let n = 1;
  while (!site.names.isFree(numberedId(firstId(wish), n))) n++;
  return numberedId(firstId(wish), n);
}

function firstId(wish: Wish): MemoryId {
  const session = wish.kind === "session_summary" ? slugOf(sessionOf(wish) ?? "") : "";
  return isMemoryId(session) ? session : idFromTitle(wish.title, wish.kind);
}

/** A summary is of the session it names; else of the one it was written in. */
function sessionOf({ fields, source }: Wish): string | undefined {
  const named = fields["session"];
  return typeof named === "string" && named !== "" ? named : source.session;
}

/** A memory of that name and kind exists: as it stands, not as the catalog last saw it. */
function planMeeting(site: Site, wish: Wish, id: MemoryId, found: Found): Plan<Remembered> {
  const base = site.openForWriting(found.path);
  const text = base.bytes.toString("utf8");
  const written = parseMemory(text, found.path).written;
  const standing = droppedKeys(written, found.path, site.book) ?? written;
  refuseVetoed(vetoesOn({ ...standing, id }, site.now()), "create");
  if (standing.status === "retired") return planAgain(site, wish, id, base);
  const { edit, changed, warnings } = additions(wish, standing, site.now());
  const result = { id, path: found.path, warnings };
  if (!changed) return { steps: [], result: { ...result, action: "unchanged" } };
  const trust = lowestTrust(wish.trust, site.trustNow(base));
  const after = editMemory(text, { ...keysBack(written, found.path, site.book), ...edit, trust }, found.path);
  return planWith(site, wish, stepOver(base, id, wish, { after, trust, why: "remembered more" }), {
    ...result,
    action: "updated",
  });
}

/** Retired long enough ago: the same file begins anew; its old text stays in the history. */
function planAgain(site: Site, wish: Wish, id: MemoryId, base: Opened): Plan<Remembered> {
  const after = printWish(wish, id, site.now());
  const step = stepOver(base, id, wish, { after, trust: wish.trust, why: "remembered again" });
  return planWith(site, wish, step, { action: "created", id, path: base.path, warnings: [] });
}

function planCreate(site: Site, wish: Wish, id: MemoryId, random: () => string): Plan<Remembered> {
  const path = fileNameFor(wish.kind, {
    id,
    title: wish.title,
    now: site.now(),
    session: sessionOf(wish),
    sourcePath: wish.files[0]?.path,
    promised: wish.promised,
    random,
    taken: (candidate) => site.catalog.isTaken(candidate),
    nextNumber: (day) => site.numbers.next(day),
  });
  const after = Buffer.from(printWish(wish, id, site.now()));
  const step: Step = { op: "create", id, kind: wish.kind, path, after, trust: wish.trust, why: "remembered" };
  const left = wish.tags.slice(mostTags);
  const warnings = [...(left.length === 0 ? [] : [tagsLeftOut(left)]), ...alike(site, wish)];
  return planWith(site, wish, step, { action: "created", id, path, warnings });
}

interface NewText {
  readonly after: string;
  readonly trust: Step["trust"];
  readonly why: string;
}

function stepOver(base: Opened, id: MemoryId, { kind }: Wish, { after, trust, why }: NewText): Step {
  return { op: "update", id, kind, path: base.path, base, after: Buffer.from(after), trust, why };
}

/** What it supersedes is marked after it is written, so that every prefix makes sense. */
function planWith(site: Site, wish: Wish, step: Step, result: Remembered): Plan<Remembered> {
  return { steps: [step, ...supersessions(site, wish.supersedes, step.id)], result };
}

function alike(site: Site, { title, description, kind }: Wish): string[] {
  const path = site.likeness.nearest(`${title} ${description}`, kind);
  const found = path === undefined ? undefined : site.catalog.file(path);
  if (found === undefined || !site.concerns(found)) return [];
  return [`${site.names.idOf(found)} says something similar: update it instead if it is the same thing.`];
}
