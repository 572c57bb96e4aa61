/** What bears on a moment, unasked, and as much of it as the settings allow. The one road to it, for hooks and for `relevant`. */

import { isAbsolute, relative, sep } from "node:path";
import type { Cairn } from "../cairn.ts";
import type { Kind } from "../model/kind.ts";
import type { Memory } from "../model/memory.ts";
import { realPath } from "../places/paths.ts";
import { type Packed, pack } from "../search/rank/pack.ts";
import { snippetOf } from "../search/rank/snippet.ts";
import { termsOf } from "../text/analyse.ts";
import type { RecalledMemory } from "./memory-output.ts";
import { kindsInWords, packable, recalled } from "./recalled.ts";

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
  const { finder, caughtUp } = await cairn.finder(undefined, { isUnasked: true });
  const files = now.files.map((file) => inProject(file, cairn));
  const moment = { ...now, files, isChange: narrow?.isChange ?? false };
  const filter = narrow === undefined ? {} : { kinds: narrow.kinds };
  const terms = termsOf(now.prompt);
  const hits = finder.relevant(moment, filter, most, new Set(now.shown)).map((hit) => {
    const snippet = snippetOf(hit.memory.body, terms) || hit.memory.description;
    const probability = Math.round(hit.probability * 100) / 100;
    const told = { ...recalled(hit, cairn, hit.why, snippet), probability };
    return { memory: hit.memory, why: hit.why, score: probability, told };
  });
  const packed = pack(
    hits.map(({ memory, told }) => packable(told, memory.body)),
    {
      budgetTokens: narrow?.budgetTokens ?? cairn.settings.get("retrieval.budgetTokens"),
      ...(now.units === undefined ? {} : { units: now.units }),
      kinds: kindsInWords(
        hits.map(({ memory }) => memory.kind),
        cairn,
      ),
    },
  );
  return { hits, packed, caughtUp };
}

/** As memories name it; what lies elsewhere stays as it is and matches nothing. */
function inProject(file: string, cairn: Cairn): string {
  if (!isAbsolute(file)) return file.split(sep).join("/");
  const { path } = cairn.places.project;
  return relative(realPath(path) ?? path, realPath(file) ?? file)
    .split(sep)
    .join("/");
}
