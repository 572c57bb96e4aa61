/** What somebody asked Cairn to remember, as the file it makes, and as the index then sees it. Pure. */

import { parseMemory } from "../../src/format/parse.ts";
import { printMemory } from "../../src/format/print.ts";
import { defined } from "../../src/model/defined.ts";
import { idFromTitle } from "../../src/model/id.ts";
import type { Kind } from "../../src/model/kind.ts";
import type { MemoryId } from "../../src/model/memory.ts";
import { unitOf } from "../../src/search/files/unit-of.ts";
import type { Unit } from "../../src/search/index/unit.ts";
import { sha256 } from "../../src/store/record.ts";
import { type Wish, wishFrom } from "../../src/store/wish.ts";

export interface Told {
  readonly kind: Kind;
  readonly text: string;
  /** The first sentence otherwise. */
  readonly title?: string;
  /** From the title otherwise. */
  readonly id?: string;
  /** Below the root; the kind's folder otherwise. */
  readonly folder?: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly session?: string;
  readonly aliases?: readonly string[];
  readonly supersedes?: readonly string[];
  readonly supersededBy?: string;
  readonly retired?: boolean;
}

const LONGEST_TITLE = 120;

/** Without a disk, for trying weights on. */
export function unitTold(told: Told, path: string): Unit {
  const wish = wishOf(told);
  const id = firstId(told, wish);
  const text = printTold(told, wish, id);
  const { written } = parseMemory(text, path);
  const known = { id, scope: "project", trust: "stated", path, hash: sha256(text), outside: false } as const;
  return unitOf({ ...written, ...known }, { size: 0, mtimeNs: 0n, ctimeNs: 0n, ino: 0n });
}

export function firstId({ id, kind }: Told, { title }: Wish): MemoryId {
  return (id as MemoryId | undefined) ?? idFromTitle(title, kind);
}

export function wishOf({ kind, text, title = "", session, aliases = [] }: Told): Wish {
  const source = defined({ session });
  const given = { tags: [], aliases, files: [], fields: {}, trust: "stated" } as const;
  return wishFrom({ ...given, kind, text, title: title.slice(0, LONGEST_TITLE), source });
}

export function printTold({ at, supersedes = [], supersededBy, retired }: Told, wish: Wish, name: MemoryId): string {
  const day = new Date(at).toISOString();
  return printMemory({
    ...wish,
    name,
    body: wish.text,
    created: day,
    updated: day,
    supersedes,
    supersededBy,
    ...(retired ? { status: "retired", retired: { at: day, reason: "resolved" } } : {}),
    changes: [{ at: day, summary: "created" }],
  });
}
