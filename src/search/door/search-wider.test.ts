import { expect, test } from "vitest";
import { unitFrom } from "../../../test/support/index-unit.ts";
import { needless, said, taught } from "../../../test/support/newcomer.ts";
import { buildSegment } from "../index/build-segment.ts";
import { readableOf } from "../index/bytes.ts";
import { Corpus } from "../index/corpus.ts";
import { Segment } from "../index/segment.ts";
import { searchMemories } from "../rank/search.ts";
import { Searcher } from "../rank/searcher.ts";
import { searchWider } from "./search-wider.ts";

function searcherOver(...titles: readonly string[]): Searcher {
  return searcherOf(...titles.map((title) => ({ title })));
}

function searcherOf(...memories: readonly { readonly title: string; readonly kind?: string }[]): Searcher {
  const units = memories.map(({ title, kind = "project" }, n) =>
    unitFrom({ path: `${n}.md`, id: `${n}`, title, kind, keys: [title], trust: "stated", leaves: [{ text: title }] }),
  );
  return new Searcher(new Corpus([{ segment: new Segment(readableOf(buildSegment(units))) }]));
}

const titlesOf = ({ hits }: { hits: readonly { row: { title: string } }[] }) => hits.map(({ row }) => row.title);

const DEPLOY = "We deploy from the release branch only";
const LOGIN = "Logins expire after 30 minutes";
const FILLERS = [
  "Invoices are sent on Mondays",
  "The crates lie in Leeds",
  "Tests run on Node 20",
  "Logs are kept for a week",
].map((title) => ({ title }));
const MEMORY = "The worker has 512 MB of memory";

test("what says the question in other words is found where its own words find nothing, and says which", () => {
  const searcher = searcherOver(DEPLOY, LOGIN, MEMORY);
  const asked = { text: "how do we ship it", limit: 8 };
  expect(titlesOf(searchMemories(searcher, asked))).toEqual([]);
  const found = searchWider(searcher, asked);
  expect(titlesOf(found)).toEqual([DEPLOY]);
  expect(found.weak).toBe(true);
  expect(found.hits[0]!.otherWords).toContain("it says it in other words: “ship” for “deploy”");
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

test("none comes twice, and never more than were asked for", () => {
  const searcher = searcherOver(DEPLOY, LOGIN, "Ship the crates on Friday", "The shipping desk is in Leeds", MEMORY);
  for (const limit of [1, 2, 3, 8]) {
    const wider = titlesOf(searchWider(searcher, { text: "when do we ship, and who may sign in", limit }));
    expect(wider.length).toBeLessThanOrEqual(limit);
    expect(new Set(wider).size).toBe(wider.length);
  }
});

test("why something is an answer in other words is told by its words, not by its kind", () => {
  const searcher = searcherOf({ title: DEPLOY, kind: "reference" }, { title: LOGIN, kind: "constraint" });
  const [hit] = searchWider(searcher, { text: "what do we ship", limit: 8 }).hits;
  expect(hit?.otherWords?.[0]).toBe("it says it in other words: “ship” for “deploy”");
  expect(hit?.otherWords?.join()).not.toContain("a question");
});

const newcomers = () =>
  new Searcher(
    new Corpus([
      {
        segment: new Segment(
          readableOf(
            buildSegment(
              Object.entries(taught).map(([id, { kind, title, text }]) =>
                unitFrom({
                  path: `${id}.md`,
                  id,
                  kind,
                  title,
                  keys: [title],
                  trust: "stated",
                  leaves: [{ text: `${title}\n${text}` }],
                }),
              ),
            ),
          ),
        ),
      },
    ]),
  );

test("what a newcomer asks is answered first more often than by the ranking alone, and most of that is no doubtful answer", () => {
  const searcher = newcomers();
  const first = ({ hits }: { hits: readonly { row: { id: string } }[] }) => hits[0]?.row.id;
  const ask = (text: string) => ({ text, limit: 8 });
  const plain = said.filter(([prompt, id]) => first(searchMemories(searcher, ask(prompt))) === id).length;
  const wider = said.filter(([prompt, id]) => first(searchWider(searcher, ask(prompt))) === id);
  const clear = wider.filter(([prompt]) => !searchWider(searcher, ask(prompt)).weak).length;
  const silent = needless.filter((prompt) => searchWider(searcher, ask(prompt)).weak).length;
  expect(wider.length).toBeGreaterThan(plain);
  expect(clear / wider.length).toBeGreaterThan(0.75);
  expect(silent).toBe(needless.length);
});

test("an answer by half of a question's words is clear where it is likely, and no clear one where it is not", () => {
  const searcher = searcherOf({ title: DEPLOY, kind: "decision" }, { title: LOGIN, kind: "constraint" }, ...FILLERS);
  expect(searchWider(searcher, { text: "how do we deploy a release these days", limit: 8 }).weak).toBe(false);
  expect(searchWider(searcher, { text: "which minutes of the meeting were lost", limit: 8 }).weak).toBe(true);
});
