/**
 * What is wrong with a store of memories, whoever made it: read, never changed. Duplicates, contradictions, what points
 * nowhere, what nobody loads, secrets (never shown), words that read like orders to an agent.
 */

import { join } from "node:path";
import { statOf } from "../disk/files.ts";
import { contradicts } from "../dream/changed-mind.ts";
import { type Wording, wordingOf } from "../dream/wording.ts";
import { redact } from "../guard/redact.ts";
import { z } from "../model/schema.ts";
import { termsOf } from "../text/analyse.ts";
import { countShared, shareOfAll } from "../text/likeness.ts";
import { folderOf, nameIn } from "../text/relative-path.ts";
import { sentencesIn } from "../text/sentences.ts";
import { tokensOf } from "../text/tokens.ts";
import type { FoundRecord, Layout, LeftOut, Lost, ReadQuestion } from "./layout.ts";
import { idFrom } from "./printed.ts";
import type { SourceFolder } from "./source-folder.ts";

const Pair = z.object({ files: z.array(z.string()), what: z.string() });
const At = z.object({ path: z.string(), what: z.string(), line: z.number().optional() });

export const AuditReport = z.object({
  layout: z.string(),
  source: z.string(),
  memories: z.number(),
  /** Exactly the same words in two files. */
  duplicates: z.array(Pair),
  near_duplicates: z.array(Pair),
  /** The one says what the other denies, or another amount. */
  contradictions: z.array(Pair),
  /** Files a memory speaks of that are no longer in this project. */
  stale: z.array(At),
  /** Where, and of which class; never the secret. */
  secrets: z.array(At),
  /** Words that read like orders to an agent. */
  instructions: z.array(At),
  /** Lines of an index that name a file which is not there. */
  dangling: z.array(At.extend({ target: z.string() })),
  /** Memories without a line in their index. */
  unlisted: z.array(z.string()),
  /** Of an index, what lies beyond what is loaded. */
  beyond_caps: z.array(At),
  unreadable: z.array(At),
  /** What every session is loaded with. */
  tokens_a_session: z.number(),
});
export type AuditReport = z.infer<typeof AuditReport>;

