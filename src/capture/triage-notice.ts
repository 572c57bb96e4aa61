/** What a running agent is told of the kinds that fired, as the JSON it parses first. Kinds in lower case, as everywhere. */

import type { TriagedKind } from "./triaged-kinds.ts";

export const models = ["haiku", "sonnet", "opus"] as const;
type Model = (typeof models)[number];

export interface ParallelConfig {
  readonly enabled: boolean;
  readonly category_models: Readonly<Record<TriagedKind, Model>>;
  readonly verification_model: Model;
  readonly default_model: Model;
}

export interface TriageNotice {
  readonly categories: readonly {
    readonly category: string;
    /** To four places. */
    readonly score: number;
    readonly description?: string | undefined;
    readonly context_file?: string | undefined;
  }[];
  readonly parallel_config: Omit<ParallelConfig, "category_models"> & {
    readonly category_models: Readonly<Record<string, Model>>;
  };
  readonly staging_dir: string;
  readonly triaged_at: string;
}

/** `<`, `>` and `&` spelled out: no path or description can close the block. */
export function triageBlock(told: TriageNotice): string {
  const json = JSON.stringify(told, null, 2).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `<triage_data>\n${json}\n</triage_data>`;
}
