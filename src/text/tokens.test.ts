import fc from "fast-check";
import { expect, test } from "vitest";
import { isWithinTokens, tokensOf } from "./tokens.ts";

/** Name, the most tokens any of three real tokenizers (cl100k, o200k, Anthropic's published one) makes of it, text. */
const recorded: [name: string, tokens: number, text: string][] = [
  [
    "prose",
    25,
    "We chose SQLite in WAL mode over PostgreSQL because the tool must work offline and a single file is easy to back up.",
  ],
  [
    "code",
    61,
    "export function put(unit: Unit): void {\n  this.#remove(unit.path);\n  this.delta.set(unit.path, unit);\n}\nfor (let i = 0; i < n; i++) sum += a[i]! * b[i]!;",
  ],
  ["path", 35, "/home/robin/projects/getStoreFront/packages/core-api/src/http/middleware/rateLimiter.test.ts:214:17"],
  [
    "hash",
    80,
    "sha512-9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08+Qz8xTg7LmPv2RkWnYb3JcHd5VsEa1Uo6i==",
  ],
  ["json", 47, '{"id":"a-1","tags":["x","y"],"at":"2026-11-15T02:10:00Z","n":12345.678,"ok":true,"nested":{"k":null}}'],
  ["chinese", 27, "数据库使用连接池,部署之前请检查迁移脚本是否已经运行。"],
  ["japanese", 29, "データベースの接続プールを設定してから、ログを確認してください。"],
  ["korean", 28, "배포하기 전에 데이터베이스 마이그레이션을 확인하세요."],
  ["russian", 26, "Перед развёртыванием проверьте миграции базы данных."],
  ["greek", 64, "Πριν από την ανάπτυξη ελέγξτε τις μεταφορές της βάσης."],
  ["arabic", 33, "قبل النشر تحقق من ترحيل قاعدة البيانات."],
  ["hindi", 38, "डेटाबेस माइग्रेशन की जाँच करें।"],
  ["emoji", 46, "🎉🚀✅ shipped 👩‍💻 by 🧑🏽‍🔬 🇩🇪 ⚠️ 🏳️‍🌈"],
  ["shouting", 28, "WARNING: DO_NOT_DEPLOY_ON_FRIDAYS! ERR_MODULE_NOT_FOUND, ECONNREFUSED"],
  ["spaces", 9, "a\n\n\n\n        b\t\t\tc          d\n"],
  [
    "markdown",
    41,
    "## Steps\n\n1. **Stop** the `worker`.\n2. Run `npm run migrate -- --dry`.\n\n| a | b |\n|---|---|\n| 1 | 2 |",
  ],
];

test.each(recorded)("%s is never counted below a real tokenizer's %i", (_, tokens, text) => {
  expect(tokensOf(text)).toBeGreaterThanOrEqual(tokens);
});

test("the count is not so far above that a budget is wasted", () => {
  const plain = recorded.filter(([name]) => ["prose", "code", "path", "markdown"].includes(name));
  for (const [name, tokens, text] of plain) expect(tokensOf(text), name).toBeLessThan(tokens * 2);
});

test("nothing takes nothing, and more text never takes less", () => {
  expect(tokensOf("")).toBe(0);
  for (const [, , text] of recorded)
    for (let cut = 1; cut < text.length; cut += 7)
      expect(tokensOf(text.slice(0, cut))).toBeLessThanOrEqual(tokensOf(text) + 3);
});

test("what need not be counted is decided as by counting", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.nat(400), (text, budget) => {
      expect(isWithinTokens(text, budget)).toBe(tokensOf(text) <= budget);
    }),
  );
  for (const [, , text] of recorded)
    for (let budget = 0; budget < 3 * text.length; budget++)
      expect(isWithinTokens(text, budget)).toBe(tokensOf(text) <= budget);
});
