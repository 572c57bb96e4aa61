/** What a wish adds to a memory that is there already: text appended, tags and files united, one change entry. Pure. */

import type { Edit } from "../format/edit.ts";
import type { Written } from "../model/memory.ts";
import { growFiles, growTags, mostTags } from "./protect.ts";
import type { Wish } from "./wish.ts";

export interface Additions {
  readonly edit: Edit;
  /** False where everything is there already. */
  readonly changed: boolean;
  readonly warnings: readonly string[];
}

export function additions(wish: Wish, standing: Written, now: Date): Additions {
  const { kept: tags, evicted } = growTags(standing.tags, wish.tags);
  const parts = [
    part("text added", isThere(standing, wish), { append: wish.text }),
    part("tags", same(tags, standing.tags), { tags }),
    filesPart(wish, standing),
    listPart("aliases", standing.aliases, wish.aliases),
    listPart("supersedes", standing.supersedes, wish.supersedes),
    part("description", !wish.described || wish.description === standing.description, {
      description: wish.description,
    }),
    part("fields", hasAll(standing.fields, wish.fields), { fields: wish.fields }),
    part("confidence", wish.confidence === undefined || wish.confidence === standing.confidence, {
      confidence: wish.confidence,
    }),
  ].filter((one) => one !== undefined);
  const at = now.toISOString();
  const summary = parts.map(({ said }) => said).join(", ");
  return {
    changed: parts.length > 0,
    edit: {
      ...Object.assign({}, ...parts.map(({ edit }) => edit)),
      updated: at,
      updates: standing.updates + 1,
      changes: [{ at, summary }],
    },
    warnings: evicted.length === 0 ? [] : [tagsLeftOut(evicted)],
  };
}

export function tagsLeftOut(tags: readonly string[]): string {
  return `A memory has at most ${mostTags} tags; left out: ${tags.join(", ")}.`;
}

interface Part {
  readonly said: string;
  readonly edit: Edit;
}

function part(said: string, isSaid: boolean, edit: Edit): Part | undefined {
  return isSaid ? undefined : { said, edit };
}

function listPart(key: "aliases" | "supersedes", standing: readonly string[], wanted: readonly string[]) {
  const all = [...new Set([...standing, ...wanted])];
  return part(key, all.length === standing.length, { [key]: all });
}

function filesPart(wish: Wish, standing: Written): Part | undefined {
  const files = growFiles(standing.files, wish.files, [], () => true);
  const isSaid =
    files.length === standing.files.length && files.every((file, n) => file.blob === standing.files[n]?.blob);
  return part("files", isSaid, { files });
}

/** The words stand there already, in whatever lines. */
function isThere(standing: Written, { text, title }: Wish): boolean {
  const flat = (words: string) => words.replace(/\s+/g, " ").trim();
  const wanted = flat(text);
  return wanted === "" || wanted === flat(title) || ` ${flat(standing.body)} `.includes(` ${wanted} `);
}

function hasAll(standing: Written["fields"], wanted: Wish["fields"]): boolean {
  return Object.entries(wanted).every(([name, value]) => standing[name] === value);
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((word, n) => word === b[n]);
}
