/** A moment as people write it: a date, a full time, or how long ago. */

import { oneLine } from "../guard/one-line.ts";
import { redact } from "../guard/redact.ts";
import { CairnError } from "../model/error.ts";

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** Only what leaves no doubt: a program's own guess takes 99 for a year. */
const TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/i;
const LONGEST = 40;

/** A bare date means its end, so that "as of the 3rd" holds what the 3rd brought; as `since` it means its start. */
export function timeGiven(text: string, now: Date, field: "asOf" | "since" = "asOf"): Date {
  const ago = /^(\d{1,6})([mhdw])$/.exec(text);
  if (ago) return new Date(now.getTime() - Number(ago[1]) * UNITS[ago[2] as keyof typeof UNITS]);
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text)
    ? Date.parse(`${text}T${field === "since" ? "00:00:00Z" : "23:59:59.999Z"}`)
    : TIME.test(text)
      ? Date.parse(text)
      : Number.NaN;
  if (!Number.isNaN(time)) return new Date(time);
  throw new CairnError("INPUT_ERROR", `${oneLine(redact(text).text, LONGEST)} is no time.`, {
    field,
    hint: "Write 2026-11-15, 2026-11-15T10:00:00Z, or how long ago: 90m, 3h, 2d, 1w.",
  });
}
