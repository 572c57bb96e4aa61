/**
 * What the person wants, told as that: preferences and feedback they stated themselves, in their own words and as words to
 * follow; and what they told of themselves, which is nothing to follow. What an agent noticed of it stands among the memories
 * instead, and what others wrote nowhere.
 */

import { firstSentence } from "../format/sentence.ts";
import { quotedText } from "../guard/envelope.ts";
import { oneLine } from "../guard/one-line.ts";
import type { Kind } from "../model/kind.ts";
import type { Memory } from "../model/memory.ts";
import type { Scope } from "../model/scope.ts";
import type { Trust } from "../model/trust.ts";
import { tokensOf } from "../text/tokens.ts";

export const wishKinds: readonly Kind[] = ["preference", "feedback", "user"];
const LONGEST = 200;
const BUDGET_TOKENS = 220;
const MOST = 10;
const scopes: readonly Scope[] = ["user", "project"];
/** What others wrote is nobody's wish. */
const trusts: readonly Trust[] = ["stated", "observed", "derived"];

const WANTED_HEAD =
  "The person wants this in every answer and change here; they said so themselves. Follow it unless they say otherwise:";

const ABOUT_HEAD = "About the person, as they told it themselves:";

/** The same heads at a person's own terminal. */
export const yours: ReadonlyMap<string, string> = new Map([
  [WANTED_HEAD, "What you want in every answer and change here, in your own words:"],
  [ABOUT_HEAD, "About you, as you told it:"],
]);

export function isWishKind(kind: Kind): boolean {
  return wishKinds.includes(kind);
}

/** Those that may be told at all, the newest first. */
export function wishesIn(memories: readonly Memory[]): Memory[] {
  return memories
    .filter(({ kind, scope, trust }) => isWishKind(kind) && scopes.includes(scope) && trusts.includes(trust))
    .sort((a, b) => ((a.updated ?? a.created ?? "") < (b.updated ?? b.created ?? "") ? 1 : -1))
    .slice(0, MOST);
}

const isAbout = ({ kind }: Memory) => kind === "user";
/** What is to be followed comes first. */
const HEADS: readonly (readonly [head: string, isMeant: (memory: Memory) => boolean])[] = [
  [WANTED_HEAD, (memory) => !isAbout(memory)],
  [ABOUT_HEAD, isAbout],
];

interface Wishes {
  /** In the person's own words, to stand in front of the memories. */
  readonly lines: readonly string[];
  /** The memories they are from. */
  readonly told: readonly Memory[];
}

export function wishesAmong(memories: readonly Memory[]): Wishes {
  const stated = memories.filter(({ kind, trust }) => isWishKind(kind) && trust === "stated");
  const told: Memory[] = [];
  const lines: string[] = [];
  for (const [head, isMeant] of HEADS) {
    const under: string[] = [];
    for (const memory of stated.filter(isMeant)) {
      const line = `- ${quotedText(oneLine(wishIn(memory), LONGEST))}`;
      const isNew = !under.includes(line);
      if (isNew && tokensOf([...lines, head, ...under, line].join("\n")) > BUDGET_TOKENS) continue;
      if (isNew) under.push(line);
      told.push(memory);
    }
    if (under.length > 0) lines.push(head, ...under);
  }
  return { lines, told };
}

/** What is wanted, without why: a title that says the same in fewer words is not told beside it. */
function wishIn({ title, body }: Memory): string {
  const said = firstSentence(body.replace(/^#[ \t]+[^\n]*\n*/, ""), LONGEST);
  return said === "" ? title : said;
}
