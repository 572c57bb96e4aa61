/**
 * What the text is worth that an agent hands in: words the person said in this very turn are the person's, and what
 * comes after text of others was read may be theirs.
 */

import type { Cairn } from "../cairn.ts";
import { stemsOf } from "../index/analyse.ts";
import { stopWords } from "../index/stop-words.ts";
import { lowestTrust, type Trust } from "../model/trust.ts";
import type { SessionState } from "../trail/session-state.ts";

/** Fewer words than this stand in a prompt by chance. */
const FEWEST = 3;
/** A sentence begins here, or what one is asked to remember. */
const BEFORE =
  /(?:^|[.!?:;\n])\W*(?:(?:please |ok |also |and )*(?:remember|note|save|keep in mind)(?: this| that)?[:,]? ?)?["'“]?$/;
const AFTER = /^["'”]?\s*(?:[.!?;\n]|$)/;

export interface Handed {
  /** Texts that must stand in the prompt as they are. */
  readonly whole: readonly (string | undefined)[];
  /** Names and summaries of them: it is enough that the prompt has their words. */
  readonly told: readonly (string | undefined)[];
}

export function worthOf(cairn: Cairn, claimed: Trust | undefined, handed: Handed): Trust {
  const usual = cairn.trustOf(claimed);
  const { session } = cairn.sessions.who;
  const isAgents = cairn.surface === "mcp" || cairn.surface === "agent-shell";
  if (!isAgents || session === undefined) return usual;
  const state = cairn.sessions.trail(session).state();
  if (isPersons(handed, state.said ?? "")) return lowestTrust("stated", claimed);
  return hasHeard(state) ? "untrusted" : usual;
}

function isPersons({ whole, told }: Handed, said: string): boolean {
  const texts = whole.filter((text) => text !== undefined);
  if (texts.length === 0 || !texts.every((text) => isSaid(plain(text), plain(said)))) return false;
  const known = new Set(stemsOf(said));
  return told.flatMap((text) => stemsOf(text ?? "")).every((word) => known.has(word) || stopWords.has(word));
}

/** Whole sentences only: in the middle of one, "never" or "unless" may stand beside it. */
function isSaid(text: string, said: string): boolean {
  if (text.split(" ").length < FEWEST) return false;
  for (let at = said.indexOf(text); at >= 0; at = said.indexOf(text, at + 1))
    if (BEFORE.test(said.slice(0, at)) && AFTER.test(said.slice(at + text.length))) return true;
  return false;
}

/** Case, blanks and the last full stop aside. */
function plain(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\S\n]+/g, " ")
    .trim()
    .replace(/[.!]+$/, "");
}

/** Which of several at work hands it in is not told: it may be any of them. */
function hasHeard({ heard, agents }: SessionState): boolean {
  return heard.includes("") || agents.some(({ agent, ended }) => !ended && heard.includes(agent));
}
