/** What a dream tells of itself: what was made, merged, ended and retired, what was left alone and why. */

import { scribeNames, spentLine } from "../capture/scribes.ts";
import { defined } from "../model/defined.ts";
import { z } from "../model/schema.ts";
import { TrustField } from "../recall/memory-output.ts";
import { counted } from "../text/counted.ts";
import { becameOf } from "./drift.ts";

const Ended = z.object({ line: z.string(), by: z.string() });

export const TopicReport = z.object({
  id: z.string(),
  title: z.string(),
  action: z.enum(["created", "updated", "unchanged", "skipped"]),
  because: z.string(),
  trust: TrustField,
  /** Lines that are new, known lines that were said again, lines that hold no longer. */
  made: z.array(z.string()),
  merged: z.array(z.string()),
  ended: z.array(Ended),
  pruned: z.number(),
  /** What is to be checked, as far as it was not said before. */
  checks: z.array(z.string()),
});
export type TopicReport = z.infer<typeof TopicReport>;

export const DreamReport = z.object({
  action: z.enum(["proposed", "created", "updated", "unchanged"]),
  /** By which all of it is taken back: undo takes it. Empty where nothing was written. */
  run: z.string(),
  /** What there was to go by. */
  topics_known: z.number(),
  days: z.number(),
  entries: z.number(),
  /** How many of these were said in sessions since the last dream, and stand in no log. */
  heard: z.number(),
  /** How many entries are now part of a topic that were not. */
  learned: z.number(),
  topics: z.array(TopicReport),
  retired: z.array(z.object({ id: z.string(), by: z.string() })),
  /** An entry says it no longer holds, and it is the person's to retire. */
  contradicted: z.array(z.object({ id: z.string(), by: z.string(), because: z.string() })),
  drifted: z.array(
    z.object({
      id: z.string(),
      files: z.array(z.object({ path: z.string(), state: z.enum(["changed", "missing"]), to: z.string().optional() })),
    }),
  ),
  left: z.array(z.object({ day: z.string(), text: z.string(), because: z.string() })),
  /** With diff: each topic's text line by line. */
  diff: z.array(z.string()),
  scribe: z.enum(scribeNames),
  tokens: z.number(),
  warnings: z.array(z.string()),
});
export type DreamReport = z.infer<typeof DreamReport>;

export function reportText(report: DreamReport): string {
  const { action, topics, learned, entries, heard, run } = report;
  const isProposed = action === "proposed";
  const said = heard === 0 ? "" : `, ${heard} of them said in sessions`;
  const first =
    entries === 0
      ? 'Nothing new is in the daily logs. cairn log append "…" adds to today\'s.'
      : `${isProposed ? "Would learn" : "Learned"} ${counted(learned, "entry", "entries")} of ${entries}${said}.`;
  const shown = topics.filter((topic) => topic.action !== "unchanged");
  return [
    first,
    ...shown.flatMap((topic) => topicLines(topic, isProposed)),
    ...report.retired.map(({ id, by }) => `${isProposed ? "Would retire" : "Retired"} ${id}: ${by}`),
    ...report.contradicted.map(({ id, by, because }) => `To decide: ${id} may not hold any more (${by}); ${because}.`),
    ...report.drifted.map(({ id, files }) => `Drifted: ${id}: ${files.map(driftedWords).join(", ")}`),
    ...report.left.map(({ day, text, because }) => `Left: ${day} ${text} (${because})`),
    ...report.diff,
    ...report.warnings.map((warning) => `Warning: ${warning}`),
    ...spentLine(report.scribe, report.tokens),
    ...(run === "" || isProposed ? [] : [`To take all of it back: cairn undo ${run}`]),
  ].join("\n");
}

function driftedWords({ path, state, to }: DreamReport["drifted"][number]["files"][number]): string {
  return `${path} ${becameOf({ path, state, ...defined({ to }) })}`;
}

function topicLines(
  { id, title, action, because, made, merged, ended, pruned, checks }: TopicReport,
  isProposed: boolean,
) {
  const word = { created: "new topic", updated: "topic", unchanged: "topic", skipped: "left" }[action];
  const head = `${isProposed && action === "created" ? "would be a " : ""}${word}  ${id}  ${title}`;
  return [
    action === "skipped" ? `${head}: ${because}` : head,
    ...made.map((line) => `  + ${line}`),
    ...merged.map((line) => `  = ${line}`),
    ...ended.map(({ line }) => `  ~ no longer: ${line}`),
    ...checks.map((line) => `  ? ${line.replace(/^- /, "")}`),
    ...(pruned === 0 ? [] : [`  ${counted(pruned, "old line")} left the topic; the logs have them.`]),
  ];
}
