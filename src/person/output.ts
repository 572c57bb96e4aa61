/** What `user` answers, and how it reads. */

import { defined } from "../model/defined.ts";
import { z } from "../model/schema.ts";
import { Happened, TrustField } from "../recall/memory-output.ts";
import type { Waiting } from "../store/inbox.ts";
import { counted } from "../text/counted.ts";
import { categoryNames, categoryRow } from "./categories.ts";
import type { ProfilePart } from "./profile.ts";
import { entryLine, sheetValuesOf } from "./sheet.ts";

const CategoryField = z.enum(categoryNames);

const PartOutput = z.object({
  category: CategoryField,
  id: z.string(),
  trust: TrustField,
  updated: z.string(),
  fields: z.record(z.string(), z.string()),
  entries: z.array(z.object({ at: z.string(), topic: z.string().optional(), text: z.string() })),
  /** What else the file says, line by line. */
  notes: z.array(z.string()),
});
type PartOutput = z.infer<typeof PartOutput>;

const WaitingOutput = z.object({ key: z.string(), title: z.string(), because: z.string(), proposed: z.string() });

export const UserOutput = z.object({
  action: z.enum(["shown", "created", "updated", "unchanged", "proposed", "erased", "exported"]),
  profile: z.array(PartOutput).optional(),
  /** What agents noticed, and the person has not agreed to yet. */
  waiting: z.array(WaitingOutput).optional(),
  /** With `forget`: what goes. */
  forgotten: z.array(z.object({ from: z.string(), text: z.string() })).optional(),
  /** With `forget --hard`: where the topic stands still, in words. */
  left: z.array(z.string()).optional(),
  /** With `import`: line by line. */
  imported: z
    .array(
      z.object({
        category: CategoryField,
        what: z.enum(["added", "replaced", "kept", "same", "left"]),
        text: z.string(),
      }),
    )
    .optional(),
  changes: z.array(Happened).optional(),
  /** With `export`: the file's text, or the name it was written to. */
  text: z.string().optional(),
  to: z.string().optional(),
  /** The draft that waits. */
  draft: z.string().optional(),
  announced: z.array(z.string()).optional(),
  warnings: z.array(z.string()),
});
export type UserOutput = z.infer<typeof UserOutput>;

export function partOutput({ category, memory, sheet }: ProfilePart): PartOutput {
  return {
    category,
    id: `${memory.scope}:${memory.id}`,
    trust: memory.trust,
    updated: memory.updated ?? memory.created ?? "",
    fields: Object.fromEntries(sheetValuesOf(sheet)),
    entries: sheet.entries.map(({ at, topic, text }) => ({ at, ...defined({ topic }), text })),
    notes: sheet.notes.map(({ text }) => text),
  };
}

export function waitingOutput({ key, written, note }: Waiting): z.infer<typeof WaitingOutput> {
  return { key, title: written.title, because: note.because, proposed: note.proposed };
}

export function profileText(
  { profile = [], waiting = [], warnings }: UserOutput,
  category: string | undefined,
): string {
  const parts = profile.map((part) => [headOf(part), ...linesOf(part).map((line) => `  ${line}`)].join("\n"));
  const none =
    category === undefined
      ? "Nothing is known of you yet. For example: cairn user update preferences --set detail=short"
      : `Nothing stands under ${category} yet.`;
  const left = waiting.map(({ key, title }) => `  ${key.slice(0, 8)}  ${title}`);
  const asked =
    waiting.length === 0
      ? []
      : [`${counted(waiting.length, "observation waits", "observations wait")} for your word (cairn review):`, ...left];
  const isUnknown = parts.length === 0 && warnings.length === 0;
  return [...(isUnknown ? [none] : parts), ...asked, ...warnings].join("\n");
}

function headOf({ category, trust, updated }: PartOutput): string {
  const day = updated.slice(0, 10);
  return `${category}: ${categoryRow(category).about} (${[trust, day].filter((part) => part !== "").join(", ")})`;
}

function linesOf({ fields, entries, notes }: Pick<PartOutput, "fields" | "entries" | "notes">): string[] {
  return [...Object.entries(fields).map(([key, value]) => `${key}: ${value}`), ...entries.map(entryLine), ...notes];
}