/** What is loaded at the start of a session, and which files list the others. */
const INDEX_NAMES = ["MEMORY.md", "_index.md", "_index-archive.md", "index.md", "MEMORY-archive.md"];
const LOADED_NAMES = ["MEMORY.md", "_index.md", "index.md", "master.md", "state.md", "CLAUDE.md", "AGENTS.md"];
const MOST_LINES = 200;
const MOST_BYTES = 25_000;
const MOST_PAIRS = 500;
const NEARLY = 0.8;
const RAREST = 4;
const MOST_IN_BUCKET = 40;
const DANGLING = /^it names (.+), which is not there$/;
/** `[[that]]`, in words and not in code. */
const LINK = /\[\[([^\s[\]|#][^[\]|#\n]*?)\s*(?:[|#][^[\]\n]*)?\]\]/g;
const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g;
const NO_ENTITY = / of (.+), which is no entity$/;
const UNREADABLE = /not JSON|not text|cannot be read|bytes; at most|no category|has no content|no JSON|too long/;

interface Entry {
  readonly from: string;
  readonly said: string;
  readonly terms: ReadonlySet<string>;
  readonly statements: readonly Statement[];
}

interface Statement {
  readonly wording: Wording;
  /** What stands in a place that holds one value: `port` → 3000, `node` → 20. */
  readonly slots: ReadonlyMap<string, string>;
}

export function auditStore(layout: Layout, source: SourceFolder, question: ReadQuestion): AuditReport {
  const found = { secrets: [], stale: [], instructions: [], unreadable: [], dangling: [] } as Found;
  const entries: Entry[] = [];
  const active: string[] = [];
  const links = new Links();
  for (const reading of layout.read(source, question)) {
    if ("record" in reading) {
      entries.push(entryOf(reading.record));
      if (reading.record.memory.status === undefined || reading.record.memory.status === "active")
        active.push(reading.record.from);
      look(reading.record, question, found);
      links.take(reading.record);
    } else if ("skipped" in reading) sort(reading.skipped, found);
    else if ("lossy" in reading) sortLost(reading.lossy, found);
  }
  found.dangling.push(...links.leadingNowhere());
  const { duplicates, near, opposed } = pairsAmong(entries);
  return {
    layout: layout.name,
    source: source.path,
    memories: entries.length,
    duplicates,
    near_duplicates: near,
    contradictions: opposed,
    ...found,
    ...indexOf(source, active, found),
  };
}

/** What memories call each other by, and what they call that is none. */
class Links {
  readonly #names = new Set<string>();
  readonly #targets: { from: string; target: string; line: number }[] = [];

  take({ from, memory: { id, title, aliases = [], kind, body } }: FoundRecord): void {
    const file = (from.split("#")[0] ?? from).replace(/\.\w+$/, "");
    for (const name of [id, idFrom(id, kind), title, ...aliases, file, nameIn(file)]) this.#names.add(calledAs(name));
    const words = body.replaceAll(CODE, (code) => code.replaceAll(/[^\n]/g, " "));
    for (const link of words.matchAll(LINK))
      this.#targets.push({ from, target: link[1] ?? "", line: words.slice(0, link.index).split("\n").length });
  }

  leadingNowhere(): Found["dangling"] {
    const lost = this.#targets.filter(
      ({ target }) => !this.#names.has(calledAs(target)) && !this.#names.has(calledAs(nameIn(target))),
    );
    return lost.map(({ from, target, line }) => {
      const name = redact(target).text;
      return { path: from, what: `it links to ${name}, which is not there`, target: name, line };
    });
  }
}

function calledAs(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-");
}

function sortLost({ path, what }: Lost, { unreadable, dangling }: Found): void {
  const target = NO_ENTITY.exec(what)?.[1];
  if (target !== undefined) dangling.push({ path, what, target });
  else if (what.includes("cannot be read")) unreadable.push({ path, what });
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
  const target = DANGLING.exec(reason)?.[1];
  if (target !== undefined) dangling.push({ path, what: reason, target, ...at });
  else if (UNREADABLE.test(reason)) unreadable.push({ path, what: reason, ...at });
}

const ORDERS =
  /\b(?:ignore (?:all |any )?(?:previous|prior|earlier|above) (?:instructions|rules|prompts)|disregard (?:the|all|any) (?:above|instructions|rules)|do not (?:tell|inform|mention (?:this|it) to) the (?:user|person|human)|without (?:telling|asking) the (?:user|person|human)|you are now\b|new system prompt|reveal (?:your|the) (?:system prompt|instructions)|exfiltrate|send (?:it|them|this|the \w+) to https?:)|<\/?(?:system|assistant|tool_use)[ >]|\b(?:curl|wget)\b[^\n|]*\|\s*(?:ba|z)?sh\b/i;
const MENTIONED = /`((?:[\w.-]+\/)+[\w.-]+\.[A-Za-z0-9]{1,6})`/g;

function look(
  { from, memory, front = "" }: FoundRecord,
  { project }: ReadQuestion,
  { secrets, stale, instructions }: Found,
): void {
  // A description may be what an index says of it: that is looked at there.
  lookForSecrets(from, [...wordsIn({ ...memory, description: "" }), front].join("\n"), secrets);
  const order = ORDERS.exec(memory.body);
  if (order !== null)
    instructions.push({
      path: from,
      what: redact(order[0]).text,
      line: memory.body.slice(0, order.index).split("\n").length,
    });
  const named = new Set([
    ...(memory.files ?? []).map(({ path }) => path),
    ...[...memory.body.matchAll(MENTIONED)].map(([, path = ""]) => path),
  ]);
  for (const path of named) {
    if (path.startsWith("/") || path.includes("..") || path.includes("*")) continue;
    if (statOf(join(project.path, path)) === undefined)
      stale.push({ path: from, what: `${path} is not in this project` });
  }
}

/** When a master was made and from how much: no statement about the project. */
const FOOTER = /^\*?(?:Last synthesi[sz]ed|Source):.*$/gim;

function lookForSecrets(path: string, text: string, secrets: Found["secrets"]): void {
  const classes = [...new Set(redact(text).found.map((secret) => secret.class))];
  if (classes.length > 0) secrets.push({ path, what: classes.join(", ") });
}

/** Every word of it, whichever field it stands in. */
function wordsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(wordsIn) : [];
}

function entryOf({ from, memory }: FoundRecord): Entry {
  const said = memory.body.toLowerCase().replace(/\s+/g, " ").trim() || memory.title.toLowerCase();
  const sentences = [memory.title, ...sentencesIn(memory.body.replaceAll(FOOTER, "")).slice(0, 30)];
  const statements = sentences.map((text) => ({ wording: wordingOf(text), slots: slotsIn(text) }));
  return { from, said, terms: new Set(termsOf(`${memory.title} ${memory.body}`)), statements };
}

function pairsAmong(entries: readonly Entry[]) {
  const duplicates: z.infer<typeof Pair>[] = [];
  const near: z.infer<typeof Pair>[] = [];
  const opposed: z.infer<typeof Pair>[] = [];
  const first = new Map<string, Entry>();
  const distinct: Entry[] = [];
  for (const entry of entries) {
    const same = first.get(entry.said);
    if (same === undefined) {
      first.set(entry.said, entry);
      distinct.push(entry);
    } else if (duplicates.length < MOST_PAIRS)
      duplicates.push({ files: [same.from, entry.from], what: "the same words" });
  }
  for (const [one, other] of candidates(distinct)) {
    const share = shareOfAll(one.terms, other.terms);
    if (contradict(one, other) && opposed.length < MOST_PAIRS)
      opposed.push({ files: [one.from, other.from], what: "the one says what the other denies, or another amount" });
    else if (share >= NEARLY && near.length < MOST_PAIRS)
      near.push({ files: [one.from, other.from], what: `${Math.round(share * 100)} % of their words` });
  }
  return { duplicates, near, opposed };
}

const SLOT = /\b([A-Za-z][\w.-]*) (?:is |= ?|: ?|v(?=\d))?(\d[\d.]*)\b/g;
const MOSTLY = 0.6;
const LEAST_SHARED = 3;

function slotsIn(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(SLOT)].map(([, name = "", value = ""]) => [name.toLowerCase(), value.replace(/\.$/, "")]),
  );
}

