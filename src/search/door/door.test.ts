import fc from "fast-check";
import { expect, test } from "vitest";
import { dressNames, poisonIn } from "../../../test/distill/poison-strings.ts";
import { unitFrom } from "../../../test/support/index-unit.ts";
import { trusts } from "../../model/trust.ts";
import { buildSegment } from "../index/build-segment.ts";
import { readableOf } from "../index/bytes.ts";
import { Corpus } from "../index/corpus.ts";
import { Segment } from "../index/segment.ts";
import { judged, type MomentQuery, relevantTo } from "./door.ts";
import { evokedBy } from "./thesaurus.ts";

interface Note {
  readonly title: string;
  readonly text: string;
  readonly kind?: string;
  readonly trust?: string;
  readonly files?: readonly string[];
  readonly aliases?: readonly string[];
  readonly tags?: readonly string[];
}

const notes: Readonly<Record<string, Note>> = {
  hang: {
    title: "Hanging integration tests",
    kind: "runbook",
    text: "The broker of the last run still holds port 5672. Stop it with make broker-down, then run them again.",
    tags: ["tests"],
  },
  isolation: {
    title: "Postgres runs in read-committed isolation",
    kind: "decision",
    text: "Serializable made the importer retry for hours. Where it matters, rows are locked by hand.",
    files: ["src/db"],
  },
  tokens: {
    title: "Colours come from design tokens",
    kind: "constraint",
    text: "No hex value in a component: the theme is generated from tokens.json.",
    files: ["src/theme"],
  },
  refused: {
    title: "The mail relay refuses connections after a deploy",
    kind: "runbook",
    text: "ECONNREFUSED from relay.internal: its allow list is by address. Ask for the new address to be put on it.",
  },
};

function corpusOf(all: Readonly<Record<string, Note>>): Corpus {
  const units = Object.entries(all).map(([id, { title, text, aliases = [], ...more }]) =>
    unitFrom({
      path: `${id}.md`,
      id,
      title,
      keys: [id, title, ...aliases],
      trust: "stated",
      leaves: [{ text: `${title}\n\n${[...aliases, ...(more.tags ?? [])].join(" ")}\n\n${text}` }],
      ...more,
    }),
  );
  return new Corpus([{ segment: new Segment(readableOf(buildSegment(units))) }]);
}

const corpus = corpusOf(notes);
const shown = (moment: MomentQuery, limit = 2) => relevantTo(corpus, moment, {}, limit).map(({ row }) => row.id);

test.each([
  ["integration tests freeze on my laptop", ["hang"]],
  ["what isolation does postgres run in?", ["isolation"]],
  ["Hanging integration tests", ["hang"]],
  ["Error: connect ECONNREFUSED 10.0.3.7:25", ["refused"]],
  ["continue", []],
  ["thanks, looks good", []],
  ["fix the typo in the readme", []],
  ["write a haiku about the sea", []],
  ["", []],
])("%j brings %j", (prompt, ids) => {
  expect(shown({ prompt })).toEqual(ids);
});

test("a file below a folder a memory is about adds to what was said, and is no door by itself", () => {
  const probabilityOf = (moment: MomentQuery) =>
    judged(corpus, moment, {}).find(({ row }) => row.id === "tokens")?.probability ?? 0;
  const alone = probabilityOf({ prompt: "make the delete button a darker colour" });
  const withFile = probabilityOf({ prompt: "make the delete button a darker colour", files: ["src/theme/button.ts"] });
  expect(withFile).toBeGreaterThan(alone);
  expect(shown({ prompt: "go on", files: ["src/theme/button.ts"] })).toEqual([]);
});

test("why says what was said, and what stands for it", () => {
  const [best] = judged(corpus, { prompt: "integration tests freeze on my laptop" }, {});
  const why = best!.reasons.map(({ says }) => says).join("\n");
  expect(why).toContain("“integration”");
  expect(why).toContain("“freeze” for “hang");
});

test("a title or an alias of several words said outright is nearly proof", () => {
  const all = corpusOf({
    ...notes,
    gate: { title: "Release gate", text: "Two people agree.", aliases: ["merge freeze"] },
  });
  const probability = (prompt: string, id: string) =>
    judged(all, { prompt }, {}).find(({ row }) => row.id === id)!.probability;
  for (const [id, { title }] of Object.entries(notes)) expect(probability(title, id), title).toBeGreaterThan(0.9);
  expect(probability("is the merge freeze on?", "gate")).toBeGreaterThan(0.9);
});

