import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { printable } from "./terminal.ts";

/** Nothing here acts on a terminal, draws nothing, or turns the order of what is drawn. */
const HARMFUL = /(?![\n\t])[\p{C}\p{Zl}\p{Zp}]|\u034f|\u115f|\u1160|\u3164|\uffa0|[\u{e0000}-\u{e0fff}]/u;

const codes = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i));

describe("what is printed", () => {
  test.each([
    ["a title set by OSC 0", "\x1b]0;owned\x07", "\\x1b]0;owned\\x07"],
    ["a link by OSC 8", "\x1b]8;;http://x\x1b\\y", "\\x1b]8;;http://x\\x1b\\y"],
    ["a clipboard written by OSC 52", "\x1b]52;c;aGk=\x07", "\\x1b]52;c;aGk=\\x07"],
    ["a device control string", "\x1bP$q\x1b\\", "\\x1bP$q\\x1b\\"],
    ["the same by C1 controls", "\x9b31m\x9d0;x\x9c\x90q", "\\x9b31m\\x9d0;x\\x9c\\x90q"],
    ["a line written over", "safe\rrm -rf\b\b", "safe\\x0drm -rf\\x08\\x08"],
    ["text turned round", "a\u202eb\u2066c", "a\\u202eb\\u2066c"],
    ["zero width and soft hyphens", "a\u200bb\u00adc\ufeff", "a\\u200bb\\xadc\\ufeff"],
    ["tags", "a\u{e0041}\u{e007f}", "a\\u{e0041}\\u{e007f}"],
    ["other line ends", "a\u2028b\u2029c\x85d", "a\\u2028b\\u2029c\\x85d"],
    ["a lone surrogate", "a\ud83db\ude00", "a\\ud83db\\ude00"],
    ["a private character", "\ue000\u{f0000}", "\\ue000\\u{f0000}"],
    ["a joiner between letters", "a\u200db", "a\\u200db"],
    ["selectors that pile up", "a\ufe0f\ufe0e\u{e0100}", "a\\ufe0f\\ufe0e\\u{e0100}"],
    [
      "lines, tabs, letters and emoji as they are",
      "é\tü\n漢字 👩\u200d💻 ❤\ufe0f 👍🏽",
      "é\tü\n漢字 👩\u200d💻 ❤\ufe0f 👍🏽",
    ],
  ])("shows %s", (_, text, expected) => {
    expect(printable(text)).toBe(expected);
  });

  test("holds no C0, DEL or C1 control but line feed and tab", () => {
    const controls = [...codes(0, 0x1f), ...codes(0x7f, 0x9f)].filter((char) => char !== "\n" && char !== "\t");
    expect(controls.filter((char) => !/^\\x[0-9a-f]{2}$/.test(printable(char)))).toEqual([]);
  });

  test("holds no bidi, zero-width, tag or variation character", () => {
    const hidden = [
      ...codes(0x200b, 0x200f),
      ...codes(0x202a, 0x202e),
      ...codes(0x2060, 0x206f),
      ...codes(0xe0000, 0xe01ef),
    ];
    expect(hidden.filter((char) => !/^\\[u]/.test(printable(char)))).toEqual([]);
  });

  test("holds nothing harmful for any of 10,000 random strings", () => {
    const char = fc.oneof(
      fc.nat(0x10ffff).map((code) => String.fromCodePoint(code)),
      fc.nat(0xffff).map((code) => String.fromCharCode(code)),
      fc.nat(0xff).map((code) => String.fromCharCode(code)),
      fc.constantFrom("\x1b[", "\x1b]52;c;", "\x07", "\u202e", "\u200d", "\ufe0f", "👩", "❤", "\u{1f10d}"),
    );
    fc.assert(
      fc.property(fc.array(char, { maxLength: 30 }), (chars) => {
        // A joiner or a selector may stay only inside an emoji, where it draws.
        const drawn = printable(chars.join("")).replace(/(?<=\p{Emoji}|\ufe0f)(?:\u200d|\ufe0f)/gu, "");
        expect(HARMFUL.test(drawn)).toBe(false);
      }),
      { numRuns: 10_000 },
    );
  });
});
