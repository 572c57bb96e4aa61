/** Training examples for the four tables, from permissively licensed sets only: each query's candidates and the wanted ones. */

import type { LeafAt } from "../../src/search/index/corpus.ts";
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
import { unitFrom } from "../../test/support/index-unit.ts";
import { groupPath, pathOf, turnName } from "../sets/found-names.ts";
import type { RealMemPersona, Sets } from "../sets/shapes.ts";
import { devPath, devUnits, dialoguePath, memoryPath, pepPath, realMemSeen } from "../sets/units.ts";
import { Collection } from "./collection.ts";
import type { Example } from "./fit.ts";
import { type Dialogue, type MadeQuery, piecesOf, QueryMaker, randomFrom } from "./queries.ts";
import { proseOf } from "./transcripts.ts";
import { pepUnits, projectPath, projectUnits, realMemUnits } from "./units.ts";

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

/** How much the projects' prompts count beside RealMem's queries: their memories come from no session. */
const PROJECTS_SHARE = 0.3;

export function memoryExamples(sets: Sets): Example[] {
  const asked = sets.realmem.flatMap(personaExamples);
  const alone = sets.projects.flatMap(projectExamples);
  return [...weighing(asked, 1), ...weighing(alone, PROJECTS_SHARE)];
}

/** The same, counting so much together. */
function weighing(examples: readonly Example[], total: number): Example[] {
  return examples.map((example) => ({ ...example, weight: total / examples.length }));
}

/** Prompts and the memories that bear on them: among those of their project, and among those of all. */
function projectExamples({ memories, prompts }: Sets["projects"][number]): Example[] {
  const names = [...new Set(memories.map(({ project }) => project))];
  const stores = [
    ...names.map((name) => ({ names: [name], memories: memories.filter(({ project }) => project === name) })),
    { names, memories },
  ];
  return stores.flatMap((store) => {
    const searcher = new Collection(projectUnits(store.memories)).searcher();
    return prompts
      .filter(({ project }) => store.names.includes(project))
      .flatMap(({ prompt, project, gold }) => {
        const wanted = new Set(gold.map((id) => projectPath({ project, id })));
        return leafExample(searcher, prompt, "memory", wanted, pathOf) ?? [];
      });
  });
}

/** Real queries of RealMem and the memories their answers used. */
function personaExamples(persona: RealMemPersona): Example[] {
  const collection = new Collection(realMemUnits(persona));
  return persona.qs.flatMap((query) => {
    const searcher = collection.searcher(realMemSeen(persona, query.at));
    return leafExample(searcher, query.q, "memory", new Set(query.mev.map(memoryPath)), pathOf) ?? [];
  });
}

/** RealMem counts twice as much as the self-made queries, DevMemBench three times: it is what a coding agent is asked. */
export function sessionExamples(sets: Sets, tables: Tables, mix: TurnMix = usualMix): Example[] {
  const examples: Example[] = [];
  const queries = sets.realmem.reduce((sum, persona) => sum + persona.qs.length, 0);
  for (const persona of sets.realmem) {
    const collection = new Collection(realMemUnits(persona));
    for (const query of persona.qs) {
      const searcher = collection.searcher(realMemSeen(persona, query.at));
      push(examples, groupExample(searcher, query.q, new Set(query.ev.map(dialoguePath)), tables, 2 / queries));
    }
  }
  for (const { sessions, questions } of sets.devmembench) {
    const searcher = new Collection(devUnits(sessions)).searcher();
    const answerable = questions.filter(({ haystackSessionIds }) => haystackSessionIds.length > 0).length;
    for (const { question, haystackSessionIds } of questions)
      push(
        examples,
        groupExample(searcher, question, new Set(haystackSessionIds.map(devPath)), tables, 3 / answerable),
      );
  }
  return [...examples, ...madeSessionExamples(sets, tables, mix)];
}

/** PEPs and who cites them. */
export function documentExamples(sets: Sets, tables: Tables): Example[] {
  return sets.peps.flatMap(({ docs, queries }) => {
    const searcher = new Collection(pepUnits(docs)).searcher();
    return queries.flatMap(
      ({ q, target, from }) => groupExample(searcher, q, new Set([pepPath(target)]), tables, 1, pepPath(from)) ?? [],
    );
  });
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
    return leafExample(searcher, text, "turn", wanted, turnName) ?? [];
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
): Example | undefined {
  return searcher.examine(searcher.question(text), unit, (ranker) => {
    const candidates = ranker.candidates(NEGATIVES[unit], shownByDefault).map((at) => ({ at, name: nameOf(at) }));
    if (unit === "turn") candidates.push(...missedIn(candidates, searcher, nameOf, wanted));
    const rows = candidates.map(({ at }) => rowOf<LeafFeature>(leafFeatureNames, ranker.featuresOf(at)));
    return exampleOf(
      rows,
      candidates.map(({ name }) => name),
      wanted,
      1,
    );
  });
}

/**
 * The wanted ones that the first stage passed over. A self-made query always means its piece; what a real question
 * wants may share no word with it, and to learn from such a one is to learn that words do not matter.
 */
function missedIn(
  candidates: readonly Named[],
  searcher: Searcher,
  nameOf: (at: LeafAt) => string,
  wanted: ReadonlySet<string>,
): Named[] {
  const found = new Set(candidates.map(({ name }) => name));
  return leavesNamed(searcher, nameOf, wanted)
    .map((at) => ({ at, name: nameOf(at) }))
    .filter(({ name }) => !found.has(name));
}

interface Named {
  readonly at: LeafAt;
  readonly name: string;
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
function madeSessionExamples(sets: Sets, tables: Tables, mix: TurnMix): Example[] {
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
