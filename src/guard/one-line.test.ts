import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { oneLine } from "./one-line.ts";

describe("one line", () => {
  test.each([
    ["is trimmed and folded", "  a\n\n b\t\u00a0c\u2028d ", 40, "a b c d"],
    ["has no control or format character", "a\0b\u200bc\u202ed\ufefff\u{e0041}", 40, "abcdf"],
    ["has nothing left of a colour or a link", "\x1b[31mred\x1b[0m \x1b]8;;http://x\x07y", 40, "red y"],
    ["is composed", "e\u0301te\u0301", 40, "été"],
    ["is cut between words", "the quick brown fox jumps", 18, "the quick brown…"],
    ["is cut in a long word", "supercalifragilistic", 10, "supercali…"],
    ["does not end in a comma", "one two three, four", 15, "one two three…"],
    ["does not split a pair", "aaaa👍👍👍", 6, "aaaa…"],
    ["may be empty", " \n\u200b ", 40, ""],
    ["fits in one character", "abc", 1, "…"],
    ["fits in none", "abc", 0, ""],
  ])("%s", (_, text, max, expected) => {
    expect(oneLine(text, max)).toBe(expected);
  });

  test("of every sign there is, what passes as it stands is composed, and no control, format character or blank", () => {
    const passed: number[] = [];
    for (let code = 0x80; code <= 0xffff; code++) {
      const sign = String.fromCharCode(code);
      const line = oneLine(`a${sign}b`);
      if (line !== `a${sign}b`) continue;
      passed.push(code);
      if (/[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u.test(sign) || sign.normalize("NFC") !== sign)
        expect(code.toString(16)).toBe("a sign that is kept");
    }
    expect(passed.length).toBeGreaterThan(40_000);
  });

  test("never is longer than asked, holds a control, or changes when made again", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 80 }), fc.integer({ min: 1, max: 60 }), (text, max) => {
        const line = oneLine(text, max);
        expect(line.length).toBeLessThanOrEqual(max);
        expect(line).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]|^\s|\s$|\s\s/u);
        expect(oneLine(line, max)).toBe(line);
      }),
      { numRuns: 2000 },
    );
  });
});
