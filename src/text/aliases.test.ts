import { expect, test } from "vitest";
import { aliasesFrom, fittingAliases, mostAliases } from "./aliases.ts";

test.each([
  [
    "Styles are written with Vanilla",
    "It was chosen over StyledParts and rather than a CSS-in-JS kit.",
    ["StyledParts"],
  ],
  ["Uploads fail behind the proxy", "The client prints ECONNRESET: socket hang up. Raise the limit.", ["ECONNRESET"]],
  ["Headers on every page", "A Content Security Policy (CSP) is sent with each answer.", ["CSP"]],
  ["Headers on every page", "A CSP (content security policy) is sent.", ["content security policy"]],
  [
    "Retries are ours",
    "See `retryWithin` in src/net/retry.ts before you write another.",
    ["retryWithin", "src/net/retry.ts"],
  ],
  [
    "The start takes long",
    'People say "the app hangs at the splash screen" and mean this.',
    ["the app hangs at the splash screen"],
  ],
])("a text gives phrases it may be asked for by: %s", (title, text, expected) => {
  expect(aliasesFrom(title, text).join(" | ")).toContain(expected[0]);
  for (const one of expected) expect(aliasesFrom(title, text).some((alias) => alias.startsWith(one))).toBe(true);
});

test("the end of a page's address is no path of its own", () => {
  expect(aliasesFrom("WAL mode", "sqlite.org/wal and https://sqlite.org/wal.html say how.")).toEqual([]);
});

test("no alias is a single common word, the title again, or one of too many", () => {
  const text =
    'Not now. Use it rather than nothing. "Queue" and "the" (TLA) `x` not Alpha, not Beta, not Gamma, not Delta, not Epsilon, not Zeta';
  const aliases = aliasesFrom("Alpha", text);
  expect(aliases.length).toBeLessThanOrEqual(mostAliases);
  expect(aliases.map((one) => one.toLowerCase())).not.toContain("alpha");
  for (const one of aliases) expect(one).toMatch(/[^a-z]/);
});

test("a text of nothing gives none, and a long one takes no time to speak of", () => {
  expect(aliasesFrom("", "")).toEqual([]);
  expect(aliasesFrom("a", "( ".repeat(200_000)).length).toBe(0);
  for (let n = 0; n < 100; n++) expect(aliasesFrom("a", "x".repeat(20_000))).toEqual([]);
  expect(fittingAliases(["ab", "a".repeat(61), "Some name…", "some name"])).toEqual(["some name"]);
});

test("a name without a letter is none", () => {
  expect(aliasesFrom("Use y", "It took the place of 2026-01-02_001 and 10_000.")).toEqual([]);
});

test("where a link leads is another's name, and what it is called is not a file's", () => {
  const text = "It replaced [the old one](../decisions/0003-old-one.md#why), [0002.md](0002.md) and [[use_x]].";
  expect(aliasesFrom("Use y", text)).toEqual([]);
  expect(aliasesFrom("Use y", "See [`retryWithin`](docs/retry.md).")).toEqual(["retryWithin"]);
});
