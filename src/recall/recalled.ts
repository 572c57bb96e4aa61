/** What `recall` and `relevant` have in common: how a memory that was found is told, weighed and packed. */

import type { Cairn } from "../cairn.ts";
import { type Kind, kindRow } from "../model/kind.ts";
import type { Memory } from "../model/memory.ts";
import type { Scope } from "../model/scope.ts";
import { isSettingKey } from "../model/settings.ts";
import type { StoredMemory } from "../search/files/finder.ts";
import { ageInWords, caveatOf, daysBetween } from "../search/rank/age.ts";
import type { Packable } from "../search/rank/pack.ts";
import { termsOf } from "../text/analyse.ts";
import { anchorStatesOf } from "./anchors.ts";
import { BEHIND, isBehind } from "./behind.ts";
import type { MemoryOutput, RecalledMemory } from "./memory-output.ts";
import { marksOf, memoryOutput } from "./memory-told.ts";

export function recalled(
  { memory, time }: Omit<StoredMemory, "store">,
  cairn: Cairn,
  why: readonly string[],
  snippet: string,
): RecalledMemory {
  const days = daysBetween(time, cairn.clock.now().getTime());
  const caveats = [caveatOf(days), isBehind(memory, cairn) ? BEHIND : undefined].filter((one) => one !== undefined);
  const files = memory.scope === "user" ? [] : anchorStatesOf(memory.files, cairn);
  return {
    memory: memoryOutput(memory),
    why: [...why],
    age: ageInWords(days),
    ...(caveats.length === 0 ? {} : { caveat: caveats.join("; ") }),
    snippet,
    ...(files.length === 0 ? {} : { files }),
  };
}

/** What stands around its text, and the ways the text may be shown, longest first. */
export function packable({ memory, snippet, caveat, files = [] }: RecalledMemory, body?: string): Packable {
  const { scope, path, kind, trust, title } = memory;
  const other = files.filter(({ state }) => state !== "fresh").map(({ path: file, state }) => `${file} ${state}`);
  const about = {
    id: `${scope}:${memory.id}`,
    kind,
    trust,
    age: caveat,
    status: standing(memory),
    files: other.length === 0 ? undefined : `${other.join(", ")} since it was written`,
  };
  const whole = body === undefined ? [] : [wholeOf(title, body)];
  const [brief, briefer] = [briefOf(title, snippet), briefOf(title, memory.description)];
  const least = briefer.length < brief.length ? [briefer] : [];
  return { id: `${scope}:${path}`, kind, about, texts: [...whole, brief, ...least] };
}

/** As it is shown where there is room for all of it. */
export function wholeOf(title: string, body: string): string {
  return body.includes(title) ? body : `${title}\n${body}`;
}

export function briefOf(title: string, snippet: string): string {
  return snippet.startsWith(title) ? snippet : `${title}\n${snippet}`.trim();
}

/** Undefined where it simply holds. */
export function standing(memory: MemoryOutput): string | undefined {
  const { status, superseded_by } = memory;
  if (superseded_by !== undefined) return `superseded by ${superseded_by}`;
  const marks = marksOf(memory);
  return status === "active" && marks.length === 0
    ? undefined
    : [...(status === "active" ? [] : [status]), ...marks].join(", ");
}

/** Of the team's: accepted here, and renewed or used within its age. Whatever else there is may come up by itself. */
export function mayComeUp(memory: Memory, cairn: Cairn): boolean {
  return memory.reviewed !== false && !isPastAge(memory, cairn);
}

/** Of the team's: neither renewed nor used here for longer than you said. */
export function isPastAge(memory: Aged, { settings, sessions, places, clock }: Cairn): boolean {
  const days = memory.scope === "team" ? settings.get("team.maxAgeDays") : 0;
  if (days === 0) return false;
  const renewed = [memory.updated ?? memory.created, sessions.usage.lastUse(memory, places.project.key)];
  const last = Math.max(...renewed.map((at) => Date.parse(at ?? "") || 0));
  return last > 0 && clock.now().getTime() - last > days * 86_400_000;
}

type Aged = Pick<Memory, "scope" | "id" | "created" | "updated">;

/** The same thing known in two scopes is told once: the better hit, which is the first. */
export function onceEach<H extends { readonly memory: Memory }>(hits: readonly H[]): H[] {
  const told = (memory: Memory) => `${memory.kind} ${memory.id} ${memory.title.trim().toLowerCase()}`;
  return hits.filter(({ memory }, n) => hits.findIndex((other) => told(other.memory) === told(memory)) === n);
}

/** The master is told only where one of its lines that hold the question's words was made of something that is no hit. */
export function withoutEcho<H extends { readonly memory: Memory }>(hits: readonly H[], terms: readonly string[]): H[] {
  const told = new Set(hits.filter(({ memory }) => memory.kind !== "master").map(({ memory }) => memory.id));
  return hits.filter(({ memory }) => memory.kind !== "master" || !isEcho(memory.body, told, new Set(terms)));
}

const SOURCE = /\[\[([a-z0-9-]+)\]\]/g;

function isEcho(body: string, told: ReadonlySet<string>, asked: ReadonlySet<string>): boolean {
  const lines = body.split("\n").filter((line) => termsOf(line.replace(SOURCE, "")).some((term) => asked.has(term)));
  const sources = lines.map((line) => [...line.matchAll(SOURCE)].map(([, id = ""]) => id));
  return sources.length > 0 && sources.every((ids) => ids.some((id) => told.has(id)));
}

/** What each kind is, in the words of the settings where they have any. */
export function kindsInWords(kinds: Iterable<Kind>, cairn: Cairn): Record<string, string> {
  return Object.fromEntries(
    [...new Set(kinds)].map((kind) => {
      const key = `categories.${kind}.description`;
      const own = isSettingKey(key) ? cairn.settings.get(key) : "";
      return [kind, typeof own === "string" && own !== "" ? own : kindRow(kind).description];
    }),
  );
}

/** `--tag and --kind`; empty where none was set. */
export function filtersSet(asked: Readonly<Record<string, unknown>>, filters: readonly string[]): string {
  return filters
    .filter((name) => asked[name] !== undefined)
    .map((name) => `--${name}`)
    .join(" and ");
}

/** Whose memories an answer holds, where they are another project's: what it shares with its team is told apart. */
export function whoseLine(project: string | undefined, memories: readonly { readonly scope: Scope }[]): string[] {
  if (project === undefined) return [];
  const shared = memories.some(({ scope }) => scope === "team") ? "; team: are those it shares" : "";
  return [`Memories of ${project}${shared}:`];
}