function contradict(one: Entry, other: Entry): boolean {
  return one.statements.some((a) =>
    other.statements.some((b) => contradicts(a.wording, b.wording) || otherValue(a, b)),
  );
}

/** Nearly the same sentence, with another number behind the same word. */
function otherValue(one: Statement, other: Statement): boolean {
  const isOther = [...one.slots].some(([name, value]) => other.slots.has(name) && other.slots.get(name) !== value);
  if (!isOther || countShared(one.wording.terms, other.wording.terms) < LEAST_SHARED) return false;
  return shareOfAll(one.wording.terms, other.wording.terms) >= MOSTLY;
}

/** Those that share one of their rarest words: never all with all. */
function* candidates(entries: readonly Entry[]): Generator<readonly [Entry, Entry]> {
  const counts = new Map<string, number>();
  for (const { terms } of entries) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const buckets = new Map<string, number[]>();
  const seen = new Set<string>();
  for (const [n, entry] of entries.entries()) {
    const shared = [...entry.terms].filter((term) => (counts.get(term) ?? 0) > 1);
    const rare = shared.sort((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0)).slice(0, RAREST);
    for (const term of rare) {
      const bucket = buckets.get(term) ?? [];
      for (const other of bucket) {
        if (seen.has(`${other} ${n}`)) continue;
        seen.add(`${other} ${n}`);
        yield [entries[other] as Entry, entry];
      }
      if (bucket.length < MOST_IN_BUCKET) bucket.push(n);
      buckets.set(term, bucket);
    }
  }
}

/** What its indexes list, what is loaded of them, and what is not. */
function indexOf(source: SourceFolder, active: readonly string[], { secrets }: Found) {
  const listed = new Map<string, string>();
  const beyond: z.infer<typeof At>[] = [];
  let tokens = 0;
  for (const path of source.walk()) {
    const name = nameIn(path);
    const isIndex = INDEX_NAMES.includes(name);
    if (!isIndex && !LOADED_NAMES.includes(name)) continue;
    const text = source.peek(path) ?? "";
    if (isIndex && !secrets.some((one) => one.path.split("#")[0] === path)) lookForSecrets(path, text, secrets);
    if (isIndex) listed.set(folderOf(path), `${listed.get(folderOf(path)) ?? ""}\n${text}`);
    if (!LOADED_NAMES.includes(name)) continue;
    const { kept, left } = loaded(text);
    tokens += tokensOf(kept);
    if (left > 0 && name === "MEMORY.md")
      beyond.push({
        path,
        what: `${left} lines are beyond ${MOST_LINES} lines or ${MOST_BYTES} bytes: no session sees them`,
      });
  }
  const unlisted = active.filter((from) => !isListed(from.split("#")[0] ?? from, listed));
  return { unlisted, beyond_caps: beyond, tokens_a_session: tokens };
}

function loaded(text: string): { kept: string; left: number } {
  const lines = text.trim().split("\n");
  const kept = lines.slice(0, MOST_LINES);
  while (kept.length > 0 && Buffer.byteLength(kept.join("\n")) > MOST_BYTES) kept.pop();
  return { kept: kept.join("\n"), left: lines.length - kept.length };
}

/** By the nearest index above it; where there is none, nothing has to be listed. */
function isListed(path: string, listed: ReadonlyMap<string, string>): boolean {
  if (INDEX_NAMES.includes(nameIn(path)) || listed.size === 0) return true;
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    const index = listed.get(folder);
    if (index !== undefined) return index.includes(folder === "" ? path : path.slice(folder.length + 1));
    if (folder === "") return true;
  }
}
