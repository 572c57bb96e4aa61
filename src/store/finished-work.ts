/** Finished work: a session's parts leave the files of the work under way, and an entry says so among the work done. */

import { editMemory } from "../format/edit.ts";
import { parseMemory } from "../format/parse.ts";
import { sectionsOf } from "../format/sections.ts";
import { firstSentence } from "../format/sentence.ts";
import { placeholder } from "../model/placeholder.ts";
import type { ChangeContext } from "./change-context.ts";
import type { Plan } from "./door.ts";
import { planFixed } from "./fixed-file.ts";
import type { Wish } from "./wish.ts";
import type { Step } from "./write.ts";

const underWay = [
  { kind: "task", path: "context/current-task.md" },
  { kind: "progress", path: "progress/active.md" },
] as const;
const DONE = "progress/completed.md";
const WHY = "finished";

/** `wish` is what is done, for `completed`. Nothing where the project keeps no such files, or it stands there already. */
export function planFinished(context: ChangeContext, wish: Wish, session: string): Plan<boolean> {
  const left = underWay.flatMap(({ kind, path }) => withoutPart(context, kind, path, `Session ${session}`));
  const done = context.catalog.file(DONE);
  const isTold = done?.written.status === "active" && textAt(context, DONE).includes(wish.text);
  if (left.length === 0 && done?.written.status !== "active") return { steps: [], result: false };
  // First what is gained: whatever stops it half way, nothing is missing from both.
  const steps = [...(isTold ? [] : planFixed(context, wish).steps), ...left];
  return { steps, result: steps.length > 0 };
}

/** As it stands on the disk: what is known of a file may be without its words. */
function textAt(context: ChangeContext, path: string): string {
  return context.open(path)?.bytes.toString("utf8") ?? "";
}

function withoutPart(context: ChangeContext, kind: Step["kind"], path: string, heading: string): Step[] {
  const found = context.catalog.file(path);
  if (found === undefined || found.written.status !== "active" || !context.concerns(found)) return [];
  const base = context.openForWriting(path);
  const text = base.bytes.toString("utf8");
  const parts = sectionsOf(parseMemory(text, path).written.body);
  if (!parts.some((part) => part.heading === heading)) return [];
  const at = context.now().toISOString();
  const newest = parts.findLast((part) => part.heading !== heading && part.text !== "");
  const description = newest === undefined ? placeholder : firstSentence(newest.text);
  const edit = { dropped: [heading], description, updated: at, changes: [{ at, summary: WHY }] };
  const after = Buffer.from(editMemory(text, edit, path));
  return [
    { op: "update", id: context.names.idOf(found), kind, path, base, after, trust: context.trustNow(base), why: WHY },
  ];
}
