/** A kind by its name: its row, and what follows from it. The rows are in `kind-table.ts`. Pure. */

import { type KindRow, kinds } from "./kind-table.ts";

export {
  type CoarseType,
  coarseTypes,
  type FieldRule,
  type KindRow,
  kinds,
  type Naming,
  type SectionRule,
} from "./kind-table.ts";

export type Kind = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as readonly Kind[];

/** The row of a kind, seen as a row: fields and sections by any name. */
export function kindRow(kind: Kind): KindRow {
  return kinds[kind];
}

/** What every later session is to go by: only a person gives it. */
export function isInstruction(kind: Kind): boolean {
  return kinds[kind].instructs;
}

export function isKind(name: unknown): name is Kind {
  return typeof name === "string" && Object.hasOwn(kinds, name);
}
