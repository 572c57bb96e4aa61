/**
 * What a moment costs beside a question among many memories: `npm run bench -- unasked-cost [--size=100000] [--json]`.
 * Door and search by turns over the same texts in one process; processor time, the best of the rounds. Once over made-up
 * words, once over sentences of Cairn's own pages put together anew, which evoke the thesaurus.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { idFromTitle } from "../src/model/id.ts";
import { relevantTo } from "../src/search/door/door.ts";
import { buildSegment } from "../src/search/index/build-segment.ts";
import { readableOf } from "../src/search/index/bytes.ts";
import { Corpus } from "../src/search/index/corpus.ts";
import { Segment } from "../src/search/index/segment.ts";
import type { Unit } from "../src/search/index/unit.ts";
import { searchMemories } from "../src/search/rank/search.ts";
import { Searcher } from "../src/search/rank/searcher.ts";
import { sentencesIn } from "../src/text/sentences.ts";
import { unitFrom } from "../test/support/index-unit.ts";
import { memories, questions } from "./speed/made.ts";
import { type Random, randomFrom } from "./train/queries.ts";

const QUESTIONS = 400;
const ROUNDS = 5;
const MOST = 10;

export interface CostFigures {
  readonly over: string;
  readonly door: number;
  readonly search: number;
  readonly ratio: number;
}

export function run(words: readonly string[]): void {
  const { values } = parseArgs({
    args: [...words],
    options: { size: { type: "string", default: "100000" }, json: { type: "boolean" } },
  });
  const size = Number(values.size);
  const figures = [
    costOver("made-up words", madeUp(size), questions(QUESTIONS)),
    costOver("sentences of our pages", fromPages(size, randomFrom(7)), asked(QUESTIONS, randomFrom(8))),
  ];
  if (values.json) console.log(JSON.stringify({ size, figures }));
  else
    for (const { over, door, search, ratio } of figures)
      console.log(`${over}: door ${door} ms, search ${search} ms, ratio ${ratio} (${size} memories, processor time)`);
}

export function costOver(over: string, units: readonly Unit[], texts: readonly string[]): CostFigures {
  const corpus = new Corpus([{ segment: new Segment(readableOf(buildSegment(units))) }]);
  const searcher = new Searcher(corpus);
  const acts = {
    door: (prompt: string) => relevantTo(corpus, { prompt }, {}, 2),
    search: (text: string) => searchMemories(searcher, { text, limit: MOST }),
  };
  const best = { door: Number.POSITIVE_INFINITY, search: Number.POSITIVE_INFINITY };
  for (let round = 0; round <= ROUNDS; round++)
    for (const name of round % 2 === 0 ? (["door", "search"] as const) : (["search", "door"] as const)) {
      const before = process.cpuUsage();
      for (const text of texts) acts[name](text);
      const { user, system } = process.cpuUsage(before);
      // The first round compiles.
      if (round > 0) best[name] = Math.min(best[name], (user + system) / 1000 / texts.length);
    }
  const rounded = (value: number) => Math.round(value * 100) / 100;
  return { over, door: rounded(best.door), search: rounded(best.search), ratio: rounded(best.door / best.search) };
}

function madeUp(size: number): Unit[] {
  return [...memories(size)].map(({ title, text }, n) => unitOfWords(n, title, text));
}

function unitOfWords(n: number, title: string, text: string): Unit {
  // Named after its title, as `remember` does: a key that is one short word would name it to anybody.
  const id = idFromTitle(title, "project");
  const path = `${n}/${id}.md`;
  return unitFrom({ path, id, title, keys: [id, title], trust: "stated", leaves: [{ text: `${title}\n\n${text}` }] });
}

function fromPages(size: number, random: Random): Unit[] {
  const sentences = sentencesOfPages();
  const one = () => sentences[Math.floor(random() * sentences.length)]!;
  return Array.from({ length: size }, (_, n) => {
    const title = one().split(/\s+/).slice(0, 7).join(" ");
    return unitOfWords(n, title, [one(), one(), one()].join(" "));
  });
}

function asked(count: number, random: Random): string[] {
  const sentences = sentencesOfPages();
  return Array.from({ length: count }, () => {
    const words = sentences[Math.floor(random() * sentences.length)]!.split(/\s+/);
    const from = Math.floor(random() * Math.max(1, words.length - 10));
    return words.slice(from, from + 6 + Math.floor(random() * 5)).join(" ");
  });
}

function sentencesOfPages(): string[] {
  const pages = (readdirSync("docs", { recursive: true }) as string[]).filter((name) => name.endsWith(".md")).sort();
  const texts = pages.map((name) => readFileSync(join("docs", name), "utf8").replace(/^[|#>`-].*$/gm, ""));
  return texts.flatMap((text) => sentencesIn(text)).filter((sentence) => sentence.split(/\s+/).length >= 6);
}
