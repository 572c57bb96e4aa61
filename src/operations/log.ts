/** `log`: add to the log of the day, or read one. Entries are only ever added; each says when, and in which session. */

import type { Cairn } from "../cairn.ts";
import { toldOf, worthOf } from "../conversation/trust-of-words.ts";
import { daysIn, type LoggedDay } from "../dream/days.ts";
import { parseDay } from "../model/day-entry.ts";
import { defined } from "../model/defined.ts";
import { CairnError } from "../model/error.ts";
import { localDay } from "../model/local-day.ts";
import { z } from "../model/schema.ts";
import { anchorsFor } from "../recall/anchors.ts";
import { TakenOut, TrustField, takenOut, takenOutLines } from "../recall/memory-output.ts";
import { overtakenLines } from "../recall/memory-told.ts";
import type { ChangeContext } from "../store/change-context.ts";
import { planRemember } from "../store/remember.ts";
import { refuseNothingLeft, wishFrom } from "../store/wish.ts";
import { operation } from "./operation.ts";

const MOST_DAYS = 366;

const Entry = z.object({
  /** HH:MM of the person's clock; empty where somebody wrote it by hand without one. */
  time: z.string(),
  session: z.string().optional(),
  text: z.string(),
  trust: TrustField,
});

export const log = operation({
  name: "log",
  summary: "Add to the log of the day, or read one.",
  effect: "write",
  surfaces: ["cli", "library"],
  positional: ["action", "text"],
  examples: [
    'cairn log append "The queue moved to Redis streams #queue"',
    "cairn log",
    "cairn log show yesterday",
    "cairn log days",
  ],
  instead: { action: 'To read a day: cairn log show 2026-11-14; to add to today\'s: cairn log append "…"' },
  input: z.strictObject({
    action: z.enum(["show", "append", "days"]).default("show").describe("What to do"),
    text: z.string().optional().describe("What happened; with show, the day: 2026-11-14, today or yesterday"),
    tags: z.array(z.string()).default([]).describe("Words to find it by; a #word in the text is one too"),
    files: z.array(z.string()).default([]).describe("Files of the project it is about"),
    trust: TrustField.optional().describe("Lower the trust; it can never be raised"),
  }),
  output: z.object({
    action: z.enum(["appended", "shown", "listed"]),
    /** The day that was added to or shown. */
    day: z.string(),
    entries: z.array(Entry),
    days: z.array(z.object({ day: z.string(), id: z.string(), entries: z.number() })),
    redacted: TakenOut,
    warnings: z.array(z.string()),
  }),

  async run({ action, text, tags, files, trust }, cairn) {
    if (action === "append") return append(cairn, { text: text ?? "", tags, files, trust });
    const { store, days } = await loggedDays(cairn);
    const listed = days.slice(-MOST_DAYS).map(({ day, id, entries }) => ({ day, id, entries: entries.length }));
    const plain = { redacted: [], warnings: [] };
    if (action === "days") return { action: "listed" as const, day: "", entries: [], days: listed, ...plain };
    const day = dayMeant(text ?? "today", cairn.clock.now());
    const entries = days.filter((one) => one.day === day).flatMap((one) => one.entries);
    if (entries.length === 0 && text !== undefined) {
      throw new CairnError("NOT_FOUND", `The ${store.root.scope} has no log of ${day}.`, {
        field: "text",
        hint: "See log days.",
      });
    }
    return { action: "shown" as const, day, entries: entries.map(told), days: [], ...plain };
  },

  show({ action, day, entries, days, redacted, warnings }) {
    if (action === "listed") {
      const lines = days.map((one) => `${one.day}  ${one.entries} ${one.entries === 1 ? "entry" : "entries"}`);
      return lines.join("\n") || "No day has a log yet.";
    }
    const lines = entries.map(({ time, session, text, trust }) => {
      const about = [time, session === undefined ? "" : `[${session}]`, trust === "untrusted" ? "(untrusted)" : ""];
      return [...about.filter((part) => part !== ""), text.replaceAll("\n", "\n  ")].join(" ");
    });
    const notes = [...takenOutLines(redacted), ...warnings];
    if (action === "appended") return [`Logged on ${day}: ${lines[0] ?? ""}`, ...notes].join("\n");
    return [
      day,
      ...(lines.length === 0
        ? ['Nothing is in the log of that day. Add to today\'s with: cairn log append "…"']
        : lines),
      ...notes,
    ].join("\n");
  },
});

interface Appending {
  readonly text: string;
  readonly tags: readonly string[];
  readonly files: readonly string[];
  readonly trust: z.infer<typeof TrustField> | undefined;
}

async function append(cairn: Cairn, { text, tags, files, trust }: Appending) {
  if (text.trim() === "") {
    throw new CairnError("VALIDATION_ERROR", "There is nothing to log.", {
      field: "text",
      hint: 'Say what happened: cairn log append "…".',
    });
  }
  const store = (await cairn.stores()).of("project");
  const anchors = anchorsFor(files, cairn);
  await cairn.prepareWrite();
  const worth = worthOf(cairn, trust, { whole: [text], told: toldOf({ tags }) });
  const wish = wishFrom({
    kind: "log",
    text,
    tags,
    files: anchors.anchors,
    trust: worth,
    source: cairn.sourceFor("project"),
  });
  refuseNothingLeft(wish);
  const plan = (context: ChangeContext) => planRemember(context, wish);
  const { result, done } = await cairn.change(store, plan, { isPrepared: true });
  const bytes = done.at(-1)?.step.after?.toString("utf8") ?? "";
  const entry = parseDay(bytes).at(-1);
  return {
    action: "appended" as const,
    day: result.id,
    entries: entry === undefined ? [] : [{ ...entry, trust: worth }],
    days: [],
    redacted: takenOut(wish.redacted, done),
    warnings: [...anchors.warnings, ...overtakenLines(done)],
  };
}

async function loggedDays(cairn: Cairn) {
  const store = (await cairn.stores()).of("project");
  return { store, days: daysIn(store) };
}

function told({ time, session, text, trust }: LoggedDay["entries"][number]): z.infer<typeof Entry> {
  return { time, ...defined({ session }), text, trust };
}

function dayMeant(given: string, now: Date): string {
  const word = given.trim().toLowerCase();
  if (word === "today") return localDay(now);
  if (word === "yesterday") return localDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1, 12));
  if (/^\d{4}-\d\d-\d\d$/.test(word) && !Number.isNaN(Date.parse(word))) return word;
  throw new CairnError("INPUT_ERROR", "That is not a day.", {
    field: "text",
    hint: "Give it as 2026-11-14, today or yesterday. To add to the log: log append.",
  });
}
