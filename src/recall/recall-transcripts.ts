/** `recall --in transcripts`: who said what when, in the host's own records of this project's sessions. Read when asked, and only then. */

import { join } from "node:path";
import type { Cairn } from "../cairn.ts";
import { projectTranscripts } from "../conversation/project-transcripts.ts";
import { hiddenTurns } from "../conversation/session-turns.ts";
import { quoted } from "../guard/envelope.ts";
import { unreadRecords } from "../hosts/records.ts";
import { hostNamed } from "../hosts/registry.ts";
import { defined } from "../model/defined.ts";
import { CairnError } from "../model/error.ts";
import { type Caller, isOfAgent } from "../model/trust.ts";
import type { Progress, TurnHit } from "../search/files/transcript-search.ts";
import { ageInWords, daysBetween } from "../search/rank/age.ts";
import { type Packable, type Packed, pack } from "../search/rank/pack.ts";
import { snippetOf } from "../search/rank/snippet.ts";
import { kebab } from "../text/name-case.ts";
import { tokensOf } from "../text/tokens.ts";
import { Forgotten } from "../transcripts/forgotten.ts";
import type { SaidTurn } from "./memory-output.ts";
import { timeGiven } from "./time-given.ts";

const TOLD_EVERY_MS = 500;
const LONGEST_WORDS = 600;

interface AskedTurns {
  readonly question: string;
  readonly limit: number;
  readonly since?: string | undefined;
  readonly budget: number;
}

interface ToldTurns {
  readonly turns: SaidTurn[];
  readonly tokens: number;
  readonly weak: boolean;
  readonly caughtUp: boolean;
  readonly leftOut: number;
  /** What to say of sessions that cannot be read here. */
  readonly unread: string[];
}

/** Where the searches over transcripts keep what they know, a folder for each project. */
function folderOf(cairn: Cairn): string {
  return join(cairn.places.cairnHome, "transcripts");
}

/** What is taken out for good is found in no transcript either, though it stands there. */
export async function forgetInTranscripts(texts: readonly string[], cairn: Cairn): Promise<void> {
  const { dropSearches } = await import("../search/files/transcript-search.ts");
  new Forgotten(cairn.places.cairnHome).add(texts);
  dropSearches(folderOf(cairn));
}

export async function recallTurns({ question, limit, since, budget }: AskedTurns, cairn: Cairn): Promise<ToldTurns> {
  const { TranscriptSearch } = await import("../search/files/transcript-search.ts");
  const { project } = cairn.places;
  const search = new TranscriptSearch({
    folder: join(folderOf(cairn), project.key),
    nowNs: () => BigInt(cairn.clock.now().getTime()) * 1_000_000n,
    isHidden: hiddenTurns(cairn),
  });
  const files = projectTranscripts(cairn);
  const caughtUp = await search.catchUp(files, told(cairn));
  const hostOf = new Map(files.map(({ session, host }) => [session, host]));
  const clientOf = (session: string) => hostNamed(hostOf.get(session) ?? "")?.title;
  const from = since === undefined ? undefined : timeGiven(since, cairn.clock.now(), "since").getTime();
  const found = search.search({ text: question, limit, since: from });
  const said = found.hits.map((hit) => ({
    ...defined({ client: clientOf(hit.session) }),
    ...saidOf(hit, found.terms, cairn),
  }));
  const { places, tokens } = quotedTurns(said, budget);
  return {
    turns: places.map((place) => said[place]!),
    tokens,
    weak: found.weak && said.length > 0,
    caughtUp,
    leftOut: said.length - places.length,
    unread: unreadRecords(cairn.places),
  };
}

/** What a question to transcripts cannot be narrowed by. */
export function refuseFilters(given: Readonly<Record<string, unknown>>): void {
  const [field] = Object.entries(given).find(([, value]) => value !== undefined && value !== false) ?? [];
  if (field === undefined) return;
  throw new CairnError("INPUT_ERROR", `--${kebab(field)} narrows memories; transcripts have none of it.`, {
    field,
    hint: "With --in transcripts there are --since, --limit and --budget.",
  });
}

function told(cairn: Cairn): (progress: Progress) => void {
  let last = 0;
  return ({ files, doneFiles, bytes, doneBytes }) => {
    const now = performance.now();
    if (now - last < TOLD_EVERY_MS && last > 0) return;
    last = now;
    const share = `${megabytes(doneBytes)} of ${megabytes(bytes)} MB`;
    cairn.progress(`Reading transcripts: ${doneFiles} of ${files}, ${share}. It can be stopped and goes on next time.`);
  };
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}

function saidOf({ turn, text, session, agent, score }: TurnHit, terms: readonly string[], { clock }: Cairn): SaidTurn {
  const { at } = turn;
  return {
    session,
    ...(at === undefined ? {} : { at, age: ageInWords(daysBetween(Date.parse(at), clock.now().getTime())) }),
    by: turn.by === "person" ? "person" : "agent",
    ...defined({ agent }),
    words: text.length <= LONGEST_WORDS ? text : snippetOf(text, terms, LONGEST_WORDS),
    score: Math.round(score * 1_000) / 1_000,
  };
}

/** As a model is shown them: data, whoever said it. */
function quotedTurns(turns: readonly SaidTurn[], budgetTokens: number): Packed {
  const packables = turns.map((turn, n) => ({ id: String(n), about: aboutTurn(turn), texts: [turn.words] }));
  return pack(packables, { budgetTokens });
}

function aboutTurn({ session, client, at, by, agent }: SaidTurn): Packable["about"] {
  return { id: `session:${session}`, kind: "transcript", trust: "untrusted", client, by, agent, at };
}

/** What one of them costs so. */
export function turnTokens(turn: SaidTurn): number {
  return tokensOf(quoted({ about: aboutTurn(turn), text: turn.words }));
}

interface Around {
  readonly weak?: boolean | undefined;
  readonly caughtUp?: false | undefined;
  readonly left_out?: number | undefined;
  readonly unread?: readonly string[] | undefined;
}

export function shownTurns(turns: readonly SaidTurn[], around: Around, budget: number, surface: Caller): string {
  const { weak, caughtUp, left_out: leftOut = 0, unread = [] } = around;
  const busy = caughtUp === false ? ["(another process is reading the transcripts; ask again for the rest)"] : [];
  const last = [...busy, ...unread.map((why) => `(${why})`)];
  if (turns.length === 0 && leftOut === 0)
    return ["Nothing was said about that in this project's sessions.", ...last].join("\n");
  const before = weak ? ["No clear answer; the nearest:"] : [];
  const rest = leftOut === 0 ? [] : [`… and ${leftOut} more beyond the budget (--budget)`];
  const shown = isOfAgent(surface) ? quotedTurns(turns, budget).text : turns.map(shownTurn).join("\n\n");
  return [...before, shown, ...rest, ...last].join("\n");
}

/** For a person: when and who, the words, and by which name the session is resumed. */
function shownTurn({ session, client, at, age, by, agent, words }: SaidTurn): string {
  const when = at === undefined ? "at no known time" : `${at.slice(0, 16).replace("T", " ")} (${age})`;
  const who = by === "person" ? "you" : agent === undefined ? "the agent" : "a sub-agent";
  const where = client === undefined ? "" : `in ${client}, `;
  return [`${when}  ${who}  ${where}session ${session}`, ...words.split("\n").map((line) => `  ${line}`)].join("\n");
}
