/**
 * What `recall` gains where the ranking is not sure of its best: `npm run bench -- other-words --data <folder> [--json]`.
 * Prompts of colleagues, asked as questions: is the right memory among the eight shown, is it the first, and is it shown as
 * a clear answer. The door's weights were learned from these sets: the figures flatter it a little.
 */

import { parseArgs } from "node:util";
import { searchWider } from "../src/search/door/search-wider.ts";
import { buildSegment } from "../src/search/index/build-segment.ts";
import { readableOf } from "../src/search/index/bytes.ts";
import { Corpus } from "../src/search/index/corpus.ts";
import { Segment } from "../src/search/index/segment.ts";
import { type Asked, searchMemories } from "../src/search/rank/search.ts";
import { Searcher } from "../src/search/rank/searcher.ts";
import { type MemoryRow, projectsIn, unitOfRow } from "./door/unasked-set.ts";

const SHOWN = 8;
type Search = (searcher: Searcher, asked: Asked) => { hits: readonly { row: { path: string } }[]; weak: boolean };
const ways: Readonly<Record<string, Search>> = { "the ranking alone": searchMemories, "as recall asks": searchWider };

interface Row {
  readonly memories: string;
  readonly by: string;
  /** Of the prompts a memory bears on: those shown one that does, in percent. */
  readonly found: number;
  /** Of the same: the right one stands first, and is shown as a clear answer; one that is wrong. */
  readonly first: number;
  readonly clear: number;
  readonly clearButWrong: number;
  /** Of the others: those shown nothing, and those shown a clear answer. */
  readonly silent: number;
  readonly clearOfNothing: number;
  /** Memories a prompt. */
  readonly shown: number;
}

export async function run(words: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...words], options: { data: { type: "string" }, json: { type: "boolean" } } });
  if (values.data === undefined) throw new Error("Usage: npm run bench -- other-words --data <folder> [--json]");
  const projects = projectsIn(values.data);
  const all = projects.flatMap(({ memories }) => memories);
  const rows = [
    ...rowsOf("of one project", (project) => searcherOver(projects.find(({ name }) => name === project)!.memories)),
    ...rowsOf("of all projects in one root", () => searcherOver(all)),
  ];
  if (values.json) console.log(JSON.stringify(rows));
  else console.table(rows);

  function rowsOf(memories: string, over: (project: string) => ReturnType<typeof searcherOver>): Row[] {
    const searchers = new Map(projects.map(({ name }) => [name, over(name)]));
    return Object.entries(ways).map(([by, search]) => {
      const outcomes = projects.flatMap(({ name, prompts }) =>
        prompts.map(({ prompt, gold }) => {
          const { searcher, nameOf } = searchers.get(name)!;
          const { hits, weak } = search(searcher, { text: prompt, limit: SHOWN });
          const shown = hits.map(({ row }) => nameOf.get(row.path));
          const places = gold.map((id) => shown.indexOf(`${name}/${id}`));
          return {
            wanted: gold.length > 0,
            shown,
            right: places.some((place) => place >= 0),
            first: places.includes(0),
            clear: !weak && hits.length > 0,
          };
        }),
      );
      const wanted = outcomes.filter((one) => one.wanted);
      const others = outcomes.filter((one) => !one.wanted);
      return {
        memories,
        by,
        found: percent(wanted.filter(({ right }) => right).length, wanted.length),
        first: percent(wanted.filter(({ first }) => first).length, wanted.length),
        clear: percent(wanted.filter(({ first, clear }) => first && clear).length, wanted.length),
        clearButWrong: percent(wanted.filter(({ first, clear }) => !first && clear).length, wanted.length),
        silent: percent(others.filter(({ shown }) => shown.length === 0).length, others.length),
        clearOfNothing: percent(others.filter(({ clear }) => clear).length, others.length),
        shown:
          percent(
            outcomes.reduce((sum, { shown }) => sum + shown.length, 0),
            outcomes.length,
          ) / 100,
      };
    });
  }
}

function searcherOver(rows: readonly MemoryRow[]): { searcher: Searcher; nameOf: ReadonlyMap<string, string> } {
  const units = rows.map((row) => unitOfRow(row, false));
  const nameOf = new Map(rows.map((row, n) => [units[n]!.path, `${row.project}/${row.id}`]));
  const segment = new Segment(readableOf(buildSegment(units)));
  return { searcher: new Searcher(new Corpus([{ segment }])), nameOf };
}

function percent(part: number, whole: number): number {
  return Math.round((1000 * part) / whole) / 10;
}
