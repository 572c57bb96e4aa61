import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { faceOf, type MemoryFile, memoryFileIn, saidOnce, textOfFile } from "./memory-file.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

const text = (n: number, body: string) =>
  `---\nname: a-file-with-a-name-${n}\ndescription: What it is about, in a line of its own ${n}\nmetadata:\n  type: project\n  kind: decision\n  created: 2026-01-02T03:04:05Z\n  tags: [a-tag-of-some-length-${n}]\n---\n# Größe und Maß ${n}\n\n${body}\n`;

function read(n: number, body = "Words.") {
  const sighting = { path: `decisions/${n}.md`, stamp: `1:2:3:${n}`, linked: false, isOurs: () => true };
  return memoryFileIn(Buffer.from(text(n, body)), sighting);
}

test("what is kept of a file says what the file says, but for its body", () => {
  const found = read(1);
  expect(found.written).toMatchObject({
    title: "Größe und Maß 1",
    tags: ["a-tag-of-some-length-1"],
    body: "",
    changes: [],
  });
  expect(faceOf(found)).toMatchObject({ kind: "decision", status: "active", time: "2026-01-02T03:04:05Z" });
  expect(saidOnce(found)).toEqual(found.written);
  expect(JSON.parse(textOfFile(found))).toEqual(found.written);
  expect(textOfFile(found)).toMatch(/^[\x20-\x7e]+$/);
});

test("what is kept of many files does not hold their bodies", () => {
  const body = "A sentence of the body that nobody asks for. ".repeat(2_000);
  const kept: MemoryFile[] = [];
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let n = 0; n < 300; n++) kept.push(read(n, `${body}${n}`));
  for (const found of kept) expect(found.written.title).toContain("Größe");
  collect();
  // All the bodies together are 27 million signs.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(5_000_000);
  expect(kept).toHaveLength(300);
});
