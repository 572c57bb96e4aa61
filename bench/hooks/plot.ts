/** Bars as SVG: for each event what every case adds to the bare client, and the goal as a line across. Pure. */

import { escaped, style } from "../speed/plot.ts";

export interface Bars {
  readonly title: string;
  /** What a bar's length is of. */
  readonly unit: string;
  readonly goal: number;
  readonly groups: readonly { readonly name: string; readonly bars: readonly Bar[] }[];
}

interface Bar {
  readonly name: string;
  readonly value: number;
}

const WIDTH = 640;
const LEFT = 170;
const RIGHT = 60;
const TOP = 44;
const BAR = 18;
const GAP = 16;
const looks = ["third", "second", "first", "first"];

export function printBars({ title, unit, goal, groups }: Bars): string {
  const longest = Math.max(goal, ...groups.flatMap(({ bars }) => bars.map(({ value }) => value)));
  const at = (value: number) => Math.round(LEFT + (Math.max(0, value) / longest) * (WIDTH - LEFT - RIGHT));
  const parts: string[] = [];
  let y = TOP;
  for (const { name, bars } of groups) {
    parts.push(`<text x="8" y="${y + 13}" font-weight="600">${escaped(name)}</text>`);
    for (const [n, bar] of bars.entries()) {
      const look = looks[n] ?? "fourth";
      parts.push(`<text x="${LEFT - 8}" y="${y + 13}" text-anchor="end">${escaped(bar.name)}</text>`);
      parts.push(
        `<rect class="point ${look}" x="${LEFT}" y="${y}" width="${at(bar.value) - LEFT}" height="${BAR - 4}"/>`,
      );
      parts.push(`<text x="${at(bar.value) + 6}" y="${y + 12}">${bar.value.toFixed(1)}</text>`);
      y += BAR;
    }
    y += GAP;
  }
  const height = y + 14;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(title)}">`,
    style,
    `<text class="title" x="8" y="24">${escaped(title)}</text>`,
    `<line class="grid" x1="${at(goal)}" y1="${TOP - 8}" x2="${at(goal)}" y2="${y - GAP + 4}"/>`,
    `<text x="${at(goal)}" y="${y}" text-anchor="middle">goal: ${goal} ${escaped(unit)}</text>`,
    ...parts,
    "</svg>",
  ].join("\n")}\n`;
}
