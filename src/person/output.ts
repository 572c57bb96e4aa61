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
  /** What the person said for good of how they want it. */
  said: z.array(z.object({ id: z.string(), title: z.string() })).optional(),
  /** What else is kept for every project: not in their own words, or of another kind than a wish. */
  kept: z.array(z.object({ id: z.string(), title: z.string(), kind: z.string(), trust: TrustField })).optional(),
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
        category: z.union([CategoryField, z.literal("words")]),
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
  { profile = [], said = [], kept = [], waiting = [], warnings }: UserOutput,
  category: string | undefined,
): string {
  const words = said.map(({ id, title }) => `  ${title} (${id})`);
  const besides = kept.map(({ id, title, kind, trust }) => `  ${title} (${id}, ${kind}, ${trust})`);
  const parts = [
    ...profile.map((part) => [headOf(part), ...linesOf(part).map((line) => `  ${line}`)].join("\n")),
    ...(words.length === 0 ? [] : [["in your own words:", ...words].join("\n")]),
    ...(besides.length === 0 ? [] : [["also kept for every project:", ...besides].join("\n")]),
  ];
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

/** What was done to the profile, told to the person: a line of its own for each thing forgotten or taken in. */
const KEPT = [
  "value is kept as it is; --overwrite replaces it",
  "values are kept as they are; --overwrite replaces them",
] as const;

export function personDoneLines(
  { action, profile = [], forgotten = [], imported = [], left = [], changes, draft }: UserOutput,
  verb: string,
): string[] {
  if (changes !== undefined) {
    const lines = changes.map(
      ({ change, at, what, id, by, why, said }) => `${change}  ${at}  ${what}  ${id}  ${by}: ${why}${differing(said)}`,
    );
    return lines.length === 0 ? ["Nothing has happened to the profile yet."] : lines;
  }
  if (verb === "forget") return forgetLines(action, forgotten, left);
  if (verb === "import") return importLines(action, imported);
  if (action === "proposed") return [`Waits for the person as ${draft?.slice(0, 8)}.`];
  const names = profile.map(({ id }) => id).join(", ");
  return [
    action === "unchanged"
      ? "Nothing new."
      : `${action === "created" ? "Kept in" : "Updated"} ${names || "the profile"}.`,
  ];
}

/** What it says now that it did not, and the other way round. */
function differing(said: readonly string[] = []): string {
  return said.map((line) => `\n  ${line}`).join("");
}

function forgetLines(
  action: UserOutput["action"],
  forgotten: NonNullable<UserOutput["forgotten"]>,
  left: readonly string[],
): string[] {
  if (action === "erased" && left.length === 0) return ["Erased. Nothing of it is left in Cairn's files."];
  if (action === "erased")
    return ["Erased from the profile. The word stands elsewhere still:", ...left.map((line) => `  ${line}`)];
  if (action === "unchanged") return ["Nothing of that is known of you. cairn user shows what is."];
  const word = action === "proposed" ? "Would be forgotten" : "Forgotten";
  return [`${word}: ${counted(forgotten.length, "thing")}`, ...forgotten.map(({ from, text }) => `  ${from}  ${text}`)];
}

function importLines(action: UserOutput["action"], imported: NonNullable<UserOutput["imported"]>): string[] {
  const marks = { added: "+", replaced: "~", kept: "=", left: "!", same: " " } as const;
  const count = (sort: keyof typeof marks) => imported.filter(({ what }) => what === sort).length;
  const told = imported.filter(({ what }) => what !== "same");
  const [same, kept, left] = [count("same"), count("kept"), count("left")];
  const word = { proposed: "Would import", updated: "Imported" }[action as string] ?? "Nothing new in it";
  return [
    `${word}: ${counted(told.length - kept - left, "line")}${same === 0 ? "" : `, ${same} as they are`}`,
    ...told.map(({ what, category, text }) => `  ${marks[what]} ${category}  ${text}`),
    ...(kept === 0 ? [] : [`${counted(kept, ...KEPT)}.`]),
    ...(left === 0 ? [] : [`${counted(left, "line is", "lines are")} left out (!).`]),
  ];
}
