/**
 * What an agent is given of its own memory: its index, or its state where there is none, or both. Each with its age, and
 * with a word where a cap cut it; and its index brought within the caps where somebody asks for that. Files of a repository:
 * nothing is followed out of it, and all of it is data.
 */

import { relative } from "node:path";
import type { Cairn } from "../cairn.ts";
import { closing, codeOf, type Folder, isMissing, notSaved, unlessRefused } from "../disk/files.ts";
import { redact } from "../guard/redact.ts";
import { defined } from "../model/defined.ts";
import { CairnError } from "../model/error.ts";
import { z } from "../model/schema.ts";
import { isWithin } from "../places/paths.ts";
import { ageInWords, caveatOf, daysBetween } from "../search/rank/age.ts";
import type { Packable } from "../search/rank/pack.ts";
import type { Store } from "../store/store.ts";
import { counted } from "../text/counted.ts";
import { tokensOf } from "../text/tokens.ts";
import { pointerFile } from "../views/keep.ts";
import { type Caps, keepArchived, rotation, timesIn } from "../views/rotate.ts";
import { keepView, obstacleTo } from "../views/swap.ts";
import { knownAgents } from "./known-agents.ts";

export const AgentSource = z.object({
  file: z.enum(["MEMORY.md", "state.md"]),
  /** When it last changed, in words. */
  age: z.string(),
  caveat: z.string().optional(),
  lines: z.number(),
  tokens: z.number(),
  /** Which cap cut it, and what to do about that. */
  warning: z.string().optional(),
  text: z.string(),
});
export type AgentSource = z.infer<typeof AgentSource>;

/** Of a larger one its beginning; the caps cut it anyway, and say so. */
const LARGEST = 1_000_000;
/** As many lines as there is room for, of these. */
const COUNTS = [200, 150, 100, 80, 60, 50, 40, 32, 25, 20, 15, 12, 10, 8, 6, 5, 4, 3, 2];

export function sourcesOf(cairn: Cairn, store: Store): AgentSource[] {
  const folder = store.rootFolder.folder("");
  if (folder === undefined) return [];
  return closing(folder, () => {
    const index = sourceIn(cairn, folder, "MEMORY.md");
    const isAlone = index !== undefined && cairn.settings.get("agents.load") === "instead";
    const state = isAlone ? undefined : sourceIn(cairn, folder, "state.md");
    return [index, state].flatMap((source) => source ?? []);
  });
}

function sourceIn(cairn: Cairn, folder: Folder, file: AgentSource["file"]): AgentSource | undefined {
  const found = readIn(folder, file);
  if (found === undefined || found.text.trim() === "") return undefined;
  const days = daysBetween(changedAt(found), cairn.clock.now().getTime());
  const caveat = caveatOf(days);
  const { text, warning } = capped(redact(found.text).text, file, capsOf(cairn));
  return {
    file,
    age: ageInWords(days),
    ...defined({ caveat }),
    lines: text.split("\n").length,
    tokens: tokensOf(text),
    ...defined({ warning }),
    text,
  };
}

interface FoundFile {
  readonly text: string;
  readonly mtimeMs: number;
}

function readIn(folder: Folder, name: string): FoundFile | undefined {
  const stat = folder.stat(name);
  if (stat?.kind !== "file") return undefined;
  try {
    const file = folder.open(name, "read");
    try {
      return { text: file.read(0, LARGEST).toString("utf8"), mtimeMs: Number(stat.mtimeNs / 1_000_000n) };
    } finally {
      file.close();
    }
  } catch (error) {
    if (isMissing(error) || codeOf(error) !== undefined) return undefined; // gone or closed meanwhile: nothing to give
    throw error;
  }
}

const SAID = /^\W{0,6}(?:last[ -])?updated\W{1,6}(\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z?)?)/im;

/** A checkout makes every file look new: what the file itself says counts where it is older. */
function changedAt({ text, mtimeMs }: FoundFile): number {
  const said = Date.parse(SAID.exec(text.slice(0, 4_000))?.[1] ?? "");
  return Number.isNaN(said) ? mtimeMs : Math.min(said, mtimeMs);
}

function capsOf({ settings }: Cairn): Caps {
  return { maxLines: settings.get("index.maxLines"), maxBytes: settings.get("index.maxBytes") };
}

