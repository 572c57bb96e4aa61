/**
 * What was taken out for good leaves the masters too, and every version of them: they go with their history, and are made
 * anew from what is left. Lines of a person stay, unless they say it or name it.
 */

import type { Cairn } from "../../cairn.ts";
import { CairnError } from "../../model/error.ts";
import { stoneKey } from "../../places/stone-key.ts";
import { eraseIn } from "../../store/erase.ts";
import type { Store } from "../../store/store.ts";
import { textAfter } from "../../store/undo.ts";
import { type HandLine, handLinesIn } from "../../synthesis/previous.ts";
import { says } from "../../trail/said.ts";
import { archiveTag } from "./gathering.ts";
import { bodyOf, ownBody } from "./proposal.ts";

export interface Forgotten {
  readonly ids: ReadonlySet<string>;
  /** As the trail compares them. */
  readonly sentences: Parameters<typeof says>[1];
}

export interface Made {
  readonly path: string;
  readonly domain: string | undefined;
  readonly isArchive: boolean;
  readonly hand: readonly HandLine[];
}

/** What the person is told of it. */
export async function mastersAnew(cairn: Cairn, store: Store, made: readonly Made[]): Promise<string[]> {
  if (made.length === 0) return [];
  const key = stoneKey(cairn.places.cairnHome);
  await store.locked(cairn.by, (site) => {
    const doomed = made.flatMap(({ path }) => site.catalog.file(path) ?? []);
    if (doomed.length > 0) eraseIn(site, store.state, doomed, key);
    site.catalog.sweep();
  });
  const { synthesis } = await import("./run.ts");
  try {
    for (const { domain, hand, isArchive } of made) {
      if (!isArchive) await synthesis(cairn, { domain, hand, scribe: "none" });
    }
    return ["The master was made anew without it; its older versions are gone."];
  } catch (error) {
    if (!(error instanceof CairnError)) throw error;
    return ["The master was made from it too, and is gone with all its versions: synthesize makes it anew."];
  }
}

/** Looked up while it is still there. An archive and its master are made of the same: where one has to go, all are made anew. */
export function mastersMadeOf(store: Store, forgotten: Forgotten): Made[] {
  const found = [...store.catalog.files()].filter(
    ({ written }) => written.kind === "master" || written.tags.includes(archiveTag),
  );
  const made = found.filter(({ path }) => textsOf(store, path).some((text) => tells(text, forgotten)));
  const masters = made.length === 0 ? [] : found;
  return masters.map(({ path, written }) => {
    const isArchive = written.kind !== "master";
    const body = isArchive ? "" : bodyOf(store.bytesAt(path)?.toString("utf8") ?? "", path);
    const hand = isArchive ? [] : handLinesIn(body, ownBody(store.book, path));
    const domain = /^master\.(.+)\.md$/.exec(path)?.[1];
    return { path, domain, isArchive, hand: hand.filter(({ text }) => !tells(text, forgotten)) };
  });
}

function textsOf(store: Store, path: string): string[] {
  const versions = store.book.versionsOf(path).map((entry) => textAfter(store.book, entry));
  return [...versions, store.bytesAt(path)].flatMap((bytes) => (bytes === undefined ? [] : [bytes.toString("utf8")]));
}

/** It names it, says it, or holds lines made of more sources than it names. */
function tells(text: string, { ids, sentences }: Forgotten): boolean {
  return text
    .split("\n")
    .some(
      (line) =>
        / and \d+ more\b/.test(line) || [...ids].some((id) => line.includes(`[[${id}]]`)) || says(line, sentences),
    );
}
