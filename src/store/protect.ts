/**
 * What a change may not do, whoever asks. Tags and related files only grow, within their rules; what was retired a
 * moment ago does not come back under the same name; a veto names the one action it forbids.
 */

import { CairnError } from "../model/error.ts";
import { isInstruction, type Kind, kindRow } from "../model/kind.ts";
import type { Anchor, Lifecycle, MemoryId } from "../model/memory.ts";
import { isByPerson, isOfAgent, type Trust, type TrustSurface, trusts } from "../model/trust.ts";
import { largestMemory } from "./root-folder.ts";

export const mostTags = 12;
const RESURRECTION_MS = 24 * 3_600_000;

/** One thing that must not be done to a memory, and why. */
export interface LifecycleVeto {
  readonly action: "create" | "update" | "retire" | "archive" | "restore" | "unarchive";
  readonly code:
    | "ANTI_RESURRECTION_ERROR"
    | "CREATE_OVERWRITE_ERROR"
    | "RETIRE_ERROR"
    | "ARCHIVE_ERROR"
    | "RESTORE_ERROR"
    | "UNARCHIVE_ERROR"
    | "UPDATE_ERROR";
  readonly reason: string;
  readonly hint: string;
}

export interface LifeState {
  readonly id: MemoryId;
  readonly status: "active" | "retired" | "archived";
  readonly retired?: Lifecycle;
}

/** What may not happen to a memory as it stands. */
export function vetoesOn({ id, status, retired }: LifeState, now: Date): LifecycleVeto[] {
  if (status === "active") {
    return [
      { action: "restore", code: "RESTORE_ERROR", reason: `${id} is active.`, hint: "There is nothing to restore." },
      {
        action: "unarchive",
        code: "UNARCHIVE_ERROR",
        reason: `${id} is not archived.`,
        hint: "There is nothing to unarchive.",
      },
    ];
  }
  if (status === "archived") {
    const hint = `Run unarchive ${id} first, or choose another title.`;
    return [
      { action: "create", code: "CREATE_OVERWRITE_ERROR", reason: `${id} is archived.`, hint },
      { action: "update", code: "UPDATE_ERROR", reason: `${id} is archived.`, hint: `Run unarchive ${id} first.` },
      { action: "retire", code: "RETIRE_ERROR", reason: `${id} is archived.`, hint: `Run unarchive ${id} first.` },
      { action: "restore", code: "RESTORE_ERROR", reason: `${id} is archived, not retired.`, hint: "Use unarchive." },
    ];
  }
  const recently = retired !== undefined && now.getTime() - Date.parse(retired.at) < RESURRECTION_MS;
  return [
    ...(recently ? [resurrection(id)] : []),
    { action: "update", code: "UPDATE_ERROR", reason: `${id} is retired.`, hint: `Run restore ${id} first.` },
    { action: "archive", code: "ARCHIVE_ERROR", reason: `${id} is retired.`, hint: `Run restore ${id} first.` },
    { action: "unarchive", code: "UNARCHIVE_ERROR", reason: `${id} is retired, not archived.`, hint: "Use restore." },
  ];
}

/** Throws the veto on this action, if there is one. */
export function refuseVetoed(vetoes: readonly LifecycleVeto[], action: LifecycleVeto["action"]): void {
  const veto = vetoes.find((one) => one.action === action);
  if (veto) throw new CairnError(veto.code, veto.reason, { hint: veto.hint });
}

function resurrection(id: MemoryId): LifecycleVeto {
  const reason = `${id} was retired less than 24 hours ago.`;
  const hint = `restore ${id} brings it back, and update ${id} changes it then; or choose another title.`;
  return { action: "create", code: "ANTI_RESURRECTION_ERROR", reason, hint };
}

interface Grown<T> {
  readonly kept: readonly T[];
  readonly evicted: readonly T[];
}

interface Leaving {
  readonly removeTags?: readonly string[];
  readonly removeFiles?: readonly string[];
  /** Answers for a path of the project. */
  readonly isThere?: (path: string) => boolean;
  /** A person may take out what was put there by mistake; what an agent does only grows. */
  readonly isPersons?: boolean;
}

/** Checked first, then capped: at the cap the oldest tags make room for the new ones, and that is said. */
export function growTags(
  existing: readonly string[],
  added: readonly string[],
  { removeTags: removed = [], isPersons = false }: Leaving = {},
): Grown<string> {
  const entering = added.filter((tag) => !existing.includes(tag));
  const leaving = removed.filter((tag) => existing.includes(tag));
  const atCap = existing.length + entering.length > mostTags;
  if (leaving.length > 0 && !isPersons && !(atCap && leaving.length <= entering.length)) {
    throw new CairnError(
      "MERGE_ERROR",
      "An agent only adds tags: one may leave only at the cap of 12, for a new one.",
      {
        field: "removeTags",
        hint: "Leave it, or have the person take it out in a terminal: cairn update <id> --remove-tags <tag>.",
      },
    );
  }
  const all = [...new Set([...existing.filter((tag) => !leaving.includes(tag)), ...entering])];
  const surplus = Math.max(0, all.length - mostTags);
  const evicted = all.filter((tag) => !added.includes(tag)).slice(0, surplus);
  const kept = all.filter((tag) => !evicted.includes(tag)).slice(0, mostTags);
  return { kept, evicted: [...leaving, ...all.filter((tag) => !kept.includes(tag))] };
}

