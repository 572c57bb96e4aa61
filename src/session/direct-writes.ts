/**
 * A file below a root that the model writes with the host's own tools. Before it is written: secrets are taken out, the
 * keys a rewrite would drop are put back, and what may not be written is refused. After it: it is known to the history.
 */

import { join } from "node:path";
import type { Cairn } from "../cairn.ts";
import { retellsIn, retellsOfAgent } from "../conversation/trust-of-words.ts";
import { withKeysOf } from "../format/keep-keys.ts";
import { redact } from "../guard/redact.ts";
import { isMemoryPath, isViewName, kindOfPath } from "../model/file-name.ts";
import type { Root } from "../model/scope.ts";
import { isCategory } from "../person/categories.ts";
import type { MemoryFile } from "../store/memory-file.ts";
import { planCleanse } from "../store/revise.ts";
import type { Store } from "../store/store.ts";
import { isOutput, outputPath } from "./agent-snippet.ts";
import { type MemoryPlace, memoryPlaceOf, realPlaceOf } from "./memory-place.ts";
import type { Answer, Around, Called, Deed } from "./moment.ts";

type Writing = Extract<Deed, { is: "write" }>;

const MOST_AT_ONCE = 20;
const UNTOUCHED = "A memory of this person or project: it is recorded and can be undone.";
const DENIED =
  "Memory files are kept by Cairn's tools here (the setting guard.directWrites is deny): " +
  "use remember for something new, update to change a memory, forget to retire one.";

const OFF_THE_RECORD = "This session is off the record: nothing of it is kept, until the person says otherwise.";
const PERSONS =
  "What is known of the person is theirs to say: use remember with kind user_profile, the category as title and " +
  "lines of key: value in their own words.";
const NOT_YOURS =
  "A sub-agent writes no memory but its own output file; who started it changes the others. " +
  "Say it in your last message: that is kept.";

export async function beforeWrite(called: Called<"before-tool">, deed: Writing): Promise<Answer> {
  const place = await memoryPlaceOf(deed.path, called.cairn);
  if (place === undefined) return isWorkspace(called.cairn, deed.path) ? { verdict: WORKSPACE } : {};
  const isManaged = isMemoryPath(place.path) || isViewName(place.path);
  if (isManaged && called.trail.state().offTheRecord) return denied(OFF_THE_RECORD);
  if (isManaged && called.cairn.settings.get("guard.directWrites") === "deny") return denied(DENIED);
  if (isOfPerson(place)) return denied(PERSONS);
  if (isManaged && called.agent !== "" && !isOwnOutput(called, place)) return denied(NOT_YOURS);
  return { ...allowed(place, isManaged), ...guarded(called, deed, place) };
}

const WORKSPACE = { is: "allow", because: "The list of projects, which Cairn keeps with you." } as const;

function isWorkspace(cairn: Cairn, path: string): boolean {
  return path !== "" && realPlaceOf(path, cairn) === join(cairn.places.configDir, "workspace.md");
}

function isOfPerson({ store, path }: MemoryPlace): boolean {
  return store.root.scope === "user" && isCategory(path.replace(/\.md$/, ""));
}

/** The file it was told of at its start; one that was told of none may write a new one among the outputs. */
function isOwnOutput({ agent, trail }: Called<"before-tool">, { store, path }: MemoryPlace): boolean {
  // In a named agent's own folder the host decides, as for every file of a repository.
  if (store.root.scope !== "project") return store.root.scope === "agent";
  const file = trail.state().agents.find((known) => known.agent === agent)?.file;
  if (file !== undefined) return isOutput(file, path);
  return kindOfPath(path) === "subagent" && store.bytesAt(path) === undefined;
}

/** What a sub-agent has written itself, under the words it chose. */
export function outputOf({ catalog }: Store, file: string | undefined): MemoryFile | undefined {
  if (file === undefined) return undefined;
  return catalog.file(outputPath(file)) ?? [...catalog.files()].find(({ path }) => isOutput(file, path));
}

