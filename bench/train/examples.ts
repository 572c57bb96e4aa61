/** Training examples for the three tables, from permissively licensed sets only: each query's candidates and the wanted ones. */

import type { LeafAt } from "../../src/search/index/corpus.ts";
import { unitFrom } from "../../src/search/index/testing.ts";
import type { Unit } from "../../src/search/index/unit.ts";
import {
  type GroupFeature,
  groupFeatureNames,
  type LeafFeature,
  leafFeatureNames,
  type Values,
} from "../../src/search/rank/features.ts";
import { GroupRanker } from "../../src/search/rank/rank-groups.ts";
import { type Searcher, shownByDefault, type Tables } from "../../src/search/rank/searcher.ts";
import { groupPath, pathOf, turnName } from "../sets/found-names.ts";
import type { RealMemPersona, Sets } from "../sets/shapes.ts";
import { devPath, devUnits, dialoguePath, memoryPath, pepPath, realMemSeen } from "../sets/units.ts";
import { Collection } from "./collection.ts";
import type { Example } from "./fit.ts";
import { type Dialogue, type MadeQuery, piecesOf, QueryMaker, randomFrom } from "./queries.ts";
import { proseOf } from "./transcripts.ts";
import { pepUnits, realMemUnits } from "./units.ts";

const NEGATIVES = { turn: 80, memory: 150, group: 120 } as const;

export interface TurnMix {
  readonly seed: number;
  readonly perPersona: number;
  readonly fromMemories: number;
  readonly perTranscripts: number;
}
export const usualMix: TurnMix = { seed: 7, perPersona: 300, fromMemories: 150, perTranscripts: 1200 };

/** Self-made queries over RealMem dialogues in two piece sizes, and over transcripts. */
export function turnExamples(sets: Sets, mix: TurnMix = usualMix): Example[] {
  const examples: Example[] = [];
  for (const [i, persona] of sets.realmem.entries())
    for (const size of [40, 25]) {
      const dialogues = dialoguesOf(persona, size);
      const maker = new QueryMaker(dialogues, randomFrom(mix.seed * 1000 + i * 10 + size));
      const made = [
        ...drawn(mix.perPersona, () => maker.fromPiece()),
        ...drawn(mix.fromMemories, (n) => fromMemory(persona, maker, n)),
      ];
      examples.push(...examplesOf(dialogues, made));
    }
  const logs = transcriptDialogues(sets);
  const maker = new QueryMaker(logs, randomFrom(mix.seed));
  examples.push(
    ...examplesOf(
      logs,
      drawn(mix.perTranscripts, () => maker.fromPiece()),
    ),
  );
  return examples;
}

/** Real queries of RealMem and the memories their answers used. */
export function memoryExamples(persona: RealMemPersona, weight: number): Example[] {
  const collection = new Collection(realMemUnits(persona));
  return persona.qs.flatMap((query) => {
    const searcher = collection.searcher(realMemSeen(persona, query.at));
    return leafExample(searcher, query.q, "memory", new Set(query.mev.map(memoryPath)), pathOf, weight) ?? [];
  });
}

/** RealMem, PEPs and the self-made queries count alike, DevMemBench double: it is what a coding agent is asked. */
export function groupExamples(sets: Sets, tables: Tables): Example[] {
  const examples: Example[] = [];
  const queries = sets.realmem.reduce((sum, persona) => sum + persona.qs.length, 0);
  for (const persona of sets.realmem) {
    const collection = new Collection(realMemUnits(persona));
    for (const query of persona.qs) {
      const searcher = collection.searcher(realMemSeen(persona, query.at));
      push(examples, groupExample(searcher, query.q, new Set(query.ev.map(dialoguePath)), tables, 1 / queries));
    }
  }
  for (const { sessions, questions } of sets.devmembench) {
    const searcher = new Collection(devUnits(sessions)).searcher();
    const answerable = questions.filter(({ haystackSessionIds }) => haystackSessionIds.length > 0).length;
    for (const { question, haystackSessionIds } of questions)
      push(
        examples,
        groupExample(searcher, question, new Set(haystackSessionIds.map(devPath)), tables, 2 / answerable),
      );
  }
  for (const { docs, queries } of sets.peps) {
    const searcher = new Collection(pepUnits(docs)).searcher();
    for (const { q, target, from } of queries)
      push(examples, groupExample(searcher, q, new Set([pepPath(target)]), tables, 1 / queries.length, pepPath(from)));
  }
  return examples;
}

function push(examples: Example[], example: Example | undefined): void {
  if (example) examples.push(example);
}

function drawn(count: number, make: (n: number) => MadeQuery | undefined): MadeQuery[] {
  return Array.from({ length: count }, (_, n) => make(n)).filter((made) => made !== undefined);
}

function fromMemory(persona: RealMemPersona, maker: QueryMaker, n: number): MadeQuery | undefined {
  const memory = persona.mem[(n * 7919) % persona.mem.length]!;
  return maker.fromMemory(memory.sess, memory.text.replace(/^【[^】]*】\s*/, ""));
}

