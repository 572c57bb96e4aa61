/**
 * `user forget`: what concerns a topic goes: lines of the profile, and the person's memories of that name. Softly it
 * stays in the history; with `hard` it leaves that too, and everything else Cairn keeps of the person, and where it stands
 * still is said. May be run again at any point.
 */

import type { Cairn } from "../cairn.ts";
import { hasHeardOthers, isWantedByPerson } from "../conversation/trust-of-words.ts";
import { unlessRefused } from "../disk/files.ts";
import { CaptureLog } from "../inbox/capture-log.ts";
import { scrubDraftsElsewhere } from "../inbox/inbox-drafts.ts";
import { CairnError } from "../model/error.ts";
import type { Memory } from "../model/memory.ts";
import { isOfAgent } from "../model/trust.ts";
import { type Category, categoryNames } from "../person/categories.ts";
import {
  concernedBy,
  isAbout,
  linesAbout,
  logLinesAbout,
  saysIn,
  versionsAbout,
  wordsEver,
} from "../person/concerned.ts";
import { withoutLines } from "../person/edit-sheet.ts";
import { planPerson } from "../person/plan-person.ts";
import { leftOf } from "../person/still-said.ts";
import type { ChangeContext } from "../store/change-context.ts";
import type { Plan } from "../store/door.ts";
import { eraseVersionsIn } from "../store/erase.ts";
import { planMove } from "../store/revise.ts";
import type { Store } from "../store/store.ts";
import { says, sentenceSetOf } from "../trail/said.ts";
import { refuseAgentsErasing } from "../trust/refuse-agents.ts";
import { BEYOND_REACH, eraseMemories, scrubWords } from "./erase-memories.ts";

const AT_ONCE = 90;
const RENEWALS = 3;

/**
 * For good it is the person's alone. An agent takes out nothing that the person said, and after text of others was read
 * nothing at all, unless they name it themselves.
 */
export function refuseForgetting(cairn: Cairn, store: Store, topic: string, hard: boolean): void {
  if (hard) refuseAgentsErasing(cairn);
  if (!isOfAgent(cairn.surface) || isWantedByPerson(cairn, topic)) return;
  if (hasHeardOthers(cairn)) throw refused("What others wrote never takes anything out of the profile.");
  const stated = statedOf(store, topic);
  if (stated !== undefined) throw refused(`${stated} is stated: an agent takes it out only where the person names it.`);
}

function refused(message: string): CairnError {
  return new CairnError("SECURITY_ERROR", message, {
    hint: "Nothing was done. Ask the person to name the topic in a prompt of their own, or to type it: cairn user forget <topic>",
  });
}

/** The first of what would go that the person themselves said. */
function statedOf(store: Store, topic: string): string | undefined {
  const { memories, lines } = concernedBy(store, topic);
  const ids = new Set<string>([...memories.map(({ id }) => id), ...lines.map(({ category }) => category)]);
  return store.memories().find(({ id, trust }) => ids.has(id) && trust === "stated")?.id;
}

/** Softly: one change, which one undo takes back, unless it is very much. */
export async function forgetTopic(cairn: Cairn, store: Store, topic: string): Promise<void> {
  const { memories, drafts } = concernedBy(store, topic);
  await cairn.change(store, (context) => withoutTopic(context, cairn, topic, memories.slice(0, AT_ONCE)));
  for (let from = AT_ONCE; from < memories.length; from += AT_ONCE) {
    await cairn.change(store, (context) => retiring(context, memories.slice(from, from + AT_ONCE)));
  }
  if (drafts.length === 0) return;
  await store.locked(cairn.by, () => {
    for (const { key } of drafts) store.inbox.reject(key);
  });
}

interface Erased {
  readonly warnings: readonly string[];
  /** Where it stands still, in words. */
  readonly left: readonly string[];
}

