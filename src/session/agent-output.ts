/**
 * What a sub-agent brought back, as a memory: the file it wrote itself, else its last message, which Cairn writes into
 * a file called by its task. Worth no more than what the agent had heard.
 */

import { token } from "../disk/random.ts";
import { firstSentence } from "../format/sentence.ts";
import { fileNameFor } from "../model/file-name.ts";
import { slugOf } from "../model/id.ts";
import type { MemoryId } from "../model/memory.ts";
import { lowestTrust, type Trust } from "../model/trust.ts";
import { readObject } from "../places/paths.ts";
import type { ChangeContext } from "../store/change-context.ts";
import { planRemember } from "../store/remember.ts";
import { planRevise } from "../store/revise.ts";
import type { Store } from "../store/store.ts";
import { wishFrom } from "../store/wish.ts";
import { wholeStart } from "../text/lines.ts";
import type { SessionState } from "../trail/session-state.ts";
import { isOutput, isPlainKind } from "./agent-snippet.ts";
import { isOthers, outputOf, takeIn } from "./direct-writes.ts";
import type { Around, Called } from "./moment.ts";

type KnownAgent = SessionState["agents"][number];

const LONGEST = 200_000;
const TITLE_LENGTH = 80;
const NAME_LENGTH = 48;
const FIELD_LENGTH = 200;
const NOTE_BYTES = 64_000;

/** A name no other sub-agent is given, in this session or another. */
export function outputName(store: Store, { trail, cairn }: Around, kind: string): string {
  const promised = trail.state().agents.flatMap(({ file }) => file ?? []);
  const path = fileNameFor("subagent", {
    id: "agent",
    title: isPlainKind(kind) ? kind : "agent",
    now: cairn.clock.now(),
    random: () => token().slice(0, 4),
    taken: (path) => promised.some((file) => isOutput(file, path)) || store.catalog.isTaken(path),
    nextNumber: () => 1,
  });
  return path.slice(path.lastIndexOf("/") + 1, -".md".length);
}

/** Undefined where it brought nothing back. */
export async function keepOutput(
  called: Called<"agent-stop">,
  known: KnownAgent | undefined,
): Promise<MemoryId | undefined> {
  const { cairn, lastMessage } = called;
  const store = (await cairn.stores(undefined, { lenient: true })).of("project");
  const written = outputOf(store, known?.file);
  const isCairns = known?.output !== undefined && store.find(known.output as MemoryId)?.outside === false;
  if (written !== undefined && !isCairns) {
    await takeIn(called, [{ store, path: written.path }]);
    return store.names.idOf(store.catalog.file(written.path) ?? written);
  }
  if (lastMessage.trim() === "") return known?.output as MemoryId | undefined;
  return isCairns ? addTo(store, called, known?.output as MemoryId) : create(store, called, known?.file);
}

async function create(store: Store, called: Called<"agent-stop">, promised: string | undefined): Promise<MemoryId> {
  const { cairn, session, lastMessage, kind, note } = called;
  const task = taskIn(note);
  const message = wholeStart(lastMessage, LONGEST);
  await cairn.prepareWrite();
  const wish = wishFrom({
    kind: "subagent",
    text: inSections(message),
    title: firstSentence(task || headingOf(message) || message, TITLE_LENGTH) || kind,
    description: firstSentence(message),
    fields: fieldsOf(called, task),
    trust: trustOf(called),
    source: { ...cairn.sourceFor("project"), session },
    promised: calledByTask(promised, task || headingOf(message)),
  });
  const plan = (context: ChangeContext) => planRemember(context, wish);
  const { result } = await cairn.change(store, plan, { isPrepared: true });
  return result.id;
}

/** The time it began at and the letters that tell it apart stay; nobody has written under the name it was promised. */
function calledByTask(promised: string | undefined, task: string): string | undefined {
  const [, began, letters = ""] = /^(\d{4}-\d\d-\d\d_\d{6})_.*?(_[a-z0-9]{4})?$/.exec(promised ?? "") ?? [];
  const words = slugOf(task)
    .slice(0, NAME_LENGTH)
    .replace(/-[^-]*$/, (rest) => (slugOf(task).length > NAME_LENGTH ? "" : rest));
  return began === undefined || words === "" ? promised : `${began}_${words}${letters}`;
}

/** It was spoken to again, and has said more. */
async function addTo(store: Store, called: Called<"agent-stop">, id: MemoryId): Promise<MemoryId> {
  const append = wholeStart(called.lastMessage, LONGEST);
  const revision = { id, append, trust: trustOf(called) };
  await called.cairn.change(store, (context) => planRevise(context, revision));
  return id;
}

/** A model's words are derived; where they tell the text of others again they are no better than that. */
function trustOf(called: Called<"agent-stop">): Trust {
  const { cairn, lastMessage } = called;
  return lowestTrust(cairn.trustOf("derived"), isOthers(called, lastMessage) ? "untrusted" : undefined);
}

/** What the host says it was to do. */
function taskIn(note: string): string {
  const said = note === "" ? undefined : readObject(note, NOTE_BYTES)?.["description"];
  return typeof said === "string" ? oneLine(said) : "";
}

function fieldsOf({ kind, trail }: Called<"agent-stop">, task: string): Record<string, string> {
  const parent = oneLine(trail.state().prompts.at(-1) ?? "");
  const said = { agent: oneLine(kind), task, parent };
  return Object.fromEntries(Object.entries(said).filter(([, text]) => text !== ""));
}

function oneLine(text: string): string {
  return wholeStart(text.replace(/\s+/g, " ").trim(), FIELD_LENGTH);
}

function headingOf(message: string): string {
  return /^#{1,6} ([^\n]+)/.exec(message.trim())?.[1] ?? "";
}

/** The first paragraph is the summary, unless it says itself what is. */
function inSections(message: string): string {
  if (/^## +Summary\b/im.test(message)) return message;
  const said = message.trim().replace(/^#{1,6} [^\n]*\n+(?=\S)/, ""); // what it is called is its title
  const [summary = "", ...rest] = said.split(/\n{2,}/);
  const details = rest.join("\n\n");
  return `## Summary\n\n${summary}${details === "" ? "" : `\n\n## Details\n\n${details}`}`;
}
