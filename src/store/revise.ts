/** Changing one memory: its words, tags and files, or where it stands in its life. Plans only; the one door acts. */

import { createHash } from "node:crypto";
import { editMemory, type MemoryEdit } from "../format/edit.ts";
import { parseMemory } from "../format/parse.ts";
import { printMemory } from "../format/print.ts";
import { redact } from "../guard/redact.ts";
import { defined } from "../model/defined.ts";
import { CairnError } from "../model/error.ts";
import type { Kind } from "../model/kind.ts";
import { laterOf, saidBy } from "../model/local-day.ts";
import type { Anchor, Lifecycle, MemoryId, Written } from "../model/memory.ts";
import { lowestTrust, type Trust } from "../model/trust.ts";
import type { ChangeContext, Opened } from "./change-context.ts";
import type { Plan } from "./door.ts";
import type { History } from "./history.ts";
import { droppedKeys, keysBack } from "./outside.ts";
import {
  growFiles,
  growTags,
  isLowerOf,
  mostTags,
  refuseLower,
  refuseUntrusted,
  refuseVetoed,
  vetoesOn,
} from "./protect.ts";
import { supersededAgain } from "./supersede.ts";
import { derivedAgain } from "./wish.ts";
import type { Step } from "./write.ts";

/** What is asked of a memory; what is left out stays. */
interface Revision {
  readonly id: MemoryId;
  readonly expect?: string | undefined;
  readonly text?: string | undefined;
  readonly append?: string | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly tags?: readonly string[];
  readonly removeTags?: readonly string[];
  readonly files?: readonly Anchor[];
  readonly removeFiles?: readonly string[];
  readonly aliases?: readonly string[];
  readonly removeAliases?: readonly string[];
  readonly confidence?: number | undefined;
  readonly fields?: Written["fields"];
  readonly trust: Trust;
  readonly reason?: string | undefined;
  /** When what is added was said; else now. */
  readonly said?: string | undefined;
  /** Of a file it is about; where nobody says so, none is taken for gone. */
  readonly isThere?: (path: string) => boolean;
  /** You say so yourself: then what was put there by mistake may go. */
  readonly isPersons?: boolean;
}

interface Revised {
  readonly action: "updated" | "unchanged";
  readonly id: MemoryId;
  readonly path: string;
  readonly warnings: readonly string[];
}

export function planRevise(context: ChangeContext, revision: Revision): Plan<Revised> {
  const { opened, text, standing, written, path } = standingOf(context, revision.id);
  checkExpected(revision.expect, opened);
  refuseVetoed(vetoesOn({ ...standing, id: revision.id }, context.now()), "update");
  refuseUntrusted(standing.kind, revision.trust);
  const { edit, said, evicted } = editFor(revision, standing);
  const result = { id: revision.id, path, warnings: evicted.map((tag) => `The tag ${tag} made room for a new one.`) };
  // Words that are added always change it: then it need not be tried.
  const changed = Boolean(revision.append?.trim()) || editMemory(text, edit, path) !== text;
  if (!changed) return { steps: [], result: { ...result, action: "unchanged" } };
  const trustNow = context.trustNow(opened);
  const says = saysMore(revision);
  if (says) refuseLower(context, { id: revision.id, kind: standing.kind, trust: trustNow }, revision.trust);
  const isLower = isLowerOf(context, { kind: standing.kind, trust: trustNow }, revision.trust);
  const trust = isLower ? trustNow : lowestTrust(revision.trust, trustNow);
  const at = context.now().toISOString();
  const summary = revision.reason ?? said.join(", ");
  const whole: MemoryEdit = {
    ...keysBack(written, path, context.history),
    ...edit,
    trust,
    updated: revision.said === undefined ? at : laterOf(standing.updated, saidBy(revision.said, context.now())),
    updates: standing.updates + 1,
    changes: [{ at, summary }],
  };
  return {
    steps: [stepFor({ id: revision.id, kind: written.kind, opened, text, edit: whole, trust, why: summary })],
    result: { ...result, action: "updated" },
  };
}

/** More than tags and files: what the memory says becomes something else. */
export function saysMore(asked: Partial<Revision>): boolean {
  const { text, append, title, description, confidence, aliases = [], removeAliases = [], fields = {} } = asked;
  const words = [text, append, title, description, confidence];
  return words.some((one) => one !== undefined) || [...aliases, ...removeAliases, ...Object.keys(fields)].length > 0;
}

