/** Each set as tasks: texts for the baselines, questions with what must be found, and the product's own ranking. */

import { successorsFirst } from "../../src/recall/search.ts";
import type { Text } from "./baselines.ts";
import { Collection, groupPath, pathOf, turnName } from "./collection.ts";
import type { LocomoConversation, Pep, PepQuery, RealMemPersona, Sets } from "./read.ts";
import {
  devUnits,
  locomoSessions,
  locomoText,
  locomoUnits,
  pepId,
  pepUnits,
  realMemDialogue,
  realMemPath,
  realMemSeen,
  realMemUnits,
} from "./units.ts";

export interface Ask {
  readonly text: string;
  readonly category: string;
  /** Counted in `metrics`; otherwise only by its category. */
  readonly counts: boolean;
  readonly wanted: readonly string[];
  readonly seen: (name: string) => boolean;
  readonly rank: () => string[];
}

/** One index and what is asked of it. */
export interface Task {
  readonly set: string;
  readonly unit: string;
  readonly texts: readonly Text[];
  readonly asks: readonly Ask[];
}

const all = () => true;

export function tasksOf(sets: Sets): Task[] {
  return [
    ...sets.locomo.flatMap(locomoTasks),
    ...sets.realmem.flatMap(realMemTasks),
    ...sets.devmembench.map(({ sessions, questions }) => devTask(sessions, questions)),
    ...sets.peps.map(({ docs, queries }) => pepTask(docs, queries)),
  ];
}

const locomoCategories = ["", "multi-hop", "temporal", "open-domain", "single-hop", "adversarial"];

function locomoTasks(conversation: LocomoConversation): Task[] {
  const searcher = new Collection(locomoUnits(conversation)).searcher();
  const sessions = locomoSessions(conversation);
  const turns = sessions.flatMap(({ number, turns }) =>
    turns.map((turn, i) => ({ turn, number, name: `${locomoPath(number)}#${i}` })),
  );
  const nameOf = new Map(turns.map(({ turn, name }) => [turn.dia_id, name]));
  const asked = conversation.qa.flatMap(({ question, evidence, category }) => {
    const wanted = [...new Set((evidence ?? []).flatMap(evidenceIds))].flatMap((id) => nameOf.get(id) ?? []);
    const base = {
      text: question,
      category: locomoCategories[category] ?? String(category),
      counts: category !== 5,
      seen: all,
    };
    return wanted.length === 0 ? [] : [{ ...base, wanted, question: searcher.question(question) }];
  });
  return [
    {
      set: "locomo",
      unit: "turn",
      texts: turns.map(({ turn, name }) => ({ name, text: `${turn.speaker}: ${locomoText(turn)}` })),
      asks: asked.map(({ question, ...ask }) => ({
        ...ask,
        rank: () => searcher.leaves(question, "turn").hits.map(turnName),
      })),
    },
    {
      set: "locomo",
      unit: "session",
      texts: sessions.map(({ number, turns }) => ({
        name: locomoPath(number),
        text: turns.map(locomoText).join("\n"),
      })),
      asks: asked.map(({ question, wanted, ...ask }) => ({
        ...ask,
        wanted: [...new Set(wanted.map((name) => name.split("#")[0]!))],
        rank: () => searcher.groups(question).hits.map(groupPath),
      })),
    },
  ];
}

function evidenceIds(text: string): string[] {
  return [...text.matchAll(/D(\d+):0*(\d+)/g)].map(([, session, turn]) => `D${session}:${turn}`);
}

function locomoPath(session: number): string {
  return `session-${String(session).padStart(3, "0")}.md`;
}

function realMemTasks(persona: RealMemPersona): Task[] {
  const collection = new Collection(realMemUnits(persona));
  const asked = persona.qs.map((query) => ({ query, seen: realMemSeen(persona, query.at) }));
  const base = ({ query, seen }: (typeof asked)[number]) => ({
    text: query.q,
    category: query.cat,
    counts: true,
    seen,
  });
  return [
    {
      set: "realmem",
      unit: "session",
      texts: persona.sessions.map(({ turns }, i) => ({
        name: realMemDialogue(i),
        text: turns.map(([, text]) => text).join("\n"),
      })),
      asks: asked.map((ask) => ({
        ...base(ask),
        wanted: ask.query.ev.map(realMemDialogue),
        rank: () => {
          const searcher = collection.searcher(ask.seen);
          return searcher.groups(searcher.question(ask.query.q)).hits.map(groupPath);
        },
      })),
    },
    {
      set: "realmem",
      unit: "item",
      texts: persona.mem.map(({ text }, i) => ({ name: realMemPath(i), text })),
      asks: asked.map((ask) => ({
        ...base(ask),
        wanted: ask.query.mev.map(realMemPath),
        rank: () => {
          const searcher = collection.searcher(ask.seen);
          return searcher.leaves(searcher.question(ask.query.q), "memory").hits.map(pathOf);
        },
      })),
    },
  ];
}

function devTask(
  sessions: Sets["devmembench"][number]["sessions"],
  questions: Sets["devmembench"][number]["questions"],
): Task {
  const searcher = new Collection(devUnits(sessions)).searcher();
  return {
    set: "devmembench",
    unit: "session",
    texts: sessions.map(({ sessionId, messages }) => ({
      name: `${sessionId}.md`,
      text: messages.map(({ content }) => content).join("\n"),
    })),
    asks: questions.map(({ question, questionType, haystackSessionIds }) => ({
      text: question,
      category: questionType,
      counts: haystackSessionIds.length > 0,
      wanted: haystackSessionIds.map((id) => `${id}.md`),
      seen: all,
      rank: () => searcher.groups(searcher.question(question)).hits.map(groupPath),
    })),
  };
}

function pepTask(docs: readonly Pep[], queries: readonly PepQuery[]): Task {
  const searcher = new Collection(pepUnits(docs)).searcher();
  const successor = new Map(
    docs.flatMap((pep) => pep.superseded_by.slice(0, 1).map((by) => [pepPath(pep.id), pepPath(by)])),
  );
  const known = new Set(docs.map(({ id }) => pepPath(id)));
  return {
    set: "peps",
    unit: "document",
    texts: docs.map(({ id, title, body }) => ({ name: pepPath(id), text: `${title}\n${body}` })),
    asks: queries.map(({ q, from, target }) => {
      const seen = (name: string) => name !== pepPath(from);
      const successorOf = (path: string) => {
        const next = successor.get(path);
        return next !== undefined && known.has(next) && seen(next) ? next : undefined;
      };
      return {
        text: q,
        category: successor.has(pepPath(target)) ? "superseded" : "current",
        counts: true,
        wanted: [pepPath(target)],
        seen,
        rank: () =>
          successorsFirst(searcher.groups(searcher.question(q)).hits.map(groupPath).filter(seen), successorOf),
      };
    }),
  };
}

function pepPath(id: number): string {
  return `${pepId(id)}.md`;
}
