import { expect, test } from "vitest";
import { isOrder, plain, reasonOf, sentencesIn, standsAlone, tagsFrom, titleFrom } from "./sentences.ts";

test.each([
  ["- **Use WAL** mode", "Use WAL mode"],
  ["(3) ⚠️ Minor thing", "Minor thing"],
  ["Hi CC, please look", "please look"],
  ["`x` stays", "`x` stays"],
])("%s is plainly: %s", (given, expected) => expect(plain(given)).toBe(expected));

test("a text falls into sentences, not at abbreviations of versions or inside a word", () => {
  expect(sentencesIn("We run Node 20.19. It is fine.\n- One\n- Two.")).toEqual([
    "We run Node 20.19.",
    "It is fine.",
    "One",
    "Two.",
  ]);
});

test.each([
  ["We use WAL because readers never wait.", "", "readers never wait"],
  ["We use WAL due to many writers", "", "many writers"],
  ["We use WAL.", "This avoids locks.", "This avoids locks"],
  ["We use WAL.", "Tests are green.", undefined],
])("the reason of %s %s is %s", (sentence, next, expected) => expect(reasonOf(sentence, next)).toBe(expected));

test.each([
  ["We decided to run SQLite in WAL mode.", true],
  ["Let's go with option 2 for now then.", false],
  ["A page has at most 500 rows, because the client crashes above that.", true],
  ["We keep the plan from above.", false],
  ["It is better that way, I think so.", false],
  ["Should we run SQLite in WAL mode then?", false],
  ["We follow these rules in the repository:", false],
  ["=== SKIP: pkg/markdown TestX (0.00s) and more", false],
])("%s stands alone: %s", (sentence, expected) => expect(standsAlone(sentence)).toBe(expected));

test("an order is for now, a rule is not an order", () => {
  expect(isOrder("Update the docs to say so")).toBe(true);
  expect(isOrder("Docs always say so")).toBe(false);
});

test.each([
  ["So we decided to run SQLite in WAL mode because readers never wait.", "Run SQLite in WAL mode"],
  ["I'd prefer tabs over spaces in this repository.", "Tabs over spaces in this repository"],
  ["let's keep `a: b` in the settings; the rest goes", "Keep `a: b` in the settings"],
  [
    "Since the nightly import of all customers takes so long, we read them in pages of fifty",
    "We read them in pages of fifty",
  ],
  [
    "Rather than starting a second service for the few pictures... could we just keep them in the first one?",
    "Just keep them in the first one",
  ],
  ["When the answer is empty, we show nothing", "When the answer is empty, we show nothing"],
  [
    "I want no table of our own and no extension that changes a table of the base app in this repository",
    "I want no table of our own and no extension that changes a table of the base…",
  ],
])("%s is called %s", (sentence, expected) => expect(titleFrom(sentence)).toBe(expected));

test("tags are the longer words of a title", () => {
  expect(tagsFrom("Run SQLite in WAL mode with hooks")).toEqual(["sqlite", "mode", "hooks"]);
});
