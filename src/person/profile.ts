/** The person's profile as it stands: the active files of the six categories, read now, and the drafts about them. */

import type { Cairn } from "../cairn.ts";
import { kindRow } from "../model/kind.ts";
import type { Memory } from "../model/memory.ts";
import { isPlaceholder } from "../model/placeholder.ts";
import type { Waiting } from "../store/inbox.ts";
import type { Store } from "../store/store.ts";
import { type Category, categoryNames, categoryOf } from "./categories.ts";
import { isBlank } from "./edit-sheet.ts";
import { readSheet } from "./sheet.ts";
import type { PersonSheet } from "./sheet-lines.ts";

export interface ProfilePart {
  readonly category: Category;
  readonly memory: Memory;
  readonly sheet: PersonSheet;
}

export async function personStore(cairn: Cairn): Promise<Store> {
  return (await cairn.stores()).of("user");
}

/** In the order of the table; a file that only keeps a place is no part. */
export function profileIn(store: Store): ProfilePart[] {
  const memories = store.memories().filter((memory) => memory.status === "active" && !isPlaceholder(memory));
  return categoryNames.flatMap((category) => {
    const memory = memories.find((one) => categoryOf(one) === category);
    const read = memory === undefined ? undefined : store.read(memory.id);
    if (read === undefined) return [];
    const sheet = readSheet(category, read.body);
    return isBlank(sheet) ? [] : [{ category, memory: read, sheet }];
  });
}

/** What they want in every project, in their own words, beside the files of the profile. */
export function wordsOfPerson(store: Store): Memory[] {
  return wordsEverOfPerson(store).filter(({ status }) => status === "active");
}

/** Where they came from, of words a person brought along from another machine. */
export const importedWords = "user-import";

/** Also what no longer holds. */
export function wordsEverOfPerson(store: Store): Memory[] {
  return store.memories().filter(({ kind, trust, source, outside }) => {
    // A file may claim to be from anywhere: where Cairn did not put it there, its word for that counts for nothing.
    const isTheirs = trust === "stated" || (trust === "imported" && source?.client === importedWords && !outside);
    return kindRow(kind).type === "feedback" && isTheirs;
  });
}

/** What else is kept for every project, whoever said it and by whichever way it came: another machine, a bundle, an agent. */
export function keptBesides(store: Store): Memory[] {
  const said = new Set<string>(wordsOfPerson(store).map(({ id }) => id));
  return store.memories().filter(({ id, kind, status }) => {
    const isOfProfile = kind === "user_profile" || kindRow(kind).nature !== "knowledge";
    return status === "active" && !isOfProfile && !said.has(id);
  });
}

/** What agents noticed and nobody has agreed to yet. */
export function waitingIn(store: Store): Waiting[] {
  return store.inbox.list().filter(({ written }) => written.kind === "user_profile");
}

/** Files of the profile that stand there and say nothing, each with the reason. */
export function unreadIn({ catalog }: Store, wanted?: Category): string[] {
  const names = wanted === undefined ? categoryNames : [wanted];
  return catalog
    .problems()
    .filter(({ path }) => names.some((category) => path === `${category}.md`) && catalog.file(path) === undefined)
    .map(({ path, message }) => `${path} ${message}. Put a file of its own in its place.`);
}
