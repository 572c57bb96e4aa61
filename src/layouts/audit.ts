/**
 * What is wrong with a store of memories, whoever made it: read, never changed. Duplicates, contradictions, what points
 * nowhere, what nobody loads, secrets (never shown), words that read like orders to an agent.
 */

import { join } from "node:path";
import { statOf } from "../disk/files.ts";
import { lostSymbols } from "../evidence/facts.ts";
import { filesOf } from "../evidence/project-files.ts";
import { redact } from "../guard/redact.ts";
import { mentionsIn } from "../master/drift.ts";
import { isKeptUnasked, isPlaceholder } from "../model/placeholder.ts";
import { z } from "../model/schema.ts";
import { withEachText } from "../text/json.ts";
import { folderOf, isBelow, nameIn } from "../text/relative-path.ts";
import { tokensOf } from "../text/tokens.ts";
import { FileLines, Links } from "./audit-links.ts";
import { ComparedMemories, MemoryPair } from "./audit-pairs.ts";
import { readIndexLines, unescaped } from "./index-lines.ts";
import { readIndexPage } from "./infinite-index.ts";
import type { FoundRecord, Layout, LeftOut, ReadQuestion } from "./layout.ts";
import { idFrom } from "./printed.ts";
import type { SourceFolder } from "./source-folder.ts";

const At = z.object({ path: z.string(), what: z.string(), line: z.number().optional() });

export const AuditReport = z.object({
  layout: z.string(),
  source: z.string(),
  memories: z.number(),
  /** Exactly the same words in two files. */
  duplicates: z.array(MemoryPair),
  near_duplicates: z.array(MemoryPair),
  /** The one says what the other denies, or another amount. */
  contradictions: z.array(MemoryPair),
  /** Memories beyond the first 20,000: held against the others for exactly the same words only. */
  not_compared: z.number(),
  /** Files a memory speaks of that are no longer in this project, and names that are no longer in its code. */
  stale: z.array(At),
  /** Where, and of which class; never the secret. */
  secrets: z.array(At),
  /** Words that read like orders to an agent. */
  instructions: z.array(At),
  /** Lines of an index, or of rules, that name a file which is not there. */
  dangling: z.array(At.extend({ target: z.string() })),
  /** Memories without a line in their index. */
  unlisted: z.array(z.string()),
  /** Of an index, what lies beyond what is loaded. */
  beyond_caps: z.array(At),
  unreadable: z.array(At),
  /** What a session is loaded with; where a session is of one of several stores in it, of the largest. */
  tokens_a_session: z.number(),
});
export type AuditReport = z.infer<typeof AuditReport>;

/** Which files list the others. */
const INDEX_NAMES = ["MEMORY.md", "_index.md", "_index-archive.md", "index.md", "MEMORY-archive.md"];
const MOST_NAMES = 300;
const MOST_LINES = 200;
const MOST_BYTES = 25_000;
const DANGLING = /^it (?:names|brings in) (.+), which is not there$/;
const NO_ENTITY = /^it relates (.+), which is no entity, to /;
const UNREADABLE = /not JSON|not text|cannot be read|bytes; at most|no category|has no content|no JSON|too long/;

export function auditStore(layout: Layout, source: SourceFolder, question: ReadQuestion): AuditReport {
  const found = { secrets: [], stale: [], instructions: [], unreadable: [], dangling: [] } as Found;
  const compared = new ComparedMemories();
  let memories = 0;
  const active: Counting[] = [];
  const files = new FileLines(source);
  const links = new Links(files);
  const symbols = new Symbols(question.project.path);
  const left = new Set<string>();
  for (const reading of layout.read(source, question)) {
    if ("record" in reading) {
      // An empty place of a fixed name is no memory yet.
      if (isPlaceholder({ description: reading.record.memory.description ?? "" })) continue;
      memories++;
      compared.take(reading.record);
      if (reading.record.memory.status === undefined || reading.record.memory.status === "active")
        active.push(countingOf(reading.record));
      look(reading.record, files, question, found);
      links.take(reading.record);
      symbols.take(reading.record);
    } else if ("skipped" in reading) {
      left.add(reading.skipped.path);
      sort(reading.skipped, found);
    } else if ("lossy" in reading && reading.lossy.what.includes("cannot be read"))
      found.unreadable.push(reading.lossy);
  }
  found.dangling.push(...links.leadingNowhere());
  found.stale.push(...symbols.gone());
  const told = {
    ...compared.pairs(),
    ...found,
    ...indexOf(layout, source, { active: current(active), left }, found),
  };
  return {
    layout: layout.name,
    source: source.file === undefined ? source.path : join(source.path, source.file),
    memories,
    // A name may hold a secret too.
    ...withEachText(told, (text) => redact(text).text),
  };
}

