/**
 * Memories written in another layout: into a new folder or file, never over one. What was written is read back by the
 * layout's own reader, so that the report names exactly what that layout cannot say.
 */

import { dirname, join, resolve } from "node:path";
import type { Cairn } from "../cairn.ts";
import { createFile } from "../disk/durable.ts";
import { bestEffort, folderEntries, makeFolders, statOf } from "../disk/files.ts";
import { parseMemory } from "../format/parse.ts";
import { redact } from "../guard/redact.ts";
import { CairnError } from "../model/error.ts";
import type { Kind } from "../model/kind.ts";
import type { Memory, Written } from "../model/memory.ts";
import { z } from "../model/schema.ts";
import type { Scope } from "../model/scope.ts";
import { agentsHere } from "../places/repository-roots.ts";
import { changesTo } from "../store/history-queries.ts";
import type { Store } from "../store/store.ts";
import { textAfter } from "../store/undo.ts";
import type { FoundRecord, GivenMemory, Layout, ReadQuestion, StoreWriting } from "./layout.ts";
import { noteKnown, originOf } from "./origin.ts";
import { idFrom, printRecord } from "./printed.ts";
import { writeQuestion } from "./question.ts";
import { SourceFolder } from "./source-folder.ts";

export const ExportReport = z.object({
  layout: z.string(),
  path: z.string(),
  dry_run: z.boolean(),
  /** Memories that were written. */
  written: z.number(),
  files: z.number(),
  /** Memories that were not, and why. */
  skipped: z.array(z.object({ id: z.string(), reason: z.string() })),
  /** What of a memory that layout cannot say. */
  lossy: z.array(z.object({ id: z.string(), fields: z.array(z.string()) })),
});
export type ExportReport = z.infer<typeof ExportReport>;

interface WriteOut {
  readonly layout: Layout;
  readonly to: string;
  readonly kinds: readonly Kind[];
  readonly tags: readonly string[];
  readonly scope?: Scope | undefined;
  readonly agent?: string | undefined;
  readonly history: boolean;
  readonly flat: boolean;
  readonly dryRun: boolean;
}

export async function writeOut(cairn: Cairn, asked: WriteOut): Promise<ExportReport> {
  const { layout, dryRun } = asked;
  const path = resolve(cairn.cwd, asked.to);
  refuseTaken(path, asked.to, layout);
  const skipped: { id: string; reason: string }[] = [];
  const given = (await storesFor(cairn, asked)).flatMap((store) => [...memoriesOf(store, asked, skipped)]);
  skipped.push(...(await leftOut(cairn, asked)));
  const about = writeQuestion(
    cairn,
    given.map(({ memory }) => memory),
    asked.flat,
  );
  const writings = [...(layout.write?.(given, about) ?? [])];
  for (const writing of writings)
    if ("unsaid" in writing) skipped.push({ id: addressOf(writing.unsaid), reason: writing.why });
  const files = writings.flatMap((writing) => ("path" in writing ? [writing] : []));
  if (!dryRun) {
    writeAll(path, files, layout);
    bestEffort(() => noteKnown(cairn, originOf(layout, SourceFolder.open(cairn.cwd, path))));
  }
  const lossy = dryRun ? [] : lostIn(path, files, layout, { question: about, given });
  const written =
    files.filter(({ of }) => of !== undefined).length || (layout.isFile ? given.length - unsaidIn(writings) : 0);
  return { layout: layout.name, path: asked.to, dry_run: dryRun, written, files: files.length, skipped, lossy };
}

function unsaidIn(writings: readonly StoreWriting[]): number {
  return writings.filter((writing) => "unsaid" in writing).length;
}

function addressOf({ memory }: GivenMemory): string {
  return `${memory.scope}:${memory.id}`;
}

function wantsAgents({ name }: Layout): boolean {
  return name === "agents" || name === "bundle";
}

function agentNames(cairn: Cairn): string[] {
  return agentsHere({ cwd: cairn.cwd, worktree: cairn.places.project.git?.worktree });
}

