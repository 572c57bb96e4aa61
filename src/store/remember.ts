/**
 * Where a wish goes: a new file, an addition to the memory of that name, or nowhere because it is there already.
 * Never merged by likeness. A plan only; the one door carries it out.
 */

import { type Edit, editMemory } from "../format/edit.ts";
import { parseMemory } from "../format/parse.ts";
import { printMemory } from "../format/print.ts";
import { CairnError } from "../model/error.ts";
import { fileNameFor } from "../model/file-name.ts";
import { idFromPath, idFromTitle, isMemoryId, numberedId, slugOf } from "../model/id.ts";
import { kindRow } from "../model/kind.ts";
import type { MemoryId, Written } from "../model/memory.ts";
import { lowestTrust } from "../model/trust.ts";
import type { Found } from "./catalog.ts";
import { droppedKeys } from "./outside.ts";
import { growFiles, growTags, mostTags, refuseUntrusted, refuseVetoed, vetoesOn } from "./protect.ts";
import type { Site } from "./site.ts";
import type { Plan } from "./store.ts";
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
  if (naming.by === "name" || naming.by === "day") return planFixed(site, wish, random);
  const { id, found } = naming.by === "stamp" ? { id: freeId(site, wish), found: undefined } : target(site, wish);
  if (found === undefined) return planCreate(site, wish, id, random);
  return planMeeting(site, wish, id, found);
}

/** The first id of the series that is free, or taken by a memory of the same kind. */
function target(site: Site, wish: Wish): { id: MemoryId; found: Found | undefined } {
  const first = firstId(wish);
  for (let n = 1; n < MOST_NUMBERS; n++) {
    const id = numberedId(first, n);
    const found = site.names.find(id);
    if (found === undefined && site.names.isFree(id)) return { id, found };
    if (found?.written.kind === wish.kind) return { id: site.names.idOf(found), found };
  }
  throw new Error(`no id is left for ${first}`);
}

function freeId(site: Site, wish: Wish): MemoryId {
  let n = 1;
  while (!site.names.isFree(numberedId(firstId(wish), n))) n++;
  return numberedId(firstId(wish), n);
}

function firstId({ kind, title, source }: Wish): MemoryId {
  const session = kind === "session_summary" ? slugOf(source.session ?? "") : "";
  return isMemoryId(session) ? session : idFromTitle(title, kind);
}

/** A memory of that name and kind exists: as it stands, not as the catalog last saw it. */
function planMeeting(site: Site, wish: Wish, id: MemoryId, found: Found): Plan<Remembered> {
  const base = site.openForWriting(found.path);
  const text = base.bytes.toString("utf8");
  const written = parseMemory(text, found.path).written;
  const standing = droppedKeys(written, found.path, site.book) ?? written;
  refuseVetoed(vetoesOn({ id, ...lifecycle(standing) }, site.now()), "create");
  if (standing.status === "retired") return planAgain(site, wish, id, found.path, base);
  const { edit, changed, warnings } = additions(site, wish, standing);
  const result = { id, path: found.path, warnings };
  if (!changed) return { steps: [], result: { ...result, action: "unchanged" } };
  const trust = lowestTrust(wish.trust, site.book.vouching(found.path, base.hash)?.record.trust ?? "imported");
  const after = editMemory(text, { ...edit, trust }, found.path);
  const step: Step = { op: "update", id, kind: wish.kind, path: found.path, base, after: Buffer.from(after), trust, why: "remembered more" };
  return withSupersession(site, wish, id, step, { ...result, action: "updated" });
}

/** Retired long enough ago: the same file begins anew; its old text stays in the history. */
function planAgain(site: Site, wish: Wish, id: MemoryId, path: string, base: NonNullable<Step["base"]>): Plan<Remembered> {
  const after = Buffer.from(printWish(site, wish, id));
  const step: Step = { op: "update", id, kind: wish.kind, path, base, after, trust: wish.trust, why: "remembered again" };
  return { steps: [step], result: { action: "created", id, path, warnings: [] } };
}

function planCreate(site: Site, wish: Wish, id: MemoryId, random: () => string): Plan<Remembered> {
  const path = fileNameFor(wish.kind, {
    id,
    title: wish.title,
    now: site.now(),
    session: wish.source.session,
    sourcePath: wish.files[0]?.path,
    random,
    taken: (candidate) => site.catalog.isTaken(candidate),
    nextNumber: (day) => site.numbers.next(day),
  });
  const warnings = [...tooManyTags(wish), ...alike(site, wish)];
  const step: Step = { op: "create", id, kind: wish.kind, path, after: Buffer.from(printWish(site, wish, id)), trust: wish.trust, why: "remembered" };
  return withSupersession(site, wish, id, step, { action: "created", id, path, warnings });
}

