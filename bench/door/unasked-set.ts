/** The sets of unasked recall: memories of a project, prompts, and which memories a colleague would bring up. */

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { idFromTitle } from "../../src/model/id.ts";
import { type Kind, kinds } from "../../src/model/kind.ts";
import type { Memory } from "../../src/model/memory.ts";
import { unitOf } from "../../src/search/files/unit-of.ts";
import type { Unit } from "../../src/search/index/unit.ts";

export interface MemoryRow {
  readonly project: string;
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly text: string;
  readonly files: readonly string[];
  readonly tags: readonly string[];
  readonly aliases: readonly string[];
}

export interface PromptRow {
  readonly n: number;
  readonly project: string;
  readonly prompt: string;
  readonly files: readonly string[];
  readonly gold: readonly string[];
  readonly class: string;
}

export interface Project {
  readonly name: string;
  readonly memories: readonly MemoryRow[];
  readonly prompts: readonly PromptRow[];
}

/** Every project of every folder below that has both files, by the shape of their rows. */
export function projectsIn(folder: string): Project[] {
  const files = filesBelow(folder).filter((path) => path.endsWith(".jsonl"));
  const found = new Map<string, { memories: MemoryRow[]; prompts: PromptRow[] }>();
  for (const path of files)
    for (const line of readFileSync(path, "utf8").split("\n")) {
      if (line.trim() === "") continue;
      const row = JSON.parse(line) as Record<string, unknown>;
      if (typeof row["project"] !== "string") break;
      const project = found.get(row["project"]) ?? { memories: [], prompts: [] };
      found.set(row["project"], project);
      if ("prompt" in row && "gold" in row) project.prompts.push(row as unknown as PromptRow);
      else if ("title" in row && "text" in row) project.memories.push(row as unknown as MemoryRow);
      else break;
    }
  return [...found]
    .filter(([, { memories, prompts }]) => memories.length > 0 && prompts.length > 0)
    .map(([name, project]) => ({ name, ...project }));
}

/** A memory of a set as the index would know it. */
export function unitOfRow(row: MemoryRow, withAliases: boolean): Unit {
  const kind = (row.kind in kinds ? row.kind : "project") as Kind;
  const path = `${row.project}/${row.id}.md`;
  const day = "2026-06-01";
  const memory = {
    path,
    hash: "00".repeat(32),
    id: idFromTitle(row.title, kind),
    kind,
    scope: "project",
    trust: "stated",
    status: "active",
    title: row.title,
    description: row.text.split(". ")[0] ?? "",
    body: `# ${row.title}\n\n${row.text}\n`,
    tags: row.tags,
    aliases: withAliases ? row.aliases : [],
    files: row.files.map((file) => ({ path: file })),
    supersedes: [],
    created: day,
    updated: day,
    outside: false,
  } as unknown as Memory;
  return unitOf(memory, { size: 0, mtimeNs: 0n, ctimeNs: 0n, ino: 0n });
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      return statSync(path).isDirectory() ? filesBelow(path) : [path];
    });
}
