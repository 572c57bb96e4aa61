/** A small chart as SVG: lines over two logarithmic axes, with a label at the end of each line. Pure. */

export interface Line {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

const WIDTH = 640;
const HEIGHT = 400;
const LEFT = 70;
const RIGHT = 110;
const TOP = 44;
const BOTTOM = 46;
const COLOURS = ["#0b6e4f", "#c0392b", "#2e6da4", "#8e6bbf"];

export function printPlot(title: string, xName: string, yName: string, lines: readonly Line[]): string {
  const points = lines.flatMap((line) => line.points);
  const x = scale(
    points.map(([value]) => value),
    LEFT,
    WIDTH - RIGHT,
  );
  const y = scale(
    points.map(([, value]) => value),
    HEIGHT - BOTTOM,
    TOP,
  );
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${LEFT}" y="24" font-size="15">${escaped(title)}</text>`,
    ...x.ticks.map((tick) => gridLine(x.at(tick), TOP, x.at(tick), HEIGHT - BOTTOM)),
    ...x.ticks.map((tick) => text(x.at(tick), HEIGHT - BOTTOM + 18, short(tick), "middle")),
    ...y.ticks.map((tick) => gridLine(LEFT, y.at(tick), WIDTH - RIGHT, y.at(tick))),
    ...y.ticks.map((tick) => text(LEFT - 8, y.at(tick) + 4, short(tick), "end")),
    text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, escaped(xName), "middle"),
    `<text transform="translate(16 ${HEIGHT / 2}) rotate(-90)" text-anchor="middle">${escaped(yName)}</text>`,
    ...lines.map((line, i) => drawn(line, COLOURS[i % COLOURS.length]!, x.at, y.at)),
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

function drawn(
  { name, points }: Line,
  colour: string,
  x: (value: number) => number,
  y: (value: number) => number,
): string {
  const places = points.map(([a, b]) => [x(a), y(b)] as const);
  const [lastX, lastY] = places.at(-1)!;
  return [
    `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${places.map((at) => at.join(",")).join(" ")}"/>`,
    ...places.map(([a, b]) => `<circle cx="${a}" cy="${b}" r="3.5" fill="${colour}"/>`),
    `<text x="${lastX + 9}" y="${lastY + 4}" fill="${colour}">${escaped(name)}</text>`,
  ].join("\n");
}

function gridLine(x1: number, y1: number, x2: number, y2: number): string {
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="#ddd"/>`;
}

function text(x: number, y: number, words: string, anchor: string): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}">${words}</text>`;
}

function short(value: number): string {
  return value >= 1000 ? `${value / 1000}k` : String(Number(value.toPrecision(3)));
}

function escaped(words: string): string {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
