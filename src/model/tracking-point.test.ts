import { expect, test } from "vitest";
import { parsePoint, printPoint, type TrackingPoint } from "./tracking-point.ts";

test.each<[string, TrackingPoint]>([
  [
    "**Decision**: use WAL — because many hooks write at once",
    { label: "Decision", text: "use WAL", reason: "many hooks write at once" },
  ],
  ["**Status:** the parser is done", { label: "Status", text: "the parser is done" }],
  ["**Failed approach** — polling the folder", { label: "Failed approach", text: "polling the folder" }],
  ["the parser is done", { label: "Note", text: "the parser is done" }],
  ["**bold** words: nothing but emphasis", { label: "bold", text: "words: nothing but emphasis" }],
])("the point %j is read as it was meant", (line, point) => {
  expect(parsePoint(line)).toEqual(point);
});

test.each<TrackingPoint>([
  { label: "Decision", text: "use WAL", reason: "many hooks write at once" },
  { label: "Open end", text: "who owns the lock?" },
])("a printed point is read back", (point) => {
  expect(parsePoint(printPoint(point))).toEqual(point);
});