function denied(because: string): Answer {
  return { verdict: { is: "deny", because } };
}

/** In the person's own folders there is nothing to ask; in a repository the host asks as for any file of it. */
function allowed({ store }: MemoryPlace, isManaged: boolean): Answer {
  const isOwn = store.root.scope === "user" || store.root.scope === "project";
  return isManaged && isOwn ? { verdict: { is: "allow", because: UNTOUCHED } } : {};
}

/** What is written instead, where anything must change. */
function guarded({ at }: Called<"before-tool">, { words }: Writing, place: MemoryPlace): Answer {
  const classes = new Set<string>();
  let isChanged = false;
  const input = words.changed((text) => {
    const whole = words.whole === undefined ? text : withKeysOf(textAt(place), text, at);
    const { text: clean, found } = redact(whole);
    for (const secret of found) classes.add(secret.class);
    isChanged ||= clean !== text;
    return clean;
  });
  if (!isChanged) return {};
  return { input, ...(classes.size === 0 ? {} : { context: takenOut([...classes]) }) };
}

/** Empty where there is none yet, or none that is a memory. */
function textAt({ store, path }: MemoryPlace): string {
  return isMemoryPath(path) ? (store.bytesAt(path)?.toString("utf8") ?? "") : "";
}

function takenOut(classes: readonly string[]): string {
  return `Cairn keeps no secrets: what was written has [REDACTED:…] in the place of ${classes.join(", ")}.`;
}

/** Recorded as made outside, without a word changed, except for a secret that only the whole file shows. */
export async function afterWrite(called: Called<"after-tool">, { path }: Writing): Promise<void> {
  const place = await memoryPlaceOf(path, called.cairn);
  if (place !== undefined && isMemoryPath(place.path)) await takeIn(called, place);
}

/** A command that names a root may have written there: what it left changed is the model's own doing too. */
export async function afterCommand(called: Called<"after-tool">, text: string): Promise<void> {
  const { cairn } = called;
  const isNamed = (root: Root | undefined) =>
    root !== undefined && namesOf(root.path, cairn).some((name) => text.includes(name));
  if (!Object.values(cairn.places.roots).some(isNamed)) return;
  const stores = (await cairn.reach()).all().filter(({ root }) => isNamed(root));
  for (const store of stores) {
    store.look();
    store.lookClosely();
    for (const path of store.unexplained(MOST_AT_ONCE)) await takeIn(called, { store, path });
  }
}

/** As a shell may be told of a folder. */
function namesOf(path: string, { env }: Cairn): string[] {
  const home = env["HOME"] ?? "";
  if (home === "" || !path.startsWith(`${home}/`)) return [path];
  const inside = path.slice(home.length);
  return [path, `~${inside}`, `$HOME${inside}`, `\${HOME}${inside}`];
}

/** What tells the text of others again is worth no more than that; nor is what is written of the person past their words. */
export async function takeIn(
  { cairn, session, trail, agent }: Around & { readonly agent: string },
  { store, path }: MemoryPlace,
): Promise<void> {
  const isWorthless =
    isOfPerson({ store, path }) || isOthers({ cairn, session, trail, agent }, textAt({ store, path }));
  await cairn.viewsLater(store);
  await store.adoptWritten(path, session, isWorthless ? "untrusted" : "imported");
  if (store.hasSecret(path)) await cairn.change(store, (context) => planCleanse(context, path));
}

/** By the words: those of the session, or of the sub-agent that says them. */
export function isOthers(
  { cairn, session, trail, agent }: Pick<Around, "cairn" | "session" | "trail"> & { agent: string },
  text: string,
): boolean {
  const { heard, hasHeard } = trail.state();
  if (agent !== "") return heard.includes(agent) && retellsOfAgent(cairn, session, agent, text);
  return hasHeard && retellsIn(cairn, session, [text]);
}
