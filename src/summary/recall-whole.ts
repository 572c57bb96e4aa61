/** `recall` without a question: where the project stands and what there is, or all of one session in pages. */

import type { Cairn } from "../cairn.ts";
import { defined } from "../model/defined.ts";
import { CairnError } from "../model/error.ts";
import { type Caller, isOfAgent } from "../model/trust.ts";
import type { SaidTurn } from "../recall/memory-output.ts";
import { shownTurns } from "../recall/recall-transcripts.ts";
import { packable } from "../recall/recalled.ts";
import { pack } from "../search/rank/pack.ts";
import { wholeStart } from "../text/lines.ts";
import { tokensOf } from "../text/tokens.ts";
import { type MasterOutput, masterTold } from "./master-told.ts";

type Where = "memories" | "transcripts";

interface AskedWhole {
  readonly where: Where;
  readonly session?: string | undefined;
  readonly page: number;
  readonly budget: number;
  readonly limit: number;
  /** What a question could be narrowed by. */
  readonly [filter: string]: unknown;
}

export async function withoutQuestion(cairn: Cairn, asked: AskedWhole) {
  const { where, session, page, budget, limit: _, ...filters } = asked;
  refuseNarrowed(filters);
  const started = performance.now();
  const told = where === "memories" ? await theMaster(cairn) : await onePage(cairn, { session, page, budget });
  return { hits: [], took_ms: Math.round((performance.now() - started) * 100) / 100, ...told };
}

async function theMaster(cairn: Cairn) {
  const master = await masterTold(cairn);
  return { tokens: tokensOf(master.body), master };
}

async function onePage(cairn: Cairn, asked: Pick<AskedWhole, "session" | "page" | "budget">) {
  const { sessionPage } = await import("./session-pages.ts");
  const { turns, page, pages } = await sessionPage(cairn, { session: undefined, ...asked });
  return { tokens: turns.reduce((sum, { words }) => sum + tokensOf(words), 0), turns, page, pages };
}

interface Whole {
  readonly master?: MasterOutput | undefined;
  readonly turns?: readonly SaidTurn[] | undefined;
  readonly page?: number | undefined;
  readonly pages?: number | undefined;
}

/** Undefined where a question was answered. */
export function shownWhole({ master, turns, page, pages }: Whole, budget: number, surface: Caller): string | undefined {
  if (master !== undefined) return isOfAgent(surface) ? masterQuoted(master, budget) : masterInShort(master);
  if (turns === undefined || page === undefined || pages === undefined) return undefined;
  if (turns.length === 0) return "Nothing was said in that session that may be kept.";
  const rest = page < pages ? `; go on with page ${page + 1}` : ", the last";
  return `${shownTurns(turns, {}, budget, surface)}\nPage ${page} of ${pages}${rest}.`;
}

export function refuseSession(session: string | undefined, question: string, where: Where): void {
  if (session === undefined || (where === "transcripts" && question === "")) return;
  throw new CairnError("INPUT_ERROR", "A session is read whole, in transcripts and without a question.", {
    field: "session",
    hint: "Leave the question out and add --in transcripts, or leave the session out.",
  });
}

function refuseNarrowed(filters: Readonly<Record<string, unknown>>): void {
  const [field] = Object.entries(filters).find(([, value]) => value !== undefined && value !== false) ?? [];
  if (field === undefined) return;
  throw new CairnError("INPUT_ERROR", "Without a question there is nothing to narrow.", {
    field,
    hint: "Ask something, or leave it out: recall alone says where the project stands and what there is.",
  });
}

/** The master in words: for a person in short, for a model whole and quoted, within a budget. */
const KEEP =
  "The project's master memory. Tell the person the status, the key decisions and what blocks the work in a few lines, and keep the rest in mind.";
const SHORT = 1_200;

