/** What changed and what is open: chains of decisions, debts that were paid, questions nobody answered yet. Pure. */

import type { Decided } from "./decided.ts";
import { type Aged, lineFrom } from "./line-from.ts";
import { changedLine, type MasterLine } from "./lines.ts";
import { type SaidText, saysSame } from "./says-same.ts";
import type { Chain, SettledSources } from "./settle.ts";
import { dayOf, gistOf, type MasterSource, type Statement } from "./statement.ts";
import { subjectOf, termsFrom } from "./subject.ts";

const MOST_STEPS = 6;
const STEP = 90;

/** First A, then B, settled on C. What only says the same again is no step. */
export function chainLine({ steps, settled }: Chain, aged: Aged): MasterLine {
  const last = steps.at(-1) as Decided;
  const distinct = [...steps, ...(settled === undefined ? [] : [settled])].filter(
    (step, n, all) => n === 0 || gist(step) !== gist(all[n - 1] as Decided),
  );
  const end = settled !== undefined && distinct.length > 1 ? distinct.at(-1) : undefined;
  const told = distinct.filter((step) => step !== end);
  const shown = told.length <= MOST_STEPS ? told : [told[0] as Decided, ...told.slice(1 - MOST_STEPS)];
  const words = shown.map((step, n) => `${n === 0 ? "first" : "then"} ${quoted(step)}`);
  // That a summary was put away says nothing of what it tells.
  const why = last.isMemory ? (last.source.ended?.reason ?? "") : "";
  const ending =
    end !== undefined
      ? `settled on ${quoted(end)}`
      : settled !== undefined
        ? `said again${on(settled.at)}`
        : `dropped${why === "" ? "" : `: ${gistOf(why, STEP)}`}`;
  const sources = [...new Set(steps.flatMap((step) => step.sources))];
  const text = [...words, ending].join(", ");
  const weight = aged(58, last.source.id);
  const line = lineFrom(last.source, { part: "evolution", text, weight, at: "", sources });
  return settled === undefined
    ? line
    : changedLine(line, { tags: [...new Set([...line.tags, ...settled.source.tags])] });
}

function gist({ text }: Decided): string {
  return gistOf(text, STEP).replace(/[.…]$/, "").toLowerCase();
}

function quoted({ text, at }: Decided): string {
  return `“${gistOf(text, STEP).replace(/[.…]$/, "")}”${on(at)}`;
}

function on(at: string): string {
  return dayOf(at) === "" ? "" : ` (${dayOf(at)})`;
}

export function resolvedDebts(inOrder: readonly MasterSource[], aged: Aged): MasterLine[] {
  const settled = inOrder.filter((source) => source.kind === "tech_debt" && source.fields["status"] === "resolved");
  return settled.flatMap((source) =>
    source.statements.map(({ text }) =>
      lineFrom(source, { part: "evolution", text: `Paid off: ${text}`, weight: aged(35, source.id) }),
    ),
  );
}

export function questionLines(
  inOrder: readonly MasterSource[],
  { proposed, disputes, current }: SettledSources,
  aged: Aged,
): MasterLine[] {
  const asked = inOrder.filter(({ kind }) => kind === "session_summary");
  const debts = inOrder.filter(({ kind }) => kind === "tech_debt").flatMap((source) => source.statements.map(termed));
  const isDebt = (one: Statement) =>
    one.label !== undefined && debts.some((debt) => debt.terms.size > 1 && saysSame(debt, termed(one)));
  return [
    ...proposed.map((one) =>
      lineFrom(one.source, {
        part: "questions",
        text: `Proposed: ${one.text}`,
        reason: one.reason,
        weight: aged(90, one.source.id),
        isKept: true,
      }),
    ),
    ...disputes.map(({ later, stands }) =>
      lineFrom(later.source, {
        part: "questions",
        text: `${gistOf(later.text, 140)} — but the decision “${gistOf(stands.text, STEP)}” still stands`,
        at: later.at,
        weight: aged(88, later.source.id),
        isKept: true,
      }),
    ),
    ...inOrder.filter(isOpenDebt).flatMap((source) =>
      source.statements.map(({ text, reason }) =>
        lineFrom(source, {
          part: "questions",
          text: `Put off: ${text}`,
          reason,
          weight: aged(DEBT[String(source.fields["priority"])] ?? 55, source.id),
        }),
      ),
    ),
    ...asked.flatMap((source) =>
      source.statements
        .filter((one) => one.sort === "question" && !isAnswered(one.text, source, current) && !isDebt(one))
        .map(({ text, reason, at, label }) => {
          const words = label === undefined ? text : `Put off: ${text}`;
          return lineFrom(source, { part: "questions", text: words, reason, at, weight: aged(60, source.id) });
        }),
    ),
  ];
}

function termed(one: Statement): SaidText {
  return { text: one.text, terms: termsFrom(one) };
}

const DEBT: Readonly<Record<string, number>> = { critical: 75, high: 68, medium: 58, low: 50 };

function isOpenDebt(source: MasterSource): boolean {
  if (source.kind !== "tech_debt" || source.status !== "active") return false;
  const { status } = source.fields;
  return status !== "resolved" && status !== "wont_fix";
}

/** A later decision speaks of nearly everything the question speaks of. */
function isAnswered(text: string, source: MasterSource, current: readonly Decided[]): boolean {
  const { terms } = subjectOf(text);
  return current.some(({ at, terms: said }) => {
    if (at <= source.at || terms.size === 0) return false;
    return [...terms].filter((term) => said.has(term)).length >= terms.size * 0.6;
  });
}