/** Kinds with one file: a named section is replaced, or a dated entry added. */
function planFixed(site: Site, wish: Wish, random: () => string): Plan<Remembered> {
  const { naming } = kindRow(wish.kind);
  const names = naming.by === "name" ? naming.names : [];
  const part = names.find((name) => name === slugOf(wish.title));
  const path = fileNameFor(wish.kind, { id: "", title: wish.title, now: site.now(), part, random, taken: () => false, nextNumber: () => 1 });
  const id = idFromPath(path);
  const base = site.open(path);
  const entry = naming.by === "day" || (naming.by === "name" && naming.on === "append");
  const heading = part === undefined && wish.titled ? wish.title : sectionFor(wish);
  const result = { id, path, warnings: [] };
  if (base === undefined) {
    const body = entry ? entryLine(site, wish) : `## ${heading}\n\n${wish.text}`;
    const text = printWish(site, { ...wish, title: titleOfFixed(path), text: body }, id);
    const step: Step = { op: "create", id, kind: wish.kind, path, after: Buffer.from(text), trust: wish.trust, why: "remembered" };
    return { steps: [step], result: { ...result, action: "created" } };
  }
  const trust = lowestTrust(wish.trust, site.book.vouching(path, base.hash)?.record.trust ?? "imported");
  const text = base.bytes.toString("utf8");
  if (naming.by === "day") return planAppend(site, wish, id, path, base, trust);
  const edit: Edit = entry ? { append: entryLine(site, wish) } : { section: { heading, text: wish.text, mode: "replace" } };
  if (editMemory(text, edit, path) === text) return { steps: [], result: { ...result, action: "unchanged" } };
  const at = site.now().toISOString();
  const after = editMemory(text, { ...edit, updated: at, trust, changes: [{ at, summary: entry ? "entry added" : `${heading} replaced` }] }, path);
  const step: Step = { op: "update", id, kind: wish.kind, path, base, after: Buffer.from(after), trust, why: "remembered" };
  return { steps: [step], result: { ...result, action: "updated" } };
}

/** The log of a day only ever grows: what is there is not read into the history again. */
function planAppend(site: Site, wish: Wish, id: MemoryId, path: string, base: NonNullable<Step["base"]>, trust: Step["trust"]): Plan<Remembered> {
  const newline = base.bytes.length > 0 && base.bytes.at(-1) !== 10 ? "\n" : "";
  const after = Buffer.from(`${newline}${entryLine(site, wish)}\n`);
  const step: Step = { op: "append", id, kind: wish.kind, path, base, after, trust, why: "logged" };
  return { steps: [step], result: { action: "updated", id, path, warnings: [] } };
}

function entryLine(site: Site, wish: Wish): string {
  const at = site.now().toISOString();
  const time = wish.kind === "log" ? at.slice(11, 16) : at;
  return `- ${time} ${wish.text.replace(/\n+/g, "\n  ")}`;
}

function sectionFor({ kind, source }: Wish): string {
  const first = kindRow(kind).sections[0]?.heading;
  if (first !== undefined) return first;
  return source.session === undefined ? "Now" : `Session ${source.session}`;
}

