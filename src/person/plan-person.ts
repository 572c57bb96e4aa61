/** A change of the profile as a plan for the one door: a function of the text as it is under the lock. */

import { contestedPartsIn } from "../format/conflict.ts";
import { editMemory, type MemoryEdit } from "../format/edit.ts";
import { scanMarkdown } from "../format/markdown.ts";
import { titleHeading } from "../format/outline.ts";
import { parseMemory } from "../format/parse.ts";
import { printMemory } from "../format/print.ts";
import { descriptionLength } from "../format/sentence.ts";
import { readTime } from "../format/values.ts";
import { defined } from "../model/defined.ts";
import { CairnError } from "../model/error.ts";
import { idFromPath } from "../model/id.ts";
import type { MemoryId, Source, Written } from "../model/memory.ts";
import { isPlaceholder } from "../model/placeholder.ts";
import { lowestTrust, type Trust } from "../model/trust.ts";
import type { ChangeContext, Opened } from "../store/change-context.ts";
import type { Plan } from "../store/door.ts";
import { droppedKeys, keysBack } from "../store/outside.ts";
import { refuseUntrusted, refuseVetoed, vetoesOn } from "../store/protect.ts";
import type { Step } from "../store/write.ts";
import { wholeStart } from "../text/lines.ts";
import { type Category, categoryRow } from "./categories.ts";
import { changeSheet, describeSheet, printEntry, printSheetField, type SheetChange } from "./edit-sheet.ts";
import { readSheet } from "./sheet.ts";

interface PersonChange {
  readonly category: Category;
  /** Makes the new text of the file from its old one, which is `""` where there is no file yet. */
  readonly edit: (text: string) => string;
  /** What happened, for the change log: keys, no values. */
  readonly summary: string;
  readonly trust: Trust;
  readonly source: Source;
  /** What is to be said nowhere in the file, not in its title, description or tags either. */
  readonly forgets?: (text: string) => boolean;
  /** A version of its own even where nothing else changes: one that may be kept when those before it go. */
  readonly anyway?: true;
}

interface PersonChanged {
  readonly action: "created" | "updated" | "unchanged";
  readonly id: MemoryId;
}

/** Values and entries, into the file as it is then. */
export function changing(category: Category, change: SheetChange): Pick<PersonChange, "edit" | "summary"> {
  return {
    edit: (text) => (text === "" ? newBody(change) : changeSheet(category, text, change)),
    summary: summaryOf(change),
  };
}

export function planPerson(context: ChangeContext, change: PersonChange): Plan<PersonChanged> {
  refuseUntrusted("user_profile", change.trust);
  const path = `${change.category}.md`;
  const id = idFromPath(path);
  const found = context.catalog.file(path);
  const base = found === undefined ? context.open(path) : context.openForWriting(path);
  if (base === undefined) return begin(context, change, id);
  const text = base.bytes.toString("utf8");
  const { written } = parseMemory(text, path);
  if (written.kind !== "user_profile") {
    throw new CairnError("UPDATE_ERROR", `${path} is a memory of another kind.`, {
      hint: "Give that memory another file name, then retry.",
    });
  }
  const standing = droppedKeys(written, path, context.history) ?? written;
  refuseVetoed(vetoesOn({ ...standing, id }, context.now()), "create");
  if (standing.status === "retired" || isPlaceholder(standing)) return begin(context, change, id, base);
  return amend(context, change, { id, path, base, text, written, standing });
}

/** Over `base` where the file was retired long enough ago, or only kept the place. */
function begin(
  context: ChangeContext,
  { category, edit, trust, source }: PersonChange,
  id: MemoryId,
  base?: Opened,
): Plan<PersonChanged> {
  const path = `${category}.md`;
  const body = edit("");
  if (body.trim() === "") return { steps: [], result: { action: "unchanged", id } };
  const at = context.now().toISOString();
  const { title } = categoryRow(category);
  const { created = at, updated = created } = timesSaidIn(body);
  const text = printMemory({
    name: id,
    kind: "user_profile",
    title: titleHeading(scanMarkdown(body).headings)?.text ?? title,
    body,
    description: describeSheet(readSheet(category, body)),
    trust,
    created,
    updated,
    source,
    changes: [{ at, summary: "created" }],
  });
  const common = {
    id,
    kind: "user_profile" as const,
    path,
    after: Buffer.from(text),
    trust,
    why: "about you",
  };
  const step: Step = base === undefined ? { ...common, op: "create" } : { ...common, op: "update", base };
  return { steps: [step], result: { action: "created", id } };
}

