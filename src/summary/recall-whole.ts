/** `recall` without a question: the project's master, or all of one session in pages. */

import type { Cairn } from "../cairn.ts";
import { CairnError } from "../model/error.ts";
import { type SaidTurn, shownTurns } from "../recall/recall-transcripts.ts";
import { tokensOf } from "../text/tokens.ts";
import { type MasterOutput, masterTold } from "./master-told.ts";
import { masterInShort, masterQuoted } from "./master-words.ts";

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
export function shownWhole({ master, turns, page, pages }: Whole, budget: number, surface: string): string | undefined {
  const isModels = surface === "mcp" || surface === "agent-shell";
  if (master !== undefined) return isModels ? masterQuoted(master, budget) : masterInShort(master);
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
    hint: "Ask something, or leave it out: recall alone shows the project's master.",
  });
}
