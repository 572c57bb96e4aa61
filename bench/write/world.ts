/** A root as Cairn itself would have made it: files, and a log that vouches for each of them. Written without a sync. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { printMemory } from "../../src/format/print.ts";
import { type Kind, kindRow } from "../../src/model/kind.ts";
import type { MemoryId } from "../../src/model/memory.ts";
import { encodePath } from "../../src/places/root-names.ts";
import { LogWriter } from "../real-root/log-writer.ts";

const KINDS: readonly Kind[] = ["project", "feedback", "reference", "runbook", "constraint", "tech_debt", "topic"];
const at = "2026-01-01T00:00:00.000Z";

export interface World {
  readonly cwd: string;
  readonly home: string;
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Folders only; `fill` puts the memories in once the root's state folder is known. */
export function makeWorld(place: string): World {
  const [cwd, home] = [join(place, "project"), join(place, "home")];
  const root = join(home, ".claude", "projects", encodePath(cwd), "memory");
  for (const folder of [cwd, root]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const kept = Object.entries(process.env).filter(([name]) => !/^(NODE_|CLAUDE|CAIRN|AI_AGENT|CODEX)/.test(name));
  return { cwd, home, root, env: { ...Object.fromEntries(kept), HOME: home } };
}

export function fill(root: string, state: string, count: number): void {
  const log = new LogWriter(join(state, "log"));
  for (const kind of KINDS) mkdirSync(join(root, kindRow(kind).folder), { recursive: true, mode: 0o700 });
  for (let n = 0; n < count; n++) {
    const kind = KINDS[n % KINDS.length] as Kind;
    const { id, path, text } = memory(n, kind);
    writeFileSync(join(root, path), text, { mode: 0o600 });
    log.add({ id, kind, path, text, at });
  }
  log.flush();
}

export function memory(n: number, kind: Kind = "project"): { id: MemoryId; path: string; text: Buffer } {
  const id = `part-${n}` as MemoryId;
  const text = printMemory({
    name: id,
    kind,
    title: `Part ${n}`,
    body: bodyOf(n),
    description: `What was learned about part ${n} of the system`,
    tags: [`part-${n % 10}`],
    trust: "stated",
    created: at,
    updated: at,
    changes: [{ at, summary: "created" }],
  });
  return { id, path: `${kindRow(kind).folder}/${id}.md`, text: Buffer.from(text) };
}

/** About 700 bytes, as memories usually have. */
export function bodyOf(n: number): string {
  const sentence = `It talks to part ${n + 1} over a pipe, and needs a warm cache to answer in time; the cache is keyed by path. `;
  return sentence.repeat(5).trim();
}
