/**
 * The engines over the same made-up memories. Each builds its index into a file and opens it again in another process;
 * its package is loaded only there, so that a cold start pays for one engine alone.
 */

import { readFileSync, statSync, writeFileSync } from "node:fs";
import { buildSegment } from "../../src/index/build-segment.ts";
import { Corpus } from "../../src/index/corpus.ts";
import { Segment } from "../../src/index/segment.ts";
import type { Unit } from "../../src/index/unit.ts";
import { searchMemories } from "../../src/recall/search.ts";
import { Searcher } from "../../src/recall/searcher.ts";
import { fileReadable } from "../sets/file-readable.ts";

export type Ask = (text: string) => unknown;

export interface Engine {
  build(units: readonly Unit[], file: string): Promise<void> | void;
  open(file: string): Promise<Ask> | Ask;
}

export const engines: Readonly<Record<string, Engine>> = {
  cairn: {
    build(units, file) {
      writeFileSync(file, buildSegment(units));
    },
    open(file) {
      const searcher = new Searcher(new Corpus([{ segment: new Segment(fileReadable(file)) }]));
      return (text) => searchMemories(searcher, { text, limit: 10 }).hits.map(({ row }) => row.title);
    },
  },

  fts5: {
    async build(units, file) {
      const { DatabaseSync } = await import("@photostructure/sqlite");
      const db = new DatabaseSync(file);
      db.exec("CREATE VIRTUAL TABLE texts USING fts5(title, body, tokenize = 'porter unicode61')");
      const insert = db.prepare("INSERT INTO texts (title, body) VALUES (?, ?)");
      db.exec("BEGIN");
      for (const { title, opening } of units) insert.run(title, opening);
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
    async build(units, file) {
      const { default: MiniSearch } = await import("minisearch");
      const mini = new MiniSearch(fields);
      for (const [id, { title, opening }] of units.entries()) mini.add({ id, title, body: opening });
      writeFileSync(file, JSON.stringify(mini));
    },
    async open(file) {
      const { default: MiniSearch } = await import("minisearch");
      const mini = MiniSearch.loadJSON(readFileSync(file, "utf8"), fields);
      return (text) => mini.search(text).slice(0, 10);
    },
  },

  orama: {
    async build(units, file) {
      const { create, insertMultiple, save } = await import("@orama/orama");
      const db = create({ schema });
      await insertMultiple(
        db,
        units.map(({ title, opening }) => ({ title, body: opening })),
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
