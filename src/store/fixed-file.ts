/** Kinds with one file a root: a named section is replaced, or a dated entry added; a day's log only grows. */

import { editMemory, type MemoryEdit } from "../format/edit.ts";
import { parseMemory } from "../format/parse.ts";
import { escapeHeadings, sectionsOf } from "../format/sections.ts";
import { firstSentence } from "../format/sentence.ts";
import { entryLines, printDayEntry, sessionMark } from "../model/day-entry.ts";
import { defined } from "../model/defined.ts";
import { CairnError } from "../model/error.ts";
import { fileNameFor } from "../model/file-name.ts";
import { idFromPath, slugOf } from "../model/id.ts";
import { type Kind, kindRow } from "../model/kind.ts";
import { localTime } from "../model/local-day.ts";
import type { MemoryId, Written } from "../model/memory.ts";
import { isPlaceholder, placeholder } from "../model/placeholder.ts";
import { lowestTrust, type Trust } from "../model/trust.ts";
import { bodyWith, bodyWithout, openBlockers, saidResolved } from "../text/blockers.ts";
import { wholeStart } from "../text/lines.ts";
import type { ChangeContext, Opened } from "./change-context.ts";
import type { Plan } from "./door.ts";
import { droppedKeys, keysBack, secretsIn } from "./outside.ts";
import { refuseLower, refuseVetoed, vetoesOn } from "./protect.ts";
import type { Remembered } from "./remember.ts";
import { withoutSecretsIn } from "./step-record.ts";
import { printWish, type Wish } from "./wish.ts";
import type { Step } from "./write.ts";

const MOST_OTHERS = 7;
const SUMMARY = 120;

interface Target {
  readonly id: MemoryId;
  readonly path: string;
  /** The section the text replaces; undefined where it is added as an entry. */
  readonly heading: string | undefined;
}

export function planFixed(given: ChangeContext, wish: Wish): Plan<Remembered> {
  // One moment for all of it: the day a file is called by and the time in its entry.
  const now = given.now();
  const context: ChangeContext = { ...given, now: () => now };
  const target = targetOf(wish, now);
  const found = context.catalog.file(target.path);
  const base = found === undefined ? context.open(target.path) : context.openForWriting(target.path);
  const isBlocker = wish.kind === "blocker";
  const isOver = isBlocker && saidResolved(wish.text)?.isPlain === true;
  if (base === undefined) return isOver ? nothingInTheWay() : begin(context, wish, target);
  if (found !== undefined && !context.concerns(found)) throw anothers();
  const { written } = parseMemory(base.bytes.toString("utf8"), target.path);
  const standing = droppedKeys(written, target.path, context.history) ?? written;
  if (standing.status !== "retired" || !ofWork.includes(wish.kind) || standing.body.includes(wish.text))
    refuseVetoed(vetoesOn({ ...standing, id: target.id }, context.now()), "create");
  const isEmpty = isPlaceholder(standing) && !isOver && !(isBlocker && standing.body.includes("\n## "));
  if (standing.status === "retired" || isEmpty) return isOver ? nothingInTheWay() : begin(context, wish, target, base);
  const trustNow = context.trustNow(base);
  const isLog = kindRow(wish.kind).naming.by === "day";
  // One session's words of others do not make every session's part of the file worth as little.
  if (!isLog) refuseLower(context, { id: target.id, kind: wish.kind, trust: trustNow }, wish.trust);
  const trust = lowestTrust(wish.trust, trustNow);
  if (isBlocker) return amendBlockers(context, wish, target, { base, trust, standing });
  return isLog ? appendTo(context, wish, target, { base, trust }) : amend(context, wish, target, { base, trust });
}

/** Their files have one name each and hold what is new: taking one away is no word against what comes after it. */
const ofWork: readonly Kind[] = ["task", "progress", "blocker"];
const UNKNOWN_BLOCKER = "No open blocker speaks of that; nothing was changed. show blockers tells what is in the way.";

function nothingInTheWay(): never {
  throw new CairnError("NOT_FOUND", "No blocker is noted here.", { hint: "There is nothing to take out of the way." });
}

/** The file as it is, and what it is worth with the new words in it. */
interface Standing {
  readonly base: Opened;
  readonly trust: Trust;
}

