/**
 * Where a wish goes: a new file, an addition to the memory of that name, or nowhere because it is there already.
 * Never merged by likeness. A plan only; the one door carries it out.
 */

import { token } from "../disk/random.ts";
import { editMemory } from "../format/edit.ts";
import { parseMemory } from "../format/parse.ts";
import { CairnError } from "../model/error.ts";
import { fileNameFor } from "../model/file-name.ts";
import { idFromSentence, idFromTitle, isMemoryId, numberedId, slugOf } from "../model/id.ts";
import { goesByTitle, kindRow } from "../model/kind.ts";
import type { Lifecycle, MemoryId } from "../model/memory.ts";
import { lowestTrust } from "../model/trust.ts";
import { termsOf } from "../text/analyse.ts";
import { isOneSided, shareOfAll } from "../text/likeness.ts";
import { additions, isThere, saysOnly, tagsLeftOut } from "./additions.ts";
import type { ChangeContext, Opened } from "./change-context.ts";
import type { Plan } from "./door.ts";
import { planFixed } from "./fixed-file.ts";
import { faceOf, type MemoryFile } from "./memory-file.ts";
import { droppedKeys, keysBack } from "./outside.ts";
import { isLowerOf, mostTags, refuseLower, refuseUntrusted, refuseVetoed, vetoesOn } from "./protect.ts";
import { supersessions } from "./supersede.ts";
import { descriptionFrom, formerTitleFromText, printWish, type Wish } from "./wish.ts";
import type { Step } from "./write.ts";

/** From this share of words in common on, what says nothing else says the same. */
const SAME_FROM = 0.8;
const FEWEST_TERMS = 4;
/** Each is opened to be compared. More that begin with the same words are told apart by what else they say. */
const MOST_COMPARED = 20;

export interface Remembered {
  readonly action: "created" | "updated" | "unchanged";
  readonly id: MemoryId;
  readonly path: string;
  readonly warnings: readonly string[];
}

const MOST_NUMBERS = 10_000;

/** `random`: what tells apart files whose names would be the same. */
export function planRemember(context: ChangeContext, wish: Wish, random = () => token().slice(0, 4)): Plan<Remembered> {
  refuseUntrusted(wish.kind, wish.trust);
  const { naming } = kindRow(wish.kind);
  if (naming.by === "name" || naming.by === "day") return planFixed(context, wish);
  const known = naming.by === "path" ? analysisOf(context, wish) : undefined;
  if (known !== undefined) return planInPlace(context, wish, known);
  const { id, found } = naming.by === "stamp" ? { id: freeId(context, wish), found: undefined } : target(context, wish);
  if (found === undefined)
    return saidElsewhere(context, wish) ?? saidAlready(context, wish) ?? planCreate(context, wish, id, random);
  return planMeeting(context, wish, id, found);
}

/** The first id of the series that is free, or taken by a memory of the same kind and project. */
function target(context: ChangeContext, wish: Wish): { id: MemoryId; found: MemoryFile | undefined } {
  const former = wish.titled || wish.name !== undefined ? undefined : formerlyCalled(context, wish);
  if (former !== undefined) return { id: context.names.idOf(former), found: former };
  const first = firstId(wish, context);
  for (let n = 1; n < MOST_NUMBERS; n++) {
    const id = numberedId(first, n);
    const found = context.names.find(id);
    if (found === undefined && context.names.isFree(id)) return { id, found };
    if (found?.written.kind !== wish.kind || !context.concerns(found)) continue;
    if (isMeant(wish, found) || saysAll(context, wish, found)) return { id: context.names.idOf(found), found };
  }
  throw new Error(`no id is left for ${first}`);
}

