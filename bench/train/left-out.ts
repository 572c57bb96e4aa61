/**
 * What weights find that were learned without what is asked of them: a fifth at a time is left out, a persona, a project
 * or every fifth question of a set that is one project. The turn table is the one in use: it knows no real question.
 */

import { searchMemories } from "../../src/search/rank/search.ts";
import type { Searcher, Tables } from "../../src/search/rank/searcher.ts";
import { groupPath } from "../sets/found-names.ts";
import { type Judged, judge, type Metrics, metricsOf } from "../sets/scoring.ts";
import type { RealMemPersona, Sets } from "../sets/shapes.ts";
import { devPath, devUnits, dialoguePath, memoryPath, pepPath, realMemSeen } from "../sets/units.ts";
import { Collection } from "./collection.ts";
import { pepUnits, projectPath, projectUnits, realMemUnits } from "./units.ts";

const FIFTHS = [0, 1, 2, 3, 4] as const;
const MOST = 50;

/** Figures by set and unit. */
export function leftOutFigures(sets: Sets, learn: (without: Sets) => Tables): Record<string, Metrics> {
  const all = new Map<string, Judged[]>();
  for (const fifth of FIFTHS) {
    const tables = learn(partOf(sets, (n) => n % FIFTHS.length !== fifth));
    for (const [name, judged] of asked(
      partOf(sets, (n) => n % FIFTHS.length === fifth),
      tables,
    ))
      all.set(name, [...(all.get(name) ?? []), ...judged]);
  }
  return Object.fromEntries([...all].map(([name, judged]) => [name, metricsOf(judged)]));
}

/** The personas and projects that are taken, and of the other sets the questions. */
function partOf(sets: Sets, takes: (n: number) => boolean): Sets {
  return {
    ...sets,
    realmem: sets.realmem.filter((_, n) => takes(n)),
    devmembench: sets.devmembench.map((one) => ({ ...one, questions: one.questions.filter((_, n) => takes(n)) })),
    peps: sets.peps.map((one) => ({ ...one, queries: one.queries.filter((_, n) => takes(n)) })),
    projects: sets.projects.map((one) => {
      const names = [...new Set(one.memories.map(({ project }) => project))].filter((_, n) => takes(n));
      return { ...one, prompts: one.prompts.filter(({ project }) => names.includes(project)) };
    }),
  };
}

function asked({ realmem, devmembench, peps, projects }: Sets, tables: Tables): [name: string, judged: Judged[]][] {
  return [
    ["realmem/item", realmem.flatMap((persona) => ofPersona(persona, tables, itemsOf))],
    ["realmem/session", realmem.flatMap((persona) => ofPersona(persona, tables, sessionsOf))],
    [
      "devmembench/session",
      devmembench.flatMap(({ sessions, questions }) => {
        const searcher = new Collection(devUnits(sessions), tables).searcher();
        return questions
          .filter(
            ({ haystackSessionIds, questionType }) => questionType !== "abstention" && haystackSessionIds.length > 0,
          )
          .map(({ question, haystackSessionIds }) =>
            judge("", haystackSessionIds.map(devPath), groupsFor(searcher, question)),
          );
      }),
    ],
    [
      "peps/document",
      peps.flatMap(({ docs, queries }) => {
        const searcher = new Collection(pepUnits(docs), tables).searcher();
        return queries.map(({ q, from, target }) => {
          const found = memoriesFor(searcher, q, true).filter((path) => path !== pepPath(from));
          return judge("", [pepPath(target)], found);
        });
      }),
    ],
    [
      "projects/item",
      projects.flatMap(({ memories, prompts }) => {
        const searcher = new Collection(projectUnits(memories), tables).searcher();
        return prompts
          .filter(({ gold }) => gold.length > 0)
          .map(({ prompt, project, gold }) => {
            const wanted = gold.map((id) => projectPath({ project, id }));
            return judge("", wanted, memoriesFor(searcher, prompt, false));
          });
      }),
    ],
  ];
}

type Query = RealMemPersona["qs"][number];

function ofPersona(persona: RealMemPersona, tables: Tables, judged: (s: Searcher, query: Query) => Judged): Judged[] {
  const collection = new Collection(realMemUnits(persona), tables);
  return persona.qs.map((query) => judged(collection.searcher(realMemSeen(persona, query.at)), query));
}

function itemsOf(searcher: Searcher, { q, mev }: Query): Judged {
  return judge("", mev.map(memoryPath), memoriesFor(searcher, q, false));
}

function sessionsOf(searcher: Searcher, { q, ev }: Query): Judged {
  return judge("", ev.map(dialoguePath), groupsFor(searcher, q));
}

function memoriesFor(searcher: Searcher, text: string, includeRetired: boolean): string[] {
  return searchMemories(searcher, { text, limit: MOST, includeRetired }).hits.map(({ row }) => row.path);
}

function groupsFor(searcher: Searcher, text: string): string[] {
  return searcher.groups(searcher.question(text)).hits.map(groupPath);
}
