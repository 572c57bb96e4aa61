import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { asciiJson, faceOf, fieldsOnce, type MemoryFile, saidOnce, textOfFile } from "./memory-file.ts";
import { memoryFileIn, ReadFile } from "./read-file.ts";

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

test("files whose texts lie side by side say what they said by themselves", () => {
  const said = (found: MemoryFile) => {
    const { path, stamp, hash, claim, written, problems, readOnly, secrets } = found;
    return {
      path,
      stamp,
      hash,
      claim,
      written,
      problems,
      readOnly,
      secrets,
      text: textOfFile(found),
      time: faceOf(found).time,
    };
  };
  const [apart, together] = [1, 2].map(() => Array.from({ length: 70 }, (_, n) => read(n, "x".repeat(n))));
  ReadFile.pack(together as ReadFile[]);
  expect((together as MemoryFile[]).map(said).reverse()).toEqual((apart as MemoryFile[]).map(said).reverse());
  expect((together as MemoryFile[]).map(said)).toEqual((apart as MemoryFile[]).map(said));
});

test("law: fields are cut out of what a file says as they are, whatever its words look like", () => {
  const word = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom('"fields":{"made":"x"}', "}", '\\"', "{", '","fields":{'),
  );
  const value = fc.oneof(word, fc.integer(), fc.boolean());
  const { written, ...found } = read(1);
  fc.assert(
    fc.property(word, fc.dictionary(word, value), (title, fields) => {
      const text = asciiJson({ ...written, title, fields });
      expect(fieldsOnce({ ...found, written, text })).toEqual(JSON.parse(text).fields);
    }),
    { numRuns: 300 },
  );
});
