/**
 * The files of what the person stated, where an agent would write, move or remove them past Cairn's tools: they are asked,
 * and who wants no questions is told the way by which it waits. Their lines in the index stand again at its next print.
 */

import type { Cairn } from "../cairn.ts";
import { quotedText } from "../guard/envelope.ts";
import type { Memory } from "../model/memory.ts";
import { isWithin } from "../places/paths.ts";
import { memoryOf } from "../store/known-memories.ts";
import { isWorthLess } from "../store/protect.ts";
import type { Store } from "../store/store.ts";
import { bareLines } from "../text/lines.ts";
import { pathIn, type SimpleCommand, shellLine } from "../text/shell-words.ts";
import { INTERPRETERS } from "../trust/hearing-commands-table.ts";
import { pointerFile } from "../views/keep.ts";
import { keepOwnLines, readViewNote, type ViewNote } from "../views/note.ts";
import { type MemoryPlace, memoryPlaceOf, realPlaceOf } from "./memory-place.ts";
import type { Answer, Called } from "./moment.ts";

type Verdict = NonNullable<Answer["verdict"]>;

const WAITS =
  "The person stated it, and no agent changes that by itself. Use update, or forget: then it waits for them, both sides shown.";

/** Undefined where nothing stated lies there: at the path itself, or below it. */
export function aboutStated(store: Store, path: string, { questionsOff }: Called<"before-tool">): Verdict | undefined {
  const { scope } = store.root;
  const concerned = scope === "user" || scope === "project" ? statedAt(store, path) : undefined;
  if (concerned === undefined) return undefined;
  if (questionsOff) return { is: "deny", because: WAITS };
  return { is: "ask", because: `It changes what you stated: ${quotedText(concerned.title, 60)}.` };
}

/** This stands before every write: of a folder with very many memories only those that lie there are put together. */
function statedAt(store: Store, path: string): Memory | undefined {
  store.look();
  const found = store.catalog.file(path);
  const lying = found === undefined ? lyingBelow(store, path) : [store.memoryOf(found)];
  for (const memory of lying) if (isStated(memory) && store.concerns(memory)) return memory;
  return undefined;
}

function* lyingBelow(store: Store, path: string): Generator<Memory> {
  const folder = path === "" ? "" : `${path.replace(/\/+$/, "")}/`;
  for (const head of store.eachHead()) if (head.found.path.startsWith(folder)) yield memoryOf(head);
}

function isStated(memory: Memory): boolean {
  return memory.status === "active" && isWorthLess(memory, "derived");
}

/** Those that only look at what they are handed, as long as no flag has them write. */
const LOOKS = new Set(
  (
    "cat tac nl head tail less more bat wc ls tree stat file find grep egrep fgrep rg ag diff cmp sort uniq cut jq yq du " +
    "test [ [[ cd pushd pwd echo printf awk gawk sed md5sum sha256sum shasum realpath readlink basename dirname cairn git mkdir touch export tar zip code open xdg-open"
  ).split(" "),
);
const WRITES_YET: Readonly<Record<string, RegExp>> = {
  sed: /^(?:-[a-zA-Z]*i|--in-place)/,
  find: /^-(?:delete|exec|execdir|fprint)/,
  git: /^(?:rm|mv|checkout|restore|clean|reset|stash|apply|am)$/,
  sort: /^(?:-o|--output)/,
  tar: /^(?:-?[a-zA-Z]*x|--extract)/,
};
/** Behind `xargs` and the like they are handed what others print. */
const HANDED_PATHS = new Set("rm unlink shred truncate mv".split(" "));
/** They change where they copy to, and nothing else. */
const COPIES = new Set("cp rsync scp install ln".split(" "));
const GLOB = /[*?[{].*$/;

/** A command that names a root: what it would do to the files of what was stated there. */
export async function beforeShellWrites(called: Called<"before-tool">, command: string): Promise<Verdict | undefined> {
  for (const path of pathsChanged(command)) {
    const place = await memoryPlaceOf(path, called.cairn);
    const concerned = place === undefined ? await storesBelow(path, called) : [place];
    for (const { store, path: inside } of concerned) {
      const verdict = aboutStated(store, inside, called);
      if (verdict !== undefined) return verdict;
    }
  }
  return undefined;
}

async function storesBelow(path: string, { cairn }: Called<"before-tool">): Promise<MemoryPlace[]> {
  if (path === "") return [];
  const real = realPlaceOf(path, cairn);
  const below = (await cairn.reach()).all().filter(({ root }) => isWithin(root.path, real));
  return below.map((store) => ({ store, path: "" }));
}

function pathsChanged(command: string): string[] {
  const { commands, written, addedTo } = shellLine(command);
  const isHandedOn = commands.some(({ name, words }) => HANDED_PATHS.has(name) && pathsGiven(words).length === 0);
  const named = commands.flatMap((one) => (isHandedOn || !onlyLooks(one) ? pathsOf(one) : []));
  return [...written, ...addedTo, ...named].map((path) => path.replace(GLOB, ""));
}

function onlyLooks({ name, words }: SimpleCommand): boolean {
  return LOOKS.has(name) && !words.some(({ text }) => WRITES_YET[name]?.test(text));
}

function pathsGiven(words: SimpleCommand["words"]): string[] {
  return words.slice(1).flatMap(({ text }) => (text.startsWith("-") ? [] : [text.replace(/^\w+=/, "")]));
}

function pathsOf({ name, words, folder }: SimpleCommand): string[] {
  const given = pathsGiven(words);
  const inCode = INTERPRETERS.test(name) ? given.flatMap((word) => word.match(/(?:~|\/)[^\s"'`)]+/g) ?? []) : [];
  return [...(COPIES.has(name) ? given.slice(-1) : given), ...inCode].map((path) => pathIn(folder, path));
}

/** What an agent took out of the index by writing it, the person did not. Under the lock: others print it. */
export async function keepStatedLines({ by }: Cairn, { store }: { readonly store: Store }): Promise<void> {
  const text = store.bytesAt(pointerFile)?.toString("utf8");
  if (text === undefined) return;
  store.look();
  const lines = new Set(bareLines(text));
  const mayGo = ({ line, id }: ViewNote["own"][number]) => {
    const memory = store.find(id as Memory["id"]);
    return lines.has(line) || memory === undefined || !isStated(memory);
  };
  if (readViewNote(store.state, pointerFile).own.every(mayGo)) return;
  await store.locked(by, () => keepOwnLines(store.state, pointerFile, mayGo));
}
