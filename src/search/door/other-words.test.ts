import { expect, test } from "vitest";
import { unitFrom } from "../../../test/support/index-unit.ts";
import { buildSegment } from "../index/build-segment.ts";
import { readableOf } from "../index/bytes.ts";
import { Corpus } from "../index/corpus.ts";
import { Segment } from "../index/segment.ts";
import { searchMemories } from "../rank/search.ts";
import { Searcher } from "../rank/searcher.ts";
import { searchWider } from "./other-words.ts";

function searcherOver(...titles: readonly string[]): Searcher {
  const units = titles.map((title, n) =>
    unitFrom({ path: `${n}.md`, id: `${n}`, title, keys: [title], trust: "stated", leaves: [{ text: title }] }),
  );
  return new Searcher(new Corpus([{ segment: new Segment(readableOf(buildSegment(units))) }]));
}

const titlesOf = ({ hits }: { hits: readonly { row: { title: string } }[] }) => hits.map(({ row }) => row.title);

const DEPLOY = "We deploy from the release branch only";
const LOGIN = "Logins expire after 30 minutes";
const MEMORY = "The worker has 512 MB of memory";

test("what says the question in other words is found where its own words find nothing, and says which", () => {
  const searcher = searcherOver(DEPLOY, LOGIN, MEMORY);
  const asked = { text: "how do we ship it", limit: 8 };
  expect(titlesOf(searchMemories(searcher, asked))).toEqual([]);
  const found = searchWider(searcher, asked);
  expect(titlesOf(found)).toEqual([DEPLOY]);
  expect(found.weak).toBe(true);
  expect(found.hits[0]!.otherWords).toContain("it shares words with what was said: “ship” for “deploy”");
});

test("nothing is found for what no memory speaks of", () => {
  expect(titlesOf(searchWider(searcherOver(DEPLOY, LOGIN, MEMORY), { text: "the weather in May", limit: 8 }))).toEqual(
    [],
  );
});

test("a clear answer stays as it is", () => {
  const searcher = searcherOver(DEPLOY, LOGIN, MEMORY, "Ship logs to the archive");
  const asked = { text: "deploy from the release branch", limit: 8 };
  expect(searchWider(searcher, asked).weak).toBe(false);
  expect(titlesOf(searchWider(searcher, asked))).toEqual(titlesOf(searchMemories(searcher, asked)));
});

test("what was found by its words comes first and none comes twice, never more than were asked for", () => {
  const searcher = searcherOver(DEPLOY, LOGIN, "Ship the crates on Friday", "The shipping desk is in Leeds", MEMORY);
  for (const limit of [1, 2, 3, 8]) {
    const asked = { text: "when do we ship, and who may sign in", limit };
    const plain = titlesOf(searchMemories(searcher, asked));
    const wider = titlesOf(searchWider(searcher, asked));
    const own = wider.filter((title) => plain.includes(title));
    expect(wider.length).toBeLessThanOrEqual(limit);
    expect(new Set(wider).size).toBe(wider.length);
    expect(wider.slice(0, own.length)).toEqual(plain.slice(0, own.length));
  }
});
