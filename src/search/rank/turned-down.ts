/**
 * The options of a decision that lost, marked as that: by itself each would read as what holds. A list of all that was
 * considered, as decision records have it, names the one that won too. Pure.
 */

/** As the kind table calls what was weighed against a decision. */
export const TURNED_DOWN = "## Alternatives Considered";

/** A point of the list, and what the option is called: up to its reason. */
const OPTION = /^[-*] (?=\S)(?=(.*?)(?:[:(]|,\s| [-–—] |\r?$))/;
const DECIDED = /^## Decision\s*$/;
/** So much of a decision is looked at. */
const DECIDED_LENGTH = 2_000;
/** Records that say it so list what was chosen among the rest. */
const CHOSE = /\bchosen (?:option|alternative|solution)\b/;
/** Stands before the name of what was left: "Postgres over the SQLite". */
const LEFT =
  /(?:^|[^\p{L}])(?:not|over|than|instead of|without|versus|vs\.?|against|nor|unlike|no)(?: (?:a|an|the))?[^\p{L}\p{N}]*$/u;

export function withTurnedDown(text: string): string {
  const lines = text.split("\n");
  const points = pointsIn(lines);
  const decided = bare(decidedIn(lines));
  const taken = new Set([...points].filter(([, name]) => isTaken(bare(name), decided)).map(([at]) => at));
  // Which of them it chose cannot be told.
  if (taken.size === 0 && CHOSE.test(decided)) return text;
  for (const at of points.keys()) if (!taken.has(at)) lines[at] = lines[at]!.replace(OPTION, "$&not taken: ");
  return lines.join("\n");
}

/** By their lines. */
function pointsIn(lines: readonly string[]): Map<number, string> {
  const points = new Map<number, string>();
  let isBelow = false;
  for (const [at, line] of lines.entries()) {
    if (/^#{1,2} /.test(line)) isBelow = line.startsWith(TURNED_DOWN);
    const [, name] = (isBelow && OPTION.exec(line)) || [];
    if (name !== undefined) points.set(at, name);
  }
  return points;
}

function decidedIn(lines: readonly string[]): string {
  const from = lines.findIndex((line) => DECIDED.test(line)) + 1;
  if (from === 0) return "";
  const end = lines.findIndex((line, at) => at >= from && /^#{1,2} /.test(line));
  return lines
    .slice(from, end < 0 ? undefined : end)
    .join(" ")
    .slice(0, DECIDED_LENGTH);
}

/** Without what marks a name: `**x**`, `"x"`, `[x](#x)`. */
function bare(words: string): string {
  return words
    .toLowerCase()
    .replace(/\]\([^)\s]*\)/g, "")
    .replace(/["“”„'`*_[\]]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

function isTaken(name: string, decided: string): boolean {
  if (name === "") return false;
  for (let at = decided.indexOf(name); at >= 0; at = decided.indexOf(name, at + 1)) {
    const before = decided.slice(Math.max(0, at - 30), at);
    const isWhole = !/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(decided.slice(at + name.length));
    if (isWhole && !LEFT.test(before)) return true;
  }
  return false;
}
