/**
 * What must be true after any fault. The oracle lives outside the store: it knows what an undisturbed run leaves before
 * and after each act, and which acts were acknowledged. Whatever is found later must be the one or the other, whole.
 */

import type { Answer } from "./life.ts";
import type { Sight } from "./sight.ts";
import type { Act } from "./workload.ts";

/** One act and what it does when nothing disturbs it. */
export interface Expected {
  readonly act: Act;
  readonly before: Sight;
  readonly after: Sight;
  /** Every text a view, the settings or the registry has meanwhile, by path. */
  readonly meanwhile: ReadonlyMap<string, ReadonlySet<string>>;
  /** Paths in the order in which the act changes them. */
  readonly order: readonly string[];
}

/** While a move is under way, the files that have not come yet are noted as gone; they are welcome back. */
const REPEATED = / \(\d+\)$/;
const DEPARTURE = / outside \S+ \S+ gone /;

export const STRANGE_VIEW = "neither an old nor a new view";
const REGISTRY = /\/cairn\/projects\//;
const ROOT_LOCK = /\/roots\/[^/]+\/(?:lock|owner\.[^/]+)$/;

/** What is wrong with what was found; nothing, if all is well. */
export function faultsIn(found: Sight, expected: Expected, answer: Answer): string[] {
  return [
    ...(answer.is === "bug" ? [`a bug: ${words(answer.error)}`] : []),
    ...(answer.is === "ok" ? lost(found, expected) : []),
    ...(answer.is === "refused" && isCertain(answer) ? happened(found, expected) : []),
    ...thirdStates(found, expected),
    ...nowhere(found, expected),
    ...disorder(found, expected),
    ...strangeViews(found, expected),
    ...notErased(found, expected),
    ...leftovers(found, expected).map((path) => `left behind: ${path}`),
    ...found.damage.map((text) => `damaged: ${text}`),
  ];
}

/** Is this the state before the act, the one after it, or a part of the way? The registry notes any visit. */
export function placeOf(found: Sight, { before, after }: Expected): "before" | "after" | "between" {
  const is = (sight: Sight) => same(noted(found.files), noted(sight.files)) && same(found.history, sight.history);
  return is(after) ? "after" : is(before) ? "before" : "between";
}

function noted(files: Texts): Texts {
  return new Map([...files].filter(([path]) => !REGISTRY.test(path)));
}

/** "It is not certain that …" and "Only a part …" are no promise either way. */
export function isCertain({ error }: Extract<Answer, { is: "refused" }>): boolean {
  return !/^(?:It is not certain|Only a part)/.test(error.message);
}

/** Acknowledged is a subset of visible. */
function lost(found: Sight, { after }: Expected): string[] {
  return [
    ...differences(found.files, after.files).map((path) => `acknowledged and lost: ${path}`),
    ...differences(found.memories, after.memories).map((id) => `acknowledged, and the list says otherwise: ${id}`),
    ...missing(found.history, after.history).map((line) => `acknowledged, and not in the history: ${line}`),
  ];
}

/** What was refused did not happen, and does not happen later; but the registry notes any visit. */
function happened(found: Sight, { before }: Expected): string[] {
  return differences(found.files, before.files)
    .filter((path) => !REGISTRY.test(path))
    .map((path) => `refused, and happened: ${path}`);
}

