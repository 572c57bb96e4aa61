/** Precision against recall as the threshold moves, as SVG. Pure. */

import { escaped, style } from "../speed/plot.ts";

export interface Curve {
  readonly name: string;
  readonly points: readonly { readonly threshold: number; readonly precision: number; readonly recall: number }[];
}

const [WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM] = [640, 400, 56, 44, 24, 48];
const looks = ["first", "second", "third"];

export function printCurve(curves: readonly Curve[]): string {
  const title = "What is shown unasked: precision against recall, each project left out in turn";
  const x = (recall: number) => Math.round(LEFT + recall * (WIDTH - LEFT - RIGHT));
  const y = (precision: number) => Math.round(TOP + (1 - precision) * 2 * (HEIGHT - TOP - BOTTOM));
  const grid = [0.5, 0.6, 0.7, 0.8, 0.9, 1].map(
    (at) =>
      `<line class="grid" x1="${LEFT}" y1="${y(at)}" x2="${WIDTH - RIGHT}" y2="${y(at)}"/><text x="${LEFT - 8}" y="${y(at) + 4}" text-anchor="end">${at.toFixed(1)}</text>`,
  );
  const below = [0, 0.2, 0.4, 0.6, 0.8].map(
    (at) => `<text x="${x(at)}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${at.toFixed(1)}</text>`,
  );
  const drawn = curves.flatMap(({ name, points }, n) => {
    const seen = points.filter(({ precision }) => precision >= 0.5);
    const line = seen.map(({ precision, recall }) => `${x(recall)},${y(precision)}`).join(" ");
    const chosen = seen.find(({ threshold }) => threshold === 0.5);
    const mark =
      chosen === undefined
        ? []
        : [`<circle class="point ${looks[n]}" cx="${x(chosen.recall)}" cy="${y(chosen.precision)}" r="5"/>`];
    return [
      `<polyline class="line ${looks[n]}" fill="none" points="${line}"/>`,
      ...mark,
      `<rect class="point ${looks[n]}" x="${WIDTH - 250}" y="${TOP + 6 + n * 20}" width="12" height="12"/><text x="${WIDTH - 232}" y="${TOP + 16 + n * 20}">${escaped(name)}</text>`,
    ];
  });
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(title)}">`,
    style,
    `<text class="title" x="8" y="24">${escaped(title)}</text>`,
    ...grid,
    ...below,
    `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 10}" text-anchor="middle">recall (dot: even odds, the threshold in use)</text>`,
    ...drawn,
    "</svg>",
  ].join("\n")}\n`;
}