/** What is kept of each that counts: never its words, of which a large store has too many. */
interface Counting {
  readonly from: string;
  readonly names: readonly string[];
  readonly supersedes: readonly string[];
  readonly isLeft: boolean;
}

/** What another took the place of leaves the index, and a summary kept by itself has never a line. */
function countingOf({ from, memory: { id, kind, supersedes, supersededBy, fields = {} } }: FoundRecord): Counting {
  const isLeft = supersededBy !== undefined || isKeptUnasked({ kind, fields });
  return { from, names: [id, idFrom(id, kind)], supersedes: supersedes ?? [], isLeft };
}

function current(active: readonly Counting[]): string[] {
  const replaced = new Set(active.flatMap(({ supersedes }) => supersedes));
  return active
    .filter(({ names, isLeft }) => !isLeft && !names.some((name) => replaced.has(name)))
    .map(({ from }) => from);
}

/** Names between back-ticks, of memories that speak of a file the project has: then they are meant as its code's. */
class Symbols {
  readonly #project: string;
  readonly #named = new Map<string, Set<string>>();

  constructor(project: string) {
    this.#project = project;
  }

  take({ from, memory }: FoundRecord): void {
    const { symbols, paths } = mentionsIn(memory.body);
    const files = [...paths, ...(memory.files ?? []).map(({ path }) => path)];
    const isThere = (path: string) => isBelow(path) && statOf(join(this.#project, path))?.kind === "file";
    if (symbols.length === 0 || !files.some(isThere)) return;
    for (const name of symbols) this.#named.set(name, (this.#named.get(name) ?? new Set()).add(from));
  }

  gone(): Found["stale"] {
    if (this.#named.size === 0) return [];
    const lost = lostSymbols(this.#project, filesOf(this.#project) ?? [], [...this.#named.keys()].slice(0, MOST_NAMES));
    return [...lost].flatMap((name) =>
      [...(this.#named.get(name) ?? [])].map((path) => ({
        path,
        what: `${redact(name).text} is no longer in the code`,
      })),
    );
  }
}

interface Found {
  readonly secrets: z.infer<typeof At>[];
  readonly stale: z.infer<typeof At>[];
  readonly instructions: z.infer<typeof At>[];
  readonly unreadable: z.infer<typeof At>[];
  readonly dangling: (z.infer<typeof At> & { target: string })[];
}

function sort({ path, reason, line }: LeftOut, { dangling, unreadable }: Found): void {
  const at = line === undefined ? {} : { line };
  const target = DANGLING.exec(reason)?.[1] ?? NO_ENTITY.exec(reason)?.[1];
  if (target !== undefined) dangling.push({ path, what: reason, target, ...at });
  else if (UNREADABLE.test(reason)) unreadable.push({ path, what: reason, ...at });
}

const ORDERS =
  /\b(?:(?:ignore|disregard|forget|override) (?:all |any |the |your |of )*(?:previous|prior|earlier|above|preceding|system) (?:instructions?|rules|prompts?|guidelines|messages)|disregard (?:the|all|any) (?:above|instructions|rules)|do not (?:tell|inform|mention (?:this|it) to) the (?:user|person|human)|without (?:telling|asking) the (?:user|person|human)|you are now\b|new system prompt|reveal (?:your|the) (?:system prompt|instructions)|exfiltrate|send (?:it|them|this|the \w+) to https?:)|<\/?(?:system|assistant|tool_use)[ >]|\b(?:curl|wget)\b[^\n|]*\|\s*(?:ba|z)?sh\b/i;
const PATH = String.raw`((?:[\w.-]+\/)+[\w.-]+\.[A-Za-z0-9]{1,6})`;
const QUOTED = new RegExp(`\`${PATH}\``, "g");
/** A whole point of a list, with a remark behind it or without: \`example.com/a.html\` in a sentence is no file. */
const LISTED = new RegExp(String.raw`^[-*] ${PATH}(?=\s*$|:?\s+[(—–-])`, "gm");

function look(
  { from, memory, front = "", lossy = [] }: FoundRecord,
  files: FileLines,
  { project }: ReadQuestion,
  { secrets, stale, instructions }: Found,
): void {
  // A description may be what an index says of it: that is looked at there.
  lookForSecrets(from, [...wordsIn({ ...memory, description: "" }), front].join("\n"), secrets);
  const order = ORDERS.exec(memory.body);
  const at = order === null ? 0 : memory.body.slice(0, order.index).split("\n").length - 1;
  const line = order === null ? {} : files.lineOf(from, at, memory.body.split("\n")[at] ?? "");
  const [words] = order ?? ORDERS.exec(`${memory.title}\n${memory.description ?? ""}`) ?? [];
  if (words !== undefined) instructions.push({ path: from, what: redact(words).text, ...line });
  // One that was only worked out is nobody's word.
  const subject = memory.kind === "analysis" && lossy.length === 0 ? memory.fields?.["path"] : undefined;
  const isInKnownFolder = (path: string) => statOf(join(project.path, path.split("/")[0] ?? ""))?.kind === "folder";
  const named = new Set([
    ...(memory.files ?? []).map(({ path }) => path),
    ...(typeof subject === "string" && /\.\w+$/.test(subject) ? [subject] : []),
    ...[...memory.body.matchAll(QUOTED)].map(([, path = ""]) => path),
    ...[...memory.body.matchAll(LISTED)].map(([, path = ""]) => path).filter(isInKnownFolder),
  ]);
  for (const path of named) {
    if (!isBelow(path) || path.includes("*")) continue;
    if (statOf(join(project.path, path)) === undefined)
      stale.push({ path: from, what: `${path} is not in this project` });
  }
}

function lookForSecrets(path: string, text: string, secrets: Found["secrets"]): void {
  const classes = [...new Set(redact(text).found.map((secret) => secret.class))];
  if (classes.length > 0) secrets.push({ path, what: classes.join(", ") });
}

/** Every word of it, whichever field it stands in. */
function wordsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(wordsIn) : [];
}

interface Told {
  /** Memories that count. */
  readonly active: readonly string[];
  /** Files that were left out: no session is loaded with them either. */
  readonly left: ReadonlySet<string>;
}

/** The store's index files: what they list, how much of that a client loads, and what lies beyond its caps. */
function indexOf(layout: Layout, source: SourceFolder, { active, left }: Told, { secrets }: Found) {
  const listed = new Map<string, Set<string>>();
  const beyond: z.infer<typeof At>[] = [];
  const tokens = new Map<string, number>();
  for (const path of source.file === undefined ? source.walk() : [source.file]) {
    const name = nameIn(path);
    const isIndex = INDEX_NAMES.includes(name);
    const [isLoaded, store = ""] = layout.loaded?.exec(path) ?? [];
    if (!isIndex && (isLoaded === undefined || left.has(path))) continue;
    const text = source.peek(path) ?? "";
    if (isIndex && !secrets.some((one) => one.path.split("#")[0] === path)) lookForSecrets(path, text, secrets);
    if (isIndex) listed.set(folderOf(path), targetsIn(text, listed.get(folderOf(path))));
    if (isLoaded === undefined) continue;
    const { kept, left: cut } = name === "MEMORY.md" ? loaded(text) : { kept: text, left: 0 };
    tokens.set(store, (tokens.get(store) ?? 0) + tokensOf(kept));
    if (cut > 0)
      beyond.push({
        path,
        what: `${cut} lines are beyond ${MOST_LINES} lines or ${MOST_BYTES} bytes: no session sees them`,
      });
  }
  const files = active.map((from) => from.split("#")[0] ?? from);
  const unlisted = active.filter((_, n) => {
    const file = files[n] ?? "";
    return !layout.unindexed?.test(file) && !isListed(file, listed);
  });
  return { unlisted, beyond_caps: beyond, tokens_a_session: tokensOfOne(tokens, files) };
}

/** Of the stores that were read, the largest; of none, of them all. With what every session has. */
function tokensOfOne(tokens: ReadonlyMap<string, number>, files: readonly string[]): number {
  const stores = [...tokens].filter(([store]) => store !== "");
  const read = stores.filter(([store]) => files.some((file) => file.startsWith(`${store}/`)));
  const largest = Math.max(0, ...(read.length > 0 ? read : stores).map(([, count]) => count));
  return (tokens.get("") ?? 0) + largest;
}

/** Every file an index names, in whichever form: a link, a row of a table, a path among words. */
function targetsIn(text: string, targets = new Set<string>()): Set<string> {
  for (const { target } of readIndexLines(text).pointers) targets.add(target);
  for (const { file } of readIndexPage(text).rows) targets.add(file);
  for (const word of text.split(/[\s()<>[\]|"'`,;]+/)) {
    const path = unescaped(word).replace(/^(?:\.\/)?(?:\.claude\/memory\/)?/, "");
    targets.add(path.replace(/(?:#.*|[.:])$/, ""));
  }
  return targets;
}

function loaded(text: string): { kept: string; left: number } {
  const lines = text.trim().split("\n");
  const kept = lines.slice(0, MOST_LINES);
  while (kept.length > 0 && Buffer.byteLength(kept.join("\n")) > MOST_BYTES) kept.pop();
  return { kept: kept.join("\n"), left: lines.length - kept.length };
}

/** By the nearest index above it; where there is none, nothing has to be listed. */
function isListed(path: string, listed: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  if (INDEX_NAMES.includes(nameIn(path)) || listed.size === 0) return true;
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    const index = listed.get(folder);
    if (index !== undefined) return index.has(folder === "" ? path : path.slice(folder.length + 1));
    if (folder === "") return true;
  }
}