/** The same words, kept when a sentence was taken to end at its first full stop, whatever that belonged to. */
function formerlyCalled(context: ChangeContext, wish: Wish): MemoryFile | undefined {
  const title = formerTitleFromText(wish.text);
  if (title === wish.title) return undefined;
  const found = context.names.find(idFromSentence(title, wish.kind));
  if (found?.written.kind !== wish.kind || found.written.title !== title || !context.concerns(found)) return undefined;
  return saysAll(context, wish, found) ? found : undefined;
}

/** The same sentence has the same name, whatever kind it was kept as: then it is known, and its writer hears how to go on. */
function saidElsewhere(context: ChangeContext, wish: Wish): Plan<Remembered> | undefined {
  if (wish.isOnce !== true || wish.supersedes.length > 0) return undefined;
  const found = context.names.find(firstId(wish, context));
  const { kind, title = "", supersededBy } = found?.written ?? {};
  if (found === undefined || kind === undefined || kind === wish.kind || !context.concerns(found)) return undefined;
  if (supersededBy !== undefined) return undefined; // it does not hold any more
  if (slugOf(title) !== slugOf(wish.title) || !saysAll(context, wish, found)) return undefined;
  const id = context.names.idOf(found);
  const told = `${id} says this already, as ${kind}; nothing was written. To make it ${wish.kind}, remember it with supersedes ${id}; to keep both, with anyway.`;
  return { steps: [], result: { action: "unchanged", id, path: found.path, warnings: [told] } };
}

/** One of its kind says just this, whatever it is called: only what is said about it comes to it, and its writer hears where. */
function saidAlready(context: ChangeContext, wish: Wish): Plan<Remembered> | undefined {
  const found = wish.isOnce === true && !wish.titled ? sameWords(context, wish) : undefined;
  if (found === undefined) return undefined;
  const [id, { title = "" }] = [context.names.idOf(found), found.written];
  const { steps, result } = planMeeting(context, { ...wish, title, titled: false }, id, found);
  const told = `${id} says just this already; its text was left as it is. To keep it twice, remember it again with anyway.`;
  return { steps, result: { ...result, warnings: [...result.warnings, told] } };
}

/** A word or two say nothing by themselves: what they are about is the title. */
function sameWords(context: ChangeContext, { kind, text, title, supersedes }: Wish): MemoryFile | undefined {
  if (supersedes.length > 0 || !goesByTitle(kind) || new Set(termsOf(text)).size < FEWEST_TERMS) return undefined;
  return context
    .likeness()
    .describedAs(descriptionFrom(text, title, kind), kind)
    .flatMap((path) => context.catalog.file(path) ?? [])
    .filter((file) => mayBeMeant(context, file))
    .slice(0, MOST_COMPARED)
    .find((file) => saysJust(context, text, file));
}

function mayBeMeant(context: ChangeContext, file: MemoryFile): boolean {
  const { status, supersededBy } = file.written;
  return status === "active" && supersededBy === undefined && !file.readOnly && context.concerns(file);
}

function saysJust(context: ChangeContext, text: string, { path }: MemoryFile): boolean {
  const { written } = parseMemory(context.open(path)?.bytes.toString("utf8") ?? "", path);
  return saysOnly(written, text);
}

function freeId(context: ChangeContext, wish: Wish): MemoryId {
  let n = 1;
  while (!context.names.isFree(numberedId(firstId(wish, context), n))) n++;
  return numberedId(firstId(wish, context), n);
}

/** What nobody gave a name is called by its first words; where it was called by all of them before, it stays so. */
function firstId(wish: Wish, { names }: ChangeContext): MemoryId {
  const session = kindRow(wish.kind).naming.by === "session" ? slugOf(sessionOf(wish) ?? "") : "";
  if (isMemoryId(session)) return session;
  const whole = wish.name ?? idFromTitle(wish.title, wish.kind);
  if (wish.titled || wish.name !== undefined || names.find(whole) !== undefined) return whole;
  return idFromSentence(wish.title, wish.kind);
}

/** Who gives a title means the memory of that name; of a sentence only its first words are the name. */
function isMeant({ titled, name, title }: Wish, { written }: MemoryFile): boolean {
  return titled || name !== undefined || slugOf(written.title ?? title) === slugOf(title);
}

