import fc from "fast-check";
import { expect, test } from "vitest";
import { CairnError } from "./error.ts";
import { idFromPath, idFromTitle, idLength, isMemoryId, numberedId, parseAddress, slugOf } from "./id.ts";
import { kindNames } from "./kind.ts";

test.each([
  ["a", true],
  ["sqlite-wal-mode", true],
  ["2026-plan", true],
  ["a".repeat(64), true],
  ["a".repeat(65), false],
  ["", false],
  ["A", false],
  ["a--b", false],
  ["-a", false],
  ["a-", false],
  ["a_b", false],
  ["a/b", false],
  ["a.b", false],
  ["é", false],
  ["con", false],
  ["nul", false],
  ["com1", false],
  ["lpt9", false],
  ["con-artist", true],
  ["memory", false],
  ["memory-archive", false],
  ["index", false],
  ["session", false],
  ["indexes", true],
  ["constructor", true],
])("is %j an id? %s", (text, is) => {
  expect(isMemoryId(text)).toBe(is);
});

test.each([
  ["SQLite runs in WAL mode", "sqlite-runs-in-wal-mode"],
  ["  What?! (really) ", "what-really"],
  ["Über die Straße", "uber-die-strasse"],
  ["naïve café", "naive-cafe"],
  ["C++ vs. C#", "c-vs-c"],
  ["ﬁnal ② steps", "final-2-steps"],
  ["日本語", ""],
])("the slug of %j is %j", (text, slug) => {
  expect(slugOf(text)).toBe(slug);
});

test("a long slug is cut between words, a word longer than an id inside it", () => {
  expect(slugOf(`${"word ".repeat(20)}end`)).toBe(Array.from({ length: 13 }, () => "word").join("-"));
  expect(slugOf("x".repeat(100))).toBe("x".repeat(64));
});

test.each([
  ["日本語", "decision", /^decision-[0-9a-f]{8}$/],
  ["日本語のタイトル", "decision", /^notaitoru-[0-9a-f]{8}$/],
  ["Привет world", "tech_debt", /^privet-world$/],
  ["Очередь держит заказы", "decision", /^ochered-derzhit-zakazy$/],
  ["Η βάση δεδομένων", "decision", /^i-vasi-dedomenon$/],
  ["キャッシュはつかわない", "decision", /^kyasshuhatsukawanai$/],
  ["캐시는 레디스", "decision", /^kaesineun-rediseu$/],
  ["缓存使用Redis集群", "decision", /^redis-[0-9a-f]{8}$/],
  ["データベースはPostgreSQLを使う", "decision", /^detabesuhapostgresqlo-u-[0-9a-f]{8}$/],
  ["🎉🎉", "project", /^project-[0-9a-f]{8}$/],
  ["Nul", "runbook", /^nul-runbook$/],
  ["MEMORY", "project", /^memory-project$/],
  ["Index", "topic", /^index-topic$/],
] as const)("the title %j of a %s gives an id like %s", (title, kind, like) => {
  expect(idFromTitle(title, kind)).toMatch(like);
});

test("the same foreign title gives the same id however its accents are written", () => {
  const title = "がんばる";
  expect(idFromTitle(title.normalize("NFD"), "project")).toBe(idFromTitle(title.normalize("NFC"), "project"));
});

test.each([
  ["decisions/2026-11-15_001_wal.md", "2026-11-15-001-wal"],
  ["topics/My Notes.MD", "my-notes"],
  ["topics/con.md", "con-file"],
  ["a/b/メモ.md", /^file-[0-9a-f]{8}$/],
])("a file at %j without a name is called %s", (path, id) => {
  if (typeof id === "string") expect(idFromPath(path)).toBe(id);
  else expect(idFromPath(path)).toMatch(id);
});

test("whatever the title or path, there is an id, and it is a valid one", () => {
  const text = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.string({ maxLength: 300 }),
    fc.constantFrom("con", "aux", "memory", "..", "/"),
  );
  fc.assert(
    fc.property(text, fc.constantFrom(...kindNames), fc.integer({ min: 1, max: 9_999 }), (words, kind, n) => {
      for (const id of [idFromTitle(words, kind), idFromPath(`topics/${words}.md`)]) {
        expect(isMemoryId(id)).toBe(true);
        expect(isMemoryId(numberedId(id, n))).toBe(true);
      }
    }),
  );
});

test("the ids of a series differ, and the first is the id itself", () => {
  const long = "a".repeat(idLength);
  expect([1, 2, 10].map((n) => numberedId("wal", n))).toEqual(["wal", "wal-2", "wal-10"]);
  expect(numberedId(long, 12)).toBe(`${"a".repeat(61)}-12`);
});

test.each([
  ["wal", { id: "wal" }],
  ["user:wal", { scope: "user", id: "wal" }],
  ["agent:wal-2", { scope: "agent", id: "wal-2" }],
])("the address %j is read", (text, address) => {
  expect(parseAddress(text)).toEqual(address);
});

test.each([
  "",
  ":",
  "user:",
  ":wal",
  "root:wal",
  "user:user:wal",
  "../wal",
  "user:../../etc/passwd",
  "/etc/passwd",
  "wal.md",
  "WAL",
  "wal\n",
  "wal\0",
  "%2e%2e",
  "ｗａｌ",
  "C:wal",
  "__proto__",
])("%j is no address", (text) => {
  expect(() => parseAddress(text)).toThrow(CairnError);
});
