/**
 * What the text is worth that an agent hands in: what the person asked to be kept, in the very turn and in these words,
 * as the host's own record has them, is the person's; words that tell again what came from others are theirs.
 */

import type { Cairn } from "../cairn.ts";
import { CairnError } from "../model/error.ts";
import type { MemoryId } from "../model/memory.ts";
import { isOfAgent, lowestTrust, type Trust } from "../model/trust.ts";
import type { Store } from "../store/store.ts";
import { stemsOf } from "../text/analyse.ts";
import { paragraphsOf } from "../text/prose.ts";
import { sentencesIn } from "../text/sentences.ts";
import { stopWords } from "../text/stop-words.ts";
import type { SessionState } from "../trail/session-state.ts";
import { handsOver, isAskedToKeep } from "../trust/asked-to-keep.ts";
import { HeardWords } from "../trust/heard-words.ts";
import { speaksOf } from "../trust/speaks-of.ts";
import { isSaying, isStated, placesOf, type SaidOfPerson } from "../trust/stated.ts";
import { recordOfSession, type SessionRecord } from "./session-record.ts";

/** In a longer prompt something was pasted. */
const LONGEST = 1_000;

interface Handed {
  /** Texts that must stand in the prompt as they are. */
  readonly whole: readonly (string | undefined)[];
  /** Everything else, such as names and summaries: it is enough that the prompt has their words. */
  readonly told: readonly (string | undefined)[];
}

export interface ToldOfIt {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly aliases?: readonly string[] | undefined;
  readonly field?: Readonly<Record<string, unknown>> | undefined;
}

export function toldOf({ title, description, tags = [], aliases = [], field = {} }: ToldOfIt): Handed["told"] {
  return [title, description, tags.join(" "), ...aliases, ...Object.values(field).map(String)];
}

export function worthOf(cairn: Cairn, claimed: Trust | undefined, handed: Handed): Trust {
  const usual = cairn.trustOf(claimed);
  if (!isOfAgent(cairn.surface)) return usual;
  if (isPersons(handed, said(cairn)) && isRecorded(cairn)) return lowestTrust("stated", claimed);
  return retellsOthers(cairn, [...handed.whole, ...handed.told]) ? "untrusted" : usual;
}

/**
 * Where the text is the person's, what else an agent says of it is left out rather than make less of it: of its title and
 * the like, what they said, too. Undefined where there is nothing to leave out.
 */
export function restAsSaid(cairn: Cairn, whole: Handed["whole"], told: ToldOfIt): ToldOfIt | undefined {
  const prompt = said(cairn);
  const isTheirs = (rest: Handed["told"]) => isPersons({ whole, told: rest }, prompt);
  if (!isOfAgent(cairn.surface) || !isTheirs([]) || isTheirs(toldOf(told))) return undefined;
  const isSaid = (text: string | undefined) => isTheirs([text]);
  const { title, description, tags = [], aliases = [], field } = told;
  return {
    ...(isSaid(title) ? { title } : {}),
    ...(isSaid(description) ? { description } : {}),
    tags: tags.filter(isSaid),
    aliases: aliases.filter(isSaid),
    field,
  };
}

/** What these words may do to a memory: the person's take the place of what they speak of, or name, and of nothing else. */
export function worthAgainst(cairn: Cairn, { id, title, body }: Standing, { words, trust }: Claiming): Trust {
  if (!isOfAgent(cairn.surface) || trust !== "stated") return trust;
  if (isNamedInPrompt(cairn, id) || speaksOf(words, `${title}\n${body}`)) return trust;
  return "derived";
}

interface Standing {
  readonly id: MemoryId;
  readonly title: string;
  readonly body: string;
}

interface Claiming {
  readonly words: string;
  readonly trust: Trust;
}

/**
 * What an agent says that the person said of themselves: theirs where they say every value in their own words of this
 * very turn. After text of others was read, a word or two may stand there by chance.
 */
export function worthOfSaid(cairn: Cairn, values: readonly SaidOfPerson[]): Trust {
  const usual = cairn.trustOf(undefined);
  if (!isOfAgent(cairn.surface)) return usual;
  const own = plain(ownWords(said(cairn)) ?? "");
  const heard = hasHeardOthers(cairn);
  const isTheirs = ({ names, words }: SaidOfPerson) => {
    const told = words.map(plain).filter((text) => !heard || isSaying(text));
    return isStated({ names, words: told }, own);
  };
  if (values.length > 0 && values.every(isTheirs) && isRecorded(cairn)) return "stated";
  const isOthers = retellsOthers(
    cairn,
    values.flatMap(({ words }) => words),
  );
  return heard || isOthers ? "untrusted" : usual;
}

