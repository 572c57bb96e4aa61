/** Keeping what is said of the person: at once where they said it, after asking where an agent did, never from others. */

import type { Cairn } from "../cairn.ts";
import { worthOfSaid } from "../conversation/trust-of-words.ts";
import { CairnError } from "../model/error.ts";
import { idFromPath } from "../model/id.ts";
import type { MemoryId } from "../model/memory.ts";
import { isOfAgent, lowestTrust, type Trust } from "../model/trust.ts";
import { takenOut, takenOutLines } from "../recall/memory-output.ts";
import { overtakenLines } from "../recall/memory-told.ts";
import type { Store } from "../store/store.ts";
import { namesFor, wordsFor } from "./categories.ts";
import { proposeOf } from "./observation.ts";
import { changing, planPerson } from "./plan-person.ts";
import { type PersonStatement, statedLinesOf, statedWordsIn } from "./statement.ts";

export interface KeptOfPerson {
  readonly action: "created" | "updated" | "unchanged" | "proposed";
  readonly id: MemoryId;
  /** Of the draft that waits. */
  readonly draft?: string;
  /** What the person is to see. */
  readonly announced: readonly string[];
  readonly warnings: readonly string[];
}

export async function keepOfPerson(
  cairn: Cairn,
  store: Store,
  statement: PersonStatement,
  claimed?: Trust,
): Promise<KeptOfPerson> {
  const trust = lowestTrust(worthOf(cairn, statement), claimed);
  if (trust === "untrusted") {
    throw new CairnError("SECURITY_ERROR", "What others wrote never becomes part of the person's profile.", {
      hint: `Nothing was kept. Ask the person to say it in a prompt of their own, or to type it: cairn user update ${statement.category} --set key=value`,
    });
  }
  if (mustWait(cairn, statement, trust)) return waiting(cairn, store, statement, trust);
  const { category, change, warnings } = statement;
  const { result, done } = await cairn.change(store, (context) =>
    planPerson(context, { category, ...changing(category, change), trust, source: cairn.sourceFor("user") }),
  );
  const announced = result.action === "unchanged" ? [] : announcements(cairn, statement);
  return {
    ...result,
    announced,
    warnings: [...warnings, ...takenOutLines(takenOut([], done)), ...overtakenLines(done)],
  };
}

/** What is only taken out needs nobody's words: it can be undone. */
function worthOf(cairn: Cairn, { category, change }: PersonStatement): Trust {
  const said = [
    ...change.set.map(([key, value]) => ({ names: namesFor(category, key), words: wordsFor(category, key, value) })),
    ...change.add.map(({ topic, text }) => ({
      names: topic === undefined ? [] : namesFor(category, topic),
      words: [text],
    })),
  ];
  return worthOfSaid(cairn, said);
}

function mustWait(cairn: Cairn, statement: PersonStatement, trust: Trust): boolean {
  if (!isOfAgent(cairn.surface) || statedWordsIn(statement).length === 0) return false;
  return trust !== "stated" || cairn.settings.get("notify.person") === "review";
}

async function waiting(cairn: Cairn, store: Store, statement: PersonStatement, trust: Trust): Promise<KeptOfPerson> {
  const { key, state } = await proposeOf(cairn, store, statement, trust);
  const id = idFromPath(`${statement.category}.md`);
  const said = words(statement).join("; ");
  const short = key.slice(0, 8);
  if (state === "settled") {
    return { action: "unchanged", id, announced: [], warnings: [`The person was asked before and decided: ${said}.`] };
  }
  if (state === "full") {
    throw new CairnError("NOT_SAVED", "There is no room for another draft that waits.", {
      hint: "The person decides some of those that wait first, with review.",
    });
  }
  const isTold = cairn.settings.get("notify.person") !== "silent";
  const announced = isTold ? [`📝 Noted, to be confirmed: ${said}`] : [];
  const ask = `Not kept yet: ask the person. They answer “keep ${short}”, and only then: review --accept ${short}; or they say it in their own words.`;
  const untouched = statement.change.unset.map((key) => `${key} was not taken out: do that by itself.`);
  return { action: "proposed", id, draft: key, announced, warnings: [...statement.warnings, ask, ...untouched] };
}

function announcements(cairn: Cairn, statement: PersonStatement): string[] {
  if (cairn.settings.get("notify.person") === "silent") return [];
  return words(statement).map((said) => `📝 Noted: ${said}`);
}

function words(statement: PersonStatement): string[] {
  const gone = statement.change.unset.map((key) => `${key} is no longer kept`);
  return [...statedLinesOf(statement), ...gone];
}
