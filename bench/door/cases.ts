/** Each prompt of a project as the door sees it: its candidates, what speaks for each, and which of them are right. */

import { candidatesFor, mostCandidates, weighed } from "../../src/search/door/candidates.ts";
import { type Evidence, evidenceOf, nothingOf } from "../../src/search/door/evidence.ts";
import type { NothingValues } from "../../src/search/door/features.ts";
import { buildSegment } from "../../src/search/index/build-segment.ts";
import { readableOf } from "../../src/search/index/bytes.ts";
import { Corpus } from "../../src/search/index/corpus.ts";
import { Segment } from "../../src/search/index/segment.ts";
import type { Unit } from "../../src/search/index/unit.ts";
import { shownByDefault } from "../../src/search/rank/searcher.ts";
import { type Project, type PromptRow, unitOfRow } from "./unasked-set.ts";

/** What a prompt comes with, what its memories have, and whether they lie among many others. */
export interface Arm {
  readonly name: string;
  readonly files: boolean;
  readonly aliases: boolean;
  readonly others: boolean;
}

export interface Case {
  readonly project: string;
  readonly row: PromptRow;
  readonly arm: Arm;
  readonly candidates: readonly { readonly id: string; readonly evidence: Evidence }[];
  readonly nothing: NothingValues;
}

export const arms: readonly Arm[] = [
  { name: "prompt only", files: false, aliases: false, others: false },
  { name: "with files", files: true, aliases: false, others: false },
  { name: "prompt only, aliases", files: false, aliases: true, others: false },
  { name: "with files, aliases", files: true, aliases: true, others: false },
  { name: "prompt only, among others", files: false, aliases: false, others: true },
];

/** `otherwise`: with the thesaurus. */
export function casesOf(project: Project, arm: Arm, others: readonly Unit[], { otherwise = true } = {}): Case[] {
  const own = project.memories.map((row) => ({ row, unit: unitOfRow(row, arm.aliases) }));
  const units = [...own.map(({ unit }) => unit), ...(arm.others ? others : [])];
  const corpus = new Corpus([{ segment: new Segment(readableOf(buildSegment(units))) }]);
  const idOf = new Map(own.map(({ row, unit }) => [unit.path, row.id]));
  return project.prompts.map((row) => {
    const whole = weighed(corpus, { prompt: row.prompt, ...(arm.files ? { files: row.files } : {}) });
    const moment = otherwise ? whole : { ...whole, evoked: [] };
    const candidates = candidatesFor(corpus, moment, mostCandidates, shownByDefault).map((candidate) => ({
      id: idOf.get(candidate.row.path) ?? `other:${candidate.row.path}`,
      evidence: evidenceOf(candidate, moment),
    }));
    return { project: project.name, row, arm, candidates, nothing: nothingOf(moment) };
  });
}