/** Where no scope was chosen, the project's or the agents' are meant: the others are named, with what takes them. */
async function leftOut(cairn: Cairn, asked: WriteOut): Promise<ExportReport["skipped"]> {
  const { layout, scope, agent } = asked;
  if (layout.name === "bundle" || scope !== undefined || agent !== undefined) return [];
  const left: ExportReport["skipped"] = [];
  if (wantsAgents(layout)) {
    if (agentNames(cairn).length === 0) return [];
    const reason = `it is the project's own: cairn export --to ${layout.name} --scope project <another folder>`;
    for (const memory of (await cairn.stores()).of("project").memories())
      if (isChosen(memory, asked)) left.push({ id: `project:${memory.id}`, reason });
    return left;
  }
  for (const name of agentNames(cairn)) {
    const reason = `it is agent ${name}'s: cairn export --to ${layout.name} --agent ${name} <another folder>; all agents': --to agents <another folder>`;
    for (const memory of (await cairn.stores(name)).of("agent").memories())
      if (isChosen(memory, asked)) left.push({ id: `agent:${memory.id}`, reason });
  }
  return left;
}

function isChosen({ kind, tags: own }: Memory, { kinds, tags }: WriteOut): boolean {
  if (kinds.length > 0 && !kinds.includes(kind)) return false;
  return tags.length === 0 || tags.some((tag) => own.includes(tag));
}

/** Everything for a bundle; the agents' for their own layout; else the project's. */
async function storesFor(cairn: Cairn, { layout, scope, agent }: WriteOut): Promise<Store[]> {
  const stores = await cairn.stores(agent);
  if (scope !== undefined) return [stores.of(scope)];
  const names = wantsAgents(layout) && agent === undefined ? agentNames(cairn) : [];
  const agents: Store[] = agent === undefined ? [] : [stores.of("agent")];
  for (const name of names) agents.push((await cairn.stores(name)).of("agent"));
  if (layout.name === "agents") return agents.length > 0 ? agents : [stores.of("project")];
  if (layout.name !== "bundle") return agent === undefined ? [stores.of("project")] : agents;
  return [...stores.own().filter((store) => store.root.scope !== "agent"), ...agents];
}

function* memoriesOf(store: Store, asked: WriteOut, skipped: { id: string; reason: string }[]): Generator<GivenMemory> {
  for (const head of store.memories()) {
    const { id, path } = head;
    if (!isChosen(head, asked)) continue;
    if (store.hasSecret(path)) {
      skipped.push({ id: `${store.root.scope}:${id}`, reason: `it holds a secret: take it out of ${path} first` });
      continue;
    }
    const memory = store.read(id);
    const bytes = memory === undefined ? undefined : store.bytesAt(path);
    if (memory === undefined || bytes === undefined) continue;
    const { agent } = store.root;
    const { text } = redact(bytes.toString("utf8"));
    const versions = asked.history ? olderTexts(store, memory.id, path, text) : undefined;
    yield { memory, text, agent, versions };
  }
}

/** Also those that were taken back; the newest is the text of now, unless a hand has just changed it. */
function olderTexts(store: Store, id: GivenMemory["memory"]["id"], path: string, now: string): string[] {
  const entries = changesTo(store.history, id, path).filter(
    ({ record }) => record.after !== undefined && !record.erased,
  );
  const texts = entries.flatMap((entry) => textAfter(store.history, entry)?.toString("utf8") ?? []);
  const shown = texts.map((text) => redact(text).text);
  return shown.at(-1) === now ? shown.slice(0, -1) : shown;
}

function refuseTaken(path: string, shown: string, { isFile }: Layout): void {
  if (shown === "-") {
    throw new CairnError("INPUT_ERROR", "Memories are not written to standard output.", {
      field: "path",
      hint: `Nothing was written. Name a ${isFile ? "file that is not there yet" : "new or empty folder"}; ./- is one called so.`,
    });
  }
  const kind = statOf(path)?.kind;
  const isEmptyFolder = kind === "folder" && folderEntries(path)?.length === 0;
  if (kind === undefined || (isEmptyFolder && !isFile)) return;
  throw new CairnError("CREATE_OVERWRITE_ERROR", `${shown} is there already.`, {
    field: "path",
    hint: `Nothing was written. Name a ${isFile ? "file that is not there yet" : "new or empty folder"}.`,
  });
}

