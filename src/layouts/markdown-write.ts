/** Memories as the layouts keep them whose files are Markdown with front matter, or none: S3, S1 and S2. Pure. */

import { editMemory } from "../format/edit.ts";
import { frontOf } from "../format/front.ts";
import { coarseTypes, kindRow } from "../model/kind.ts";
import type { Memory } from "../model/memory.ts";
import { nameIn } from "../text/relative-path.ts";
import { moreLine } from "./index-lines.ts";
import type { GivenMemory, StoreWriting, WriteQuestion } from "./layout.ts";
import { idFrom } from "./printed.ts";

interface PlacedFile {
  readonly path: string;
  readonly given: GivenMemory;
}

/** S3: a folder a type, the file as it is: its front matter is that layout's own. */
export function* writeMemdir(memories: readonly GivenMemory[], { flat }: WriteQuestion): Generator<StoreWriting> {
  const pathOf = flat ? flatPath : typedPath;
  const placed = placedOnce(memories, ({ memory }) => `${memory.scope === "team" ? "team/" : ""}${pathOf(memory)}`);
  for (const { path, given } of placed) yield { path, text: named(given), of: given };
  for (const prefix of ["", "team/"]) {
    const own = placed.filter(
      ({ path }) => path.startsWith("team/") === (prefix === "team/") && !path.includes("logs/"),
    );
    if (own.length > 0)
      yield {
        path: `${prefix}MEMORY.md`,
        text: indexPage(own.map(({ path, given }) => ({ path: path.slice(prefix.length), given }))),
      };
  }
}

function typedPath({ kind, type, path }: Memory): string {
  if (kind === "log" || kind === "topic") return path;
  const folder = path.split("/")[0] ?? "";
  return coarseTypes.some((name) => name === folder) && path.includes("/")
    ? path
    : `${type ?? kindRow(kind).type}/${nameIn(path)}`;
}

/** Side by side, the type before the name; a day of a log keeps its place. */
function flatPath(memory: Memory): string {
  const { kind, type, path, id } = memory;
  return kind === "log" ? path : `${type ?? kindRow(kind).type}_${id}.md`;
}

/** S1: an agent's topic files beside its index. */
export function* writeAgents(memories: readonly GivenMemory[], { project }: WriteQuestion): Generator<StoreWriting> {
  const placed = placedOnce(memories, ({ memory, agent }) => `${agent ?? `project/${project.key}`}/${memory.id}.md`);
  const folders = new Set(placed.map(({ path }) => path.split("/").slice(0, 2).join("/")));
  for (const { path, given } of placed) yield { path, text: named(given), of: given };
  for (const folder of folders) {
    const own = placed.filter(({ path }) => path.startsWith(`${folder}/`));
    yield {
      path: `${folder}/MEMORY.md`,
      text: indexPage(own.map(({ path, given }) => ({ path: path.slice(folder.length + 1), given }))),
    };
  }
}

/** A file that never named itself does so now: elsewhere its place no longer tells. */
function named({ memory, text }: GivenMemory): string {
  if (frontOf(text).state === "broken") return text;
  const { id: name, kind, type } = memory;
  return editMemory(text, { name, kind, type, ...(memory.trust === undefined ? {} : {}) }, memory.path);
}

const MASTER = /^master(?:\.(.+))?\.md$/;
const DOMAIN = "domain-";

/** S2: a summary a session and the master; front matter only where plain words would lose more than the time. */
export function* writeUnderscore(
  memories: readonly GivenMemory[],
  { summaries }: Pick<WriteQuestion, "summaries">,
): Generator<StoreWriting> {
  const taken = new Set<string>();
  for (const given of memories) {
    const { memory } = given;
    if (memory.kind === "session_summary") {
      const path = summaryPath(memory, taken);
      yield { path, text: summaryText(given, path), of: given };
    } else if (memory.kind === "master")
      yield { path: masterPath(memory), text: masterText(given, summaries), of: given };
    else yield { unsaid: given, why: `that layout keeps summaries and a master, no ${memory.kind}` };
  }
}