/** Visible is a subset of attempted; each file is an old or a new version, byte for byte; so is what is known of it. */
function thirdStates(found: Sight, { act, before, after, meanwhile }: Expected): string[] {
  const strange = (part: "files" | "memories") =>
    keysOf(found[part], before[part], after[part]).filter((key) => {
      const now = found[part].get(key);
      const isKnown = now === before[part].get(key) || now === after[part].get(key);
      return !isKnown && !meanwhile.get(key)?.has(now ?? "");
    });
  const known = new Set([...before.history.keys(), ...after.history.keys()]);
  // What words are taken out of is written once more as it is by then, and the first of the two leaves the history.
  const isRepeated = (line: string) => act.erases !== undefined && known.has(line.replace(REPEATED, " (1)"));
  const isKnown = (line: string) => known.has(line) || isRepeated(line) || (act.op === "move" && DEPARTURE.test(line));
  const kept = [...before.history.keys()].filter((line) => after.history.has(line));
  return [
    ...strange("files").map((path) => `neither old nor new: ${path}`),
    ...strange("memories").map((id) => `neither known as old nor as new: ${id}: ${found.memories.get(id) ?? "gone"}`),
    ...[...found.history.keys()]
      .filter((line) => !isKnown(line))
      .map((line) => `in the history, and never done: ${line}`),
    ...kept.filter((line) => !found.history.has(line)).map((line) => `gone from the history: ${line}`),
  ];
}

/** Parts are ordered so that every prefix makes sense: nothing later without what comes before it. */
function disorder(found: Sight, { before, after, order }: Expected): string[] {
  const steps = order.filter((path) => before.files.get(path) !== after.files.get(path));
  const isNew = steps.map((path) => found.files.get(path) === after.files.get(path));
  const late = isNew.findIndex((done, n) => done && isNew.slice(0, n).includes(false));
  return late < 0 ? [] : [`changed before what goes first: ${steps[late]}`];
}

/** Wherever it is before and after, it is somewhere at every moment. */
function nowhere(found: Sight, { before, after }: Expected): string[] {
  const staying = new Set(after.files.values());
  const there = new Set(found.files.values());
  return [...before.files]
    .filter(([, text]) => staying.has(text) && !there.has(text))
    .map(([path]) => `nowhere: ${path}`);
}

function strangeViews(found: Sight, { act, before, after, meanwhile }: Expected): string[] {
  return keysOf(found.views, before.views, after.views)
    .filter((path) => {
      const now = found.views.get(path) ?? "";
      const known = [before.views.get(path) ?? "", after.views.get(path) ?? "", ...(meanwhile.get(path) ?? [])];
      // Of a move that was cut short the index lists what has arrived, and the move that finishes it the rest.
      const isInParts = act.erases !== undefined || act.op === "move";
      return !known.includes(now) && !(isInParts && known.some((text) => isPartOf(now, text)));
    })
    .map((path) => `${STRANGE_VIEW}: ${path}`);
}

/** An earlier view that came back is scrubbed line by line. */
function isPartOf(view: string, whole: string): boolean {
  const lines = new Set(whole.split("\n"));
  return view.split("\n").every((line) => lines.has(line));
}

/** Begun is carried out: either the memory is whole, or no byte of it is left. */
function notErased(found: Sight, { act, before }: Expected): string[] {
  const word = act.erases;
  if (word === undefined || found.mentions(word).length === 0) return [];
  const whole = [...before.files].every(
    ([path, text]) => !before.mentions(word).includes(path) || found.files.get(path) === text,
  );
  return whole ? [] : [`erased in part, still in: ${found.mentions(word).join(", ")}`];
}

/** In the state of a root that was moved away nobody looks again; a lock there stands in nobody's way. */
function leftovers(found: Sight, { act }: Expected): readonly string[] {
  return /^work\/(?:store|depot)$/.test(act.cwd)
    ? found.leftovers.filter((path) => !ROOT_LOCK.test(path))
    : found.leftovers;
}

type Texts = ReadonlyMap<string, string>;

function differences(found: Texts, wanted: Texts): string[] {
  return keysOf(found, wanted).filter((key) => found.get(key) !== wanted.get(key));
}

function missing(found: Texts, wanted: Texts): string[] {
  return [...wanted.keys()].filter((key) => !found.has(key));
}

function same(one: Texts, other: Texts): boolean {
  return one.size === other.size && [...one].every(([key, value]) => other.get(key) === value);
}

function keysOf(...texts: readonly Texts[]): string[] {
  return [...new Set(texts.flatMap((map) => [...map.keys()]))];
}

function words(error: unknown): string {
  return error instanceof Error ? `${error.message}\n${error.stack}` : String(error);
}
