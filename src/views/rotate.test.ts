import { expect, test } from "vitest";
import { processorMsOf } from "../../test/support/processor-time.ts";
import { rotation } from "./rotate.ts";

const index = (entries: number) =>
  Array.from({ length: entries }, (_, n) => `- [Entry ${n}](entry-${n}.md) — ${"words ".repeat(10)}\n  goes on\n`).join(
    "",
  );
const rotated = (entries: number, maxBytes: number) =>
  rotation(`# Index\n\n${index(entries)}`, { caps: { maxLines: 1e9, maxBytes }, timeOf: () => 0 });

test("the oldest entries go, whole, until lines and bytes fit, the pointer counted", () => {
  const { text, archived } = rotated(40, 2_000);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2_000);
  expect(Buffer.byteLength(text)).toBeGreaterThan(1_800);
  expect(archived.length % 2).toBe(0);
  expect(text).toContain("[Entry 39]");
  expect(text).toContain("MEMORY-archive.md");
  const byLines = rotation(index(40), { caps: { maxLines: 21, maxBytes: 1e9 }, timeOf: () => 0, spare: 4 });
  expect(byLines.text.split("\n")).toHaveLength(18);
});

test("four times as many entries take about four times as long", () => {
  const least = (entries: number) => Math.min(...[1, 2, 3].map(() => processorMsOf(() => rotated(entries, 2_000))));
  expect(least(8_000) / Math.max(least(2_000), 5)).toBeLessThan(9);
});
