/**
 * A session's own words in pages, for who sums it up without having been there: found by its id, secrets taken out,
 * without what is off the record or forgotten. The same pages every time while the session does not go on.
 */

import type { Cairn } from "../cairn.ts";
import { segmentsOf } from "../capture/conclusions/segments-of.ts";
import { closeHome, sessionFound } from "../conversation/session-found.ts";
import { redact } from "../guard/redact.ts";
import { touchedBy } from "../hosts/touched.ts";
import { CairnError } from "../model/error.ts";
import type { SaidTurn } from "../recall/memory-output.ts";
import { turnTokens } from "../recall/recall-transcripts.ts";
import { ageInWords, daysBetween } from "../search/rank/age.ts";
import { wholeStart } from "../text/lines.ts";
import { pathFrom } from "../text/relative-path.ts";
import { isClientsOwn } from "../text/request.ts";
import type { Turn } from "../transcripts/turn.ts";

/** A longer turn is told in parts, so that every page has room for one. */
const LONGEST_PART = 3_000;
/** Of the envelope around a page. */
const AROUND_TOKENS = 80;
const MOST_TOUCHED = 8;
const LONGEST_COMMAND = 120;

interface SessionPage {
  readonly turns: SaidTurn[];
  readonly page: number;
  readonly pages: number;
}

interface PageAsked {
  readonly session: string | undefined;
  readonly page: number;
  readonly budget: number;
}

export async function sessionPage(cairn: Cairn, { session: given, page, budget }: PageAsked): Promise<SessionPage> {
  const found = await sessionFound(cairn, given);
  try {
    const { session, turns, home } = found;
    home.sessions.refuseOffTheRecord(session);
    const project = home.places.project.path;
    const now = cairn.clock.now().getTime();
    const pages = pagesOf(
      handedOver(turns)
        .flatMap((turn) => told(turn, session, project, now))
        .flatMap((turn) => inParts(turn, budget)),
      budget,
    );
    if (page > Math.max(1, pages.length)) {
      throw new CairnError("NOT_FOUND", `There is no page ${page}: the session has ${pages.length}.`, {
        field: "page",
        hint: "Pages are counted from 1.",
      });
    }
    return { turns: pages[page - 1] ?? [], page, pages: pages.length };
  } finally {
    await closeHome(found, cairn);
  }
}

function pagesOf(turns: readonly SaidTurn[], budget: number): SaidTurn[][] {
  const pages: SaidTurn[][] = [];
  let room = 0;
  for (const turn of turns) {
    const cost = turnTokens(turn);
    if (pages.length === 0 || cost > room) {
      pages.push([]);
      room = budget - AROUND_TOKENS;
    }
    pages.at(-1)!.push(turn);
    room -= cost;
  }
  return pages;
}

/** What the client records as its own, and the person asked for by it: a plan, a command with its words, an answer. */
function handedOver(turns: readonly Turn[]): Turn[] {
  const by = new Map<number, { by: "person" | "agent"; text: string }>();
  for (const one of segmentsOf(turns)) {
    const turn = turns[one.turn];
    if (one.is === "command" && !isClientsOwn(one.name))
      by.set(one.turn, { by: "person", text: `/${one.name} ${one.args}`.trim() });
    else if (one.is === "summary") by.set(one.turn, { by: "agent", text: one.text });
    else if (one.is === "ask")
      by.set(one.turn, {
        by: "person",
        text: one.answered.map(({ question, answer }) => `${question} → ${answer}`).join("\n"),
      });
    else if (one.is === "plan") {
      const verdict = one.isRejected ? "A plan that was turned down:" : "The plan:";
      const said = turn?.by === "agent" && turn.text.trim() !== "" ? `${turn.text.trim()}\n\n` : "";
      by.set(one.turn, {
        by: turn?.by === "agent" ? "agent" : "person",
        text: `${said}${turn?.by === "agent" ? verdict : "Implement the following plan:"}\n\n${one.text}`,
      });
    }
  }
  return turns.map((turn, place) => {
    const task = by.get(place);
    const { result: _, ...said } = turn;
    return task === undefined ? turn : { ...said, ...task };
  });
}

/** What the person and the agent said, and what the agent did in a line; a sub-agent's own talk is left out. */
function told(
  { by, agent, at, text, uses = [], result }: Turn,
  session: string,
  project: string,
  now: number,
): SaidTurn[] {
  if (agent !== undefined || (by !== "person" && by !== "agent" && !result?.isError)) return [];
  const did = uses
    .map(touchedBy)
    .flatMap(({ command, edits }) => [
      ...edits.map((path) => `edited ${pathFrom(project, path) ?? path}`),
      ...(command === undefined ? [] : [`ran ${wholeStart(command, LONGEST_COMMAND)}`]),
    ]);
  const failed = result?.isError ? ["(a tool failed)"] : [];
  const said = result === undefined ? text.trim() : text.trim().slice(0, 2 * LONGEST_COMMAND);
  const words = [said, ...failed, ...(did.length === 0 ? [] : [`(${did.slice(0, MOST_TOUCHED).join("; ")})`])];
  const whole = redact(words.filter((part) => part !== "").join("\n")).text;
  const who = by === "person" ? ("person" as const) : ("agent" as const);
  return [
    {
      session,
      ...(at === undefined ? {} : { at, age: ageInWords(daysBetween(Date.parse(at), now)) }),
      by: who,
      words: whole,
      score: 0,
    },
  ];
}

/** A sign costs a token at most, nearly always. */
function inParts(turn: SaidTurn, budget: number): SaidTurn[] {
  const longest = Math.min(LONGEST_PART, Math.max(1, Math.floor(budget / 2)));
  const signs = [...turn.words];
  return Array.from({ length: Math.ceil(signs.length / longest) }, (_, n) => {
    return { ...turn, words: signs.slice(n * longest, (n + 1) * longest).join("") };
  });
}
