/**
 * RealMem: one collection for each persona, grown session by session as it did in life. A question is asked when what is
 * before its session is there and nothing else.
 */

import { searchMemories } from "../../src/search/rank/search.ts";
import type { Searcher } from "../../src/search/rank/searcher.ts";
import { Library } from "../real-root/library.ts";
import { groupPath } from "./found-names.ts";
import type { RealMemPersona } from "./shapes.ts";
import type { Ask, Task } from "./task.ts";
import { toldByPersona } from "./told.ts";
import { dialoguePath, memoryPath, realMemDialogue, realMemSeen } from "./units.ts";

const MOST = 50;

export function realMemTasks(persona: RealMemPersona): Task[] {
  const { sessions, items } = Library.in((library) => askedWhileGrowing(persona, library));
  return [
    {
      set: "realmem",
      unit: "session",
      texts: persona.sessions.map(({ turns }, i) => ({
        name: dialoguePath(i),
        text: turns.map(([, text]) => text).join("\n"),
      })),
      asks: sessions,
    },
    {
      set: "realmem",
      unit: "item",
      texts: persona.mem.map(({ text }, n) => ({ name: memoryPath(n), text })),
      asks: items,
    },
  ];
}

function askedWhileGrowing(persona: RealMemPersona, library: Library): { sessions: Ask[]; items: Ask[] } {
  const nameOf = new Map<string, string>();
  const sessions: Ask[] = [];
  const items: Ask[] = [];
  const moments = [...new Set(persona.qs.map(({ at }) => at))].sort((a, b) => a - b);
  let grown = 0;
  for (const at of moments) {
    for (; grown < Math.min(at, persona.sessions.length); grown++) addSession(persona, grown, library, nameOf);
    const searcher = library.searcher();
    for (const query of persona.qs.filter((one) => one.at === at)) {
      const ask = { text: query.q, category: query.cat, counts: true, seen: realMemSeen(persona, at) };
      sessions.push({ ...ask, wanted: query.ev.map(dialoguePath), found: sessionsFor(searcher, query.q) });
      items.push({ ...ask, wanted: query.mev.map(memoryPath), found: itemsFor(searcher, query.q, nameOf) });
    }
  }
  return { sessions, items };
}

/** The dialogue, and the memories it left. */
function addSession(persona: RealMemPersona, i: number, library: Library, nameOf: Map<string, string>): void {
  library.dialogues.add(realMemDialogue(persona, i));
  for (const [n, { sess }] of persona.mem.entries())
    if (sess === i) nameOf.set(library.memories.remember(toldByPersona(persona, n)).path, memoryPath(n));
}

function sessionsFor(searcher: Searcher, text: string): string[] {
  return searcher.groups(searcher.question(text)).hits.map(groupPath);
}

function itemsFor(searcher: Searcher, text: string, nameOf: ReadonlyMap<string, string>): string[] {
  return searchMemories(searcher, { text, limit: MOST }).hits.map(({ row }) => nameOf.get(row.path)!);
}