const moves = {
  retire: { status: "retired", word: "retired" },
  restore: { status: "active", word: "restored" },
  archive: { status: "archived", word: "archived" },
  unarchive: { status: "active", word: "unarchived" },
  /** Past its grace period: from retired straight to archived. */
  "put-away": { status: "archived", word: "archived" },
} as const satisfies Record<string, { status: Written["status"]; word: string }>;
export type Move = keyof typeof moves;

/** From one state of life to another. Asking for where it stands already changes nothing. */
export function planMove(context: ChangeContext, id: MemoryId, move: Move, reason: string): Plan<Revised> {
  const { opened, text, standing, written, path } = standingOf(context, id);
  const { status, word } = moves[move];
  const result = { id, path, warnings: [] };
  const widowed = move === "restore" && isWidowed(context, standing);
  const already =
    standing.status === status && !widowed && (move === "retire" || move === "archive" || move === "restore");
  if (already) return { steps: [], result: { ...result, action: "unchanged" } };
  const returns = widowed && standing.status === status;
  if (move !== "put-away" && !returns) refuseVetoed(vetoesOn({ ...standing, id }, context.now()), move);
  const at = context.now().toISOString();
  const mark = { at, reason };
  const edit: MemoryEdit = {
    ...keysBack(written, path, context.history),
    status,
    retired: status === "retired" ? mark : null,
    archived: status === "archived" ? mark : null,
    ...(widowed ? { supersededBy: null } : {}),
    updated: at,
    changes: [{ at, summary: reason === "" ? word : `${word}: ${reason}` }],
  };
  const trust = context.trustNow(opened);
  const about = { id, kind: written.kind, opened, trust, why: reason === "" ? word : reason };
  const isTeams = context.rootFolder.root.scope === "team";
  if (isTeams && move === "retire")
    return { steps: [stepTo(about, tombstoneOf(id, standing, mark))], result: { ...result, action: "updated" } };
  const isBare = isTeams && move === "restore" && written.body === "";
  const old = isBare ? textBeforeTombstone(context.history, path) : text;
  const again = move === "restore" && !returns ? supersededAgain(context, standing, { by: id, trust }) : [];
  const warnings = again.map((step) => supersededLine(context, step.id, id));
  return {
    steps: [stepFor({ ...about, text: old, edit }), ...again],
    result: { ...result, warnings, action: "updated" },
  };
}

function supersededLine({ rootFolder }: ChangeContext, old: MemoryId, heir: MemoryId): string {
  const { scope } = rootFolder.root;
  return `${scope}:${old} is superseded by it again. To have that one instead: forget ${scope}:${heir}, then restore ${scope}:${old}.`;
}

/** What took its place is gone, or holds no longer itself; in another root it may only be out of reach. */
function isWidowed({ names }: ChangeContext, { supersededBy }: Written): boolean {
  if (supersededBy === undefined || supersededBy.includes(":")) return false;
  return names.find(supersededBy as MemoryId)?.written.status !== "active";
}

interface Standing {
  readonly opened: Opened;
  readonly text: string;
  /** What the file says, and what holds with the keys a foreign rewrite dropped. */
  readonly written: Written;
  readonly standing: Written;
  readonly path: string;
}

function standingOf(context: ChangeContext, id: MemoryId): Standing {
  const found = context.names.find(id);
  if (found === undefined)
    throw new CairnError("NOT_FOUND", `No memory is called ${id}.`, { field: "id", hint: "See list." });
  const opened = context.openForWriting(found.path);
  const text = opened.bytes.toString("utf8");
  const { written } = parseMemory(text, found.path, context.rootFolder.root.scope);
  return {
    opened,
    text,
    path: found.path,
    written,
    standing: droppedKeys(written, found.path, context.history) ?? written,
  };
}

function checkExpected(expect: string | undefined, { hash, bytes }: Opened): void {
  if (expect === undefined || expect === hash || (expect.length === 32 && expect === md5(bytes))) return;
  throw new CairnError("OCC_CONFLICT", "The memory changed since it was read.", {
    field: "expect",
    hint: `Show it again, then retry with the hash it has now (${hash}).`,
  });
}

