/** What bears on a moment, unasked, and as much of it as the settings allow. The one road to it, for hooks and for `relevant`. */

import { isAbsolute, relative, sep } from "node:path";
import type { Cairn } from "../cairn.ts";
import { printable } from "../guard/terminal.ts";
import { defined } from "../model/defined.ts";
import type { Kind } from "../model/kind.ts";
import type { Memory } from "../model/memory.ts";
import { isKeptUnasked } from "../model/placeholder.ts";
import { realPath } from "../places/paths.ts";
import { type Packed, pack } from "../search/rank/pack.ts";
import { snippetOf } from "../search/rank/snippet.ts";
import { termsOf } from "../text/analyse.ts";
import { type UsagePrior, usagePrior } from "../trail/usage.ts";
import type { RecalledMemory, WeighedMemory } from "./memory-output.ts";
import { kindsInWords, mayComeUp, onceEach, packable, recalled } from "./recalled.ts";

const MOST_REASONS = 3;

interface Now {
  readonly prompt: string;
  readonly recent: readonly string[];
  readonly tools: readonly string[];
  readonly files: readonly string[];
  readonly shown: readonly string[];
  readonly units?: number | undefined;
  /** Sessions by their names: what they wrote themselves they know. */
  readonly writtenIn?: readonly string[];
}

/** A moment at a tool: less room, one memory, of some kinds alone. */
interface Narrow {
  readonly kinds: readonly Kind[];
  readonly isChange: boolean;
  readonly budgetTokens: number;
}

interface MomentHit {
  readonly memory: Memory;
  readonly why: readonly string[];
  readonly score: number;
  readonly told: RecalledMemory;
}

interface RelevantNow {
  readonly hits: readonly MomentHit[];
  readonly packed: Packed;
  readonly caughtUp: boolean;
}

/** What bears on the moment, and as much of it as the settings allow. */
export async function relevantNow(cairn: Cairn, now: Now, narrow?: Narrow): Promise<RelevantNow> {
  const allowed = cairn.settings.get("retrieval.enabled") ? cairn.settings.get("retrieval.max_inject") : 0;
  const most = narrow === undefined ? allowed : Math.min(allowed, 1);
  if (most === 0) return { hits: [], packed: pack([], { budgetTokens: 0 }), caughtUp: true };
  const { finder, caughtUp } = await cairn.finder(undefined, { isUnasked: true, mayBePart: true });
  const files = now.files.map((file) => inProject(file, cairn));
  const moment = { ...now, files, isChange: narrow?.isChange ?? false };
  const filter = narrow === undefined ? {} : { kinds: narrow.kinds };
  const terms = termsOf(now.prompt);
  const found = finder.relevant(moment, filter, most, new Set(now.shown), priorsIn(cairn));
  // What others wrote, and a summary nobody asked for, is found by who asks; it never comes by itself.
  const comes = ({ memory, store }: (typeof found)[number]) =>
    memory.trust !== "untrusted" && !isKeptUnasked(memory) && mayComeUp(memory, cairn) && !store.isDeclined(memory);
  const own = onceEach(found.filter(comes));
  const hits = own.map((hit) => {
    const snippet = snippetOf(hit.memory.body, terms) || hit.memory.description;
    const probability = Math.round(hit.probability * 100) / 100;
    const told = { ...recalled(hit, cairn, hit.why, snippet), probability };
    return { memory: hit.memory, why: hit.why, score: probability, told };
  });
  const packed = pack(
    hits.map(({ memory, told }) => packable(told, memory.body)),
    {
      budgetTokens: narrow?.budgetTokens ?? cairn.settings.get("retrieval.budgetTokens"),
      ...defined({ units: now.units }),
      kinds: kindsInWords(
        hits.map(({ memory }) => memory.kind),
        cairn,
      ),
    },
  );
  return { hits, packed, caughtUp };
}

/** How likely each memory bears on the moment, the likeliest first, and why. */
export async function weighedNow(cairn: Cairn, now: Pick<Now, "prompt" | "files">): Promise<WeighedMemory[]> {
  const { finder } = await cairn.finder(undefined, { isUnasked: true });
  const files = now.files.map((file) => inProject(file, cairn));
  return finder
    .weighedFor({ prompt: now.prompt, files }, priorsIn(cairn))
    .map(({ id, scope, title, probability, isShown, reasons }) => ({
      id: `${scope}:${id}`,
      title,
      probability: Math.round(100 * probability) / 100,
      shown: isShown,
      why: reasons.slice(0, MOST_REASONS).map(({ says, adds }) => ({ says, adds: Math.round(100 * adds) / 100 })),
    }));
}

/** Its line, and its reasons below. */
export function weighedText({ id, title, probability, shown, why }: WeighedMemory): string {
  const head = `${id}  ${Math.round(100 * probability)} % likely, ${shown ? "shown" : "not shown"}  ${title}`;
  return [head, ...why.map(({ says, adds }) => `   ${adds < 0 ? "against" : "for"} (${adds.toFixed(1)}): ${says}`)]
    .map((line) => printable(line.replace(/\s+/g, (space) => (space.length > 3 ? " " : space))))
    .join("\n");
}

/** How each memory fared when it was shown before. */
function priorsIn({ sessions, places, clock }: Cairn): (row: { scope: string; id: string }) => UsagePrior | undefined {
  const usageOf = sessions.usage.reader(places.project.key, clock.now());
  return (row) => usagePrior(usageOf(row));
}

/** As memories name it; what lies elsewhere stays as it is and matches nothing. */
function inProject(file: string, cairn: Cairn): string {
  if (!isAbsolute(file)) return file.split(sep).join("/");
  const { path } = cairn.places.project;
  return relative(realPath(path) ?? path, realPath(file) ?? file)
    .split(sep)
    .join("/");
}