/** A file's name everywhere. */
const PLAIN_NAME = /^(?![. ])[^\\/:*?"<>|\p{Cc}\p{Cf}]{1,80}(?<![. ])$/u;

/** By its session, as that layout has it; where that is taken or no file's name, by its own name. */
function summaryPath({ fields, id, tags }: Memory, taken: Set<string>): string {
  const session = fields["session"];
  const domain = tags.find((tag) => tag.startsWith(DOMAIN))?.slice(DOMAIN.length);
  const isFolder = domain !== undefined && PLAIN_NAME.test(domain);
  const folder = isFolder ? `${domain}/conversations` : "conversations";
  const stem = typeof session === "string" && PLAIN_NAME.test(session) ? session : id;
  let path = `${folder}/${stem}.md`;
  for (let n = 1; taken.has(path.toLowerCase()); n++) path = `${folder}/${n === 1 ? id : `${id}-${n}`}.md`;
  taken.add(path.toLowerCase());
  return path;
}

function summaryText(given: GivenMemory, path: string): string {
  const { memory } = given;
  const { session, ...others } = memory.fields;
  const stem = nameIn(path).replace(/\.md$/, "");
  const isPlain =
    memory.status === "active" &&
    idFrom(stem, memory.kind) === memory.id &&
    memory.tags.every((tag) => tag.startsWith(DOMAIN)) &&
    memory.aliases.length + memory.files.length + memory.supersedes.length + memory.changes.length === 0 &&
    memory.confidence === undefined &&
    memory.supersededBy === undefined &&
    memory.updates === 0 &&
    Object.keys(others).length === 0 &&
    session === stem;
  return isPlain ? plainText(given) : named(given);
}

function plainText({ memory: { title, body } }: GivenMemory): string {
  return body.startsWith("# ") ? `${body}\n` : `# ${title}\n\n${body}\n`;
}

function masterPath({ path }: Memory): string {
  const part = MASTER.exec(nameIn(path))?.[1];
  return part === undefined ? "master.md" : `${part}/master.md`;
}

/** With the footer by which that layout tells when it was made, and from how much. */
function masterText(given: GivenMemory, summaries: number): string {
  const { memory } = given;
  const isPlain =
    memory.status === "active" && memory.tags.length + memory.aliases.length + memory.changes.length === 0;
  if (!isPlain) return named(given);
  const text = plainText(given);
  if (/^\*?Last synthesi[sz]ed:/im.test(text)) return text;
  const day = (memory.updated ?? memory.created ?? "").slice(0, 10);
  return `${text}\n---\n*Last synthesized: ${day}*\n*Source: ${summaries} conversations, 0 docs*\n`;
}

function placedOnce(memories: readonly GivenMemory[], pathOf: (given: GivenMemory) => string): PlacedFile[] {
  const taken = new Set<string>();
  return memories.map((given) => {
    let path = pathOf(given);
    for (let n = 2; taken.has(path.toLowerCase()); n++) path = pathOf(given).replace(/\.md$/, `-${n}.md`);
    taken.add(path.toLowerCase());
    return { path, given };
  });
}

/** The caps of whoever loads a `MEMORY.md`. */
const MOST_LINES = 200;
const MOST_BYTES = 25_000;

interface Placed {
  readonly path: string;
  readonly given: GivenMemory;
}

/** A pointer a line, newest first. Only what holds has one; what finds no room is counted in the last. */
function indexPage(placed: readonly Placed[]): string {
  const active = placed.filter(
    ({ given: { memory } }) => memory.status === "active" && memory.supersededBy === undefined,
  );
  const newest = [...active].sort((a, b) => (timeOf(a) < timeOf(b) ? 1 : timeOf(a) > timeOf(b) ? -1 : 0));
  const lines = newest.map(({ path, given: { memory } }) => pointer(memory.title, path, memory.description));
  const kept = lines.slice(0, lines.length > MOST_LINES ? MOST_LINES - 1 : MOST_LINES);
  const rest = () => (kept.length === lines.length ? "" : `${moreLine(lines.length - kept.length)}\n`);
  while (Buffer.byteLength(`${kept.join("\n")}\n${rest()}`) > MOST_BYTES) kept.pop();
  return `${kept.map((line) => `${line}\n`).join("")}${rest()}`;
}

function timeOf({ given: { memory } }: Placed): string {
  return memory.updated ?? memory.created ?? "";
}

function pointer(title: string, path: string, description: string): string {
  const name = title.replaceAll(/[[\]\\]/g, "\\$&");
  const target = /[\s()<>]/.test(path) ? `<${path}>` : path;
  return description === "" || description === title
    ? `- [${name}](${target})`
    : `- [${name}](${target}) — ${description}`;
}
