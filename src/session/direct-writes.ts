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
import type { Answer, Around, Called, Words, Writing } from "./moment.ts";

type Verdict = NonNullable<Answer["verdict"]>;

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

/** One file that may not be written keeps all of them from it: the host writes them in one go. */
export async function beforeWrite(called: Called<"before-tool">, { paths, words }: Writing): Promise<Answer> {
  const places = new Map<string, MemoryPlace>();
  const verdicts: (Verdict | undefined)[] = [];
  for (const path of paths) {
    const place = await memoryPlaceOf(path, called.cairn);
    if (place !== undefined) places.set(path, place);
    const verdict = place === undefined ? ofElsewhere(called.cairn, path) : await ruledOf(called, place);
    if (verdict?.is === "deny") return { verdict };
    verdicts.push(verdict);
  }
  const asks = verdicts.find((one) => one?.is === "ask");
  const verdict = asks ?? (verdicts.every((one) => one?.is === "allow") ? verdicts[0] : undefined);
  return { ...(verdict === undefined ? {} : { verdict }), ...rewrittenInput(called, words, places) };
}

function ofElsewhere(cairn: Cairn, path: string): Verdict | undefined {
  return isWorkspace(cairn, path) ? WORKSPACE : undefined;
}

async function ruledOf(called: Called<"before-tool">, place: MemoryPlace): Promise<Verdict | undefined> {
  const isManaged = isMemoryPath(place.path) || isViewName(place.path);
  if (isManaged && called.trail.state().offTheRecord) return denied(OFF_THE_RECORD);
  if (isManaged && called.cairn.settings.get("guard.directWrites") === "deny") return denied(DENIED);
  if (isOfPerson(place)) return denied(PERSONS);
  if (isManaged && called.agent !== "" && !isOwnOutput(called, place)) return denied(NOT_YOURS);
  if (!isManaged) return undefined;
  const { aboutStated } = await import("./stated-files.ts");
  return aboutStated(place.store, place.path, called) ?? allowed(place);
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

function denied(because: string): Verdict {
  return { is: "deny", because };
}

/** In the person's own folders there is nothing to ask; in a repository the host asks as for any file of it. */
function allowed({ store }: MemoryPlace): Verdict | undefined {
  const isOwn = store.root.scope === "user" || store.root.scope === "project";
  return isOwn ? { is: "allow", because: UNTOUCHED } : undefined;
}

/** What is written instead, where anything must change; other files that are written with a memory stay as they are. */
function rewrittenInput({ at }: Called<"before-tool">, words: Words, places: ReadonlyMap<string, MemoryPlace>): Answer {
  const classes = new Set<string>();
  let isChanged = false;
  const input = words.changed((text, paths) => {
    const place = paths.map((path) => places.get(path)).find((one) => one !== undefined);
    if (place === undefined) return text;
    const whole = words.whole === undefined ? text : withKeysOf(textAt(place), text, at);
    const { text: clean, found } = redact(whole);
    for (const secret of found) classes.add(secret.class);
    isChanged ||= clean !== text;
    return clean;
  });
  if (!isChanged) return {};
  const context = classes.size === 0 ? {} : { context: takenOut([...classes]) };
  if (input !== undefined) return { input, ...context };
  return classes.size === 0 ? {} : { verdict: denied(holding([...classes])) };
}

function holding(classes: readonly string[]): string {
  return `Cairn keeps no secrets, and there is one in what goes into a memory (${classes.join(", ")}): write it without that.`;
}

/** Empty where there is none yet, or none that is a memory. */
function textAt({ store, path }: MemoryPlace): string {
  return isMemoryPath(path) ? (store.bytesAt(path)?.toString("utf8") ?? "") : "";
}

function takenOut(classes: readonly string[]): string {
  return `Cairn keeps no secrets: what was written has [REDACTED:…] in the place of ${classes.join(", ")}.`;
}

/** Recorded as made outside, without a word changed, except for a secret that only the whole file shows. */
export async function afterWrite(called: Called<"after-tool">, { paths }: Writing): Promise<void> {
  const places: MemoryPlace[] = [];
  for (const path of paths) {
    const place = await memoryPlaceOf(path, called.cairn);
    if (place !== undefined && isMemoryPath(place.path)) places.push(place);
    if (place !== undefined && isViewName(place.path))
      await (await import("./stated-files.ts")).keepStatedLines(called.cairn, place);
  }
  await takeIn(called, places);
}

/** A command that names a root, or the folder that most lie in, may write there. */
export async function beforeCommand(called: Called<"before-tool">, text: string): Promise<Answer> {
  const { places } = called.cairn;
  const folders = [places.configDir, ...Object.values(places.roots).flatMap((root) => root?.path ?? [])];
  if (!folders.some((path) => namesOf(path, called.cairn).some((name) => text.includes(name)))) return {};
  const verdict = await (await import("./stated-files.ts")).beforeShellWrites(called, text);
  return verdict === undefined ? {} : { verdict };
}

function isNamed(cairn: Cairn, root: Root | undefined, text: string): boolean {
  return root !== undefined && namesOf(root.path, cairn).some((name) => text.includes(name));
}

/** A command that names a root may have written there: what it left changed is the model's own doing too. */
export async function afterCommand(called: Called<"after-tool">, text: string): Promise<void> {
  const { cairn } = called;
  if (!Object.values(cairn.places.roots).some((root) => isNamed(cairn, root, text))) return;
  const stores = (await cairn.reach()).all().filter(({ root }) => isNamed(cairn, root, text));
  for (const store of stores) {
    store.look();
    store.lookClosely();
    const places = store.unexplained(MOST_AT_ONCE).map((path) => ({ store, path }));
    await takeIn(called, places);
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
  around: Around & { readonly agent: string },
  places: readonly MemoryPlace[],
): Promise<void> {
  const { cairn, session } = around;
  for (const { store, path } of places) {
    const isWorthless = isOfPerson({ store, path }) || isOthers(around, textAt({ store, path }));
    await cairn.viewsLater(store);
    await store.adoptWritten(path, session, isWorthless ? "untrusted" : "imported");
  }
  // Only then: a change takes note of whatever nobody has, and in nobody's name.
  for (const { store, path } of places)
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