function titleOfFixed(path: string): string {
  const words = idFromPath(path).replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function printWish(site: Site, wish: Wish, id: MemoryId): string {
  const at = site.now().toISOString();
  const { kind, title, text, description, aliases, confidence, trust, source, files, supersedes, fields } = wish;
  const tags = wish.tags.slice(0, mostTags);
  const withPath = kind === "analysis" && files[0] !== undefined && fields["path"] === undefined ? { ...fields, path: files[0].path } : fields;
  const own = kind === "session_summary" && source.session !== undefined ? { ...withPath, session: source.session } : withPath;
  const changes = [{ at, summary: "created" }];
  return printMemory({ name: id, kind, title, body: text, description, tags, aliases, confidence, trust, created: at, updated: at, source, files, supersedes, fields: own, changes });
}

interface Additions {
  readonly edit: Edit;
  readonly changed: boolean;
  readonly warnings: readonly string[];
}

/** Text appended, tags and files united, one change entry. What is there already adds nothing. */
function additions(site: Site, wish: Wish, standing: Written): Additions {
  const text = isThere(standing, wish) ? undefined : wish.text;
  const { kept: tags, evicted } = growTags(standing.tags, wish.tags);
  const files = growFiles(standing.files, wish.files, [], () => true);
  const aliases = [...new Set([...standing.aliases, ...wish.aliases])];
  const description = wish.described && wish.description !== standing.description ? wish.description : undefined;
  const fields = differing(standing.fields, wish.fields);
  const confidence = wish.confidence === standing.confidence ? undefined : wish.confidence;
  const said = [
    text === undefined ? "" : "text added",
    same(tags, standing.tags) ? "" : "tags",
    files.length === standing.files.length ? "" : "files",
    aliases.length === standing.aliases.length ? "" : "aliases",
    description === undefined ? "" : "description",
    fields === undefined ? "" : "fields",
    confidence === undefined ? "" : "confidence",
  ].filter((word) => word !== "");
  const at = site.now().toISOString();
  const kept = droppedFields(standing);
  return {
    changed: said.length > 0 || newlySuperseding(standing, wish).length > 0,
    edit: {
      ...kept,
      ...(text === undefined ? {} : { append: text }),
      ...(description === undefined ? {} : { description }),
      ...(fields === undefined ? {} : { fields }),
      ...(confidence === undefined ? {} : { confidence }),
      tags,
      files,
      aliases,
      updated: at,
      updates: standing.updates + 1,
      changes: [{ at, summary: said.join(", ") || "supersedes another" }],
    },
    warnings: evicted.length === 0 ? [] : [`A memory has at most ${mostTags} tags; left out: ${evicted.join(", ")}.`],
  };
}

/** Cairn's keys a foreign rewrite dropped go back in with this write. */
function droppedFields({ kind, created, source, status }: Written): Edit {
  return { kind, status, ...(created === undefined ? {} : { created }), ...(source === undefined ? {} : { source }) } as Edit;
}

function isThere(standing: Written, { text, title }: Wish): boolean {
  const flat = (words: string) => words.replace(/\s+/g, " ").trim();
  const body = ` ${flat(standing.body)} `;
  const wanted = flat(text);
  return wanted === "" || wanted === flat(title) || body.includes(` ${wanted} `);
}

function differing(standing: Written["fields"], wanted: Wish["fields"]): Written["fields"] | undefined {
  const changed = Object.entries(wanted).some(([name, value]) => standing[name] !== value);
  return changed ? { ...standing, ...wanted } : undefined;
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((word, n) => word === b[n]);
}

function lifecycle({ status, retired }: Written) {
  return retired === undefined ? { status } : { status, retired };
}

function tooManyTags({ tags }: Wish): string[] {
  const left = tags.slice(mostTags);
  return left.length === 0 ? [] : [`A memory has at most ${mostTags} tags; left out: ${left.join(", ")}.`];
}

function alike(site: Site, { title, description, kind }: Wish): string[] {
  const path = site.likeness.nearest(`${title} ${description}`, kind);
  const found = path === undefined ? undefined : site.catalog.file(path);
  return found === undefined ? [] : [`${site.names.idOf(found)} says something similar: update it instead if it is the same thing.`];
}

function newlySuperseding(standing: Written, wish: Wish): readonly string[] {
  return wish.supersedes.filter((id) => !standing.supersedes.includes(id));
}

/** The new one is written first, so that every prefix makes sense; readers honour either link. */
function withSupersession(site: Site, wish: Wish, id: MemoryId, step: Step, result: Remembered): Plan<Remembered> {
  const old = wish.supersedes.map((name) => supersededIn(site, name, id)).filter((found) => found !== undefined);
  return { steps: [step, ...old], result };
}

function supersededIn(site: Site, name: string, by: MemoryId): Step | undefined {
  const id = name.slice(name.indexOf(":") + 1) as MemoryId;
  const found = site.names.find(id);
  if (found === undefined) return undefined;
  if (site.names.idOf(found) === by) {
    throw new CairnError("invalid-input", "VALIDATION_ERROR", "A memory cannot supersede itself.", { field: "supersedes", hint: "Give the new one another title." });
  }
  const base = site.openForWriting(found.path);
  const at = site.now().toISOString();
  const trust = site.book.vouching(found.path, base.hash)?.record.trust ?? "imported";
  const edit: Edit = { supersededBy: by, updated: at, changes: [{ at, summary: `superseded by ${by}` }] };
  const after = Buffer.from(editMemory(base.bytes.toString("utf8"), edit, found.path));
  return { op: "update", id, kind: found.written.kind, path: found.path, base, after, trust, why: `superseded by ${by}` };
}