function editFor(
  revision: Revision,
  standing: Written,
): { edit: MemoryEdit; said: string[]; evicted: readonly string[] } {
  const { tags: newTags = [], removeTags = [], files: newFiles = [], removeFiles = [] } = revision;
  const { aliases: newAliases = [], removeAliases = [], fields = {} } = revision;
  const { kept: tags, evicted } = growTags(standing.tags, newTags, revision);
  const files = growFiles(standing.files, newFiles, revision);
  const leaving = new Set(removeAliases.map((alias) => alias.toLowerCase()));
  const staying = standing.aliases.filter((alias) => !leaving.has(alias.toLowerCase()));
  const aliases = [...new Set([...staying, ...newAliases])];
  const again = revision.text === undefined ? {} : derivedAgain(standing, revision.text);
  const parts: [string, MemoryEdit][] = [
    ["title", defined({ title: revision.title })],
    ["text", defined({ body: revision.text })],
    ["text added", defined({ append: revision.append })],
    ["description", defined({ description: revision.description })],
    ["tags", newTags.length + removeTags.length === 0 ? {} : { tags }],
    ["files", newFiles.length + removeFiles.length === 0 ? {} : { files }],
    ["aliases", newAliases.length + removeAliases.length === 0 ? {} : { aliases }],
    ["confidence", defined({ confidence: revision.confidence })],
    [
      fieldsChanged(standing.fields, fields),
      Object.keys(fields).length === 0 ? {} : { fields: { ...standing.fields, ...fields } },
    ],
  ];
  const asked = parts.filter(([, part]) => Object.keys(part).length > 0);
  const surplus = tags.length >= mostTags ? evicted : [];
  return {
    edit: Object.assign({}, again, ...asked.map(([, part]) => part)) as MemoryEdit,
    said: asked.map(([word]) => word),
    evicted: surplus,
  };
}

/** Which, from what and to what: the change log is read by people. */
function fieldsChanged(before: Written["fields"], after: Written["fields"]): string {
  const names = Object.keys(after).filter((name) => before[name] !== after[name]);
  return names.map((name) => `${name}: ${before[name] ?? "none"} → ${after[name]}`).join(", ") || "fields";
}

interface Revising {
  readonly id: MemoryId;
  readonly kind: Kind;
  readonly opened: Opened;
  readonly text: string;
  readonly edit: MemoryEdit;
  readonly trust: Trust;
  readonly why: string;
}

function stepFor({ text, edit, ...about }: Revising): Step {
  return stepTo(about, editMemory(text, edit, about.opened.path));
}

function stepTo({ id, kind, opened, trust, why }: Omit<Revising, "text" | "edit">, after: string): Step {
  return { op: "update", id, kind, path: opened.path, base: opened, after: Buffer.from(after), trust, why };
}

/** Older tools compare by MD5; accepted beside SHA-256, never used for anything else. */
function md5(bytes: Uint8Array): string {
  return createHash("md5").update(bytes).digest("hex");
}

/** How many secrets it takes out. */
export function planCleanse(context: ChangeContext, path: string): Plan<number> {
  const found = context.catalog.file(path);
  const base = found === undefined || found.readOnly ? undefined : context.open(path);
  if (found === undefined || base === undefined) return { steps: [], result: 0 };
  const { text, found: secrets } = redact(base.bytes.toString("utf8"));
  if (secrets.length === 0) return { steps: [], result: 0 };
  const about = { id: context.names.idOf(found), kind: found.written.kind, path };
  const trust = context.trustNow(base);
  const step = { op: "update", ...about, base, after: Buffer.from(text), trust, why: "a secret taken out" } as const;
  return { steps: [step], result: secrets.length };
}

/**
 * What stays of a memory of the team's that was retired: its file with its name and that it is retired, and no word of
 * what it said, so that nothing comes back with an old branch. The words are in the history here, and in git.
 */
export function tombstoneOf(id: MemoryId, { kind, type, created }: Written, retired: Lifecycle): string {
  const { at } = retired;
  // Never without `created`: a file that lost it would be taken for one whose keys a foreign program dropped.
  return printMemory({
    name: id,
    kind,
    type,
    status: "retired",
    created: created ?? at,
    updated: at,
    retired,
    title: "",
    body: "",
  });
}

/** The last text of a path that still said something, as far as the history here goes. */
function textBeforeTombstone(history: History, path: string): string {
  for (const entry of [...history.versionsOf(path)].reverse()) {
    const { before, after } = history.log.textsOf(entry);
    for (const text of [after?.toString("utf8"), before?.toString("utf8")]) {
      if (text && parseMemory(text, path).written.status !== "retired") return text;
    }
  }
  throw new CairnError("RESTORE_ERROR", "What it said is not in the history of this machine.", {
    hint: `git has it: git log -p -- .claude/memory/${path}. Remember it anew from there.`,
  });
}
