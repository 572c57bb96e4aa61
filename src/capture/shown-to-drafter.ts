/**
 * What a drafter is shown of a session for one kind, whoever it is: the words around what was found, what is known of it
 * already, and what the agent listed as done and left.
 */

import { basename } from "node:path";
import type { Cairn } from "../cairn.ts";
import type { Trust } from "../model/trust.ts";
import { wholeStart } from "../text/lines.ts";
import { type Tasks, tasksOf } from "../trail/notes.ts";
import type { Turn } from "../transcripts/turn.ts";
import { excerptOf, judge } from "./candidate.ts";
import { contextShown, knownLine } from "./context-file.ts";
import { type ShownText, taskLines } from "./scribe/scribe.ts";
import type { TriageVerdict } from "./triage.ts";
import { descriptionOf } from "./triage-rules.ts";

interface SessionWords {
  readonly session: string;
  readonly turns: readonly Turn[];
}

export async function shownToDrafter(cairn: Cairn, verdict: TriageVerdict, words: SessionWords): Promise<ShownText> {
  const known = await knownToDrafter(cairn, verdict, words.session);
  const tasks = tasksFor(cairn, verdict, words.session);
  const listed = tasks === undefined ? [] : taskLines(tasks);
  const description = descriptionOf(cairn, verdict.kind);
  const shown = contextShown(verdict, words.turns, description, [...known.lines, ...listed]);
  return { ...shown, besides: known.trust };
}

/** Only a summary tells of them. */
export function tasksFor(cairn: Cairn, { kind }: TriageVerdict, session: string): Tasks | undefined {
  // A transcript's file has the session's name.
  const trail = cairn.sessions.trail(basename(session, ".jsonl"));
  return kind === "session_summary" ? tasksOf(trail.lines()) : undefined;
}

interface Known {
  readonly lines: readonly string[];
  readonly trust?: Trust | undefined;
}

/** What it might be an update of, so that a drafter can say so. */
async function knownToDrafter(cairn: Cairn, { kind, passages }: TriageVerdict, session: string): Promise<Known> {
  const text = passages.flatMap(({ sentences }) => sentences).join(" ");
  const store = (await cairn.stores()).of("project");
  const { finder } = await cairn.finder();
  const news = { kind, title: wholeStart(text, 120), text, tags: [] };
  const { candidate } = judge(finder, store, { news, scope: "project", session }, cairn.clock.now());
  if (candidate === undefined) return { lines: [] };
  const { title, trust } = candidate.memory;
  const said = Object.entries(excerptOf(candidate.memory)).map(([name, words]) => `${name}: ${words}`);
  return { lines: [knownLine(`${title}. ${said.join("; ")}`)], trust };
}
