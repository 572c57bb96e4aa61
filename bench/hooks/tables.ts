/** The figures as a person reads them. Pure. */

import { median } from "../speed/time.ts";
import type { Injected } from "./corpus.ts";
import type { Bars } from "./plot.ts";
import type { Samples } from "./samples.ts";

interface Measured {
  readonly samples: Readonly<Record<string, Samples>>;
  readonly corpus: readonly Injected[];
}

const START_GOAL = 1.8;
const FIRST_GOAL = 1.5;
const EVENT_GOAL_MS = 10;

const events: readonly (readonly [what: "prompt" | "write" | "bash", name: string])[] = [
  ["prompt", "prompt"],
  ["write", "Write: before and after"],
  ["bash", "Bash: after"],
];

export function startTable({ samples }: Measured, sizes: readonly number[]): string {
  const bare = median(samples[`bare ${sizes[0]}`]?.start ?? []);
  const lines = sizes.map((size, n) => {
    const ms = median(samples[`cairn ${size}`]?.start ?? []);
    return row(
      `Cairn, ${size} memories`,
      [ms.toFixed(0), (ms / bare).toFixed(2)],
      n === 0 ? goal(ms / bare, START_GOAL) : "",
    );
  });
  const head = row("session start, the hook alone", ["ms", "ratio"], "goal");
  return [head, row("node -e 0", [bare.toFixed(0), "1"], ""), ...lines].join("\n");
}

/** Until the request of the first prompt, as ratios to the plugin whose server answers nothing. */
export function firstTable({ samples }: Measured, sizes: readonly number[]): string {
  const silent = median(samples[`silent ${sizes[0]}`]?.first ?? []);
  const rows = ["none", "bare", "silent"].map((name) => [name, `${name} ${sizes[0]}`] as const);
  const own = sizes.map((size) => [`Cairn, ${size} memories`, `cairn ${size}`] as const);
  const lines = [...rows, ...own].map(([name, key], n) => {
    const ms = median(samples[key]?.first ?? []);
    return row(name, [ms.toFixed(0), (ms / silent).toFixed(2)], n >= rows.length ? goal(ms / silent, FIRST_GOAL) : "");
  });
  return [row("until the first prompt", ["ms", "ratio"], "goal"), ...lines].join("\n");
}

type EventName = (typeof events)[number][0];

/** Over the same client without a plugin, median against median: the others at the first size, Cairn at each. */
function eventRows({ samples }: Measured, sizes: readonly number[]) {
  const over = (name: string, size: number, what: EventName) =>
    median(samples[`${name} ${size}`]?.[what] ?? []) - median(samples[`none ${size}`]?.[what] ?? []);
  const first = sizes[0]!;
  return events.map(([what, name]) => ({
    name,
    none: median(samples[`none ${first}`]?.[what] ?? []),
    others: ["bare", "silent"].map((other) => over(other, first, what)),
    own: sizes.map((size) => over("cairn", size, what)),
  }));
}

export function eventBars(measured: Measured, sizes: readonly number[]): Bars {
  const names = ["node -e 0", "silent server", ...sizes.map((size) => `Cairn, ${size.toLocaleString("en")}`)];
  const groups = eventRows(measured, sizes).map(({ name, others, own }) => {
    const bars = [...others, ...own].map((value, n) => ({ name: names[n]!, value }));
    return { name: name.replace(/:.*/, ""), bars };
  });
  return { title: "What hooks add to the client, in ms", unit: "ms", goal: EVENT_GOAL_MS, groups };
}

export function eventTable(measured: Measured, sizes: readonly number[]): string {
  const { samples } = measured;
  const columns = ["no plugin, ms", "node -e 0", "silent server", ...sizes.map((size) => `Cairn ${size}`)];
  const lines = eventRows(measured, sizes).map(({ name, none, others, own }) => {
    const numbers = [none, ...others, ...own].map((ms) => ms.toFixed(1));
    return row(name, numbers, goal(Math.max(...own), EVENT_GOAL_MS));
  });
  const hooks = [...new Set(sizes.flatMap((size) => Object.keys(samples[`cairn ${size}`]?.hook ?? {})))];
  const called = [`silent ${sizes[0]}`, ...sizes.map((size) => `cairn ${size}`)];
  const alone = hooks.map((event) => {
    const times = called.map((name) => median(samples[name]?.hook[event] ?? []).toFixed(0));
    return row(`· ${event} hook alone`, ["", "", ...times], "");
  });
  return [row("over no plugin, ms", columns, "goal"), ...lines, ...alone].join("\n");
}

export function corpusTable({ corpus }: Measured): string {
  const head = row("tokens shown in a session", ["start", "prompts", "with", "in all"], "");
  const lines = corpus.map(({ name, start, prompts, told, tokens }) =>
    row(name, [start, prompts, told, tokens].map(String), ""),
  );
  const all = corpus.map(({ tokens }) => tokens);
  return [head, ...lines, row("median", ["", "", "", String(median(all))], "")].join("\n");
}

function row(name: string, columns: readonly string[], end: string): string {
  return `${name.padEnd(32)}${columns.map((text) => text.padStart(14)).join("")}   ${end}`.trimEnd();
}

function goal(value: number, most: number): string {
  return `<= ${most}${value <= most ? "" : "  missed"}`;
}