/** Related files only grow, but what no longer exists may go. */
export function growFiles(
  existing: readonly Anchor[],
  added: readonly Anchor[],
  { removeFiles: removed = [], isThere = () => true, isPersons = false }: Leaving = {},
): readonly Anchor[] {
  const living = removed.find((path) => existing.some((anchor) => anchor.path === path) && isThere(path));
  if (living !== undefined && !isPersons) {
    throw new CairnError("MERGE_ERROR", "An agent takes a file out only when it no longer exists.", {
      field: "removeFiles",
      hint: "It still exists: leave it, or have the person take it out in a terminal: cairn update <id> --remove-files <file>.",
    });
  }
  const kept = existing.filter((anchor) => !removed.includes(anchor.path));
  const known = new Set(kept.map((anchor) => anchor.path));
  const renewed = kept.map((anchor) => added.find((other) => other.path === anchor.path) ?? anchor);
  return [...renewed, ...added.filter((anchor) => !known.has(anchor.path))];
}

/** What is larger than a memory may be would be saved and never be seen again. */
export function refuseTooLarge(bytes: number): void {
  if (bytes <= largestMemory) return;
  throw new CairnError("VALIDATION_ERROR", `A memory has at most ${largestMemory} bytes. Nothing was changed.`, {
    hint: "Begin another memory, or shorten this one.",
  });
}

/** What only says where the work stands is replaced by whoever goes on with it, unless those are the words of others. */
const isOfTheMoment = (kind: Kind) => kindRow(kind).nature !== "knowledge";

/** Whether words of this trust may do nothing to a memory, on their own: neither take its place nor change what it says. */
export function isWorthLess(standing: { readonly trust: Trust; readonly kind: Kind }, trust: Trust): boolean {
  const isLower = trusts.indexOf(trust) > trusts.indexOf(standing.trust);
  return isLower && (trust === "untrusted" || !isOfTheMoment(standing.kind));
}

/** Whether an agent asks for it, with words that may do nothing to a memory of this kind and trust. */
export function isLowerOf(
  { by }: { readonly by: { readonly surface: TrustSurface } },
  standing: { readonly trust: Trust; readonly kind: Kind },
  trust: Trust,
): boolean {
  return isOfAgent(by.surface) && isWorthLess(standing, trust);
}

/** Who meets it may let the words wait. */
export class LowerTrustError extends CairnError {
  readonly id: MemoryId;

  constructor(id: MemoryId, message: string) {
    super("SECURITY_ERROR", message, {
      hint: "Nothing was changed. The person can decide it in a terminal: cairn review shows what waits.",
    });
    this.id = id;
  }
}

/** Whoever asks: what an agent says does nothing to what is worth more. It waits in the inbox, if somebody put it there. */
export function refuseLower(
  context: { readonly by: { readonly surface: TrustSurface } },
  standing: { readonly id: MemoryId; readonly trust: Trust; readonly kind: Kind },
  trust: Trust,
): void {
  if (!isLowerOf(context, standing, trust)) return;
  const message = `${standing.id} is ${standing.trust}, and this is ${trust}: only the person can let it change that memory.`;
  throw new LowerTrustError(standing.id, message);
}

/** Text from outside never becomes an instruction. */
export function refuseUntrusted(kind: Kind, trust: Trust): void {
  if (trust !== "untrusted" || !isInstruction(kind)) return;
  throw new CairnError("SECURITY_ERROR", `Untrusted text never becomes a ${kind} memory.`, {
    field: "kind",
    hint: "Keep it as a project or reference memory, or say it yourself.",
  });
}

interface OverText {
  readonly id: MemoryId;
  readonly base?: { readonly path: string; readonly hash: string };
}

/** What others brought counts as accepted once it is written over: so only a person writes over what nobody accepted. */
export function refuseUnreviewed(
  { by, history }: { readonly by: { readonly surface: TrustSurface }; readonly history: Vouching },
  steps: readonly OverText[],
): void {
  if (isByPerson(by.surface)) return;
  for (const { id, base } of steps) {
    const entry = base === undefined ? undefined : history.vouching(base.path, base.hash);
    if (base === undefined || (entry !== undefined && entry.record.op !== "outside")) continue;
    throw new CairnError("SECURITY_ERROR", `What others brought as team:${id} was not accepted here yet.`, {
      field: "id",
      hint: "Nothing was changed. The person lets it in at their own terminal: cairn team review.",
    });
  }
}

interface Vouching {
  vouching(path: string, hash: string): { readonly record: { readonly op: string } } | undefined;
}
