/** What several machines wrote of one memory at the same moment, as one text. */

import { lowestTrust } from "../model/trust.ts";
import { mergeMemories } from "../team/merge-memory.ts";
import { type CarriedText, parseCarried } from "./carried-text.ts";
import { formerText, type Participant } from "./here.ts";
import type { ThereTexts } from "./transport.ts";

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
  const text = sorted.slice(1).reduce((all, one) => mergeMemories(base, all, one.text), first.text);
  const merged = parseCarried(Buffer.from(text), path);
  if (typeof merged === "string") return merged;
  return { ...merged, trust: lowestTrust(first.trust, ...sorted.map(({ trust }) => trust)) };
}
