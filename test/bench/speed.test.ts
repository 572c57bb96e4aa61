import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { asking, buildFrom } from "../../bench/speed/cairn.ts";
import { measureChanges } from "../../bench/speed/changes.ts";
import type { OwnRow, Row } from "../../bench/speed/figures.ts";
import { judgedBy, ratiosTo } from "../../bench/speed/goals.ts";
import { questions } from "../../bench/speed/made.ts";
import { printPlot } from "../../bench/speed/plot.ts";
import { makeSpeedWorld } from "../../bench/speed/world.ts";

const place = realpathSync(mkdtempSync(join(tmpdir(), "cairn-speed-")));
afterAll(() => rmSync(place, { recursive: true }));

const figures = { buildMs: 10, buildCpuMs: 10, coldCpuMs: 10, coldMs: 10, megabytes: 40, residentMb: 80 };
const row = (engine: string, size: number, p50: number): Row => ({ ...figures, engine, size, p50, p99: 4 });
const own: OwnRow = {
  size: 100_000,
  fromFilesMs: 1,
  answerP50: 1,
  answerP99: 1,
  commandCpuMs: 1,
  commandMs: 1,
  nothingNew: 1,
  own: 31,
  hinted: 30,
  foreign: 15,
  foreignBare: 10,
  sweep: 14,
  sweepBare: 10,
};

test("figures are told as ratios to one engine at the same size", () => {
  const rows = [row("cairn", 10, 1), row("fts5", 10, 4), row("cairn", 20, 3), row("fts5", 20, 2), row("orama", 30, 9)];
  expect(ratiosTo("fts5", rows).map(({ engine, size, p50, p99 }) => [engine, size, p50, p99])).toEqual([
    ["cairn", 10, 0.25, 1],
    ["cairn", 20, 1.5, 1],
  ]);
});

test("a goal is judged at a hundred thousand memories only", () => {
  expect(judgedBy([row("cairn", 1_000, 1)], [own])).toEqual([]);
  const missed = judgedBy([row("cairn", 100_000, 1)], [own]).filter(({ met }) => !met);
  expect(missed.map(({ what, is }) => `${what}: ${is}`)).toEqual([
    "index, MB: 40",
    "answer after an own change, ms: 31",
    "sweep over a bare stat of the files: 1.4",
  ]);
});

test("a plot names its axes and lines, and can be read in the dark", () => {
  const lines = [
    { name: "a & b", points: [[1, 1] as const, [10, 2] as const] },
    { name: "c", points: [[1, 1] as const, [10, 2] as const] },
  ];
  const plot = printPlot({ title: "How long", x: "memories", y: "ms", lines });
  for (const words of ["How long", ">memories<", ">ms<", "a &amp; b", "prefers-color-scheme: dark"])
    expect(plot).toContain(words);
  const labels = [...plot.matchAll(/class="name \w+" x="[\d.]+" y="([\d.]+)"/g)].map(([, y]) => Number(y));
  expect(Math.abs(labels[0]! - labels[1]!)).toBeGreaterThanOrEqual(16);
});

test("every figure of Cairn's comes from real files and a real index", async () => {
  const world = await makeSpeedWorld(place, 60);
  const built = buildFrom(world);
  expect(built["megabytes"]).toBeGreaterThan(0);
  expect(questions(5).some((text) => (asking(world)(text) as string[]).length > 0)).toBe(true);
  const changes = await measureChanges(world, 1);
  expect(Object.values(changes).every((ms) => ms > 0)).toBe(true);
});
