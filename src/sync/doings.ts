/** What is to be done with one memory that stands differently here and there: one function for each act. */

import { idFromPath } from "../model/id.ts";
import { lowestTrust } from "../model/trust.ts";
import { mergeMemories } from "../team/merge-memory.ts";
import type { SyncedMemory } from "./acts.ts";
import { type CarriedText, isContested, parseCarried } from "./carried-text.ts";
import { ABSENT, type Act, RETIRED, type Standing } from "./decide.ts";
import { type Arrival, carried, departing, formerText, type Participant, tombstone } from "./here.ts";
import type { HereFile } from "./here-tree.ts";
import type { Added, ThereFile, ThereTexts } from "./transport.ts";

export const UNREADABLE = "cannot be read there";
const UNMERGED = "cannot be merged";

export interface SyncDoing {
  readonly act: Act;
  readonly of: Participant;
  readonly name: string;
  readonly path: string;
  /** What is written here. */
  readonly arrival?: Arrival;
  /** What is written there. */
  readonly added?: Added;
  readonly there: readonly [standing: Standing, version: string];
  /** How both stand once it is done. */
  readonly after: Standing;
  readonly moved: SyncedMemory;
  readonly conflict: boolean;
}

/** One memory on both sides, and what the three trees say is to be done with it. */
interface BothSides {
  readonly act: Act;
  readonly of: Participant;
  readonly name: string;
  readonly path: string;
  readonly here: HereFile | undefined;
  readonly standing: Standing;
  readonly file: ThereFile | undefined;
  /** The text there, where it was read. */
  readonly read: CarriedText | undefined;
  readonly there: Standing;
  /** How it stood when both were last in step. */
  readonly seen: Standing;
}

type Part = Pick<SyncDoing, "arrival" | "added" | "after"> & {
  readonly what: SyncedMemory["what"];
  readonly conflict?: boolean;
};

/** Undefined: nothing. In words: why it is left alone. */
export function doingFor(sides: BothSides, now: Date): SyncDoing | string | undefined {
  const { act, of, name, path, here, file, read, there } = sides;
  const part = partFor(sides, now);
  if (part === undefined || typeof part === "string") return part;
  const { what, conflict = false, ...rest } = part;
  const id = `${of.store.root.scope}:${(here?.found.written ?? read?.written)?.name ?? idFromPath(path)}`;
  return { act, of, name, path, there: [there, file?.version ?? ""], ...rest, moved: { id, what }, conflict };
}

function partFor(sides: BothSides, now: Date): Part | string | undefined {
  switch (sides.act) {
    case "none":
      return joiningHeads(sides);
    case "arrive":
      return arriving(sides);
    case "retire-here":
      return retiringHere(sides);
    case "depart":
      return leaving(sides);
    case "retire-there":
      return retiringThere(sides, now);
    case "merge":
      return merging(sides);
  }
}

/** Several machines wrote the same at once: one text takes the place of theirs. */
function joiningHeads({ file, read, there }: BothSides): Part | undefined {
  const added = file?.isSplit && read !== undefined ? carried(read.text, read.trust, read.written.trust) : "";
  return typeof added === "string" ? undefined : { added, after: there, what: "changed" };
}

function arriving({ path, here, file, read, there }: BothSides): Part | string {
  if (read === undefined) return UNREADABLE;
  const { text, trust, written } = read;
  const added = file?.isSplit ? carried(text, trust, written.trust) : "";
  return {
    arrival: { path, over: here?.found.hash ?? ABSENT, text, written, trust, isRetired: false },
    ...(typeof added === "string" ? {} : { added }),
    after: there,
    what: here === undefined ? "new" : "changed",
    conflict: isContested(written),
  };
}

function retiringHere({ path, here, read }: BothSides): Part {
  const { text = "", trust = "imported", written = here!.found.written } = read ?? {};
  const arrival = { path, over: here?.found.hash ?? ABSENT, text, written, trust, isRetired: true };
  return { arrival, after: RETIRED, what: "retired" };
}

function leaving({ of, here, standing, there }: BothSides): Part | string {
  const added = departing(of, here!);
  if (typeof added === "string") return added;
  return { added, after: standing, what: there === ABSENT ? "new" : "changed" };
}

function retiringThere({ path, here, read }: BothSides, now: Date): Part | string {
  const written = here?.found.written ?? read?.written;
  if (written === undefined) return UNREADABLE;
  return { added: tombstone(path, written, now.toISOString()), after: RETIRED, what: "retired" };
}

function merging({ of, path, here, read, seen }: BothSides): Part | string {
  const own = departing(of, here!);
  if (typeof own === "string") return own;
  const base = formerText(of.store, path, seen) ?? "";
  const said = of.store.bytesAt(path)?.toString("utf8") ?? "";
  const text = merged(base, said, read!.text);
  if (text === undefined) return UNMERGED;
  const trust = lowestTrust(own.trust, read!.trust);
  const taken = parseCarried(Buffer.from(text), path);
  if (typeof taken === "string") return `cannot be merged: what comes of it ${taken}`;
  const { written, standing: after } = taken;
  const added = carried(text, trust, written.trust);
  if (typeof added === "string") return added;
  const arrival = { path, over: here?.found.hash ?? ABSENT, text, written, trust, isRetired: false };
  return { arrival, added, after, what: "merged", conflict: isContested(written) };
}

/** What stands there as one text: several heads are merged in an order that is the same on every machine. */
export function mergedHeads({ store }: Participant, path: string, { heads, from }: ThereTexts): CarriedText | string {
  const read = heads.map((bytes) => parseCarried(bytes, path));
  const bad = read.find((one) => typeof one === "string");
  if (bad !== undefined) return bad as string;
  const sorted = (read as CarriedText[]).sort((a, b) => (a.text < b.text ? -1 : 1));
  const [first] = sorted;
  if (first === undefined) return "is empty there, too large, or closed to you";
  if (sorted.length === 1) return first;
  const base = from === undefined ? "" : (formerText(store, path, from) ?? "");
  const joined = (all: string | undefined, one: CarriedText) =>
    all === undefined ? undefined : merged(base, all, one.text);
  const text = sorted.slice(1).reduce<string | undefined>(joined, first.text);
  if (text === undefined) return UNMERGED;
  const taken = parseCarried(Buffer.from(text), path);
  if (typeof taken === "string") return taken;
  return { ...taken, trust: lowestTrust(first.trust, ...sorted.map(({ trust }) => trust)) };
}

/** Undefined where it fails: a text nobody foresaw stays as it is on both sides, and keeps no other from being carried. */
function merged(base: string, one: string, other: string): string | undefined {
  try {
    return mergeMemories(base, one, other);
  } catch {
    return undefined;
  }
}
