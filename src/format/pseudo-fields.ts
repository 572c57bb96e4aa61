/** Bold lines below a title that say what front matter would: `**Status**: decided`. Read where nothing else says it. */

const LABELS = new Set([
  "date",
  "analyzed",
  "last updated",
  "category",
  "status",
  "path",
  "type",
  "agent",
  "task",
  "parent context",
  "session",
]);
const LINE = /^\*\*([A-Za-z][A-Za-z ]{0,30})(?::\*\*|\*\*:)[ \t]*(.*)$/;

export interface PseudoFields {
  /** By label, in lower case. */
  readonly values: ReadonlyMap<string, string>;
  /** Past the last of them. */
  readonly end: number;
}

const none: ReadonlyMap<string, string> = new Map();

/** Reads the lines from `from`: bold fields and blanks, up to the first line that is neither. */
export function pseudoFieldsOf(text: string, from: number, to: number): PseudoFields {
  let values: Map<string, string> | undefined;
  let end = from;
  for (let at = from; at < to; ) {
    const lineBreak = text.indexOf("\n", at);
    const next = lineBreak < 0 || lineBreak >= to ? to : lineBreak + 1;
    const field = readLine(text, at, next);
    if (field === undefined) break;
    if (field !== "blank") {
      values ??= new Map();
      if (!values.has(field.label)) values.set(field.label, field.value);
      end = next;
    }
    at = next;
  }
  return { values: values ?? none, end };
}

function readLine(text: string, at: number, next: number): { label: string; value: string } | "blank" | undefined {
  const first = text.charCodeAt(at);
  const mayBe = first === 42 || first === 10 || first === 13 || first === 32;
  if (!mayBe) return undefined;
  const line = text.slice(at, next).trimEnd();
  if (line === "") return "blank";
  const found = LINE.exec(line);
  const label = found?.[1]?.trim().toLowerCase();
  if (label === undefined || !LABELS.has(label)) return undefined;
  return { label, value: (found?.[2] ?? "").trim() };
}
