/**
 * What the text is worth that an agent hands in: what the person asked to be kept, in the very turn and in these words,
 * is the person's; what comes after text of others was read may be theirs.
 */

import type { Cairn } from "../cairn.ts";
import { lowestTrust, type Trust } from "../model/trust.ts";
import { stemsOf } from "../text/analyse.ts";
import { paragraphsOf } from "../text/prose.ts";
import { stopWords } from "../text/stop-words.ts";
import type { SessionState } from "../trail/session-state.ts";
import { isSaying, isStated, placesOf, type SaidOfPerson } from "./stated.ts";

/** In a longer prompt something was pasted. */
const LONGEST = 1_000;
/** A person asks for it to be kept, at the beginning of a sentence: what follows is what they say. */
const ASKED =
  /(?:^|[.!?\n] ?)(?:(?:please|ok|okay|also|and|now),? )*(?:remember|note|save|keep in mind)(?: this| that)?[:,]? ?["'“]?$/;
/** The sentence is over: a question is no statement, and "but" and "unless" follow a comma. */
const OVER = /^["'”]?(?:[.!\n]|$)/;

interface Handed {
  /** Texts that must stand in the prompt as they are. */
  readonly whole: readonly (string | undefined)[];
  /** Everything else, such as names and summaries: it is enough that the prompt has their words. */
  readonly told: readonly (string | undefined)[];
}

interface Told {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly aliases?: readonly string[] | undefined;
  readonly field?: Readonly<Record<string, unknown>> | undefined;
}

export function toldOf({ title, description, tags = [], aliases = [], field = {} }: Told): Handed["told"] {
  return [title, description, ...tags, ...aliases, ...Object.values(field).map(String)];
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

/**
 * What an agent says that the person said of themselves: theirs where they say every value in their own words of this
 * very turn. After text of others was read, a word or two may stand there by chance.
 */
export function worthOfSaid(cairn: Cairn, values: readonly SaidOfPerson[]): Trust {
  const usual = cairn.trustOf(undefined);
  const { session } = cairn.sessions.who;
  if ((cairn.surface !== "mcp" && cairn.surface !== "agent-shell") || session === undefined) return usual;
  const state = cairn.sessions.trail(session).state();
  const own = plain(ownWords(state.said ?? "") ?? "");
  const heard = hasHeard(state);
  const isTheirs = ({ names, words }: SaidOfPerson) => {
    const told = words.map(plain).filter((text) => !heard || isSaying(text));
    return isStated({ names, words: told }, own);
  };
  if (values.length > 0 && values.every(isTheirs)) return "stated";
  return heard ? "untrusted" : usual;
}

/** Whether text of others was read in the turn under way. */
export function hasHeardOthers(cairn: Cairn): boolean {
  const { session } = cairn.sessions.who;
  return session !== undefined && hasHeard(cairn.sessions.trail(session).state());
}

/** Whether the person names this in the prompt of the turn under way, and does not say no to it. */
export function isNamedInPrompt(cairn: Cairn, name: string): boolean {
  const { session } = cairn.sessions.who;
  const said = session === undefined ? undefined : cairn.sessions.trail(session).state().said;
  return placesOf(plain(name), plain(ownWords(said ?? "") ?? "")).length > 0;
}

/** The first paragraph of a prompt nothing was pasted into. */
function ownWords(said: string): string | undefined {
  const own = said.length > LONGEST ? undefined : paragraphsOf(said)[0];
  return own === undefined || own.isPasted || own.line > 1 ? undefined : own.text;
}

function isPersons({ whole, told }: Handed, said: string): boolean {
  const texts = whole.filter((text) => text !== undefined);
  const own = ownWords(said);
  if (own === undefined || texts.length === 0) return false;
  if (!texts.every((text) => isAskedFor(plain(text), plain(own)))) return false;
  const known = new Set(stemsOf(own));
  return told.flatMap((text) => stemsOf(text ?? "")).every((word) => known.has(word) || stopWords.has(word));
}

/** Behind the first blank line, in a quotation or after a colon others may be speaking. */
function isAskedFor(text: string, said: string): boolean {
  if (!isSaying(text)) return false;
  for (let at = said.indexOf(text); at >= 0; at = said.indexOf(text, at + 1))
    if (ASKED.test(said.slice(0, at)) && OVER.test(said.slice(at + text.length))) return true;
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
