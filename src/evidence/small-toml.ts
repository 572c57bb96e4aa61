/** TOML as far as manifests need it: sections, keys, and the texts in a value. What it does not understand it passes over. Pure. */

/** Section by its dotted name, then key to the value as it is written. */
export type Toml = ReadonlyMap<string, ReadonlyMap<string, string>>;

const MOST_LINES = 20_000;

export function tomlOf(text: string): Toml {
  const sections = new Map<string, Map<string, string>>();
  let section = "";
  const lines = text.split(/\r?\n/, MOST_LINES);
  for (let n = 0; n < lines.length; n++) {
    const line = withoutComment(lines[n] ?? "");
    const head = /^\s*\[{1,2}\s*([^\]]+?)\s*\]{1,2}\s*$/.exec(line)?.[1];
    if (head !== undefined) section = head.replace(/\s*\.\s*/g, ".").replace(/["']/g, "");
    const [, key, start] = /^\s*("[^"]*"|'[^']*'|[\w.-]+)\s*=\s*(.*)$/.exec(head === undefined ? line : "") ?? [];
    if (key === undefined || start === undefined) continue;
    const value = [start];
    // A list may go on over several lines.
    for (let open = start.startsWith("[") ? openIn(start) : 0; open > 0 && n + 1 < lines.length; ) {
      const more = withoutComment(lines[++n] ?? "").trim();
      open += openIn(more);
      value.push(more);
    }
    const keys = sections.get(section) ?? new Map<string, string>();
    sections.set(section, keys.set(key.replace(/^["']|["']$/g, ""), value.join(" ").trim()));
  }
  return sections;
}

/** The texts in a value, itself one or a list of them. */
export function tomlTexts(value: string | undefined): string[] {
  if (value === undefined || !/^["'[]/.test(value)) return [];
  return [...value.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'/g)].map(([, basic, literal]) => basic ?? literal ?? "");
}

/** How many lists it opens and does not close. */
function openIn(line: string): number {
  const plain = line.replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, "");
  return count(plain, "[") - count(plain, "]");
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1;
}

function withoutComment(line: string): string {
  const [kept = ""] = /^(?:[^"'#]|"(?:[^"\\]|\\.)*"|'[^']*')*/.exec(line) ?? [];
  const rest = line.slice(kept.length);
  return rest === "" || rest.startsWith("#") ? kept : line;
}
