/** Other engines over the same made-up memories. */

import { create, insertMultiple, search } from "@orama/orama";
import { DatabaseSync } from "@photostructure/sqlite";
import MiniSearch from "minisearch";
import type { Synthetic } from "./synthetic.ts";

export interface Engine {
  /** Answers one question; how many were found. */
  readonly ask: (text: string) => unknown;
  readonly megabytes?: number;
}

export const engines: Readonly<Record<string, (made: Synthetic, size: number) => Engine>> = {
  fts5: fts5,
  minisearch: miniSearch,
  orama,
};

function fts5(made: Synthetic, size: number): Engine {
  const db = new DatabaseSync(":memory:");
  db.exec("CREATE VIRTUAL TABLE texts USING fts5(title, body, tokenize = 'porter unicode61')");
  const insert = db.prepare("INSERT INTO texts (title, body) VALUES (?, ?)");
  db.exec("BEGIN");
  for (let i = 0; i < size; i++) insert.run(...textOf(made, i));
  db.exec("COMMIT");
  const select = db.prepare("SELECT title FROM texts WHERE texts MATCH ? ORDER BY bm25(texts) LIMIT 10");
  const { page_count: pages } = db.prepare("PRAGMA page_count").get() as { page_count: number };
  return {
    ask: (text) =>
      select.all(
        text
          .split(" ")
          .map((word) => `"${word}"`)
          .join(" OR "),
      ),
    megabytes: (pages * 4096) / 1e6,
  };
}

function miniSearch(made: Synthetic, size: number): Engine {
  const mini = new MiniSearch({ fields: ["title", "body"] });
  for (let i = 0; i < size; i++) {
    const [title, body] = textOf(made, i);
    mini.add({ id: i, title, body });
  }
  return { ask: (text) => mini.search(text).slice(0, 10) };
}

function orama(made: Synthetic, size: number): Engine {
  const db = create({ schema: { title: "string", body: "string" } as const });
  const rows = Array.from({ length: size }, (_, i) => {
    const [title, body] = textOf(made, i);
    return { title, body };
  });
  insertMultiple(db, rows);
  return { ask: (term) => search(db, { term, limit: 10 }) };
}

function textOf(made: Synthetic, i: number): [title: string, body: string] {
  const { title, opening } = made.unit(i);
  return [title, opening];
}
