import { expect, test } from "vitest";
import { parsePoint, printPoint, type TrackingPoint } from "./tracking-point.ts";

test.each<[string, TrackingPoint]>([
  [
    "**Decision**: use WAL — because many hooks write at once",
    { label: "Decision", text: "use WAL", reason: "many hooks write at once" },
  ],
  ["**Status:** the parser is done", { label: "Status", text: "the parser is done" }],
  ["**Failed approach** — polling the folder", { label: "Failed approach", text: "polling the folder" }],
  ["Decision: use WAL", { label: "Decision", text: "use WAL" }],
  ["discovery: the queue loads late", { label: "Discovery", text: "the queue loads late" }],
  ["Note the port: 5432", { label: "Note", text: "Note the port: 5432" }],
  ["**Decision**: --only-stats stays", { label: "Decision", text: "--only-stats stays" }],
  ["**Decision**: -v is quiet", { label: "Decision", text: "-v is quiet" }],
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