/** What says that one is out of the way takes it out of the way; every other word is one more. */
function amendBlockers(
  context: ChangeContext,
  wish: Wish,
  { id, path }: Target,
  { base, trust, standing: { body } }: Standing & { readonly standing: Pick<Written, "body"> },
): Plan<Remembered> {
  const result = { id, path, warnings: [] };
  const said = saidResolved(wish.text);
  const after = said === undefined ? undefined : bodyWithout(body, [said.said], context.now());
  if (after === undefined || (after.resolved.length === 0 && !said?.isPlain)) {
    if (openBlockers(body).some(({ text }) => text === wish.text.trim()))
      return { steps: [], result: { ...result, action: "unchanged" } };
    const more = bodyWith(body, entryFor(context, wish));
    return rewrite(context, { base, id, wish, trust }, { body: more, summary: "entry added", said: wish.description });
  }
  if (after.resolved.length === 0)
    return { steps: [], result: { ...result, action: "unchanged", warnings: [UNKNOWN_BLOCKER] } };
  refuseLower(context, { id, kind: wish.kind, trust: context.trustNow(base) }, wish.trust);
  const left = openBlockers(after.body).at(-1)?.text;
  const told = left === undefined ? placeholder : firstSentence(left);
  const resolved = after.resolved.map((text) => firstSentence(text, SUMMARY)).join("; ");
  const summary = wholeStart(`resolved: ${resolved}`, SUMMARY);
  const plan = rewrite(
    context,
    { base, id, wish, trust: context.trustNow(base) },
    { body: after.body, summary, said: told },
  );
  const warnings = after.resolved.map((text) => `Resolved: ${firstSentence(text, SUMMARY)}`);
  return { ...plan, result: { ...plan.result, warnings } };
}

interface Rewriting extends Standing {
  readonly id: MemoryId;
  readonly wish: Wish;
}

function rewrite(
  context: ChangeContext,
  { base, id, wish, trust }: Rewriting,
  { body, summary, said }: { readonly body: string; readonly summary: string; readonly said: string },
): Plan<Remembered> {
  const text = base.bytes.toString("utf8");
  const at = context.now().toISOString();
  const kept = keysBack(parseMemory(text, base.path).written, base.path, context.history);
  const edit = { ...kept, body, description: said, updated: at, trust, changes: [{ at, summary }] };
  const after = Buffer.from(editMemory(text, edit, base.path));
  const step: Step = { op: "update", id, kind: wish.kind, path: base.path, base, after, trust, why: summary };
  return { steps: [step], result: { action: "updated", id, path: base.path, warnings: [] } };
}

/** The title names one of the kind's files, or a section of the first. */
function targetOf(wish: Wish, now: Date): Target {
  const { naming } = kindRow(wish.kind);
  const part = naming.by === "name" ? naming.names.find((name) => name === slugOf(wish.title)) : undefined;
  const unused = { id: "", random: () => "", taken: () => false, nextNumber: () => 1 };
  const path = fileNameFor(wish.kind, { ...unused, title: wish.title, now, part });
  const replaces = naming.by === "name" && naming.on === "replace" && !naming.grows?.includes(part ?? "");
  const heading = part === undefined && wish.titled ? wish.title : sectionFor(wish);
  return { id: idFromPath(path), path, heading: replaces ? heading : undefined };
}

/** Over `base` where the file was retired long enough ago: its old text stays in the history. */
function begin(context: ChangeContext, wish: Wish, { id, path, heading }: Target, base?: Opened): Plan<Remembered> {
  const text = heading === undefined ? entryFor(context, wish) : `## ${heading}\n\n${wish.text}`;
  const after = Buffer.from(printWish({ ...wish, title: titleOf(path, wish), text }, id, context.now()));
  const common = { id, kind: wish.kind, path, after, trust: wish.trust, why: "remembered" };
  const step: Step = base === undefined ? { ...common, op: "create" } : { ...common, op: "update", base };
  return { steps: [step], result: { action: "created", id, path, warnings: [] } };
}

function amend(
  context: ChangeContext,
  wish: Wish,
  { id, path, heading }: Target,
  { base, trust }: Standing,
): Plan<Remembered> {
  const text = base.bytes.toString("utf8");
  const result = { id, path, warnings: wish.kind === "master" ? replacedIn(text, path, heading, wish.text) : [] };
  const edit = heading === undefined ? { append: entryFor(context, wish) } : withPart(text, path, heading, wish.text);
  if (editMemory(text, edit, path) === text)
    return { steps: [], result: { id, path, warnings: [], action: "unchanged" } };
  const at = context.now().toISOString();
  const summary = heading === undefined ? "entry added" : `${heading} replaced`;
  const kept = keysBack(parseMemory(text, path).written, path, context.history);
  const said = { description: wish.description, updated: at, trust, changes: [{ at, summary }] };
  const after = editMemory(text, { ...kept, ...edit, ...said }, path);
  const step: Step = { op: "update", id, kind: wish.kind, path, base, after: Buffer.from(after), trust, why: summary };
  return { steps: [step], result: { ...result, action: "updated" } };
}

