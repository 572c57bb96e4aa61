/**
 * The team's folder held against what may lie there, for CI and for a hook before a commit: secrets, broken files, names
 * used twice, conflicts nobody settled, files that are no memories, paths of one machine. Reads files alone: no settings, no history.
 */

import { join } from "node:path";
import { codeOf, folderEntries, readFileAt, TooLargeError } from "../disk/files.ts";
import { parseMemory } from "../format/parse.ts";
import { redact } from "../guard/redact.ts";
import { idFromPath } from "../model/id.ts";
import { kindRow } from "../model/kind.ts";
import { z } from "../model/schema.ts";
import { largestMemory } from "../store/root-folder.ts";
import { under } from "../text/relative-path.ts";
import { homeIn } from "./scrub.ts";
import type { TeamRepository } from "./team-git.ts";

const DEEPEST = 8;

export const CheckFinding = z.object({
  /** From the top of the repository. */
  path: z.string(),
  line: z.number(),
  rule: z.enum(["secret", "broken", "duplicate", "conflict", "foreign", "type", "path", "attributes", "set-up"]),
  level: z.enum(["error", "warning"]),
  message: z.string(),
});
export type CheckFinding = z.infer<typeof CheckFinding>;

interface Seen {
  readonly path: string;
  readonly id: string;
}

interface Checked {
  readonly files: number;
  /** Those that count as files of the team's, from the top of the repository. */
  readonly paths: readonly string[];
  readonly findings: readonly CheckFinding[];
}

/** `prefix`: the way to the folder from the top of the repository. */
export function checkTeamFolder(folder: string, prefix: string, allowTypes: readonly string[]): Checked {
  const findings: CheckFinding[] = [];
  const seen: Seen[] = [];
  const paths: string[] = [];
  for (const { path, kind } of filesIn(folder, "")) {
    const say = sayingOf(findings, `${prefix}/${path}`);
    if (kind !== "file") {
      say("foreign", 1, `is a ${kind === "link" ? "symbolic link" : kind}: only Markdown files belong here`);
      continue;
    }
    if (!path.endsWith(".md")) {
      say("foreign", 1, "is no Markdown file: only memories and MEMORY.md belong here");
      checkSecrets(textOf(folder, path) ?? "", say);
      continue;
    }
    paths.push(`${prefix}/${path}`);
    const text = textOf(folder, path);
    if (text === undefined) say("broken", 1, `cannot be read, or has more than ${largestMemory} bytes`);
    else if (path === "MEMORY.md") checkLines(text, say);
    else seen.push({ path, id: checkMemory(text, path, say, allowTypes) });
  }
  checkNames(seen, findings, prefix);
  findings.sort((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));
  return { files: paths.length, paths, findings };
}

type Saying = (rule: CheckFinding["rule"], line: number, message: string, level?: CheckFinding["level"]) => void;

function sayingOf(findings: CheckFinding[], path: string): Saying {
  return (rule, line, message, level = "error") => findings.push({ path, line, rule, level, message });
}