function writeAll(path: string, files: readonly { path: string; text: string }[], { isFile }: Layout): void {
  makeFolders(isFile ? dirname(path) : path);
  for (const file of files) {
    const place = isFile ? path : join(path, file.path);
    if (!isFile) makeFolders(dirname(place));
    if (!createFile(place, Buffer.from(file.text))) {
      throw new CairnError("CREATE_OVERWRITE_ERROR", `${file.path} is there already.`, { hint: "Name a new folder." });
    }
  }
}

interface Compared {
  readonly question: ReadQuestion;
  readonly given: readonly GivenMemory[];
}

/** What the reader finds of each memory, held against the memory itself. */
function lostIn(path: string, files: readonly StoreWriting[], layout: Layout, { question, given: all }: Compared) {
  const ofFiles = files.flatMap((file) =>
    "path" in file && file.of !== undefined ? [[file.path, file.of] as const] : [],
  );
  // A bundle holds the very bytes; in another single file a memory is found by its name.
  const ofNames =
    layout.isFile && layout.name !== "bundle" ? all.map((one) => [one.memory.id as string, one] as const) : [];
  const written = new Map<string, GivenMemory>([...ofFiles, ...ofNames]);
  const nameOf = ({ from, memory }: FoundRecord) => (layout.isFile ? memory.id : from);
  const lost: { id: string; fields: string[] }[] = [];
  if (written.size === 0) return lost;
  const found = new Set<string>();
  for (const reading of layout.read(SourceFolder.open(dirname(path), path), question)) {
    const given = "record" in reading ? written.get(nameOf(reading.record)) : undefined;
    if (!("record" in reading) || given === undefined || found.has(nameOf(reading.record))) continue;
    found.add(nameOf(reading.record));
    const { kind, id } = reading.record.memory;
    const how = { id: idFrom(id, kind), path: given.memory.path, source: {} };
    const fields = differing(
      parseMemory(given.text, given.memory.path).written,
      parseMemory(printRecord(reading.record, how).text, given.memory.path).written,
    );
    if (how.id !== given.memory.id && kind !== "user_profile") fields.unshift("id");
    if (fields.length > 0) lost.push({ id: addressOf(given), fields });
  }
  for (const [at, given] of written) if (!found.has(at)) lost.push({ id: addressOf(given), fields: ["everything"] });
  return lost;
}

const COMPARED = [
  "kind",
  "title",
  "description",
  "status",
  "tags",
  "aliases",
  "confidence",
  "created",
  "updated",
  "files",
  "supersedes",
  "supersededBy",
  "updates",
  "retired",
  "archived",
  "fields",
  "body",
  "changes",
] as const satisfies readonly (keyof Written)[];

function differing(before: Written, after: Written): string[] {
  // Names to be asked for by are read off the words where none were given: then there were none to lose.
  const compared = COMPARED.filter((key) => key !== "aliases" || before.aliases.length > 0);
  return compared.filter((key) => said(before[key]) !== said(after[key]));
}

/** In whatever order its keys stand. */
function said(value: unknown): string {
  if (value === undefined) return "";
  if (typeof value !== "object" || value === null || Array.isArray(value)) return JSON.stringify(value);
  return JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** One page into a new file. */
export function writePage(cwd: string, to: string, text: string): string {
  const path = resolve(cwd, to);
  makeFolders(dirname(path));
  if (createFile(path, Buffer.from(text))) return to;
  throw new CairnError("CREATE_OVERWRITE_ERROR", `There is a file called ${to} already.`, {
    field: "html",
    hint: "Nothing was written. Choose another name, or take that file away first.",
  });
}
