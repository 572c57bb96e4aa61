/** Settling a conflict that a merge left in a memory, of the team's or of one person's machines: an ordinary change. */

import type { Cairn } from "../cairn.ts";
import { contestedField } from "../format/conflict.ts";
import { CairnError } from "../model/error.ts";
import type { Memory } from "../model/memory.ts";
import { lowestTrust } from "../model/trust.ts";
import type { Store } from "../store/store.ts";
import { type ContestedPart, sidedParts, type Take, textsTaken } from "./conflict-sides.ts";
import { type MemoryParts, memoryPartsOf, printParts, setText } from "./memory-parts.ts";
import { DESCRIPTION, SECTION, TEXT, WHOLE } from "./merge-memory.ts";
import { type KnownTexts, knownTexts } from "./own-side.ts";
import { describedByLines, isDescribedByLines, profileOf, withField, withSaidFields } from "./profile-parts.ts";

export async function contestedIn(cairn: Cairn, store: Store, { path }: Memory): Promise<ContestedPart[]> {
  const contested = memoryPartsOf(store.bytesAt(path)?.toString("utf8") ?? "")?.contested ?? new Map();
  return contested.size === 0 ? [] : sidedParts(contested, await knownTexts(cairn, store, path));
}

interface Settled {
  /** By part, what holds now. */
  readonly settled: ReadonlyMap<string, string>;
  /** The parts of which the chosen side has no version. */
  readonly open: readonly string[];
}

export async function resolveConflict(cairn: Cairn, store: Store, memory: Memory, take: Take): Promise<Settled> {
  const known = await knownTexts(cairn, store, memory.path);
  const at = cairn.clock.now().toISOString();
  const { result } = await cairn.change(store, (context) => {
    const base = context.openForWriting(memory.path);
    const parts = memoryPartsOf(base.bytes.toString("utf8"));
    if (parts === undefined || parts.contested.size === 0) throw noConflict(memory);
    const { chosen, open } = choose(parts, known, take, memory);
    const why = `conflict settled: ${take}`;
    const text = settledText(parts, chosen, { at, summary: why });
    const trust = lowestTrust(cairn.trustOf(undefined), context.trustNow(base));
    const about = { id: memory.id, kind: memory.kind, path: memory.path, base, trust, why };
    const result: Settled = { settled: chosen, open };
    return { steps: [{ op: "update", ...about, after: Buffer.from(text) }], result };
  });
  return result;
}

/** By name all of it or nothing; by number what that side has a version of. */
function choose({ contested }: MemoryParts, known: KnownTexts, take: Take, memory: Memory) {
  const { chosen, unclear } = textsTaken(sidedParts(contested, known), take);
  const isNamed = take === "ours" || take === "theirs";
  if (chosen.size === 0 || (isNamed && unclear.length > 0)) throw unclearSide(memory, take, unclear);
  return { chosen, open: unclear };
}

function settledText(
  parts: MemoryParts,
  chosen: ReadonlyMap<string, string>,
  change: { at: string; summary: string },
): string {
  const whole = chosen.get(WHOLE);
  const from = whole === undefined ? parts : (memoryPartsOf(`${whole}\n`) ?? parts);
  const keys = new Map(from.keys);
  const category = profileOf(from);
  let sections = new Map(from.sections);
  let { title } = from;
  for (const [part, text] of whole === undefined ? chosen : []) {
    if (part === "title") title = text;
    else if (part === TEXT) sections.set("", text);
    else if (part.startsWith(SECTION)) sections.set(part.slice(SECTION.length), text);
    else if (part.startsWith(contestedField))
      sections = withField(sections, category, part.slice(contestedField.length), text);
    else setText(keys, keys.has(part) || part === DESCRIPTION ? part : `metadata.${part}`, text);
  }
  if (category !== undefined && whole === undefined) {
    const described = chosen.get(DESCRIPTION);
    // Merged before fields were a part: what is taken of the description says which line of a field it is.
    if (described !== undefined) sections = withSaidFields(sections, category, described);
    if (described !== undefined || isDescribedByLines(category, parts))
      setText(keys, DESCRIPTION, describedByLines(category, sections));
  }
  const updated = keys.has("updated") && !keys.has("metadata.updated") ? "updated" : "metadata.updated";
  keys.set(updated, { is: "text", raw: change.at, text: change.at });
  const contested = new Map(whole === undefined ? [...parts.contested].filter(([part]) => !chosen.has(part)) : []);
  return printParts({ keys, title, sections, changes: [...from.changes, change], contested });
}

export function noConflict({ scope, id }: Pick<Memory, "scope" | "id">): CairnError {
  return new CairnError("INPUT_ERROR", `There is no conflict in ${scope}:${id}.`, {
    field: "id",
    hint: "See team check for those there are.",
  });
}

function unclearSide({ scope, id }: Memory, take: Take, parts: readonly string[]): CairnError {
  const said =
    take === "ours" || take === "theirs"
      ? `Which version of ${parts.join(", ")} in ${scope}:${id} ${take} would be cannot be told here.`
      : `${scope}:${id} has no version ${take}.`;
  return new CairnError("AMBIGUOUS_ID", said, {
    field: "take",
    hint: `Nothing was changed. See the versions: cairn team resolve ${scope}:${id}; then choose one by its number: --take 1.`,
  });
}