/** The sentences are others, by their stops, and the words are the same. */
function saysAll(context: ChangeContext, wish: Wish, { path, written: { status } }: MemoryFile): boolean {
  if (wish.supersedes.length > 0 || status !== "active") return false;
  const { written } = parseMemory(context.open(path)?.bytes.toString("utf8") ?? "", path);
  return isThere(written, wish.text);
}

/** A summary is of the session it names; else of the one it was written in. */
function sessionOf({ fields, source }: Wish): string | undefined {
  const named = fields["session"];
  return typeof named === "string" && named !== "" ? named : source.session;
}

/** A memory of that name and kind exists: as it stands, not as the catalog last saw it. */
function planMeeting(context: ChangeContext, wish: Wish, id: MemoryId, found: MemoryFile): Plan<Remembered> {
  const base = context.openForWriting(found.path);
  const text = base.bytes.toString("utf8");
  const written = parseMemory(text, found.path).written;
  const standing = droppedKeys(written, found.path, context.history) ?? written;
  refuseVetoed(vetoesOn({ ...standing, id }, context.now()), "create");
  if (standing.status === "retired") return planAgain(context, wish, { id, base, retired: standing.retired });
  const { edit, changed, says, warnings } = additions(wish, standing, context.now());
  const added = wish.titled && says && standing.title !== undefined ? [addedBelow(id)] : [];
  const result = { id, path: found.path, warnings: [...warnings, ...added] };
  if (!changed) return { steps: [], result: { ...result, action: "unchanged" } };
  const trustNow = context.trustNow(base);
  if (says) refuseLower(context, { id, kind: wish.kind, trust: trustNow }, wish.trust);
  const isLower = isLowerOf(context, { kind: wish.kind, trust: trustNow }, wish.trust);
  const trust = isLower ? trustNow : lowestTrust(wish.trust, trustNow);
  const after = editMemory(text, { ...keysBack(written, found.path, context.history), ...edit, trust }, found.path);
  return planWith(context, wish, stepOver(base, id, wish, { after, trust, why: "remembered more" }), {
    ...result,
    action: "updated",
  });
}

/** Whoever gives the same title again may mean to correct what it says. */
function addedBelow(id: MemoryId): string {
  return `${id} has that title already, and the new text was added below the old. If it should take its place: undo, then remember it under another title with supersedes ${id}.`;
}

/** The file an analysis is about: as it says itself, else the first it names. */
function sourcePathOf({ fields, files }: Wish): string | undefined {
  const said = fields["path"];
  return typeof said === "string" && said !== "" ? said : files[0]?.path;
}

/** What is known of that file: a file has one analysis, whatever it is called. */
function analysisOf(context: ChangeContext, wish: Wish): MemoryFile | undefined {
  const path = sourcePathOf(wish);
  if (path === undefined) return undefined;
  return [...context.catalog.files()].find(
    (file) =>
      faceOf(file).kind === wish.kind &&
      file.written.status === "active" &&
      file.written.fields["path"] === path &&
      context.concerns(file),
  );
}

/** The new words take the place of the old, which stay in the history. */
function planInPlace(context: ChangeContext, wish: Wish, found: MemoryFile): Plan<Remembered> {
  const id = context.names.idOf(found);
  const base = context.openForWriting(found.path);
  const text = base.bytes.toString("utf8");
  const { written } = parseMemory(text, found.path);
  const { title, text: body, description } = wish;
  const result = { id, path: found.path, warnings: [] };
  const grown = additions(wish, written, context.now());
  if (!grown.changed && title === written.title) return { steps: [], result: { ...result, action: "unchanged" } };
  const standing = context.trustNow(base);
  refuseLower(context, { id, kind: wish.kind, trust: standing }, wish.trust);
  const { append: _, ...edit } = grown.edit;
  const at = context.now().toISOString();
  const again = { ...edit, title, body, description, updated: at, changes: [{ at, summary: "analysed again" }] };
  const after = editMemory(
    text,
    { ...keysBack(written, found.path, context.history), ...again, trust: wish.trust },
    found.path,
  );
  const step = stepOver(base, id, wish, { after, trust: wish.trust, why: "analysed again" });
  return planWith(context, wish, step, { ...result, action: "updated" });
}

