/** A text cut into what can be said of it one by one: list entries and table rows whole, prose by sentences. No code. Pure. */

import { hasLetter, plain, sentencesIn } from "../../text/sentences.ts";

export interface TextUnit {
  readonly text: string;
  /** The nearest heading above: a marked one, a line in bold, a short line that ends with a colon. */
  readonly under: string;
  readonly form: "prose" | "entry" | "row" | "heading";
  /** An entry below another entry. */
  readonly isSub: boolean;
  /** It begins in bold. */
  readonly hasLead: boolean;
}

const FENCE = /^\s*(?:```|~~~)/;
const HEADING = /^\s*(?:#{1,6}\s+(.+?)#*|\*\*([^*]{2,90})\*\*:?|([^|]{2,70})[:：])\s*$/;
/** "2. Key decisions:" heads what follows, as a compaction's summary has it. */
const NUMBERED = /^\d{1,2}[.)]\s+(?:\*\*)?([^*:：]{2,50})[:：]?(?:\*\*)?[:：]?\s*$/;
const ENTRY = /^(\s*)(?:[-*•●]|\d{1,2}[.)]|\[[ xX]\])\s+/;
const ROW = /^\s*\|(.+)\|\s*$/;
const RULE = /^[\s|:=-]+$/;
/** A longer entry is prose that happens to stand in a list. */
const MOST_WORDS = 38;

export function unitsIn(text: string): TextUnit[] {
  const units: TextUnit[] = [];
  let [under, inside, paragraph]: [string, boolean, string[]] = ["", false, []];
  const close = () => {
    const hasLead = /^\s*\*\*/.test(paragraph[0] ?? "");
    for (const sentence of sentencesIn(paragraph.join(" ")))
      units.push({ text: sentence, under, form: "prose", isSub: false, hasLead });
    paragraph = [];
  };
  for (const line of text.split("\n")) {
    if (FENCE.test(line)) {
      close();
      inside = !inside;
      continue;
    }
    if (inside) continue;
    const entry = ENTRY.exec(line);
    const row = ROW.exec(line)?.[1];
    const isHead = /[:：]/.test(line) && NUMBERED.test(line);
    const heading = isHead ? NUMBERED.exec(line) : entry === null ? HEADING.exec(line) : null;
    if (line.trim() === "" || RULE.test(line)) close();
    else if (heading !== null) {
      close();
      under = plain(heading[1] ?? heading[2] ?? heading[3] ?? "");
    } else if (row !== undefined) {
      close();
      const cells = row
        .split("|")
        .map((cell) => plain(cell))
        .filter((cell) => cell !== "");
      if (cells.length > 1) units.push({ text: cells.join(" — "), under, form: "row", isSub: false, hasLead: false });
    } else if (entry !== null) {
      close();
      const own = plain(line.replace(ENTRY, ""));
      const form = {
        under,
        form: "entry" as const,
        isSub: entry[1] !== "",
        hasLead: /^\s*\*\*/.test(line.replace(ENTRY, "")),
      };
      const whole = own.split(" ").length <= MOST_WORDS;
      for (const one of whole ? [own] : sentencesIn(own)) if (hasLetter(one)) units.push({ text: one, ...form });
    } else paragraph.push(line);
  }
  close();
  return units;
}