function dialoguesOf(persona: RealMemPersona, words: number): Dialogue[] {
  const first = persona.id.split("_")[0]!;
  return persona.sessions.map(({ date, turns }) => ({
    date: Date.parse(`${date.slice(0, 10)}T00:00:00Z`),
    pieces: turns.flatMap(([speaker, text]) =>
      piecesOf(text, words).map((piece) => ({ speaker: /user/i.test(speaker) ? first : "Max", text: piece })),
    ),
  }));
}

function transcriptDialogues(sets: Sets): Dialogue[] {
  const dialogues: Dialogue[] = [];
  for (const [i, { path, text }] of sets.transcripts.entries()) {
    const pieces = proseOf(path, text).flatMap(({ speaker, text: prose }) =>
      piecesOf(prose, 45).map((piece) => ({ speaker: speaker === "user" ? "Robin" : "Max", text: piece })),
    );
    for (let at = 0; at < pieces.length; at += 40)
      dialogues.push({ date: Date.UTC(2026, 0, 1 + i * 7 + at / 40), pieces: pieces.slice(at, at + 40) });
  }
  return dialogues;
}

function examplesOf(dialogues: readonly Dialogue[], made: readonly MadeQuery[]): Example[] {
  const searcher = new Collection(dialogues.map(dialogueUnit)).searcher();
  return made.flatMap(({ text, dialogue, piece }) => {
    const wanted = new Set([`${dialoguePath(dialogue)}#${piece}`]);
    return leafExample(searcher, text, "turn", wanted, turnName, 1) ?? [];
  });
}

function dialogueUnit({ pieces, date }: Dialogue, i: number): Unit {
  return unitFrom({ path: dialoguePath(i), sort: "turns", session: String(i), created: date, leaves: pieces });
}

function leafExample(
  searcher: Searcher,
  text: string,
  unit: "turn" | "memory",
  wanted: ReadonlySet<string>,
  nameOf: (at: LeafAt) => string,
  weight: number,
): Example | undefined {
  return searcher.examine(searcher.question(text), unit, (ranker) => {
    const candidates = ranker.candidates(NEGATIVES[unit], shownByDefault).map((at) => ({ at, name: nameOf(at) }));
    const found = new Set(candidates.map(({ name }) => name));
    for (const at of leavesNamed(searcher, nameOf, wanted))
      if (!found.has(nameOf(at))) candidates.push({ at, name: nameOf(at) });
    const rows = candidates.map(({ at }) => rowOf<LeafFeature>(leafFeatureNames, ranker.featuresOf(at)));
    return exampleOf(
      rows,
      candidates.map(({ name }) => name),
      wanted,
      weight,
    );
  });
}

function leavesNamed(searcher: Searcher, nameOf: (at: LeafAt) => string, wanted: ReadonlySet<string>): LeafAt[] {
  const paths = new Set([...wanted].map((name) => name.replace(/#\d+$/, "")));
  return searcher.corpus.parts.flatMap((part) => {
    const docs = new Set([...paths].map((path) => part.segment.find(path)));
    const leaves: LeafAt[] = [];
    for (let leaf = 0; leaf < part.leaves.doc.length; leaf++)
      if (docs.has(part.leaves.doc[leaf]!)) leaves.push({ part, leaf });
    return leaves.filter((at) => wanted.has(nameOf(at)));
  });
}

function groupExample(
  searcher: Searcher,
  text: string,
  wanted: ReadonlySet<string>,
  tables: Tables,
  weight: number,
  without?: string,
): Example | undefined {
  const question = searcher.question(text);
  return searcher.examine(question, "group", (leaves) => {
    const ranked = new GroupRanker(searcher.corpus, question, leaves).rank(tables, NEGATIVES.group, () => true);
    const named = ranked.map((group) => ({ group, path: groupPath(group) })).filter(({ path }) => path !== without);
    const rows = named.map(({ group }) => rowOf<GroupFeature>(groupFeatureNames, group.features));
    return exampleOf(
      rows,
      named.map(({ path }) => path),
      wanted,
      weight,
    );
  });
}

function exampleOf(
  rows: Float32Array[],
  names: readonly string[],
  wanted: ReadonlySet<string>,
  weight: number,
): Example | undefined {
  const found = names.flatMap((name, i) => (wanted.has(name) ? [i] : []));
  return found.length === 0 ? undefined : { rows, wanted: found, weight };
}

function rowOf<F extends string>(names: readonly F[], values: Values<F>): Float32Array {
  return Float32Array.from(names, (name) => values[name]);
}

/** The self-made queries again, with the dialogue of the piece as what must be found. */
export function madeGroupExamples(sets: Sets, tables: Tables, mix: TurnMix = usualMix): Example[] {
  const examples: Example[] = [];
  for (const [i, persona] of sets.realmem.entries()) {
    const dialogues = dialoguesOf(persona, 40);
    const maker = new QueryMaker(dialogues, randomFrom(mix.seed * 2000 + i));
    const searcher = new Collection(dialogues.map(dialogueUnit)).searcher();
    const made = drawn(mix.fromMemories, () => maker.fromPiece());
    for (const { text, dialogue } of made)
      push(
        examples,
        groupExample(
          searcher,
          text,
          new Set([dialoguePath(dialogue)]),
          tables,
          1 / (made.length * sets.realmem.length),
        ),
      );
  }
  return examples;
}
