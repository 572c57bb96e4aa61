/** A small chart as SVG: lines over two logarithmic axes, with a label at the end of each line. Pure. */

export interface Line {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface Plot {
  readonly title: string;
  /** What the axes are of. */
  readonly x: string;
  readonly y: string;
  readonly lines: readonly Line[];
}

const WIDTH = 640;
const HEIGHT = 400;
const LEFT = 74;
const RIGHT = 110;
const TOP = 44;
const BOTTOM = 50;
/** The first line is the one that matters. Told apart by shape as well as by colour. */
const LOOKS = [
  { name: "first", dash: "" },
  { name: "second", dash: "" },
  { name: "third", dash: "6 4" },
  { name: "fourth", dash: "2 4" },
] as const;

/** Whoever looks at it in the dark gets light words on no ground at all. */
export const style = `<style>
text { fill: #24292f; font: 13px sans-serif }
.title { font-size: 16px; font-weight: 600 }
.grid { stroke: #d0d7de }
.line { fill: none; stroke-width: 2 }
.first { color: #0969da } .second { color: #bc4c00 } .third { color: #57606a } .fourth { color: #57606a }
.line { stroke: currentColor } .point, .name { fill: currentColor }
.first.line { stroke-width: 3 }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 }
.grid { stroke: #30363d }
.first { color: #58a6ff } .second { color: #f0883e } .third { color: #8b949e } .fourth { color: #8b949e }
}
</style>`;

export function printPlot({ title, x: xName, y: yName, lines }: Plot): string {
  const points = lines.flatMap((line) => line.points);
  const xs = points.map(([value]) => value);
  const ys = points.map(([, value]) => value);
  const x = scale(xs, LEFT, WIDTH - RIGHT);
  const y = scale(ys, HEIGHT - BOTTOM, TOP);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(title)}">`,
    style,
    `<text class="title" x="${LEFT}" y="24">${escaped(title)}</text>`,
    ...x.ticks.map((tick) => gridLine(x.at(tick), TOP, x.at(tick), HEIGHT - BOTTOM)),
    ...x.ticks.map((tick) => text(x.at(tick), HEIGHT - BOTTOM + 18, short(tick), "middle")),
    ...y.ticks.map((tick) => gridLine(LEFT, y.at(tick), WIDTH - RIGHT, y.at(tick))),
    ...y.ticks.map((tick) => text(LEFT - 8, y.at(tick) + 4, short(tick), "end")),
    text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, escaped(xName), "middle"),
    `<text transform="translate(18 ${HEIGHT / 2}) rotate(-90)" text-anchor="middle">${escaped(yName)}</text>`,
    ...drawnLines(lines, x.at, y.at),
    "</svg>",
  ];
  return `${parts.join("\n")}\n`;
}

interface Scale {
  readonly ticks: readonly number[];
  readonly at: (value: number) => number;
}

/** From the power of ten below the least to the one above the most. */
function scale(values: readonly number[], from: number, to: number): Scale {
  const low = Math.floor(Math.log10(Math.min(...values)) + 1e-9);
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values)) - 1e-9));
  return {
    ticks: Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i)),
    at: (value) => Math.round((from + ((Math.log10(value) - low) / (high - low)) * (to - from)) * 10) / 10,
  };
}

const APART = 16;

/** Labels stand where their lines end, moved apart where they would lie on each other. */
function drawnLines(lines: readonly Line[], x: Place, y: Place): string[] {
  const ends = lines.map((line, nth) => ({ nth, at: y(line.points.at(-1)![1]) })).sort((a, b) => a.at - b.at);
  for (let i = 1; i < ends.length; i++) ends[i]!.at = Math.max(ends[i]!.at, ends[i - 1]!.at + APART);
  const labelAt = new Map(ends.map(({ nth, at }) => [nth, at]));
  return lines.map((line, nth) => drawn(line, nth, labelAt.get(nth)!, x, y));
}

type Place = (value: number) => number;

function drawn({ name, points }: Line, nth: number, labelAt: number, x: Place, y: Place): string {
  const look = LOOKS[nth % LOOKS.length]!;
  const places = points.map(([a, b]) => [x(a), y(b)] as const);
  const dash = look.dash === "" ? "" : ` stroke-dasharray="${look.dash}"`;
  return [
    `<polyline class="line ${look.name}"${dash} points="${places.map((at) => at.join(",")).join(" ")}"/>`,
    ...places.map(([a, b]) => `<circle class="point ${look.name}" cx="${a}" cy="${b}" r="3.5"/>`),
    `<text class="name ${look.name}" x="${places.at(-1)![0] + 10}" y="${labelAt + 4}">${escaped(name)}</text>`,
  ].join("\n");
}

function gridLine(x1: number, y1: number, x2: number, y2: number): string {
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" class="grid"/>`;
}

function text(x: number, y: number, words: string, anchor: string): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}">${words}</text>`;
}

function short(value: number): string {
  return value >= 1000 ? `${value / 1000}k` : String(Number(value.toPrecision(3)));
}

export function escaped(words: string): string {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
