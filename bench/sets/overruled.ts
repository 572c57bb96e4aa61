/** Made-up facts of which later ones overrule earlier ones: how often the newest stands first. */

import { searchMemories } from "../../src/search/rank/search.ts";
import { Library } from "../real-root/library.ts";
import { type Random, randomFrom } from "../train/queries.ts";

const RELATIONS: readonly [fact: string, question: string][] = [
  ["{s} was born in the city of {o}", "In which city was {s} born?"],
  ["The headquarters of {s} is located in {o}", "Where is the headquarters of {s}?"],
  ["{s} is employed by {o}", "Who is the employer of {s}?"],
  ["The chief executive officer of {s} is {o}", "Who is the chief executive officer of {s}?"],
  ["{s} is married to {o}", "Who is {s} married to?"],
  ["The official language of {s} is {o}", "What is the official language of {s}?"],
  ["{s} plays the position of {o}", "What position does {s} play?"],
  ["{s} was founded by {o}", "Who founded {s}?"],
];
const PARTS =
  "ar bel cor dan el fan gor hal is jan kel lor mar nor ost pel qua ros sal tor ul ver wen xan yor zel".split(" ");

/** The share of facts, in percent, whose newest version is the first hit. */
export function newestFirstShare(facts: number, asked: number): number {
  return Library.in((library) => {
    const random = randomFrom(facts);
    const newest = tellFacts(facts, random, library);
    const searcher = library.searcher();
    const questions = newest.filter(() => random() < asked / newest.length);
    const right = questions.filter(
      ({ path, question }) => searchMemories(searcher, { text: question, limit: 1 }).hits[0]?.row.path === path,
    );
    return Math.round((1000 * right.length) / questions.length) / 10;
  });
}

interface Fact {
  readonly path: string;
  readonly question: string;
}

/** A minute apart; the newest of each that overrules the others. */
function tellFacts(facts: number, random: Random, library: Library): Fact[] {
  const pick = <T>(some: readonly T[]) => some[Math.floor(random() * some.length)]!;
  const word = () => capital(Array.from({ length: 2 + Math.floor(random() * 2) }, () => pick(PARTS)).join(""));
  const name = () => `${word()} ${word()}`;
  const subjects = Array.from({ length: Math.ceil(facts / 4) }, name);
  const newest = new Map<string, Fact>();
  for (let i = 0; i < facts; i++) {
    const subject = pick(subjects);
    const [fact, question] = pick(RELATIONS);
    const text = fact.replace("{s}", subject).replace("{o}", name());
    const { path } = library.memories.remember({ kind: "reference", text, at: Date.UTC(2026, 0, 1) + i * 60_000 });
    newest.set(`${subject} ${fact}`, { path, question: question.replace("{s}", subject) });
  }
  return [...newest.values()];
}

function capital(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1);
}
