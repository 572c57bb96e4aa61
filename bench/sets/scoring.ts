/** Recall, reciprocal rank and their means, in percent. */

export interface Judged {
  readonly category: string;
  /** Positions of the wanted ones in the ranking, from 0; -1 where it is not there. */
  readonly found: readonly number[];
}

export type Metrics = Record<string, number>;

export interface SetResult {
  readonly set: string;
  readonly unit: string;
  readonly metrics: Metrics;
  readonly byCategory: Record<string, Metrics>;
  readonly baselines: Record<string, Metrics>;
}

export function metricsOf(judged: readonly Judged[]): Metrics {
  const mean = (of: (one: Judged) => number) =>
    round((100 * judged.reduce((sum, one) => sum + of(one), 0)) / Math.max(1, judged.length));
  return {
    "R@1": mean((one) => recallAt(one, 1)),
    "R@5": mean((one) => recallAt(one, 5)),
    "R@10": mean((one) => recallAt(one, 10)),
    MRR: mean(reciprocalRank),
    "all@5": mean((one) => (recallAt(one, 5) === 1 ? 1 : 0)),
  };
}

export function judge(category: string, wanted: readonly string[], ranking: readonly string[]): Judged {
  return { category, found: wanted.map((one) => ranking.indexOf(one)) };
}

function recallAt({ found }: Judged, k: number): number {
  return found.filter((at) => at >= 0 && at < k).length / Math.max(1, found.length);
}

function reciprocalRank({ found }: Judged): number {
  const best = Math.min(...found.filter((at) => at >= 0));
  return Number.isFinite(best) ? 1 / (best + 1) : 0;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
