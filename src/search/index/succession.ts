/**
 * Which document took another's place. Either end may say it: the older is superseded as soon as a living one claims its
 * place. Names mean the same root first, then the nearest; two that supersede each other both stay.
 */

import { mayTakePlace, type Trust } from "../../model/trust.ts";
import type { DocAt, LeafAt, OpenPart } from "./corpus.ts";
import { leafFlag } from "./unit.ts";

interface Claim {
  readonly heir: DocAt;
  readonly old: DocAt;
}

export class Succession {
  readonly #parts: readonly OpenPart[];
  readonly #firstLeaf: (at: DocAt) => LeafAt | undefined;
  readonly #heirs = new Map<OpenPart, Map<number, DocAt>>();

  /** Marks the leaves of the superseded. */
  constructor(parts: readonly OpenPart[], firstLeaf: (at: DocAt) => LeafAt | undefined) {
    this.#parts = parts;
    this.#firstLeaf = firstLeaf;
    const claims = parts.flatMap((part) => this.#claimsOf(part));
    const known = new Set(claims.map(({ heir, old }) => nameOfClaim(heir, old)));
    for (const { heir, old } of claims)
      if (!known.has(nameOfClaim(old, heir)) && this.#mayReplace(heir, old)) this.#succeed(old, heir);
    for (const [part, docs] of this.#heirs) mark(part, docs);
  }

  /** Undefined also where it says itself that it is superseded, by something that is not there. */
  successorOf({ part, doc }: DocAt): DocAt | undefined {
    const heir = this.#heirs.get(part)?.get(doc);
    const named = heir === undefined ? part.segment.row(doc).supersededBy : undefined;
    if (named === undefined) return heir;
    const found = this.#nearest(part, ({ segment }) => segment.docsWithId(named));
    return found.sort((a, b) => (a.part.segment.path(a.doc) < b.part.segment.path(b.doc) ? -1 : 1))[0];
  }

  #claimsOf(part: OpenPart): Claim[] {
    return part.segment
      .links()
      .filter(({ doc }) => !part.deleted.has(doc))
      .flatMap(({ hash, doc }) => {
        const heir = { part, doc };
        const meant = this.#nearest(part, ({ segment }) => segment.docsWithIdHash(hash));
        return meant.filter((old) => old.part !== part || old.doc !== doc).map((old) => ({ heir, old }));
      });
  }

  /** Living documents of a name: those of the same root, else of the nearest that has any. */
  #nearest(from: OpenPart, named: (part: OpenPart) => readonly number[]): DocAt[] {
    const found: DocAt[] = this.#parts.flatMap((part) =>
      named(part)
        .filter((doc) => !part.deleted.has(doc))
        .map((doc) => ({ part, doc })),
    );
    const places = new Set(found.map(({ part }) => part.place));
    const place = places.has(from.place) ? from.place : Math.min(...places);
    return found.filter(({ part }) => part.place === place);
  }

  /** A text from outside cannot take the place of one that is not, nor one that was brought in that of one worth more. */
  #mayReplace(heir: DocAt, old: DocAt): boolean {
    const [standing, claiming] = [old, heir].map(({ part, doc }) => part.segment.row(doc).trust as Trust);
    return (this.#isOutside(old) || !this.#isOutside(heir)) && mayTakePlace(standing!, claiming!);
  }

  #isOutside(at: DocAt): boolean {
    const first = this.#firstLeaf(at);
    return first !== undefined && (first.part.leaves.flags[first.leaf]! & leafFlag.outside) !== 0;
  }

  /** Where several claim one's place, the newest has it. */
  #succeed(old: DocAt, heir: DocAt): void {
    const heirs = this.#heirs.get(old.part) ?? new Map<number, DocAt>();
    this.#heirs.set(old.part, heirs);
    const rival = heirs.get(old.doc);
    if (rival === undefined || isNewer(heir, rival)) heirs.set(old.doc, heir);
  }
}

function mark({ leaves }: OpenPart, docs: ReadonlyMap<number, DocAt>): void {
  const { doc, flags } = leaves;
  for (let leaf = 0; leaf < doc.length; leaf++) if (docs.has(doc[leaf]!)) flags[leaf]! |= leafFlag.superseded;
}

function isNewer(one: DocAt, other: DocAt): boolean {
  const [a, b] = [one, other].map(({ part, doc }) => part.segment.row(doc));
  return a!.created > b!.created || (a!.created === b!.created && a!.path < b!.path);
}

function nameOfClaim(heir: DocAt, old: DocAt): string {
  return `${heir.part.nth}:${heir.doc}>${old.part.nth}:${old.doc}`;
}