/** For good. The files first, then every version that says it, then all that Cairn keeps beside them. */
export async function eraseTopic(cairn: Cairn, store: Store, topic: string): Promise<Erased> {
  const { memories, lines } = concernedBy(store, topic, { whole: true });
  const words = [...lines.map(({ text }) => text), ...wordsEver(store, topic)].flatMap(wordsOfLine);
  await cairn.change(store, (context) => withoutTopic(context, cairn, topic, []));
  await renewTops(cairn, store, topic);
  await scrubWords(cairn, words, shownAs());
  scrubRecords(cairn, topic);
  await store.locked(cairn.by, (context) => {
    store.inbox.scrub(({ text }) => saysIn(text, topic));
    const seqs = versionsAbout(store, topic).map(({ record }) => record.seq);
    if (seqs.length > 0) eraseVersionsIn(context, store.state, seqs);
  });
  const sentences = sentenceSetOf(words);
  const isSaidIn = ({ text }: { text: string }) => text.split("\n").some((line) => says(line, sentences));
  const warnings = await scrubDraftsElsewhere(cairn, store.root, isSaidIn);
  const paths = memories.map(({ path }) => path);
  if (paths.length > 0) warnings.push(...(await eraseMemories(cairn, store, paths)).words);
  await cairn.printViews(store, { wait: true });
  // It is done: a disk that refuses to be looked through must not make it look otherwise.
  const left = (await unlessRefused(() => leftOf(cairn, store, topic))) ?? [NOT_LOOKED];
  return { warnings: [BEYOND_REACH, ...new Set(warnings)], left };
}

const NOT_LOOKED = "Whether it stands anywhere else could not be looked up now.";

/** Records of sessions are raw material: what names the topic at all may be lost, and may not stay. */
function scrubRecords(cairn: Cairn, topic: string): void {
  cairn.sessions.scrub([topic], []);
  new CaptureLog(cairn.places.cairnHome).scrub(sentenceSetOf([topic]), new Set());
}

/** Any of them may have been shown with it. */
function shownAs() {
  return categoryNames.map((category) => ({ scope: "user", id: category as string, path: `${category}.md` }));
}

function withoutTopic(
  context: ChangeContext,
  cairn: Cairn,
  topic: string,
  memories: readonly Memory[],
): Plan<undefined> {
  const parts = categoryNames.flatMap((category) => {
    return isActive(context, category) ? planPerson(context, removal(cairn, category, topic)).steps : [];
  });
  return { steps: [...parts, ...retiring(context, memories).steps], result: undefined };
}

function retiring(context: ChangeContext, memories: readonly Memory[]): Plan<undefined> {
  const steps = memories.flatMap(({ id }) => planMove(context, id, "retire", "forgotten on request").steps);
  return { steps, result: undefined };
}

function isActive({ catalog }: Pick<ChangeContext, "catalog">, category: Category): boolean {
  const written = catalog.file(`${category}.md`)?.written;
  return written?.kind === "user_profile" && written.status === "active";
}

function removal(cairn: Cairn, category: Category, topic: string) {
  const edit = (text: string) => (text === "" ? "" : withoutLines(text, linesAbout(category, text, topic)));
  const forgets = (text: string) => isAbout(topic, text);
  const common = { category, edit, forgets, summary: "forgotten on request", source: cairn.sourceFor("user") };
  // What is taken out raises and lowers nothing.
  return { ...common, trust: "stated" } as const;
}

/**
 * The newest version is the one that vouches for the file: one that says it, before or after, gives way to one that does
 * not. The first renewal takes it out of the change log, and holds it as what was before; the second has it nowhere.
 */
async function renewTops(cairn: Cairn, store: Store, topic: string, left = RENEWALS): Promise<void> {
  const doomed = new Set(versionsAbout(store, topic).map(({ record }) => record.seq));
  const tops = categoryNames.filter((category) => {
    const top = store.history.versionsOf(`${category}.md`).at(-1);
    return top !== undefined && doomed.has(top.record.seq) && isActive(store, category);
  });
  if (tops.length === 0 || left === 0) return;
  await cairn.change(store, (context) => ({
    steps: tops.flatMap((category) => {
      const edit = (text: string) => withoutLines(text, logLinesAbout(text, topic));
      return planPerson(context, { ...removal(cairn, category, topic), edit, anyway: true }).steps;
    }),
    result: undefined,
  }));
  await renewTops(cairn, store, topic, left - 1);
}

/** A line, and what it says without its key and its bullet: trails have the words as they were said. */
function wordsOfLine(line: string): string[] {
  const plain = line.replace(/^\s*[-*+]\s+/, "").replaceAll("**", "");
  const value = plain.includes(":") ? plain.slice(plain.indexOf(":") + 1).trim() : "";
  return [plain, ...(value.length > 3 && value.includes(" ") ? [value] : [])];
}
