import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { indexLine } from "./index-line.ts";

const line = (title: string, description = "", path = "wal-mode.md") => indexLine({ title, path, description });

describe("a pointer line", () => {
  test.each([
    [
      "is a link and what it is about",
      line("WAL mode", "SQLite needs it"),
      "- [WAL mode](wal-mode.md) — SQLite needs it",
    ],
    ["is a link alone without a description", line("WAL mode"), "- [WAL mode](wal-mode.md)"],
    [
      "has no markup",
      line("**Bold** `code` [x](y)", "a | b # c ~d~ <b>e</b> _f_"),
      "- [Bold code x (y)](wal-mode.md) — a b c d b e /b f",
    ],
    [
      "keeps the signs within names",
      line("snake_case in C#", "db_column_names, EXC_BAD_ACCESS, see #42, _not_ __init__ a#_b"),
      "- [snake_case in C#](wal-mode.md) — db_column_names, EXC_BAD_ACCESS, see #42, not init a# b",
    ],
    [
      "has no address",
      line("see https://evil.example/x now", "or www.evil.example, ftp://x"),
      "- [see now](wal-mode.md) — or",
    ],
    [
      "has no address that markup held apart",
      line("ht*tp://a.b", "w`ww.evil.example"),
      "- [ht](wal-mode.md) — w ww.evil.example",
    ],
    ["has no script", line("javascript:alert(1) x"), "- [x](wal-mode.md)"],
    ["has no entity", line("a &lt;b&gt; c"), "- [a b c](wal-mode.md)"],
    ["has no control or format character", line("a\u202eb\x1b[31mc\nd"), "- [abc d](wal-mode.md)"],
    ["is called by its file without a title", line(" ** ", "x", "a/wal-mode.md"), "- [wal-mode](a/wal-mode.md) — x"],
    ["encodes blanks and parentheses", line("T", "", "my notes/a (1).md"), "- [T](my%20notes/a%20%281%29.md)"],
    ["keeps letters of other scripts in a path", line("T", "", "notes/größe-漢.md"), "- [T](notes/größe-漢.md)"],
    ["does not leave its folder", line("T", "", "../x.md"), ""],
    ["does not leave its folder in the middle", line("T", "", "a/../../x.md"), ""],
    ["is not absolute", line("T", "", "/etc/passwd"), ""],
    ["has no drive or scheme", line("T", "", "c:x.md") + line("T", "", "javascript:x"), ""],
    ["has no backslash", line("T", "", "a\\..\\x.md"), ""],
    ["has no hidden character in its path", line("T", "", "a\u202ex.md"), ""],
    ["needs room for its path", line("T", "", `${"x".repeat(160)}.md`), ""],
  ])("%s", (_, built, expected) => {
    expect(built).toBe(expected);
  });

  test("always is one safe line of at most 150 characters that points where it should", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 200 }),
      fc
        .array(
          fc.constantFrom(
            "http://",
            "www.",
            "*",
            "[",
            "](x)",
            "<a>",
            "`",
            "_",
            "&lt;",
            "word ",
            "\n",
            "\u200b",
            "h",
            "t",
            "tp:",
          ),
          { maxLength: 30 },
        )
        .map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(text, text, (title, description) => {
        const built = line(title, description);
        expect(built.length).toBeLessThanOrEqual(150);
        expect(built).toMatch(/^- \[[^[\]]+\]\(wal-mode\.md\)(?: — .+)?$/);
        expect(built).not.toMatch(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/u);
        expect(built).not.toMatch(/[\p{C}\p{Zl}\p{Zp}<>`*|~\\]|https?:\/\/|www\./u);
      }),
      { numRuns: 3000 },
    );
  });
});
