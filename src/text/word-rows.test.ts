import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bareWords, WordRows } from "./word-rows.ts";

/** The same by strings. */
function counted(heard: readonly string[], text: string): { all: number; here: number } {
  const rowsOf = (one: string) => {
    const words = bareWords(one);
    return words.slice(2).map((word, at) => `${words[at]} ${words[at + 1]} ${word}`);
  };
  const known = new Set(heard.flatMap(rowsOf));
  const rows = rowsOf(text);
  return { all: rows.length, here: rows.filter((row) => known.has(row)).length };
}

describe("rows of three words", () => {
  it("are found as they were heard, whatever stands between their words and however they are cased", () => {
    const rows = new WordRows();
    rows.add("Run `npm test`\n  before you push.");
    expect(rows.countIn("run NPM Test — before you rest")).toEqual({ all: 4, here: 3 });
  });

  it("are not found in another order, nor over two texts", () => {
    const rows = new WordRows();
    rows.add("one two");
    rows.add("three one two");
    expect(rows.countIn("one two three")).toEqual({ all: 1, here: 0 });
  });

  it("are those of the words as strings, also of letters that change their number when they are small", () => {
    const word = fc.constantFrom(
      "a",
      "B",
      "bc",
      "12",
      "ΣΑΣ",
      "İx",
      "ſ",
      "日本",
      "𝐀b",
      "😀",
      "é",
      "K",
      "ǅ",
      "don't",
      "…",
    );
    const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(" "));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), text, (heard, asked) => {
        const rows = new WordRows();
        for (const one of heard) rows.add(one);
        expect(rows.countIn(asked)).toEqual(counted(heard, asked));
      }),
    );
  });

  it("tell of a line at any time what those heard until then tell, also of a line of one sign a word", () => {
    const least = new WordRows();
    least.add("a b c d e f");
    expect(["a b c d e f", "a b c d e"].map((line) => least.hasLine(line))).toEqual([true, false]);
    const word = fc.constantFrom("a", "b", "c", "日", "İ", "wide");
    const text = fc.array(word, { maxLength: 9 }).map((words) => words.join(" "));
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { maxLength: 5 }), (steps) => {
        const rows = new WordRows();
        const heard: string[] = [];
        for (const [one, asked] of steps) {
          rows.add(one);
          heard.push(one);
          const { all, here } = counted(heard, asked);
          expect(rows.hasLine(asked)).toBe(all >= 4 && here >= 0.85 * all);
        }
      }),
    );
  });

  it("stay apart where there are many", () => {
    const rows = new WordRows();
    const words = Array.from({ length: 20_000 }, (_, n) => `w${n}`);
    rows.add(words.join(" "));
    expect(rows.countIn(words.join(" "))).toEqual({ all: 19_998, here: 19_998 });
    expect(rows.countIn([...words].reverse().join(" "))).toEqual({ all: 19_998, here: 0 });
  });
});
