/** What Cairn makes of a transcript, by the road a person's `distill` and `review` take, in a home of its own. */

import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Cairn, openCairn } from "../../src/cairn.ts";
import { conclusionsIn } from "../../src/capture/conclusions/conclusions.ts";
import type { SessionSegment } from "../../src/capture/conclusions/segment.ts";
import { segmentsOf } from "../../src/capture/conclusions/segments-of.ts";
import { settledSignals } from "../../src/capture/conclusions/signals.ts";
import { distillTurns } from "../../src/capture/distilling.ts";
import { transcriptAt } from "../../src/conversation/session-turns.ts";
import { summaryByRule } from "../../src/summary/by-rule.ts";
import { tokensOf } from "../../src/text/tokens.ts";
import { foldAll } from "../../src/trail/session-state.ts";
import type { TrailLine } from "../../src/trail/step.ts";
import { threadRecord } from "../../src/trail/thread-record.ts";
import { asksIn } from "../../test/support/asks-in.ts";
import type { ScoredDraft, Told } from "./score.ts";

export async function toldOf(path: string, session: string): Promise<Told> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "cairn-quality-")));
  try {
    const project = join(base, "project");
    mkdirSync(project);
    const cairn = await openCairn({ cwd: project, env: { HOME: base, PATH: process.env["PATH"] }, surface: "library" });
    const told = await distilled(cairn, path, session);
    await cairn.close();
    return told;
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

async function distilled(cairn: Cairn, path: string, session: string): Promise<Told> {
  const { turns } = transcriptAt(cairn, path, session);
  await distillTurns(cairn, { session, turns });
  const stores = await cairn.stores();
  const waiting = (["project", "user"] as const).flatMap((scope) => stores.of(scope).inbox.list());
  // By its form, so that a person who lets Cairn keep finds it among the memories.
  const certain = new Set(
    conclusionsIn(turns).flatMap(({ standing, title }) => (standing === "certain" ? [title] : [])),
  );
  const drafts: ScoredDraft[] = waiting
    .filter(({ written }) => written.kind !== "session_summary")
    .map(({ written }) => ({
      kind: String(written.kind),
      title: written.title,
      body: written.body,
      isKept: certain.has(written.title),
    }));
  const segments = segmentsOf(turns);
  const { title = "", content = {} } = summaryByRule({ session, turns, project: undefined }) ?? {};
  const lines = (field: string) => [content[field] ?? []].flat().filter((line) => typeof line === "string");
  const asks = asksIn(segments, settledSignals(segments)).map(({ text, quotes }) => ({
    quotes,
    tokens: tokensOf(text),
  }));
  const summary = { points: lines("tracking_points"), completed: lines("completed"), next: lines("next_actions") };
  return { drafts, title, goal: String(content["goal"] ?? ""), summary, thread: threadIn(segments), asks };
}

/** What a new session is told of where it stands, folded from the trail that the same session would have left. */
function threadIn(segments: readonly SessionSegment[]): string[] {
  const state = foldAll(segments.flatMap(lineOf));
  const record = threadRecord({ session: "s", state }, "/project");
  return record === undefined
    ? []
    : [...record.stands, ...record.before, ...record.next, ...record.inTheWay, ...record.commits];
}

const at = "2025-06-02T12:00:00.000Z";

/** As the hooks note it; edits are left out, which tell nothing here. */
function lineOf(segment: SessionSegment): TrailLine[] {
  switch (segment.is) {
    case "person":
      return [
        { is: "open", at, turn: `p${segment.turn}` },
        { is: "prompt", at, text: segment.text },
      ];
    case "command":
      return [{ is: "asked", at, text: `/${segment.name} ${segment.args}` }];
    case "plan":
      return segment.isRejected === true ? [] : [{ is: "plan", at, text: segment.text }];
    case "agent":
      return segment.role === "mid" ? [] : [{ is: "close", at, turn: "", said: segment.text }];
    case "commit":
      return [{ is: "command", at, text: `git commit -m "${segment.message.replaceAll('"', "'")}"` }];
    case "tool":
      return segment.command === "" ? [] : [deedOf(segment)];
    default:
      return [];
  }
}

function deedOf({ command, failed, printed }: SessionSegment & { is: "tool" }): TrailLine {
  return failed
    ? { is: "failure", at, what: "Bash", text: printed, command }
    : { is: "command", at, text: command.includes("git commit") ? "" : command };
}
