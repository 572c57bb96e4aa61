/** What a wish adds to a memory that is there already: text appended, tags and files united, one change entry. Pure. */

import type { MemoryEdit } from "../format/edit.ts";
import { tidyBody } from "../format/markdown.ts";
import type { Written } from "../model/memory.ts";
import { sameTexts } from "../text/order.ts";
import { growFiles, growTags, mostTags } from "./protect.ts";
import { bodyBelowTitle, type Wish } from "./wish.ts";

interface Additions {
  readonly edit: MemoryEdit;
  /** False where everything is there already. */
  readonly changed: boolean;
  /** More than tags and files: what it says becomes something else. */
  readonly says: boolean;
  readonly warnings: readonly string[];
}

export function additions(wish: Wish, standing: Written, now: Date): Additions {
  const { kept: tags, evicted } = growTags(standing.tags, wish.tags);
  const words = wordsFor(wish, standing);
  const parts = [
    part("text added", isThere(standing, words), { append: words }),
    part("tags", sameTexts(tags, standing.tags), { tags }),
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
    says: parts.some(({ said }) => !WORDLESS.includes(said)),
    edit: {
      ...Object.assign({}, ...parts.map(({ edit }) => edit)),
      updated: at,
      updates: standing.updates + 1,
      changes: [{ at, summary }],
    },
    warnings: evicted.length === 0 ? [] : [tagsLeftOut(evicted)],
  };
}

const WORDLESS: readonly string[] = ["tags", "files"];

export function tagsLeftOut(tags: readonly string[]): string {
  return `A memory has at most ${mostTags} tags; left out: ${tags.join(", ")}.`;
}

interface Part {
  readonly said: string;
  readonly edit: MemoryEdit;
}

function part(said: string, isSaid: boolean, edit: MemoryEdit): Part | undefined {
  return isSaid ? undefined : { said, edit };
}

function listPart(key: "aliases" | "supersedes", standing: readonly string[], wanted: readonly string[]) {
  const all = [...new Set([...standing, ...wanted])];
  return part(key, all.length === standing.length, { [key]: all });
}

function filesPart(wish: Wish, standing: Written): Part | undefined {
  const files = growFiles(standing.files, wish.files);
  const isSaid =
    files.length === standing.files.length && files.every((file, n) => file.blob === standing.files[n]?.blob);
  return part("files", isSaid, { files });
}

/** Several titles give one id: a title that is not the memory's own is said with its text. */
function wordsFor({ title, titled, text }: Wish, standing: Written): string {
  const isKnown = flat(title).toLowerCase() === flat(standing.title).toLowerCase();
  return !titled || isKnown || flat(text).includes(flat(title)) ? text : `${title}\n\n${text}`.trim();
}

/** These words are whole paragraphs there, in whatever lines: part of a sentence may say the opposite. */
export function isThere({ body }: Pick<Written, "body">, words: string): boolean {
  const wanted = spoken(tidyBody(words));
  const paragraphs = body.split(/\n\s*\n/).map(spoken);
  return wanted === "" || paragraphs.some((_, from) => isRun(paragraphs, from, wanted));
}

/** It says these words and no others. */
export function saysOnly({ body }: Pick<Written, "body">, words: string): boolean {
  return spoken(bodyBelowTitle(body)) === spoken(tidyBody(words));
}

function isRun(paragraphs: readonly string[], from: number, wanted: string): boolean {
  let run = "";
  for (let n = from; n < paragraphs.length && wanted.startsWith(run); n++) {
    run = `${run} ${paragraphs[n]}`.trim();
    if (run === wanted) return true;
  }
  return false;
}

/** Without stops behind words and capitals before small letters: typed again, a sentence seldom has the same. */
function spoken(words: string): string {
  const plain = flat(words).replace(/(?<=[\p{L}\p{N}])[.,;:!]+(?=\s|$)/gu, "");
  // In code, and in a name with humps, a capital is another name.
  return plain.includes("`") ? plain : plain.replace(CAPITAL, (letter) => letter.toLowerCase());
}

const CAPITAL = /(?<![\p{L}\p{N}_.])\p{Lu}(?=\p{Ll}*(?![\p{L}\p{N}_.]))/gu;

function flat(words: string): string {
  return words.replace(/\s+/g, " ").trim();
}

function hasAll(standing: Written["fields"], wanted: Wish["fields"]): boolean {
  return Object.entries(wanted).every(([name, value]) => standing[name] === value);
}
