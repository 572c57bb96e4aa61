/**
 * The engines over the same made-up memories. Each builds its index into a file and opens it again in another process;
 * its package is loaded only there, so that a cold start pays for one engine alone.
 */

import { readFileSync, statSync, writeFileSync } from "node:fs";
import type { Made } from "./made.ts";

export type Ask = (text: string) => unknown;

export interface Engine {
  build(memories: readonly Made[], file: string): Promise<void> | void;
  open(file: string): Promise<Ask> | Ask;
}

export const engines: Readonly<Record<string, Engine>> = {
  fts5: {
    async build(memories, file) {
      const { DatabaseSync } = await import("@photostructure/sqlite");
      const db = new DatabaseSync(file);
      db.exec("CREATE VIRTUAL TABLE texts USING fts5(title, body, tokenize = 'porter unicode61')");
      const insert = db.prepare("INSERT INTO texts (title, body) VALUES (?, ?)");
      db.exec("BEGIN");
      for (const { title, text } of memories) insert.run(title, text);
      db.exec("COMMIT");
      db.close();
    },
    async open(file) {
      const { DatabaseSync } = await import("@photostructure/sqlite");
      const db = new DatabaseSync(file, { readOnly: true });
      const select = db.prepare("SELECT title FROM texts WHERE texts MATCH ? ORDER BY bm25(texts) LIMIT 10");
      return (text) => select.all(anyOf(text));
    },
  },

  minisearch: {
    async build(memories, file) {
      const { default: MiniSearch } = await import("minisearch");
      const mini = new MiniSearch(fields);
      for (const [id, { title, text }] of memories.entries()) mini.add({ id, title, body: text });
      writeFileSync(file, JSON.stringify(mini));
    },
    async open(file) {
      const { default: MiniSearch } = await import("minisearch");
      const mini = MiniSearch.loadJSON(readFileSync(file, "utf8"), fields);
      return (text) => mini.search(text).slice(0, 10);
    },
  },

  orama: {
    async build(memories, file) {
      const { create, insertMultiple, save } = await import("@orama/orama");
      const db = create({ schema });
      await insertMultiple(
        db,
        memories.map(({ title, text }) => ({ title, body: text })),
      );
      writeFileSync(file, JSON.stringify(save(db)));
    },
    async open(file) {
      const { create, load, search } = await import("@orama/orama");
      const db = create({ schema });
      load(db, JSON.parse(readFileSync(file, "utf8")));
      return (term) => search(db, { term, limit: 10 });
    },
  },
};

export function megabytesOf(file: string): number {
  return statSync(file).size / 1e6;
}

const fields = { fields: ["title", "body"] };
const schema = { title: "string", body: "string" } as const;

function anyOf(text: string): string {
  return text
    .split(" ")
    .map((word) => `"${word}"`)
    .join(" OR ");
}