/** A file that was kept elsewhere says since when, and when it last changed: `**Created**: 2026-01-01`. */
function timesSaidIn(body: string): { readonly created?: string; readonly updated?: string } {
  const said = (word: string) => {
    const marks = "[*_]{0,3}";
    const line = `^[> \\t]{0,4}${marks}${word}${marks}:${marks}[ \\t]*(\\S[^\\n]{0,40}?)${marks}[ \\t]*$`;
    const [, time] = new RegExp(line, "im").exec(body) ?? [];
    return time === undefined ? undefined : readTime(time);
  };
  const updated = said("(?:last )?updated");
  return defined({ created: said("created") ?? updated, updated });
}

interface Standing {
  readonly id: MemoryId;
  readonly path: string;
  readonly base: Opened;
  readonly text: string;
  readonly written: Written;
  readonly standing: Written;
}

function amend(
  context: ChangeContext,
  change: PersonChange,
  { id, path, base, text, written, standing }: Standing,
): Plan<PersonChanged> {
  const edited = change.edit(text);
  const rid = ridOf(change, edited, path);
  if (edited === text && !change.anyway && Object.keys(rid).length === 0)
    return { steps: [], result: { action: "unchanged", id } };
  const trust = lowestTrust(change.trust, context.trustNow(base));
  const at = context.now().toISOString();
  const said = describeSheet(readSheet(change.category, edited));
  const after = editMemory(
    edited,
    {
      ...keysBack(written, path, context.history),
      ...(isDerived(change.category, text, standing) ? { description: said || null } : {}),
      ...rid,
      ...(written.conflict === undefined ? {} : { conflict: contestedPartsIn(edited) }),
      trust,
      updated: at,
      updates: standing.updates + 1,
      changes: [{ at, summary: change.summary }],
    },
    path,
  );
  const common = { id, kind: "user_profile" as const, path, base, trust, why: change.summary };
  return { steps: [{ ...common, op: "update", after: Buffer.from(after) }], result: { action: "updated", id } };
}

/** What the front matter and the title say of it goes, or is said anew. */
function ridOf({ category, forgets }: PersonChange, edited: string, path: string): MemoryEdit {
  if (forgets === undefined) return {};
  const { title, description, tags, aliases } = parseMemory(edited, path).written;
  const kept = (names: readonly string[]) => names.filter((name) => !forgets(name));
  const own = categoryRow(category).title;
  return {
    ...(title !== own && forgets(title) ? { title: own } : {}),
    ...(forgets(description) ? { description: describeSheet(readSheet(category, edited)) || null } : {}),
    ...(tags.some(forgets) ? { tags: kept(tags) } : {}),
    ...(aliases.some(forgets) ? { aliases: kept(aliases) } : {}),
  };
}

/** Nobody gave the description that stands there: it says what the lines said. */
function isDerived(category: Category, text: string, { description }: Written): boolean {
  const plain = parseMemory(parseMemory(text, "").written.body, "").written.description;
  const derived = [describeSheet(readSheet(category, text)), plain, ""];
  return derived.includes(description) || derived.includes(wholeStart(description, descriptionLength));
}

function newBody({ set, add }: SheetChange): string {
  return [...set.map(([key, value]) => printSheetField(key, value)), ...add.map(printEntry)].join("\n");
}

function summaryOf({ set, unset, add }: SheetChange): string {
  const parts = [
    ...(set.length === 0 ? [] : [`${set.map(([key]) => key).join(", ")} set`]),
    ...(unset.length === 0 ? [] : [`${unset.join(", ")} taken out`]),
    ...(add.length === 0 ? [] : ["entry added"]),
  ];
  return wholeStart(parts.join(", "), 200);
}