interface Retired {
  readonly id: MemoryId;
  readonly base: Opened;
  readonly retired: Lifecycle | undefined;
}

/** Retired long enough ago: the same file begins anew; its old text stays in the history. */
function planAgain(context: ChangeContext, wish: Wish, { id, base, retired }: Retired): Plan<Remembered> {
  const since = retired?.at.slice(0, 10) ?? "";
  const why = retired?.reason ? ` (${retired.reason})` : "";
  const told = `${id} was retired${since && ` on ${since}`}${why}: its file begins anew with these words. history ${id} has the old ones, undo brings them back.`;
  const after = printWish(wish, id, context.now());
  const step = stepOver(base, id, wish, { after, trust: wish.trust, why: "remembered again" });
  return planWith(context, wish, step, { action: "created", id, path: base.path, warnings: [told] });
}

function planCreate(context: ChangeContext, wish: Wish, id: MemoryId, random: () => string): Plan<Remembered> {
  const path = fileNameFor(wish.kind, {
    id,
    title: wish.title,
    now: context.now(),
    session: sessionOf(wish),
    sourcePath: sourcePathOf(wish),
    promised: wish.promised,
    random,
    taken: (candidate) => context.catalog.isTaken(candidate),
    nextNumber: (day) => context.numbers().next(day),
  });
  const after = Buffer.from(printWish(wish, id, context.now()));
  const step: Step = { op: "create", id, kind: wish.kind, path, after, trust: wish.trust, why: "remembered" };
  const left = wish.tags.slice(mostTags);
  const similar = wish.supersedes.length > 0 ? undefined : alike(context, wish);
  if (similar?.isSame && wish.isCareful === true) {
    throw new CairnError("CREATE_OVERWRITE_ERROR", `${similar.id} says the same already; nothing was written.`, {
      hint: `To add to it: update ${similar.id}; if you changed your mind, remember it again with supersedes ${similar.id}; if it is something else, with anyway.`,
    });
  }
  const hint =
    similar === undefined ? [] : [`${similar.id} says ${similar.how}: update it instead if it is the same thing.`];
  const warnings = [...(left.length === 0 ? [] : [tagsLeftOut(left)]), ...hint];
  return planWith(context, wish, step, { action: "created", id, path, warnings });
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
function planWith(context: ChangeContext, wish: Wish, step: Step, result: Remembered): Plan<Remembered> {
  return { steps: [step, ...supersessions(context, wish, step.id)], result };
}

interface Similar {
  readonly id: MemoryId;
  readonly how: "something similar" | "the same, word for word";
  /** Nearly the same words, and neither has one the other lacks: a thing of another name or number is another thing. */
  readonly isSame: boolean;
}

function alike(context: ChangeContext, wish: Wish): Similar | undefined {
  const same = sameWords(context, wish);
  if (same !== undefined) return { id: context.names.idOf(same), how: "the same, word for word", isSame: true };
  const path = context.likeness().nearest(`${wish.title} ${wish.description}`, wish.kind);
  const found = path === undefined ? undefined : context.catalog.file(path);
  if (found === undefined || !context.concerns(found)) return undefined;
  const wished = new Set(termsOf(`${wish.title} ${wish.description}`));
  const standing = new Set(termsOf(`${found.written.title} ${found.written.description}`));
  const isSame = isOneSided(wished, standing) && shareOfAll(wished, standing) >= SAME_FROM;
  return { id: context.names.idOf(found), how: "something similar", isSame };
}
