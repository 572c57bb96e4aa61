/**
 * What of a text is only so on one machine, or names a person: paths and e-mail addresses. Taken out of whatever is
 * written into the team's folder, by whichever command; and looked for in what was put there by other means.
 */

import type { Cairn } from "../cairn.ts";
import type { FieldValue } from "../model/memory.ts";
import { realPath } from "../places/paths.ts";
import { descriptionFrom, titleFromText, type Wish } from "../store/wish.ts";

/** A path begins there: neither in the middle of an address of the web nor of a path in the repository. */
const BEGINS = "(?<![\\w.-])";
const HOMES = [
  // Windows, as it is written there, and as shells below it write it.
  new RegExp(`${BEGINS}[A-Za-z]:[\\\\/]Users[\\\\/][^\\s\\\\/"'\`)\\]]+`, "g"),
  new RegExp(`${BEGINS}(?:/mnt)?/[a-z]/Users/[^\\s/"'\`)\\]]+`, "g"),
  new RegExp(`${BEGINS}(?:/home|/Users)/[^\\s/"'\`)\\]]+`, "g"),
  // The administrator's own: in a container it is everybody's.
  new RegExp(`${BEGINS}(?:/var)?/root(?=/[\\w.~-])`, "g"),
];
const TEMPORARY = new RegExp(`${BEGINS}/(?:tmp|var/folders|private/tmp)/[^\\s"'\`)\\]]+`, "g");
/** A remote is written like the address of a person called git. */
const ADDRESS = /(?<![\w.+-])(?!git@)[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;

/** For the words of one memory: what was taken out of them is kept count of. Secrets are taken out before. */
export class Scrubber {
  readonly #rules: readonly (readonly [RegExp, string, string])[];
  readonly #taken = new Set<string>();

  constructor({ places: { project }, env }: Pick<Cairn, "places" | "env">) {
    const tops = [project.git?.worktree, project.path, realPath(project.path)].flatMap((path) => path ?? []);
    const home = env["HOME"] ?? "";
    this.#rules = [
      ...[...new Set(tops)]
        .sort((a, b) => b.length - a.length)
        .flatMap((top) => [
          [new RegExp(`${BEGINS}${literal(top)}/`, "g"), "", "the path of your clone"] as const,
          [below(top), ".", "the path of your clone"] as const,
        ]),
      ...(home.length > 2 ? [[below(home), "~", "the path of your home"] as const] : []),
      ...HOMES.map((homes) => [homes, "~", "the path of somebody's home"] as const),
      [TEMPORARY, "<temporary file>", "a temporary path"],
      [ADDRESS, "<address>", "an e-mail address"],
    ];
  }

  /** In words, each once. */
  get taken(): string[] {
    return [...this.#taken];
  }

  /** Each is replaced by what is the same for everybody. */
  text(text: string): string {
    let clean = text;
    for (const [pattern, by, what] of this.#rules) {
      const next = clean.replace(pattern, () => by);
      if (next !== clean) this.#taken.add(what);
      clean = next;
    }
    return clean;
  }

  fields(fields: Readonly<Record<string, FieldValue>>): Record<string, FieldValue> {
    const clean = (value: FieldValue) => (typeof value === "string" ? this.text(value) : value);
    return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, clean(value)]));
  }

  /** What its writer did not say follows from the words that are left. */
  wish(wish: Wish): Wish {
    const text = this.text(wish.text);
    const title = (wish.titled ? "" : titleFromText(text)) || this.text(wish.title);
    const description = wish.described ? this.text(wish.description) : descriptionFrom(text, title, wish.kind);
    const each = (words: readonly string[]) => words.map((word) => this.text(word));
    const { tags, aliases, fields } = wish;
    return { ...wish, text, title, description, tags: each(tags), aliases: each(aliases), fields: this.fields(fields) };
  }
}

function literal(path: string): string {
  return path.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** The folder itself and what lies in it, not one whose name only begins alike. */
function below(folder: string): RegExp {
  return new RegExp(`${BEGINS}${literal(folder)}(?![\\w-])`, "g");
}

export function takenLines(taken: readonly string[]): string[] {
  return taken.map((what) => `Taken out: ${what}.`);
}

/** Where the path of somebody's home begins; undefined where there is none. */
export function homeIn(text: string): number | undefined {
  return HOMES.map((homes) => text.search(homes)).find((at) => at >= 0);
}