/** A master is made of all memories: who tells it something may not have meant to take that away. */
function replacedIn(text: string, path: string, heading: string | undefined, said: string): string[] {
  const before = sectionsOf(parseMemory(text, path).written.body).find((part) => part.heading === heading)?.text ?? "";
  if (heading === undefined || ["", "Nothing yet."].includes(before.trim()) || before === said.trim()) return [];
  return [
    `This took the place of what “${heading}” said: ${firstSentence(before, SUMMARY)} undo takes it back. To keep both: undo, then remember it with another kind, and synthesize.`,
  ];
}

/** Every session has a part, the newest last; of those that were here before it some go, and stay in the history. */
function withPart(text: string, path: string, heading: string, said: string): MemoryEdit {
  const parts = sectionsOf(parseMemory(text, path).written.body);
  const others = parts.map((part) => part.heading).filter((part) => isSessionPart(part) && part !== heading);
  const dropped = others.slice(0, Math.max(0, others.length - MOST_OTHERS));
  const at = parts.findIndex((part) => part.heading === heading);
  if (at < 0 || at === parts.length - 1 || !isSessionPart(heading))
    return { section: { heading, text: said, mode: "replace" }, dropped };
  return { dropped: [...dropped, heading], append: `## ${heading}\n${escapeHeadings(said)}` };
}

function isSessionPart(heading: string): boolean {
  return /^Session \S+$/.test(heading);
}

/** What is there is not read into the history again: a log grows all day. */
function appendTo(
  context: ChangeContext,
  wish: Wish,
  { id, path }: Target,
  { base, trust }: Standing,
): Plan<Remembered> {
  const newline = base.bytes.length > 0 && base.bytes.at(-1) !== 10 ? "\n" : "";
  const added = Buffer.from(`${newline}${entryFor(context, wish)}\n`);
  const common = { id, kind: wish.kind, path, base, trust, said: wish.trust, why: "logged" };
  // Another name of the same file may be anybody's: then a file of its own takes its place. So it does where somebody wrote
  // a secret into it: an addition alone would leave that there, and say that Cairn wrote the file.
  const step: Step =
    base.stat.nlink > 1 || holdsSecret(context, base)
      ? { ...common, op: "update", after: Buffer.concat([base.bytes, added]) }
      : { ...common, op: "append", after: added };
  return { steps: [step], result: { action: "updated", id, path, warnings: [] } };
}

function holdsSecret({ catalog, history }: ChangeContext, { path, hash, bytes }: Opened): boolean {
  const found = catalog.file(path);
  return found?.hash === hash ? secretsIn(found, history).length > 0 : withoutSecretsIn(bytes).classes.length > 0;
}

function entryFor(context: ChangeContext, wish: Wish): string {
  const text = entryWords(wish);
  if (kindRow(wish.kind).naming.by !== "day") return `- ${context.now().toISOString()} ${entryLines(text)}`;
  const session = sessionMark(wish.source.session);
  const who = defined({ session });
  return printDayEntry({ time: localTime(context.now()), ...who, text: [text, ...marksOf(wish, text)].join(" ") });
}

/** A log has no front matter for each entry: the files and tags of one stand at its end. */
function marksOf({ files, tags }: Wish, text: string): string[] {
  const named = files.map(({ path }) => path).filter((path) => !text.includes(path));
  const hashed = tags.map((tag) => `#${tag}`).filter((tag) => !text.split(/\s+/).includes(tag));
  return [...(named.length === 0 ? [] : [`(${named.join(", ")})`]), ...hashed];
}

/** A title that names none of the kind's files is part of what is said. */
function entryWords({ kind, title, titled, text }: Wish): string {
  const { naming } = kindRow(kind);
  const isFile = naming.by === "name" && naming.names.some((name) => name === slugOf(title));
  if (!titled || isFile || text.includes(title)) return text;
  return text === "" ? title : `${title}: ${text}`;
}

function sectionFor({ kind, source }: Wish): string {
  const first = kindRow(kind).sections[0]?.heading;
  if (first !== undefined) return first;
  return source.session === undefined ? "Now" : `Session ${source.session}`;
}

/** A day is its own title; other names read as words. */
function titleOf(path: string, { kind, source }: Pick<Wish, "kind" | "source">): string {
  const id = idFromPath(path);
  if (/^\d{4}-\d\d-\d\d$/.test(id)) return id;
  const words = id.replaceAll("-", " ");
  const title = words.charAt(0).toUpperCase() + words.slice(1);
  return kind === "project_profile" && source.project !== undefined ? `${title}: ${source.project}` : title;
}

function anothers(): CairnError {
  const message = "Another project that shares this folder has that file.";
  return new CairnError("UPDATE_ERROR", message, {
    hint: "See where; give one of the two projects a folder of its own with the setting memoryDir.",
  });
}
