/**
 * `npm run bench -- distill --data <folder> [--json] [--explain]`: triage held against the folder's `labels.json`, where
 * there is one, and every transcript below the folder replayed into an inbox of its own, twice.
 */

import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Figures, figuresOf, type Judged, judged } from "./distill/kinds.ts";
import { labelsIn } from "./distill/labels.ts";
import { type Replay, type Replayed, replayed } from "./distill/replay.ts";
import { type Session, sessionsBelow } from "./distill/sessions.ts";

interface Result {
  readonly kinds?: Readonly<Record<string, Figures>>;
  /** The same for what was not looked at while the cues were written, where the labels say so. */
  readonly heldOut?: Readonly<Record<string, Figures>>;
  readonly replay: Replay;
  /** What could not be read as a transcript. */
  readonly skipped: readonly string[];
}

export async function run(words: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...words],
    options: { data: { type: "string" }, json: { type: "boolean" }, explain: { type: "boolean" } },
  });
  if (values.data === undefined) throw new Error("distill needs --data <folder>");
  const folder = resolve(values.data);
  const { sessions, skipped } = sessionsBelow(folder);
  const { all, heldOut } = judgedBelow(folder, sessions);
  const { replay, drafts } = await replayed(sessions);
  const result: Result = {
    ...(all.length === 0 ? {} : { kinds: figuresOf(all) }),
    ...(heldOut.length === 0 ? {} : { heldOut: figuresOf(heldOut) }),
    replay,
    skipped,
  };
  if (values.json) console.log(JSON.stringify(result));
  else show(result);
  if (values.explain) {
    explain(all.filter((one) => !heldOut.includes(one)));
    explainDrafts(drafts);
  }
}

function judgedBelow(folder: string, sessions: readonly Session[]): { all: Judged[]; heldOut: Judged[] } {
  const labels = labelsIn(folder);
  const all: Judged[] = [];
  const heldOut: Judged[] = [];
  for (const session of sessions) {
    const own = labels?.get(session.name);
    if (own === undefined) continue;
    const found = judged(session, own);
    all.push(...found);
    if (own.heldOut) heldOut.push(...found);
  }
  return { all, heldOut };
}

function show({ kinds, heldOut, replay, skipped }: Result): void {
  const table = (title: string, figures: Readonly<Record<string, Figures>> = {}) => {
    if (Object.keys(figures).length > 0) console.log(title);
    for (const [kind, { precision, recall, kept, labelled }] of Object.entries(figures)) {
      console.log(
        `  ${kind.padEnd(16)} precision ${precision ?? "-"} of ${kept}, recall ${recall ?? "-"} of ${labelled}`,
      );
    }
  };
  table("kinds", kinds);
  table("held out", heldOut);
  console.log(
    `replay\n${Object.entries(replay)
      .map(([name, figure]) => `  ${name.padEnd(20)} ${figure}`)
      .join("\n")}`,
  );
  if (skipped.length > 0) console.log(`skipped: ${skipped.join(", ")}`);
}

/** Never of what is held out: who reads it there has looked. */
function explain(all: readonly Judged[]): void {
  for (const { kind, session, wrong, missed } of all) {
    for (const text of wrong) console.log(`- ${kind} ${session}: ${text.slice(0, 240)}`);
    for (const text of missed) console.log(`+ ${kind} ${session}: ${text.slice(0, 240)}`);
  }
}

function explainDrafts(drafts: Replayed["drafts"]): void {
  for (const { session, draft } of drafts) console.log(`= ${draft.kind} ${session}: ${draft.title}`);
}
