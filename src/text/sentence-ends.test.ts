import { expect, test } from "vitest";
import { processorMsOf } from "../../test/support/processor-time.ts";
import { sentenceEnds } from "./sentence-ends.ts";
import { sentencesIn, splitAtStops, splitSentences, titleFrom } from "./sentences.ts";

test.each([
  ["Dr. Schulz owns invoices. | Mr. Lee owns mail."],
  ["St. Gallen is an office. | We moved to Main St. | The old one is closed."],
  ["Use approx. 7 workers. | See No. 5, Fig. 3 and p. 12. | No. | Five."],
  ["Caches, e.g. Redis, i.e. stores, cf. Memcached vs. Postgres, etc. | We need them."],
  ["Ask J. R. Smith about it. | We pick plan B. | Redis is out. | In the U.S. Army too. | In the U.S. | We ship."],
  ["Lokal, z. B. Redis, d. h. Valkey, u. a. Postgres bzw. MySQL, usw. | Am 3. Mai, im 2. Quartal und am 12. 3. 2024."],
  ["C'est p. ex. Redis, c.-à-d. Valkey. | Con p. ej. Postgres. | Por la Sra. García."],
  ["It takes 3.5 s. on a cold cache. | It takes 3.5 s. | Then less. | We run v1.2. | Next is 2.0."],
  ["An open MR. | Signed by the CA. | In 200 ms. | Done."],
  ["Wait... then go. | Wait... | Then go. | Use foo … Bar here. | Really (!) Nice."],
  ['He said "Stop." | Then he left. | (See below.) | “Gut.” | **Note.** | It holds.'],
  ["Steps: | 1. Stop it. | 2. Start it. | Wait. | 3. Tell everyone."],
  ["1. Stop it | 2. Start it at 9. | 3. Tell everyone."],
  ["Set workers to 2. | Restart them. | Use option 1. | Then go."],
  ["Roll back: | 1. Run make freeze … | 2. helm rollback …"],
])("a reader sees these sentences: %s", (marked) => {
  expect(splitSentences(marked.replaceAll(" | ", " "))).toEqual(marked.split(" | "));
});

test("scripts without blanks end at their stops, and not inside a quotation that goes on", () => {
  expect(splitSentences("使用连接池。请检查！好吗？「行く。」と言った。")).toEqual([
    "使用连接池。",
    "请检查！",
    "好吗？",
    "「行く。」と言った。",
  ]);
});

test("at every stop means also before a small letter, and not behind a short form", () => {
  expect(splitAtStops("we use redis, e.g. for queues. it is fast. approx. 3 s. per job")).toEqual([
    "we use redis, e.g. for queues.",
    "it is fast.",
    "approx. 3 s. per job",
  ]);
});

test("a number that begins a line is no sentence, and what only looks like one stays", () => {
  expect(sentencesIn("Do this:\n1. Stop it.\n2. Start it.\n  - One\n3.7.10 is out\ne.g. Redis")).toEqual([
    "Do this:",
    "Stop it.",
    "Start it.",
    "One",
    "3.7.10 is out",
    "e.g. Redis",
  ]);
});

test("a title goes on behind a short form", () => {
  expect(titleFrom("In der Entwicklung testen wir Redis z. B. lokal")).toBe(
    "In der Entwicklung testen wir Redis z. B. lokal",
  );
});

test.each(["\n", "\r\n", "1. a 2. b "])("four times as much of %j takes about four times as long", (piece) => {
  const least = (size: number) =>
    Math.min(...[1, 2].map(() => processorMsOf(() => sentenceEnds(`a${piece.repeat(size / piece.length)}b`))));
  expect(least(64_000) / Math.max(least(16_000), 5)).toBeLessThan(9);
});
