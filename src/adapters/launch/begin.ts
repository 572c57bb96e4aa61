/** What the launcher does now and then: the help is said, a client is greeted, compiled code is kept. */

import type { FirstWords } from "../mcp/first-words.ts";
import { handOver } from "../mcp/greeted.ts";
import { greet, isPlainGreeting, untilAsked } from "./greeting.ts";

export { keepCode } from "./keep-code.ts";

/** Put in by the build: what the server says to whoever greets it. */
declare const CAIRN_FIRST_WORDS: FirstWords;
declare const CAIRN_HELP: string;

/** All operations on one screen, as the operation says it. */
export const helpText = CAIRN_HELP;

/** Answers what every client asks first, where it may. True if the client has left. */
export async function greeted(words: readonly string[], codeHome: () => string | undefined): Promise<boolean> {
  if (!isPlainGreeting(words, process.env, codeHome)) return false;
  const { isOver, ...said } = greet(CAIRN_FIRST_WORDS);
  handOver(said);
  if (!isOver && said.answered.length > 0 && said.until === said.bytes.length) await untilAsked();
  return isOver;
}
