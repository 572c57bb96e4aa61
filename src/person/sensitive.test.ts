import { expect, test } from "vitest";
import { sensitiveIn } from "./sensitive.ts";

test.each<[string | undefined, string, RegExp]>([
  ["key", "ghp_1a2B3c4D5e6F7g8H9i0J1k2L3m4N5o6P7q8R", /secret/],
  ["password", "hunter2-Xk9!vq", /secret/],
  [undefined, "I have diabetes, so remind me of breaks", /health/],
  [undefined, "I was diagnosed with ADHD last year", /health/],
  [undefined, "I'm pregnant and on leave from May", /health/],
  ["health", "fine", /health/],
  [undefined, "my therapist says so", /health/],
  [undefined, "I am a practising Christian", /religion/],
  [undefined, "I'm Muslim, no meetings on Friday noon", /religion/],
  ["religion", "none", /religion/],
  [undefined, "I am gay", /sexual/],
  [undefined, "I voted for the greens", /political/],
  [undefined, "I am a socialist", /political/],
  ["politics", "left", /political/],
  [undefined, "my ethnicity is mixed", /ethnic/],
  [undefined, "a woman of African descent", /ethnic/],
  [undefined, "I pay my union dues monthly", /union/],
  [undefined, "trade union member", /union/],
  [undefined, "my ssn is 123-45-6789", /identifies/],
  [undefined, "passport number: X1234567", /identifies/],
  [undefined, "card 4111 1111 1111 1111", /card/],
  [undefined, "pay with 4111 1111 1111 1111 12/27", /card/],
  [undefined, "pay with 4111-1111-1111-1111 123", /card/],
  [undefined, "order 1234567890123 then 4111111111111111", /card/],
  [undefined, "visa-4111111111111111.", /card/],
  [undefined, "IBAN DE89 3704 0044 0532 0130 00", /account/],
  [undefined, "AB12 CDEF GHIJ DE89 3704 0044 0532 0130 00 PLUS", /account/],
  [undefined, "not GB00 1234 5678 9012 3456 but DE89370400440532013000", /account/],
  [undefined, "send it to 221B Baker Street", /address/],
  [undefined, "Hauptstraße 12, Hinterhaus", /address/],
  ["address", "somewhere", /address/],
])("%s: %s is never kept", (key, value, what) => {
  expect(sensitiveIn(key, value)).toMatch(what);
});

/** What developers really say of themselves. */
test.each<[string | undefined, string]>([
  ["name", "Christian Weber"],
  ["name", "Gay Talese"],
  ["role", "staff engineer, health care platform"],
  ["background", "ten years of medical imaging software and insurance systems"],
  ["background", "PhD in political science, then backend"],
  ["experience", "senior, 12 years; Rust, Go, TypeScript"],
  ["errors", "fail early; no silent catch; diagnose before fixing"],
  ["review", "be conservative with refactors, liberal with comments"],
  ["naming", "camelCase; no abbreviations; discriminated unions over flags"],
  [undefined, "prefers union types, a member of the union type per state"],
  [undefined, "I am conservative about dependencies"],
  [undefined, "I am a conservative coder"],
  [undefined, "my faith in mocks is low"],
  [undefined, "health checks on every service; race conditions get a test"],
  ["testing", "tests first; property tests for parsers"],
  ["technical", "Node 20, pnpm, PostgreSQL 16, port 5432, ISO 8601 dates like 2026-11-15"],
  ["ids", "UUIDs such as 3f2a91c0-1111-4222-8333-444455556666, build 1700000000000"],
  ["versions", "0.4111111111111111, 1700000000000 and 1 2 3 4 5 6 7 8 9 10 11 12 13"],
  ["editor", "vim with 80 columns, colour-blind safe themes"],
  ["timezone", "Europe/Vienna, works 9 to 5"],
  ["pronouns", "they/them"],
  ["persona", "a calm senior reviewer"],
  ["address-style", "first name"],
  ["architecture", "orthodox hexagonal architecture, no religion about frameworks"],
  [undefined, "dislikes migrations at night, likes 2 way bindings on the main Street view API"],
  [undefined, "black box tests, white papers, asian markets open at 1"],
  ["phone", "prefers chat to calls"],
])("%s: %s may be kept", (key, value) => {
  expect(sensitiveIn(key, value)).toBeUndefined();
});

test("a long text costs time in proportion", () => {
  const hostile = [
    "I am a ".repeat(20_000),
    "1 ".repeat(60_000),
    "4".repeat(120_000),
    "DE89 ".repeat(20_000),
    "A".repeat(120_000),
    "my my my ".repeat(15_000),
  ];
  const begun = process.hrtime.bigint();
  for (const text of hostile) sensitiveIn("x", text);
  expect(Number(process.hrtime.bigint() - begun) / 1e6).toBeLessThan(20_000);
});
