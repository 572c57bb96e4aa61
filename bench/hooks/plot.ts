/** Bars as SVG, in groups, with one goal as a line across all of them or a line for each. Pure. */

import { escaped, style } from "../speed/plot.ts";

export interface Bars {
  readonly title: string;
  /** What a bar's length is of. */
  readonly unit: string;
  /** Behind the point of each value; one where it is left out. */
  readonly digits?: number;
  readonly goal?: number;
  readonly groups: readonly Group[];
}

interface Group {
  readonly name: string;
  readonly bars: readonly Bar[];
  readonly goal?: number | undefined;
}

interface Bar {
  readonly name: string;
  readonly value: number;
}

const WIDTH = 640;
/** The least; longer names take more. */
const LEFT = 170;
const SIGN = 7.5;
const RIGHT = 60;
const TOP = 44;
const BAR = 18;
const GAP = 16;
const LOOKS = ["third", "second", "first", "first"];

export function printBars({ title, unit, digits = 1, goal, groups }: Bars, looks: readonly string[] = LOOKS): string {
  const goals = [goal, ...groups.map((group) => group.goal)].filter((value) => value !== undefined);
  const longest = Math.max(...goals, ...groups.flatMap(({ bars }) => bars.map(({ value }) => value)));
  const left = Math.max(LEFT, ...groups.map(widthOf));
  const at = (value: number) => Math.round(left + (Math.max(0, value) / longest) * (WIDTH - left - RIGHT));
  const line = (value: number, from: number, to: number) =>
    `<line class="grid" x1="${at(value)}" y1="${from}" x2="${at(value)}" y2="${to}"/>`;
  const parts: string[] = [];
  let y = TOP;
  for (const { name, bars, goal: own } of groups) {
    parts.push(`<text x="8" y="${y + 13}" font-weight="600">${escaped(name)}</text>`);
    const begun = y;
    for (const [n, bar] of bars.entries()) {
      const look = looks[n] ?? "fourth";
      parts.push(`<text x="${left - 8}" y="${y + 13}" text-anchor="end">${escaped(bar.name)}</text>`);
      parts.push(
        `<rect class="point ${look}" x="${left}" y="${y}" width="${at(bar.value) - left}" height="${BAR - 4}"/>`,
      );
      parts.push(`<text x="${at(bar.value) + 6}" y="${y + 12}">${bar.value.toFixed(digits)}</text>`);
      y += BAR;
    }
    if (own !== undefined) {
      parts.push(line(own, begun - 4, y));
      parts.push(goalText(at(own), y + 10, String(own)));
    }
    y += GAP;
  }
  const height = y + 14;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(title)}">`,
    style,
    `<text class="title" x="8" y="24">${escaped(title)}</text>`,
    ...(goal === undefined ? [] : [line(goal, TOP - 8, y - GAP + 4), goalText(at(goal), y, `${goal} ${unit}`)]),
    ...parts,
    "</svg>",
  ].join("\n")}\n`;
}

function goalText(x: number, y: number, goal: string): string {
  return `<text x="${x}" y="${y}" text-anchor="middle">goal: ${escaped(goal)}</text>`;
}

/** What the names of a group take, beside each other. */
function widthOf({ name, bars }: Group): number {
  return Math.ceil(SIGN * (name.length + Math.max(...bars.map((bar) => bar.name.length))) + 24);
}