test("what was shown in this context is not shown again", () => {
  const again = relevantTo(corpus, { prompt: "hanging integration tests" }, {}, 2, new Set(["hang"]));
  expect(again).toEqual([]);
});

test("the less a memory is trusted, the less likely it is shown", () => {
  const asked = trusts.map((trust) => {
    const all = corpusOf({ ...notes, hang: { ...notes["hang"]!, trust } });
    return judged(all, { prompt: "integration tests freeze on my laptop" }, {}).find(({ row }) => row.id === "hang")!
      .probability;
  });
  for (let n = 1; n < asked.length; n++) expect(asked[n]).toBeLessThan(asked[n - 1]!);
});

const poison = dressNames.flatMap(poisonIn).filter((_, n) => n % 7 === 0);

test("over the poison set: what asks to be shown is no likelier than a plain text of its words, and trust lowers it", () => {
  expect(poison.length).toBeGreaterThan(700);
  for (const [n, text] of poison.entries()) {
    const words = [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))];
    // Now what anybody may say, now the poison's own words.
    const prompt = n % 2 === 0 ? "integration tests freeze on my laptop" : words.slice(0, 8).join(" ");
    const probabilityOf = (note: Note) =>
      judged(corpusOf({ ...notes, other: note }), { prompt }, {}).find(({ row }) => row.id === "other")?.probability ??
      0;
    const poisoned = probabilityOf({ title: "A note", text, trust: "untrusted" });
    const plain = probabilityOf({ title: "A note", text: words.join(" "), trust: "stated" });
    expect(poisoned, text).toBeLessThanOrEqual(plain);
    const believed = probabilityOf({ title: "A note", text, trust: "stated" });
    if (believed > 0) expect(poisoned, text).toBeLessThan(believed);
    else expect(poisoned).toBe(0);
  }
});

test("what is not named is weighed against nothing and against each other: together never more than certain", () => {
  const words =
    "integration tests freeze postgres isolation colour tokens relay deploy hang broker theme rows mail".split(" ");
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...words), { maxLength: 12 }), (said) => {
      const all = judged(corpus, { prompt: said.join(" ") }, {});
      const unnamed = all.filter(({ named }) => named < 0.75);
      expect(unnamed.reduce((sum, { probability }) => sum + probability, 0)).toBeLessThanOrEqual(1 + 1e-9);
      for (const { probability } of all) expect(probability >= 0 && probability <= 1).toBe(true);
    }),
  );
});

test.each([
  [["freez"], "hang"],
  [["k8s"], "kubernet"],
  [["log", "in"], "auth"],
])("%j evokes %j", (stems, other) => {
  const terms = evokedBy(stems).flatMap((group) => group.terms.map((term) => term.stems.join(" ")));
  expect(terms).toContain(other);
});

test("an arrow counts one way only", () => {
  const says = (stem: string) => evokedBy([stem]).flatMap((group) => group.terms.map((term) => term.stems.join(" ")));
  expect(says("sqlite")).toContain("databas");
  expect(says("databas")).not.toContain("sqlite");
});

test("a name that few memories have brings its memory; one that a hundred have brings none of them", () => {
  const many = (count: number) =>
    Object.fromEntries(
      Array.from({ length: 200 }, (_, n) => [
        `plain-${n}`,
        { title: `Parcel ${n} weighs a lot`, text: `Box ${n}.`, aliases: n < count ? ["samovar"] : [] },
      ]),
    );
  const shown = (count: number) => relevantTo(corpusOf(many(count)), { prompt: "polish the samovar" }, {}, 2).length;
  expect(shown(1)).toBe(1);
  expect(shown(100)).toBe(0);
});

test.each(["review this change and summarize it in two sentences", "skip the integration tests temporarily"])(
  "what speaks of the work itself, or is a chore, needs more to bring a memory: %s",
  (prompt) => {
    const likely = (text: string) => judged(corpusOf(notes), { prompt: text }, {})[0]?.probability ?? 0;
    expect(likely(prompt)).toBeLessThan(likely("integration tests"));
  },
);

test("a common word that is one memory's own name brings it beside another that was named", () => {
  const two = {
    flow: { title: "Functional pipelines", text: "Small steps, put together.", aliases: ["pipe"] },
    faults: { title: "Faults are values", text: "Nothing is thrown.", aliases: ["error"] },
  };
  const shown = relevantTo(corpusOf({ ...notes, ...two }), { prompt: "explicit error values in the pipe" }, {}, 2);
  expect(shown.map(({ row }) => row.id).sort()).toEqual(["faults", "flow"]);
});