/** Cut at whole lines, and it is said which cap did it. */
function capped(given: string, file: string, { maxLines, maxBytes }: Caps): { text: string; warning?: string } {
  const lines = given.replace(/\r\n?/g, "\n").trim().split("\n");
  const kept = lines.slice(0, maxLines);
  while (kept.length > 0 && Buffer.byteLength(kept.join("\n")) > maxBytes) kept.pop();
  const left = lines.length - kept.length;
  if (left === 0) return { text: kept.join("\n") };
  const cap = kept.length === maxLines ? `${maxLines} lines` : `${maxBytes} bytes`;
  const rest = counted(left, "line is", "lines are");
  const advice = file === "MEMORY.md" ? "agent --rotate archives the oldest entries" : "shorten it";
  return { text: kept.join("\n"), warning: `${file} is over ${cap}: ${rest} not given; ${advice}.` };
}

/** Where its files lie, as one in the project's folder would name it. */
export function agentFolder({ cwd }: Cairn, { root }: Store): string {
  return `${isWithin(root.path, cwd) ? relative(cwd, root.path) : root.path}/`;
}

/**
 * For a model: in an envelope, with age and trust, as much as there is room for. Which files there are comes before what
 * each is about: an agent picks by its task, and what it is not shown it cannot pick.
 */
export function packedSources(sources: readonly AgentSource[], agent: string): Packable[] {
  return sources.map(({ file, caveat, age, warning, text }) => {
    const lines = text.split("\n");
    const bare = lines.map((line) => POINTER.exec(line)?.[0] ?? line);
    const texts = COUNTS.map((count) => shortened(bare, count, warning));
    return {
      id: file,
      about: {
        id: `${agent}/${file}`,
        kind: file === "MEMORY.md" ? "index" : "state",
        trust: "imported",
        age: caveat ?? age,
      },
      texts: [...new Set([shortened(lines, lines.length, warning), ...texts])],
    };
  });
}

/** An entry without what it says of its file. */
const POINTER = /^\s*[-*] \[[^\]]*\]\([^)\s]+\)/;

function shortened(lines: readonly string[], count: number, warning: string | undefined): string {
  const left = lines.length - count;
  const rest = left > 0 ? [`(${counted(left, "more line", "more lines")} in the file)`] : [];
  return [...lines.slice(0, count), ...rest, ...(warning === undefined ? [] : [`(${warning})`])].join("\n");
}

/** As `squad/name`, sorted. One whose folder cannot be looked into is named: who asks for it is told why. */
export async function agentsWithMemory(cairn: Cairn): Promise<string[]> {
  const kept: string[] = [];
  for (const agent of knownAgents(cairn)) {
    if ((await unlessRefused(() => keepsSomething(cairn, agent))) ?? true) kept.push(agent);
  }
  return kept;
}

async function keepsSomething(cairn: Cairn, agent: string): Promise<boolean> {
  const store = (await cairn.stores(agent)).of("agent");
  return sourcesOf(cairn, store).length > 0 || store.memories().length > 0;
}

/** An agent's index brought within its caps, whoever wrote its entries. Answers with the entries that left. */
export async function rotate(cairn: Cairn, store: Store): Promise<readonly string[]> {
  await cairn.prepareWrite();
  return store.locked(cairn.by, () => {
    const folder = store.rootFolder.folder("");
    if (folder === undefined) return [];
    try {
      return rotateIn(folder, capsOf(cairn), cairn.clock.now());
    } catch (error) {
      throw notSaved(error, pointerFile);
    } finally {
      folder.close();
    }
  });
}

function rotateIn(folder: Folder, caps: Caps, now: Date): readonly string[] {
  let archived: readonly string[] = [];
  const { kept } = keepView({
    folder,
    name: pointerFile,
    now,
    isOurs: () => true,
    print: (text = "") => {
      const next = rotation(text, { caps, timeOf: timesIn(folder) });
      if (next.archived.length > 0 && isRefused(keepArchived(folder, next.archived, now))) throw busy();
      archived = next.archived;
      return { text: next.text };
    },
  });
  if (isRefused(kept)) throw busy(obstacleTo(folder, pointerFile));
  return archived;
}

function isRefused(kept: string): boolean {
  return kept === "left-alone" || kept === "too-fresh";
}

function busy(why?: string): CairnError {
  if (why === undefined)
    return new CairnError("OCC_CONFLICT", "The agent's index is being changed by somebody else.", {
      hint: "Do it again in a moment.",
    });
  return new CairnError("NOT_SAVED", `The agent's ${pointerFile} ${why}. Nothing was changed.`, {
    hint: "Mend that by hand, and do it again.",
  });
}
