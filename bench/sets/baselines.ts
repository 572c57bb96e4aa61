/** Plain engines run beside the product: FTS5 with Porter and OR, MiniSearch with Porter. Stop words out in both. */

import { DatabaseSync } from "@photostructure/sqlite";
import MiniSearch from "minisearch";
import { fold } from "../../src/text/analyse.ts";
import { stemOf } from "../../src/text/stem.ts";
import { stopWords } from "../../src/text/stop-words.ts";

export interface Text {
  readonly name: string;
  readonly text: string;
}

/** Names, best first. */
export type RankNames = (query: string, seen: (name: string) => boolean) => string[];

const MOST = 200;

export function fts5Porter(texts: readonly Text[]): RankNames {
  const db = new DatabaseSync(":memory:");
  db.exec("CREATE VIRTUAL TABLE texts USING fts5(text, name UNINDEXED, tokenize = 'porter unicode61')");
  const insert = db.prepare("INSERT INTO texts (text, name) VALUES (?, ?)");
  db.exec("BEGIN");
  for (const { name, text } of texts) insert.run(text, name);
  db.exec("COMMIT");
  const select = db.prepare("SELECT name FROM texts WHERE texts MATCH ? ORDER BY bm25(texts)");
  return (query, seen) => {
    const words = wordsIn(query);
    if (words.length === 0) return [];
    const rows = select.all(words.map((word) => `"${word}"`).join(" OR ")) as { name: string }[];
    return rows
      .map(({ name }) => name)
      .filter(seen)
      .slice(0, MOST);
  };
}

export function miniSearchPorter(texts: readonly Text[]): RankNames {
  const mini = new MiniSearch({ fields: ["text"], idField: "name", processTerm: termOf, tokenize: wordsOfText });
  mini.addAll(texts);
  return (query, seen) =>
    mini
      .search(query, { filter: ({ id }) => seen(id as string) })
      .slice(0, MOST)
      .map(({ id }) => id as string);
}

function termOf(word: string): string | null {
  return stopWords.has(word) ? null : stemOf(word);
}

function wordsOfText(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

function wordsIn(query: string): string[] {
  return [...new Set(wordsOfText(query))].filter((word) => !stopWords.has(word));
}
