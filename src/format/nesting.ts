/** A look at front matter before YAML sees it: nesting deeper than anyone writes is refused in linear time. */

export const deepestNesting = 16;

const COMPACT = new RegExp(`(?:[-?:][ \\t]+){${deepestNesting + 1}}`);

/** Brackets, compact `- - -` and indentation, each counted; quoted text is skipped where a quote can begin a value. */
export function nestsTooDeep(source: string): boolean {
  return COMPACT.test(source) || bracketsNestTooDeep(source) || indentsTooDeep(source);
}

function bracketsNestTooDeep(source: string): boolean {
  let depth = 0;
  let startsValue = true;
  for (let at = 0; at < source.length; at++) {
    const char = source[at] as string;
    if (startsValue && (char === '"' || char === "'")) at = pastQuote(source, at) - 1;
    else if (char === "[" || char === "{") depth++;
    else if ((char === "]" || char === "}") && depth > 0) depth--;
    if (depth > deepestNesting) return true;
    if (char !== " ") startsValue = "[{,:-?\n\t".includes(char);
  }
  return false;
}

function pastQuote(source: string, at: number): number {
  const quote = source[at];
  for (let end = at + 1; end < source.length; end++) {
    if (source[end] === "\\" && quote === '"') end++;
    else if (source[end] === quote) return end + 1;
  }
  return source.length;
}

function indentsTooDeep(source: string): boolean {
  const levels: number[] = [];
  for (const line of source.split("\n")) {
    const indent = line.search(/\S/);
    if (indent < 0) continue;
    while (levels.length > 0 && (levels.at(-1) as number) >= indent) levels.pop();
    levels.push(indent);
    if (levels.length > deepestNesting) return true;
  }
  return false;
}
