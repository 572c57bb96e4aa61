/** `synthesize`: distil the project's summaries, decisions and documents into its master. What it proposes is shown before it is saved. */

import { ScribeField, type ScribeName, scribeNames, spentLine } from "../capture/scribes.ts";
import { redact } from "../guard/redact.ts";
import { difference } from "../install/difference.ts";
import { checkDomain } from "../master/domains.ts";
import { learnedFor, synthesisNewsInWords, synthesisNewsOf } from "../master/news.ts";
import { sameButDay, structures } from "../master/print-master.ts";
import { saysNothing } from "../master/proposal.ts";
import { type Made, NOTHING_TO_SAY, proposedMaster, synthesis } from "../master/run.ts";
import { textFile, z } from "../model/schema.ts";
import { counted } from "../text/counted.ts";
import { operation } from "./operation.ts";

const MOST_SHOWN = 20;

export const synthesize = operation({
  name: "synthesize",
  summary: "Distil the project's summaries, decisions and documents into its master: one page of where it stands.",
  effect: "write",
  idempotent: true,
  surfaces: ["cli", "library"],
  examples: [
    "cairn synthesize --diff",
    "cairn synthesize --yes",
    "cairn synthesize --domain frontend --yes",
    "cairn synthesize --scribe claude --dry-run",
  ],
  preview: { dryRun: true },
  input: z.strictObject({
    dryRun: z.boolean().default(false).describe("Only show what would be written"),
    diff: z.boolean().default(false).describe("Show what changes against the master that stands, instead of all of it"),
    domain: z.string().optional().describe("Only a part of the project: master.<domain>.md"),
    structure: z
      .enum(structures)
      .optional()
      .describe(
        "The five sections (fixed), or sections chosen from the content (auto); else as synthesis.structure says",
      ),
    scribe: ScribeField.describe(
      "Who writes the prose: rules (none), the claude program or a model over http; else as the setting scribe.batch says",
    ),
    prose: textFile("Paragraphs an agent wrote from the material, a heading each; checked before they are used"),
  }),
  output: z.object({
    action: z.enum(["created", "updated", "unchanged", "proposed"]),
    id: z.string(),
    domain: z.string().nullable(),
    text: z.string(),
    diff: z.array(z.string()),
    bytes: z.number(),
    used: z.object({ conversations: z.number(), documents: z.number(), others: z.number() }),
    /** What had to be read this time; the rest was known. */
    read: z.object({
      summaries: z.number(),
      summary_bytes: z.number(),
      memories: z.number(),
      documents: z.number(),
    }),
    /** What is new since the master that stands; `commits`: the project's own, of which it tells the last. */
    news: z.object({ summaries: z.number(), changed: z.number(), others: z.number(), commits: z.boolean() }),
    /** Statements that were not known before. */
    learned: z.number(),
    drifted: z.array(z.object({ text: z.string(), source: z.string(), marks: z.array(z.string()) })),
    /** Points that found no room, and the memory that has them. */
    left: z.number(),
    archive: z.string().nullable(),
    refused: z.array(z.string()),
    scribe: z.enum([...scribeNames, "agent"]),
    tokens: z.number(),
    warnings: z.array(z.string()),
  }),

  async confirm(input, cairn, carried) {
    checkDomain(input.domain);
    if (input.dryRun) return undefined;
    const proposal = await proposedMaster(cairn, input, carried);
    const { before, master, place } = proposal;
    if (saysNothing(proposal)) return undefined;
    if (before !== undefined && sameButDay(before, master.body)) return undefined;
    return before === undefined
      ? `Write ${place.path}?`
      : `Write ${place.path} anew? The old one stays in the history.`;
  },

  async run(input, cairn, carried) {
    checkDomain(input.domain);
    const made = await synthesis(cairn, input, carried);
    return outputOf(made, input.domain);
  },

  show(
    { action, id, text, diff, left, archive, drifted, learned, news, refused, scribe, tokens, warnings },
    { diff: onlyDiff },
  ) {
    const page = onlyDiff ? diff.join("\n") : text;
    const shown = action === "proposed" ? [page, ""] : action === "unchanged" || !onlyDiff ? [] : [page, ""];
    const rest = [
      ...drifted.slice(0, MOST_SHOWN).map(({ source, marks }) => `drifted: ${source}: ${marks.join("; ")}`),
      ...(left === 0 ? [] : [`${counted(left, "point")} found no room; ${archive} has them.`]),
      ...refused.slice(0, MOST_SHOWN).map((sentence) => `not borne out, left out: ${sentence}`),
      ...warnings.map((warning) => `Warning: ${warning}`),
      ...(scribe === "agent" || tokens === 0 ? [] : spentLine(scribe, tokens)),
    ];
    const told = synthesisNewsInWords(news, learned, action === "unchanged");
    const done = warnings.includes(NOTHING_TO_SAY) ? [] : [`${said[action]} ${id} (${told}).`];
    return [...shown, ...done, ...rest].join("\n");
  },
});

const said = {
  created: "Written:",
  updated: "Written anew:",
  unchanged: "Nothing new, nothing written:",
  proposed: "Proposed, nothing saved:",
} as const;

function outputOf(made: Made, domain: string | undefined) {
  const { master, proposal, action, scribe, tokens, refused, warnings } = made;
  const { reading } = proposal.gathered;
  return {
    action,
    id: `project:${proposal.place.id}`,
    domain: domain ?? null,
    text: master.body,
    diff: withoutMoved(difference(proposal.before ?? "", master.body)),
    bytes: Buffer.byteLength(master.body),
    used: proposal.draft.counts,
    read: {
      summaries: reading.summaries,
      summary_bytes: reading.summaryBytes,
      memories: reading.memories,
      documents: reading.documents,
    },
    news: synthesisNewsOf(proposal, master.body),
    learned: learnedFor(proposal),
    drifted: master.drifted.map(({ text, source, marks }) => ({ text, source, marks: [...marks] })),
    left: master.left.length,
    archive: master.left.length + master.leftNotes.length === 0 ? null : `project:${proposal.place.archiveId}`,
    refused: refused.map((sentence) => redact(sentence).text),
    scribe: scribe as ScribeName | "agent",
    tokens,
    warnings: [...warnings.map((warning) => redact(warning).text), ...noRoomForNotes(made)],
  };
}

/** A line that goes at one place and comes at another is the same line: its place says nothing. */
function withoutMoved(lines: readonly string[]): string[] {
  const count = (mark: string) => {
    const counts = new Map<string, number>();
    for (const line of lines)
      if (line.startsWith(mark)) counts.set(line.slice(2), (counts.get(line.slice(2)) ?? 0) + 1);
    return counts;
  };
  const [gone, come] = [count("- "), count("+ ")];
  const isMoved = (line: string, among: Map<string, number>) => {
    const left = among.get(line.slice(2)) ?? 0;
    among.set(line.slice(2), left - 1);
    return left > 0;
  };
  const kept = lines.filter((line) => {
    if (line.startsWith("- ")) return !isMoved(line, come);
    return line.startsWith("+ ") ? !isMoved(line, gone) : true;
  });
  if (lines.length > 0 && !kept.some((line) => /^[-+] \S/.test(line))) return ["  (only the order changes)"];
  return kept;
}

/** What a person wrote is never moved in silence. */
function noRoomForNotes({ master, proposal }: Made): string[] {
  const { length } = master.leftNotes;
  if (length === 0) return [];
  return [`${counted(length, "line")} of yours found no room here: ${proposal.place.archiveId} has them.`];
}
