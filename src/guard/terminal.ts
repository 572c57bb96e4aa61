/**
 * What may reach a terminal: printable characters, line feed and tab. Everything else is shown as an escape a person
 * can read, so that no text can move the cursor, set a title, write a clipboard, or hide or reorder what is shown.
 */

/** Controls, format and private characters, lone surrogates, separators and whatever Unicode says is not drawn. */
const UNSEEN =
  /(?<emoji>(?<=\p{Emoji})\ufe0f|(?<=(?!\p{C})\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=(?!\p{C})\p{Extended_Pictographic}))|(?![\n\t])[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Nothing but what is drawn everywhere: told at once, where the other takes longer to get ready than most commands run. */
const PLAIN = /^[\n\t\x20-\x7e\xa1-\xac\xae-\u024f\u2010-\u2027]*$/;

/** The text with every character that does not print spelled out: `\x1b`, `\u202e`, `\u{e0041}`. */
export function printable(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .replaceAll("\r\n", "\n")
    .replace(UNSEEN, (char, emoji: string | undefined) => emoji ?? escapeOf(char.codePointAt(0)!));
}

function escapeOf(code: number): string {
  const digits = code.toString(16);
  if (code <= 0xff) return `\\x${digits.padStart(2, "0")}`;
  return code <= 0xffff ? `\\u${digits.padStart(4, "0")}` : `\\u{${digits}}`;
}