/** As one says what is to hold, and at the beginning of it. */
const FOR_GOOD =
  /\b(?:from now on|from here on|going forward|henceforth|in (?:the )?future|for all future|remember|note|keep in mind|don['’]?t forget)\b/;

/**
 * What a rule took from a prompt of this session, to keep it at once: the person's where the host has the prompt, they say
 * in its first paragraph that it is to hold, every text stands there as it is, and nobody else said it before.
 */
export function isSaidForGood(cairn: Cairn, session: string, prompt: string, { whole, told }: Handed): boolean {
  const texts = whole.flatMap((text) => sentencesIn(text ?? "")).map(plain);
  const paragraph = ownWords(prompt);
  if (paragraph === undefined || texts.length === 0) return false;
  const own = plain(paragraph);
  const begins = own.search(FOR_GOOD);
  if (begins < 0 || handsOver(own.slice(0, begins)) || own.endsWith("?")) return false;
  if (!texts.every((text) => isSaying(text) && own.includes(text)) || !hasWordsOf(own, told)) return false;
  return recordOfSession(cairn, session)?.hasPrompt(prompt) === true && !retells(cairn, session, texts);
}

/** Whether any of these texts tells again what came from others in the session under way, or what an untrusted memory says. */
function retellsOthers(cairn: Cairn, texts: readonly (string | undefined)[]): boolean {
  return retells(
    cairn,
    cairn.sessions.who.session,
    texts.filter((text) => text !== undefined),
  );
}

function retells(cairn: Cairn, session: string | undefined, texts: readonly string[]): boolean {
  const known = untrustedKnown(cairn);
  if (texts.some((text) => known.tellsAgain(text))) return true;
  return session !== undefined && retellsIn(cairn, session, texts);
}

/** The same of any session: by the host's record of it; where there is none, anything said in a turn that heard some may be. */
export function retellsIn(cairn: Cairn, session: string, texts: readonly string[]): boolean {
  const state = cairn.sessions.trail(session).state();
  if (retellsBefore(cairn, state, texts)) return true;
  const record = recordOfSession(cairn, session);
  if (record === undefined || !record.hasResults(state.heardUses)) return hasHeard(state);
  const atWork = agentsAtWork(state).map((agent) => record.wordsOf(agent));
  return [record.words, ...atWork].some((words) => words === undefined || texts.some((text) => words.tellsAgain(text)));
}

/** A fork knows what was heard before it, also where the client begins a record of its own for it. */
function retellsBefore(cairn: Cairn, { ancestors }: SessionState, texts: readonly string[]): boolean {
  return ancestors.some((before) => {
    if (!cairn.sessions.trail(before).state().hasHeard) return false;
    const words = recordOfSession(cairn, before)?.words;
    return words !== undefined && texts.some((text) => words.tellsAgain(text));
  });
}

/** The same of what one sub-agent says, by the host's record of it; where there is none, all it says may be others'. */
export function retellsOfAgent(cairn: Cairn, session: string, agent: string, text: string): boolean {
  return recordOfSession(cairn, session)?.agentRetells(agent, text) ?? true;
}

/** What every untrusted memory in reach says: whoever was shown one may tell it again. */
function untrustedKnown(cairn: Cairn): { tellsAgain(text: string): boolean } {
  const roots = Object.values(cairn.places.roots).filter((root) => root !== undefined);
  const heard = roots.map((root) => untrustedIn(cairn.storeAt(root)));
  return { tellsAgain: (text) => heard.some((words) => words.tellsAgain(text)) };
}

/** Of each store, up to which record its untrusted memories were heard. */
const heardOf = new WeakMap<Store, { readonly seq: number; readonly words: HeardWords }>();

/** Looked through once; after that only what was recorded since is asked for, however many memories there are. */
function untrustedIn(store: Store): HeardWords {
  const { lastSeq, recent } = store.history.log;
  const known = heardOf.get(store);
  const isLater = known !== undefined && known.seq <= lastSeq;
  const words = isLater ? known.words : new HeardWords();
  const ids = isLater
    ? recent.flatMap(({ record }) => (record.seq > known.seq && record.trust === "untrusted" ? [record.id] : []))
    : store.memories().flatMap(({ id, trust }) => (trust === "untrusted" ? [id] : []));
  for (const id of new Set(ids)) {
    const memory = id === undefined ? undefined : store.read(id as MemoryId);
    if (memory !== undefined) words.hear([memory.body, ...toldOf(memory)].join("\n\n"));
  }
  heardOf.set(store, { seq: lastSeq, words });
  return words;
}

/** The prompt of the turn under way, as a hook told it. */
function said(cairn: Cairn): string {
  const { session } = cairn.sessions.who;
  return session === undefined ? "" : (cairn.sessions.trail(session).state().said ?? "");
}

/** What a hook tells anybody may tell: the person's it is where the host has it too. A shell has no say in it. */
function isRecorded(cairn: Cairn): boolean {
  const { session } = cairn.sessions.who;
  if (session === undefined || cairn.surface !== "mcp") return false;
  const record: SessionRecord | undefined = recordOfSession(cairn, session);
  return record?.hasPrompt(said(cairn)) === true;
}

/** Whether text of others was read in the turn under way. */
export function hasHeardOthers(cairn: Cairn): boolean {
  const { session } = cairn.sessions.who;
  return session !== undefined && hasHeard(cairn.sessions.trail(session).state());
}

/** Whether the person names this in the prompt of the turn under way, and does not say no to it. */
export function isNamedInPrompt(cairn: Cairn, name: string): boolean {
  return placesOf(plain(name), plain(ownWords(said(cairn)) ?? "")).length > 0;
}

/** What a hook tells anybody may tell: whether the host has the prompt of the turn under way too. */
export function isPromptRecorded(cairn: Cairn): boolean {
  const { session } = cairn.sessions.who;
  return session !== undefined && recordOfSession(cairn, session)?.hasPrompt(said(cairn)) === true;
}

/**
 * Whether the person asks for it by this word, in a prompt of the turn under way that the host has too, or is at work
 * themselves. Of a session that was stopped no trail is kept: there it is what the host has of them last.
 */
export function isWantedByPerson(cairn: Cairn, word: string): boolean {
  const { session } = cairn.sessions.who;
  if (!isOfAgent(cairn.surface)) return true;
  if (session === undefined) return false;
  if (!cairn.sessions.trail(session).state().stopped) return isNamedInPrompt(cairn, word) && isPromptRecorded(cairn);
  const last = recordOfSession(cairn, session)?.last ?? "";
  return placesOf(plain(word), plain(ownWords(last) ?? "")).length > 0;
}

/** Switched off, nothing that was ever said to hold is told to anybody. */
export function refuseDisabling(cairn: Cairn): void {
  if (isWantedByPerson(cairn, "disable")) return;
  throw new CairnError("SECURITY_ERROR", "Only the person switches Cairn off.", {
    hint: "Nothing was done. They can type /cairn:memory disable, or cairn disable at their own terminal; cairn stop is for this session.",
  });
}

const KEEPS = /\b(?:keep|accept|yes|ok|okay|save|take|add|write|fine|good)\b/;
const DROPS = /\b(?:drop|reject|no|not|never|skip|delete|remove|without|except|don't|leave)\b/;
const ALL_OF_THEM = /^(?:yes,? )?(?:keep |accept |take )?(?:all|everything|both|them all)(?: of (?:them|it))?$/;

/** Whether the person says yes, in the prompt of the turn under way, to what they were shown under this number. */
export function isPickedInPrompt(cairn: Cairn, number: number): boolean {
  const own = plain(ownWords(said(cairn)) ?? "");
  if (own === "" || !isPromptRecorded(cairn)) return false;
  let isYes = true;
  for (const clause of own.split(/[,;.\n]| but | and (?=drop|reject|skip|delete|keep|accept)/)) {
    if (DROPS.test(clause)) isYes = false;
    else if (KEEPS.test(clause)) isYes = true;
    if ((clause.match(/\b\d{1,2}\b/g) ?? []).some((one) => Number(one) === number)) return isYes;
  }
  return ALL_OF_THEM.test(own);
}

/** The first paragraph of a prompt nothing was pasted into. */
function ownWords(prompt: string): string | undefined {
  const own = prompt.length > LONGEST ? undefined : paragraphsOf(prompt)[0];
  return own === undefined || own.isPasted || own.line > 1 ? undefined : own.text;
}

function isPersons({ whole, told }: Handed, prompt: string): boolean {
  const texts = whole.filter((text) => text !== undefined);
  const own = ownWords(prompt);
  if (own === undefined || texts.length === 0) return false;
  return (
    texts.every((text) => isSaying(plain(text)) && isAskedToKeep(plain(text), plain(own))) && hasWordsOf(own, told)
  );
}

function hasWordsOf(own: string, told: Handed["told"]): boolean {
  const known = new Set(stemsOf(own));
  return told.flatMap((text) => stemsOf(text ?? "")).every((word) => known.has(word) || stopWords.has(word));
}

/** Case, blanks and the last full stop aside. */
function plain(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\S\n]+/g, " ")
    .trim()
    .replace(/[.!。！]+$/, "");
}

/** Which of several at work hands it in is not told: it may be any of them. */
function hasHeard(state: SessionState): boolean {
  return state.heard.includes("") || agentsAtWork(state).length > 0;
}

/** Those that have heard others. */
function agentsAtWork({ heard, agents }: SessionState): string[] {
  return agents.filter(({ agent, ended }) => !ended && heard.includes(agent)).map(({ agent }) => agent);
}
