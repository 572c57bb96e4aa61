/**
 * A language model as a scribe asks it: one question, one answer, nothing kept between them. Whatever is asked has lost
 * its secrets before it leaves, and is paid from the purse of the run.
 */

import { redact } from "../../guard/redact.ts";
import type { Kind } from "../../model/kind.ts";
import { tokensOf } from "../../text/tokens.ts";
import type { Purse } from "./purse.ts";

/** No answer is longer. */
export const mostAnswerTokens = 4_000;

/** What it is asked for: a draft of a kind, or a check. Which model that takes is configured. */
export type Role = Kind | "verification";

export interface ModelQuestion {
  readonly role: Role;
  readonly system: string;
  readonly text: string;
}

export interface Model {
  readonly name: string;
  /** In tokens, by this run so far. */
  readonly spent: () => number;
  ask(question: ModelQuestion): Promise<string>;
}

/** `mostTokens`: what one attempt could cost. */
type Send = (question: ModelQuestion, mostTokens: number) => Promise<string>;

interface Channel {
  readonly name: string;
  readonly purse: Purse;
  /** What the channel adds to every question. */
  readonly overheadTokens: number;
  /** The words as the channel must put them: what they cost is counted so. */
  readonly worded?: (text: string) => string;
  readonly send: Send;
}

export function modelOver({ name, purse, overheadTokens, worded = (text) => text, send }: Channel): Model {
  return {
    name,
    spent: () => purse.spent,
    async ask({ role, ...words }) {
      const [system, text] = [redact(words.system).text, worded(redact(words.text).text)];
      return send({ role, system, text }, tokensOf(system) + tokensOf(text) + overheadTokens + mostAnswerTokens);
    },
  };
}
