/** When a page was changed, as a plain line at its head says: `Updated: 2026-02-20`, `*Last updated: …*`. Pure. */

import { scanMarkdown, withoutFenced } from "../format/markdown.ts";
import { writtenTime } from "./written-time.ts";

const LINE = /^[>*_ \t]*(?:last )?(?:updated|modified)(?: on)?[*_]* *:[*_]*[ \t]*([^\n]{4,60}?)[*_.\s]*$/im;
const LONGEST_HEAD = 1_000;

export function plainUpdate(text: string): string | undefined {
  const section = scanMarkdown(text).headings.find(({ level }) => level === 2)?.start ?? text.length;
  return writtenTime(LINE.exec(withoutFenced(text.slice(0, Math.min(section, LONGEST_HEAD))))?.[1]);
}