function masterInShort(master: MasterOutput): string {
  const { memory, age, caveat, status, decisions, questions, blockers, missing, summaries, import_line } = master;
  const head = memory === undefined ? [] : [`project:${memory.id}  ${caveat ?? age ?? ""}  trust: ${memory.trust}`];
  const newest = summaries.map(({ id, title, age: old }) => `- ${id}  ${title} (${old})`);
  const sessions = [...newest, ...beyond(master).map((line) => `- ${line}`)];
  return [
    ...(master.last_session === "" ? [] : [master.last_session, ""]),
    ...head,
    ...part("Status", status),
    ...part("Key decisions", decisions),
    ...part("In the way", blockers.map((line) => `- ${line}`).join("\n")),
    ...part("Open questions", questions),
    ...part("Sessions since", sessions.join("\n")),
    ...part("Kept here", keptLines(master).join("\n")),
    ...part("Missing", missing.map((line) => `- ${line}`).join("\n")),
    ...(import_line === undefined
      ? []
      : ["", `To load it with every session, at its tokens every time, in CLAUDE.md: ${import_line}`]),
  ]
    .join("\n")
    .replace(/^\n+/, "")
    .replace(/\n{3,}/g, "\n\n");
}

/** As data: what a master says was said in sessions, and is weighed like every memory. */
function masterQuoted(master: MasterOutput, budgetTokens: number): string {
  const { memory, age = "", caveat, body, missing, blockers, summaries, import_line: line } = master;
  const loading = line === undefined ? [] : [`In CLAUDE.md this line loads it every time: ${line}`];
  const since = memory === undefined ? "Summed up" : "Summed up since";
  const after = [...missing, ...beyond(master), ...loading].join("\n");
  // A title is its session's words, not ours.
  const titles = summaries.map(({ id, title, age: old }) => `${since}: ${id}  ${title} (${old}).`);
  const newer = titles.length === 0 ? [] : [{ id: "newer", about: { kind: "list" }, texts: [titles.join("\n")] }];
  const { last_session: thread } = master;
  const last = thread === "" ? [] : [{ id: "thread", about: { kind: "thread" }, texts: [thread] }];
  const [count = "", ...newest] = keptLines(master);
  const kept = newest.length === 0 ? [] : [{ id: "newest", about: { kind: "list" }, texts: [newest.join("\n")] }];
  if (memory === undefined)
    return [pack([...last, ...newer, ...kept], { budgetTokens }).text, count, after]
      .filter((part) => part !== "")
      .join("\n");
  const said = { memory, why: [], age, snippet: wholeStart(body, SHORT), ...defined({ caveat }) };
  const waiting = blockers.map((line) => `- ${line}`).join("\n");
  const others = waiting === "" ? [] : [{ id: "blockers", about: { kind: "blockers" }, texts: [waiting] }];
  const parts = [...last, packable(said, body), ...others, ...newer, ...kept];
  return (
    pack(parts, { budgetTokens, before: KEEP, after: `${count}\n${after}` }).text ||
    `It does not fit ${budgetTokens} tokens: show master.`
  );
}

/** How many there are, then the newest of them. */
function keptLines({ kept: { total, kinds, newest } }: MasterOutput): string[] {
  if (total === 0) return ['Nothing is remembered here yet: cairn remember "…" keeps something.'];
  const counts = Object.entries(kinds).sort(([, a], [, b]) => b - a);
  const said = counts.map(([kind, count]) => `${count} ${kind}`).join(", ");
  const rest = total > newest.length ? "; cairn list shows them all" : "";
  return [
    `${total === 1 ? "1 memory is" : `${total} memories are`} kept here: ${said}${rest}.`,
    ...newest.map(({ id, kind, title, age }) => `- ${id}  ${kind}  ${title} (${age})`),
  ];
}

function beyond({ more_summaries: more = 0 }: MasterOutput): string[] {
  return more === 0 ? [] : [`and ${more} more: list --kind session_summary`];
}

function part(heading: string, text: string): string[] {
  return text === "" ? [] : ["", heading, ...text.split("\n").map((line) => `  ${line}`)];
}
