import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { resultsBelow, run } from "../../bench/retrieval.ts";
import { citationsFile, everyFile, layOut, questionsFile, talkFile } from "./tiny-sets.ts";

const place = realpathSync(mkdtempSync(join(tmpdir(), "cairn-retrieval-")));
afterAll(() => rmSync(place, { recursive: true }));

function resultsOf(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(place, "data-"));
  layOut(folder, files);
  const warnings: string[] = [];
  return { folder, sets: resultsBelow(folder, (line) => warnings.push(line)), warnings };
}

const all = resultsOf(everyFile);
const resultOf = (set: string, unit: string) => all.sets.find((one) => one.set === set && one.unit === unit)!;

test("every set is recognised by its shape, whatever its files are called", () => {
  expect(all.sets.map(({ set, unit }) => `${set} ${unit}`)).toEqual([
    "locomo turn",
    "locomo session",
    "realmem session",
    "realmem item",
    "devmembench session",
    "peps document",
    "projects item",
    "precisionmembench item",
  ]);
  expect(all.warnings).toEqual([]);
});

test("ranked sets are told in percent, beside plain engines", () => {
  const { metrics, baselines } = resultOf("locomo", "turn");
  expect(metrics).toMatchObject({ "R@1": 75, "R@5": 100, "R@10": 100, MRR: 100, "all@5": 100 });
  expect(Object.keys(baselines)).toEqual(["fts5-porter", "minisearch-porter"]);
  for (const figures of Object.values(baselines)) expect(Object.keys(figures)).toEqual(Object.keys(metrics));
});

test("adversarial questions and those without an answer count only by their category", () => {
  const { byCategory } = resultOf("locomo", "turn");
  expect(Object.keys(byCategory).sort()).toEqual(["adversarial", "multi-hop", "single-hop", "with-adversarial"]);
  const dev = resultOf("devmembench", "session");
  expect(dev.metrics).toMatchObject({ "R@1": 100, "all@5": 100 });
  expect(Object.keys(dev.byCategory).sort()).toEqual(["abstention", "tech-stack"]);
});

test("a prompt that needs no memory is not asked of the projects", () => {
  const { metrics, byCategory } = resultOf("projects", "item");
  expect(metrics).toMatchObject({ "R@1": 100, MRR: 100 });
  expect(Object.keys(byCategory)).toEqual(["real"]);
});

test("only what was there when a question was asked can answer it", () => {
  for (const unit of ["session", "item"]) expect(resultOf("realmem", unit).metrics).toMatchObject({ "R@1": 100 });
});

test("a superseded document is found below the one that took its place", () => {
  const { metrics, byCategory } = resultOf("peps", "document");
  expect(metrics["superseded-above"]).toBe(0);
  expect(byCategory["superseded"]).toMatchObject({ "R@1": 0, "R@5": 100, MRR: 50 });
  expect(byCategory["current"]).toMatchObject({ "R@1": 100 });
});

test("unasked showing is told in fractions", () => {
  const { metrics, baselines } = resultOf("precisionmembench", "item");
  expect(metrics).toEqual({ precision: 1, recall: 1, cases: 1 });
  expect(baselines["fts5-porter"]!["precision"]).toBeLessThan(1);
});

test("a file of unknown shape is named and skipped", () => {
  const { sets, warnings } = resultsOf({
    "x/talk.json": talkFile,
    "x/NOTES": "hello",
    "x/list.json": '[{"a":1}]',
    "x/half.jsonl": '{"a":',
  });
  expect(sets.map(({ set }) => set)).toEqual(["locomo", "locomo"]);
  expect(warnings).toEqual(
    ["x/NOTES", "x/half.jsonl", "x/list.json"].map((path) => `skipped, shape not known: ${path}`),
  );
});

test("a set without its documents is left out", () => {
  const { sets, warnings } = resultsOf({
    "x/asked.json": questionsFile,
    "y/cited.jsonl": citationsFile,
    "z/talk.json": talkFile,
  });
  expect(new Set(sets.map(({ set }) => set))).toEqual(new Set(["locomo"]));
  expect(warnings).toEqual(
    ["x/asked.json", "y/cited.jsonl"].map((path) => `left out, no documents beside it: ${path}`),
  );
});

test("as JSON one object is printed and nothing else", () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  try {
    run(["--data", all.folder, "--json"]);
    expect(log.mock.calls).toEqual([[JSON.stringify({ sets: all.sets })]]);
  } finally {
    log.mockRestore();
  }
});
