/** Whose version is whose in a conflict, as far as it is known here, and which texts a choice takes. Pure. */

import { type ContestedVersion, contestedField } from "../format/conflict.ts";
import { type MemoryParts, memoryPartsOf, textOfKey } from "./memory-parts.ts";
import { SECTION, TEXT, WHOLE } from "./merge-memory.ts";
import { profileOf, valueOfField } from "./profile-parts.ts";

/** This machine's, another's, or a side by its number. */
export const takes = ["ours", "theirs", "1", "2", "3", "4", "5", "6", "7", "8", "9"] as const;
export type Take = (typeof takes)[number];

interface SidedVersion extends ContestedVersion {
  /** The number of its side: the same in every part that side changed. */
  readonly n: number;
  readonly whose: "ours" | "theirs" | "unknown";
  /** Who first committed all that side says, where git knows. */
  readonly by?: string;
}

export interface ContestedPart {
  readonly part: string;
  readonly versions: readonly SidedVersion[];
}

interface Known {
  readonly ours: readonly string[];
  readonly authored: readonly { readonly by: string; readonly text: string }[];
}

export function sidedParts(contested: MemoryParts["contested"], { ours, authored }: Known): ContestedPart[] {
  const said = ours.map(textIn);
  const firsts = authored.map(({ by, text }) => ({ by, says: textIn(text) }));
  const found = [...contested].map(([part, versions]) => {
    const own = said.map((says) => versions.find(({ text }) => says(part) === text)).find((one) => one !== undefined);
    return { part, versions, own };
  });
  // A side has one time: what is ours in one part tells it in another.
  const times = new Set(found.flatMap(({ own }) => (own === undefined ? [] : [own.at])));
  const owned = found.map(({ part, versions, own }) => {
    const alike = versions.filter(({ at }) => times.has(at));
    return { part, versions, own: own ?? (alike.length === 1 ? alike[0] : undefined) };
  });
  const keyed = owned.map(({ part, versions, own }) => ({ part, own, versions: withSides(versions, own) }));
  const sides = [...new Set(keyed.flatMap(({ versions }) => versions.map(({ side }) => side)))].sort();
  const saidBy = (side: string) => {
    const own = keyed.flatMap(({ part, versions }) =>
      versions.filter((one) => one.side === side).map(({ version }) => ({ part, text: version.text })),
    );
    return firsts.find(({ says }) => own.every(({ part, text }) => says(part) === text))?.by;
  };
  const authors = new Map(sides.map((side) => [side, saidBy(side)]));
  return keyed.map(({ part, versions, own }) => ({
    part,
    versions: versions.map(({ side, version }) => {
      const by = authors.get(side);
      const whose = own === undefined ? "unknown" : version === own ? "ours" : "theirs";
      return { ...version, n: sides.indexOf(side) + 1, whose, ...(by === undefined ? {} : { by }) } as const;
    }),
  }));
}

/** The texts a choice takes. `unclear`: parts it does not decide, since whose they are is not known or several are theirs. */
export function textsTaken(
  parts: readonly ContestedPart[],
  take: Take,
): { chosen: Map<string, string>; unclear: string[] } {
  const chosen = new Map<string, string>();
  const unclear: string[] = [];
  for (const { part, versions } of parts) {
    const meant = versions.filter(({ n, whose }) =>
      take === "ours" || take === "theirs" ? whose === take : `${n}` === take,
    );
    if (meant.length === 1) chosen.set(part, meant[0]!.text);
    else unclear.push(part);
  }
  return { chosen, unclear };
}

/** Two sides of one time are told apart by whose they are. */
function withSides(versions: readonly ContestedVersion[], own: ContestedVersion | undefined) {
  const ordered = [...versions].sort((a, b) => Number(b === own) - Number(a === own));
  return versions.map((version) => {
    const before = ordered.slice(0, ordered.indexOf(version)).filter(({ at }) => at === version.at).length;
    return { version, side: `${version.at} ${before}` };
  });
}

/** What a part says in a text; undefined where it says nothing of it. */
function textIn(text: string): (part: string) => string | undefined {
  const parts = memoryPartsOf(text);
  return (part) => {
    if (part === WHOLE) return text.trimEnd();
    if (parts === undefined) return undefined;
    if (part === "title") return parts.title;
    if (part === TEXT) return parts.sections.get("");
    if (part.startsWith(SECTION)) return parts.sections.get(part.slice(SECTION.length));
    if (part.startsWith(contestedField))
      return valueOfField(profileOf(parts), parts.sections, part.slice(contestedField.length));
    return textOfKey(parts.keys.get(`metadata.${part}`) ?? parts.keys.get(part));
  };
}
