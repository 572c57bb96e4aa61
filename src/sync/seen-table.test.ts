import { createHash, createHmac } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { hashOf } from "../model/id.ts";
import { stoneKey } from "../places/stone-key.ts";
import { Seen } from "./seen.ts";
import { type SeenFile, SeenTable } from "./seen-table.ts";

const nameOf = (n: number) => createHash("sha256").update(`${n}`).digest("base64url").slice(0, 22);
const hex = (n: number, length: number) => createHash("sha256").update(`h${n}`).digest("hex").slice(0, length);
const file = fc.oneof(
  fc.nat(50).map((n): SeenFile => [hex(n, 64), hex(n, 40)]),
  fc.constantFrom<SeenFile>(["retired", hex(1, 24)], ["retired", ""], [hex(2, 64), ""]),
);

test("it says what was set last, written and read again at any moment, and its bytes depend on nothing else", () => {
  const deed = fc.oneof(fc.record({ n: fc.nat(40), file }), fc.constant("written" as const));
  fc.assert(
    fc.property(fc.array(deed, { maxLength: 60 }), (deeds) => {
      const expected = new Map<string, SeenFile>();
      let table = new SeenTable();
      for (const one of deeds) {
        if (one === "written") table = new SeenTable(Buffer.from(table.bytes()));
        else {
          table.set(nameOf(one.n), one.file);
          expected.set(nameOf(one.n), one.file);
        }
        for (let n = 0; n <= 40; n++) expect(table.get(nameOf(n))).toEqual(expected.get(nameOf(n)));
      }
      const afresh = new SeenTable();
      for (const [name, said] of expected) afresh.set(name, said);
      expect(table.bytes()).toEqual(afresh.bytes());
      expect(new SeenTable(table.bytes()).size).toBe(expected.size);
    }),
    { numRuns: 60 },
  );
});

test("bytes that are no table are an empty one, and a line that was damaged is not there", () => {
  const table = new SeenTable();
  for (let n = 0; n < 3; n++) table.set(nameOf(n), [hex(n, 64), hex(n, 40)]);
  const bytes = table.bytes();
  expect(new SeenTable(bytes.subarray(1)).size).toBe(0);
  const damaged = Buffer.from(bytes);
  damaged.fill("#", 30, 40);
  const names = [0, 1, 2].map(nameOf).sort() as [string, string, string];
  expect(names.map((name) => new SeenTable(damaged).get(name) !== undefined)).toEqual([false, true, true]);
});

test("what the first releases kept is read, and kept in the new way from then on", () => {
  const home = mkdtempSync(join(tmpdir(), "cairn-seen-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const place = { kind: "git", at: "/srv/memory.git", shown: "/srv/memory.git", isLocal: true } as const;
  const name = createHmac("sha256", stoneKey(home)).update("user/a.md").digest("base64url").slice(0, 22);
  mkdirSync(join(home, "sync"), { recursive: true });
  const former = { format: 1, tip: hex(3, 40), files: { [name]: [hex(1, 64), hex(2, 40)] }, merging: {} };
  const path = join(home, "sync", `git-${hashOf(place.at, 12)}.json`);
  writeFileSync(path, JSON.stringify(former));
  const seen = new Seen(home, place);
  expect([seen.tip, seen.of("user/a.md"), seen.whole]).toEqual([hex(3, 40), hex(1, 64), undefined]);
  seen.keep({ at: "2025-06-02T12:00:00.000Z" });
  rmSync(path);
  expect(new Seen(home, place).known("user/a.md", hex(2, 40))).toBe(hex(1, 64));
});
