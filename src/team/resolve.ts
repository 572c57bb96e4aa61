/**
 * Settling a conflict that a merge left in a memory of the team's. Whose version is whose is not in the file, which is the
 * same in every clone: ours is what this machine wrote last, else what stood on this side of the merge.
 */

import type { Cairn } from "../cairn.ts";
import { printText } from "../format/scalar.ts";
import { CairnError } from "../model/error.ts";
import type { Memory } from "../model/memory.ts";
import { lowestTrust } from "../model/trust.ts";
import type { Store } from "../store/store.ts";
import { type ContestedVersion, type MemoryParts, memoryPartsOf, printParts, textOfKey } from "./memory-parts.ts";
import { TEXT, WHOLE } from "./merge-memory.ts";
import { repositoryOf, teamFolder } from "./team-git.ts";

export type Take = "ours" | "theirs";

/** The versions of one part, as `show` and the question tell them. */
export interface ContestedPart {
  readonly part: string;
  readonly versions: readonly ContestedVersion[];
}

export function contestedIn(store: Store, { path }: Memory): ContestedPart[] {
  const parts = memoryPartsOf(store.bytesAt(path)?.toString("utf8") ?? "");
  return [...(parts?.contested ?? [])].map(([part, versions]) => ({ part, versions }));
}

/** What it says then. */
export async function resolveConflict(cairn: Cairn, store: Store, memory: Memory, take: Take): Promise<void> {
  const ours = await ourTexts(cairn, store, memory.path);
  const at = cairn.clock.now().toISOString();
  await cairn.change(store, (context) => {
    const base = context.openForWriting(memory.path);
    const parts = memoryPartsOf(base.bytes.toString("utf8"));
    if (parts === undefined || parts.contested.size === 0) throw noConflict(memory);
    const chosen = new Map(
      [...parts.contested].map(([part, versions]) => [part, choose(part, versions, ours, take, memory)]),
    );
    const text = settledText(parts, chosen, { at, summary: `conflict settled: ${take}` });
    const trust = lowestTrust(cairn.trustOf(undefined), context.trustNow(base));
    const about = {
      id: memory.id,
      kind: memory.kind,
      path: memory.path,
      base,
      trust,
      why: `conflict settled: ${take}`,
    };
    return { steps: [{ op: "update", ...about, after: Buffer.from(text) }], result: undefined };
  });
}

function settledText(
  parts: MemoryParts,
  chosen: ReadonlyMap<string, string>,
  change: { at: string; summary: string },
): string {
  const whole = chosen.get(WHOLE);
  const from = whole === undefined ? parts : (memoryPartsOf(`${whole}\n`) ?? parts);
  const keys = new Map(from.keys);
  const sections = new Map(from.sections);
  let { title } = from;
  for (const [part, text] of whole === undefined ? chosen : []) {
    if (part === "title") title = text;
    else if (part === TEXT) sections.set("", text);
    else if (part.startsWith("section ")) sections.set(part.slice("section ".length), text);
    else keys.set(keys.has(part) ? part : `metadata.${part}`, { is: "text", raw: printText(text, "block"), text });
  }
  const updated = keys.has("updated") && !keys.has("metadata.updated") ? "updated" : "metadata.updated";
  keys.set(updated, { is: "text", raw: change.at, text: change.at });
  return printParts({ keys, title, sections, changes: [...from.changes, change], contested: new Map() });
}

/** What a part says in a text; undefined where it says nothing of it. */
function partIn(parts: MemoryParts, part: string): string | undefined {
  if (part === "title") return parts.title;
  if (part === TEXT) return parts.sections.get("");
  if (part.startsWith("section ")) return parts.sections.get(part.slice("section ".length));
  const value = parts.keys.get(`metadata.${part}`) ?? parts.keys.get(part);
  return value === undefined ? undefined : textOfKey(value);
}

function choose(
  part: string,
  versions: readonly ContestedVersion[],
  ours: readonly string[],
  take: Take,
  memory: Memory,
): string {
  const isOurs = ({ text }: ContestedVersion, said: string) => {
    if (part === WHOLE) return said.trimEnd() === text;
    const parts = memoryPartsOf(said);
    return parts !== undefined && partIn(parts, part) === text;
  };
  for (const said of ours) {
    const own = versions.find((version) => isOurs(version, said));
    if (own === undefined) continue;
    if (take === "ours") return own.text;
    return versions.filter((version) => version !== own).at(-1)?.text ?? own.text;
  }
  throw unknownSide(memory, part);
}

/** Texts that were ours, the likeliest first: written here, then those of this side of a merge. */
async function ourTexts(cairn: Cairn, store: Store, path: string): Promise<string[]> {
  const own = [...store.history.versionsOf(path)].reverse().flatMap(({ record, ...entry }) => {
    const isOwn = record.op === "create" || record.op === "update" || record.op === "append";
    const text = isOwn ? store.history.log.textsOf({ record, ...entry }).after?.toString("utf8") : undefined;
    return text === undefined || text === "" ? [] : [text];
  });
  return [...own, ...(await textsOfThisSide(cairn, store, path))];
}

async function textsOfThisSide(cairn: Cairn, { root }: Store, path: string): Promise<string[]> {
  if (root.scope !== "team") return [];
  const repository = repositoryOf(cairn);
  const file = `${teamFolder}/${path}`;
  // The file as it was before the merge that brought the conflict, along this branch's own line.
  const log = (await repository.ask("log", "-20", "--first-parent", "-m", "--format=%H", "--", file)) ?? "";
  const texts: string[] = [];
  for (const commit of [
    "HEAD",
    ...log
      .split("\n")
      .filter(Boolean)
      .map((hash) => `${hash}^1`),
  ]) {
    const text = await repository.ask("show", `${commit}:${file}`);
    if (text !== undefined && !text.includes("\n## Conflict\n")) texts.push(text);
  }
  return texts;
}

function noConflict({ scope, id }: Memory): CairnError {
  return new CairnError("INPUT_ERROR", `There is no conflict in ${scope}:${id}.`, {
    field: "id",
    hint: "See team check for those there are.",
  });
}

function unknownSide({ scope, id }: Memory, part: string): CairnError {
  return new CairnError("AMBIGUOUS_ID", `Which version of ${part} in ${scope}:${id} is yours cannot be told here.`, {
    field: "take",
    hint: `Nothing was changed. See show ${scope}:${id}, and write what holds: update ${scope}:${id}, then take the section Conflict out.`,
  });
}
