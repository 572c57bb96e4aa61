import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeRecord, encoded, erasedHeader, recordOps, sha256 } from "./record.ts";

const at = "2025-06-02T12:00:00.000Z";
const anyBytes = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));
const anyRecord = fc.record({
  record: fc.record({
    seq: fc.nat(),
    op: fc.constantFrom(...recordOps),
    at: fc.constant(at),
    id: fc.string(),
    path: fc.string(),
    why: fc.string({ unit: "grapheme" }),
  }),
  before: anyBytes,
  after: anyBytes,
});

test("the sum of the first texts, of many, of bytes and of words is what the system's own is", () => {
  const real = (of: Uint8Array | string) => createHash("sha256").update(of).digest("hex");
  const texts = Array.from({ length: 60 }, (_, n) => `é${"x".repeat(n * 40)}`);
  for (const text of texts) expect([sha256(text), sha256(Buffer.from(text))]).toEqual([real(text), real(text)]);
});

test("records written one after the other are read back as they were, whatever bytes they hold", () => {
  fc.assert(
    fc.property(fc.array(anyRecord, { maxLength: 5 }), (all) => {
      const bytes = Buffer.concat(all.map(({ record, before, after }) => encoded(record, { before, after }).bytes));
      let start = 0;
      for (const { record, before, after } of all) {
        const decoded = decodeRecord(bytes, start)!;
        expect(decoded.record).toMatchObject(record);
        const texts = bytes.subarray(decoded.textAt, decoded.end - 1);
        expect(texts).toEqual(Buffer.concat([before, after]));
        start = decoded.end;
      }
      expect(start).toBe(bytes.length);
      expect(decodeRecord(bytes, start)).toBeUndefined();
    }),
  );
});

test("a record cut anywhere is no record", () => {
  fc.assert(
    fc.property(anyRecord, fc.nat(), ({ record, before, after }, at) => {
      const bytes = encoded(record, { before, after }).bytes;
      expect(decodeRecord(bytes.subarray(0, at % bytes.length), 0)).toBeUndefined();
    }),
  );
});

test("bytes that are no record are never taken for one", () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(decodeRecord(Buffer.from(bytes), 0)).toBeUndefined();
    }),
  );
  for (const line of [
    '{"v":1,"seq":1.5,"op":"done","nb":0,"na":0}\n\n',
    '{"v":1,"seq":1,"op":"done","nb":-1,"na":1}\n\n',
    '{"v":2,"seq":1,"op":"done","nb":0,"na":0}\n\n',
    '{"v":1,"seq":1,"op":"explode","nb":0,"na":0}\n\n',
  ]) {
    expect(decodeRecord(Buffer.from(line), 0)).toBeUndefined();
  }
});

test("an erased header has the length of the old one, its place in the order, and no word of the memory", () => {
  const record = {
    seq: 7,
    op: "create",
    at,
    id: "zanzibar-plans",
    kind: "decision",
    path: "decisions/zanzibar.md",
    after: sha256("x"),
    trust: "stated",
    why: "remembered",
    by: { surface: "cli" },
  } as const;
  const bytes = encoded(record, { after: Buffer.from("quokkas") }).bytes;
  const { record: read, textAt } = decodeRecord(bytes, 0)!;
  const erased = erasedHeader(read, textAt - 1);
  expect(erased).toHaveLength(textAt - 1);
  expect(erased.toString()).not.toContain("zanzibar");
  const whole = Buffer.concat([erased, bytes.subarray(textAt - 1)]);
  expect(decodeRecord(whole, 0)?.record).toMatchObject({ seq: 7, op: "create", erased: true, na: 7 });
});

test("an erased header has as many bytes as the one before, also where a damaged byte was read as a strange letter", () => {
  const { record, textAt } = encoded({ seq: 1, op: "remove", at, path: "decisions/a-very-long-name.md" }, {});
  expect(erasedHeader({ ...record, at: at.replaceAll("0", "\ufffd") }, textAt - 1)).toHaveLength(textAt - 1);
});
