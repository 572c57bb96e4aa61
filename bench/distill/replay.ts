/** Every session distilled by rule into the inbox of a home of its own, twice: what that leaves, and what it costs. */

import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Cairn, openCairn } from "../../src/cairn.ts";
import { type Distilled, distillTurns } from "../../src/capture/distilling.ts";
import type { Waiting } from "../../src/store/inbox.ts";
import type { Session } from "./sessions.ts";

export interface Replay {
  readonly sessions: number;
  readonly drafts: number;
  /** The mean. */
  readonly draftsPerSession: number;
  readonly maxDraftsPerSession: number;
  readonly addedBySecondRun: number;
  /** Drafts that say what another one of their kind says. */
  readonly duplicates: number;
  readonly modelTokens: number;
}

export interface Replayed {
  readonly replay: Replay;
  readonly drafts: readonly { readonly session: string; readonly draft: Distilled }[];
}

/** From this share of common words on, two drafts say the same. */
const SAME = 0.8;

export async function replayed(sessions: readonly Session[]): Promise<Replayed> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "cairn-replay-")));
  try {
    const project = join(base, "project");
    mkdirSync(project);
    const cairn = await openCairn({ cwd: project, env: { HOME: base, PATH: process.env["PATH"] }, surface: "library" });
    const first = await pass(cairn, sessions);
    const duplicates = duplicatesIn((await cairn.stores()).of("project").inbox.list());
    const second = await pass(cairn, sessions);
    await cairn.close();
    return { drafts: first.drafts, replay: figures(sessions, first, second, duplicates) };
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

interface Pass {
  readonly drafts: Replayed["drafts"];
  readonly tokens: number;
}

async function pass(cairn: Cairn, sessions: readonly Session[]): Promise<Pass> {
  const drafts: { session: string; draft: Distilled }[] = [];
  let tokens = 0;
  for (const { name, turns } of sessions) {
    const report = await distillTurns(cairn, { session: name, turns });
    tokens += report.tokens;
    for (const draft of report.drafts) if (draft.state === "waiting") drafts.push({ session: name, draft });
  }
  return { drafts, tokens };
}

function figures(sessions: readonly Session[], first: Pass, second: Pass, duplicates: number): Replay {
  const counts = sessions.map(({ name }) => first.drafts.filter(({ session }) => session === name).length);
  const drafts = first.drafts.length;
  return {
    sessions: sessions.length,
    drafts,
    draftsPerSession: sessions.length === 0 ? 0 : Math.round((drafts / sessions.length) * 100) / 100,
    maxDraftsPerSession: Math.max(0, ...counts),
    addedBySecondRun: second.drafts.length,
    duplicates,
    modelTokens: first.tokens + second.tokens,
  };
}

function duplicatesIn(waiting: readonly Waiting[]): number {
  const seen: { kind: string; words: ReadonlySet<string> }[] = [];
  let count = 0;
  for (const { written } of waiting) {
    const one = { kind: String(written.kind), words: wordsOf(`${written.title} ${written.body}`) };
    if (seen.some((other) => other.kind === one.kind && share(other.words, one.words) >= SAME)) count++;
    seen.push(one);
  }
  return count;
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}

function share(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((word) => b.has(word)).length;
  return common / Math.max(1, a.size + b.size - common);
}