/** Its id. */
function checkMemory(text: string, path: string, say: Saying, allowTypes: readonly string[]): string {
  checkLines(text, say);
  const { written, problems } = parseMemory(text, path);
  for (const { line, message } of problems) say("broken", line, message);
  if (!text.startsWith("---")) say("broken", 1, "has no front matter, so it has no name and no kind");
  if (written.conflict !== undefined) {
    const line = lineOf(text, /^## Conflict$/m);
    say(
      "conflict",
      line,
      `two versions of ${written.conflict.join(", ")} were merged: settle it with cairn team resolve`,
    );
  }
  const { type } = kindRow(written.kind);
  if (!allowTypes.includes(type))
    say("type", 1, `is a ${written.kind}: memories of type ${type} are not shared`, "warning");
  const home = homeIn(text);
  if (home !== undefined)
    say("path", lineAt(text, home), "names a folder of one person's machine: nobody else has it", "warning");
  return written.name ?? idFromPath(path);
}

function checkLines(text: string, say: Saying): void {
  checkSecrets(text, say);
  const marker = mergeMarkerIn(text);
  if (marker !== undefined)
    say("conflict", lineOf(text, marker), "holds git's conflict markers: settle them, then commit");
}

/** The class and the line, never the secret. */
function checkSecrets(text: string, say: Saying): void {
  const { found } = redact(text);
  for (const { class: name, at } of located(found, text))
    say("secret", at, `holds a secret (${name}): take it out, and revoke it where it is used`);
}

function located(found: readonly { readonly class: string }[], text: string): { class: string; at: number }[] {
  if (found.length === 0) return [];
  const lines = text.split("\n");
  const alone = lines.flatMap((line, n) => redact(line).found.map((one) => ({ class: one.class, at: n + 1 })));
  const rest = found
    .filter((one) => !alone.some((other) => other.class === one.class))
    .map((one) => ({ class: one.class, at: 1 }));
  return [...alone, ...rest];
}

function checkNames(seen: readonly Seen[], findings: CheckFinding[], prefix: string): void {
  const first = new Map<string, string>();
  for (const { path, id } of [...seen].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const other = first.get(id);
    if (other === undefined) first.set(id, path);
    else
      sayingOf(findings, `${prefix}/${path}`)(
        "duplicate",
        1,
        `is called ${id} like ${other}: give one of them another name`,
      );
  }
}

function lineOf(text: string, pattern: RegExp): number {
  return lineAt(text, text.search(pattern));
}

function lineAt(text: string, at: number): number {
  return at < 0 ? 1 : text.slice(0, at).split("\n").length;
}

function textOf(folder: string, path: string): string | undefined {
  try {
    return readFileAt(join(folder, path), largestMemory)?.toString("utf8");
  } catch (error) {
    if (error instanceof TooLargeError || codeOf(error) !== undefined) return undefined;
    throw error;
  }
}

function* filesIn(folder: string, inner: string): Generator<{ path: string; kind: string }> {
  const entries = folderEntries(join(folder, inner)) ?? [];
  for (const { name, kind } of [...entries].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = under(inner, name);
    if (kind === "folder" && path.split("/").length < DEEPEST) yield* filesIn(folder, path);
    else yield { path, kind };
  }
}

/** As a code host reads it from a log: the finding stands at its line in the change. */
export function annotation({ path, line, level, rule, message }: CheckFinding): string {
  const escaped = (text: string) => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  const inProperty = (text: string) => escaped(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
  return `::${level} file=${inProperty(path)},line=${line},title=cairn team check%3A ${rule}::${escaped(message)}`;
}

/** What attributes may say of the team's files. Anything else makes git lose changes, or other bytes on other machines. */
const MAY: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    merge: /^(?:cairn|unspecified)$/,
    text: /^(?:set|auto|unspecified)$/,
    eol: /^(?:lf|unspecified)$/,
    filter: /^(?:unset|unspecified)$/,
    ident: /^(?:unset|unspecified)$/,
    "working-tree-encoding": /^(?:unset|unspecified|utf-8)$/i,
  }),
);
/** As `setup` has them: most are. */
const OURS: ReadonlyMap<string, string> = new Map(Object.entries({ merge: "cairn", text: "set", eol: "lf" }));
const NOT_SET_UP = "no line of .gitattributes names the merge driver of the team's files: cairn team setup";
const MOST_NAMED = 20;

/** A line somebody adds anywhere in the repository may win over the one of the team's. */
export async function checkAttributes(
  { attributes }: Pick<TeamRepository, "attributes">,
  paths: readonly string[],
): Promise<CheckFinding[]> {
  if (paths.length === 0) return [];
  const said = await attributes(paths);
  if (said === undefined) return [];
  const wrong: CheckFinding[] = [];
  let merged = 0;
  for (let n = 0; n + 3 <= said.length; n += 3) {
    const [name = "", value = ""] = [said[n + 1], said[n + 2]];
    if (name === "merge") merged += 1;
    if (OURS.get(name) === value || MAY.get(name)?.test(value) !== false) continue;
    const path = said[n] ?? "";
    const message = `an attribute says ${name}=${value} of it: take that line out of .gitattributes`;
    wrong.push({ path, line: 1, rule: "attributes", level: "error", message });
  }
  const isSetUp = merged === paths.length;
  const warning = { path: ".gitattributes", line: 1, rule: "set-up", level: "warning", message: NOT_SET_UP } as const;
  return [...wrong.slice(0, MOST_NAMED), ...(isSetUp ? [] : [warning])];
}

/** What finds the first row of signs that git leaves in a text it could not merge; undefined where there is none. */
export function mergeMarkerIn(text: string): RegExp | undefined {
  // Few texts hold such a row of signs at all.
  if (!text.includes("<<<<<<<") && !text.includes(">>>>>>>")) return undefined;
  return /^(?:<{7}|>{7}) /m.test(text) ? /^(?:<{7}|={7}|>{7}|\|{7})(?: |$)/m : undefined;
}
