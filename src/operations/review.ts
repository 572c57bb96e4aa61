/** `review`: the drafts that wait, and the person's word on each: accept, edit, merge, reject, or open it again. */

import type { Cairn } from "../cairn.ts";
import { editedDraft } from "../capture/edited-draft.ts";
import { ALL, decide, decisionsIn, mendingOf } from "../capture/reviewing.ts";
import { followUndo } from "../capture/taken-back.ts";
import { unlessRefused } from "../disk/files.ts";
import { CaptureNoteOutput, captureLines, captureNotes, noteDraft } from "../inbox/capture-notes.ts";
import { DraftOutput, draftLine, draftOutput } from "../inbox/draft-output.ts";
import { everyRejected, everyWaiting, inboxStores, type Named, waitingDraft } from "../inbox/inbox-drafts.ts";
import {
  doneLines,
  HOW,
  HOW_TO_ASK,
  leftLine,
  numberedDraft,
  questionAbout,
  wholeDraft,
} from "../inbox/review-words.ts";
import { CairnError } from "../model/error.ts";
import { textFile, z } from "../model/schema.ts";
import { isOfAgent } from "../model/trust.ts";
import { AgentField, MemoryOutput, memoryOutput } from "../recall/memory-output.ts";
import type { Store } from "../store/store.ts";
import { stillSummed } from "../summary/without-rejected.ts";
import { operation } from "./operation.ts";

const MOST_LOGGED = 100;
const MOST_LISTED = 99;
const Keys = z.array(z.string().min(ALL.length).max(32)).min(1).optional();

const Input = z.strictObject({
  draft: z
    .string()
    .min(1)
    .max(32)
    .optional()
    .describe("Only this one, whole")
    .meta({ cli: { value: "<key>" } }),
  accept: Keys.describe("Write these, by their keys, or all"),
  reject: Keys.describe("Drop these, by their keys, or all; they are not proposed again"),
  reopen: Keys.describe("Let these wait again that were rejected, by their keys, or all"),
  rejected: z.boolean().default(false).describe("Those that were rejected and can be opened again"),
  into: z.string().max(200).optional().describe("Merge what is accepted into this memory, of the same kind"),
  title: z.string().max(120).optional().describe("Another title for the one draft that is accepted or named"),
  body: textFile("Another text for it"),
  log: z.boolean().default(false).describe("What was proposed, written, blocked and rejected, and why, newest first"),
  agent: AgentField,
});
type Input = z.output<typeof Input>;

export const review = operation({
  name: "review",
  aliases: ["inbox"],
  summary: "Look at the drafts that wait, and accept, edit, merge or reject them.",
  effect: "write",
  surfaces: ["cli", "library"],
  positional: "draft",
  examples: [
    "cairn review",
    "cairn review 5e1f0a77",
    "cairn review --accept 5e1f0a77",
    "cairn review --accept 5e1f0a77 --into sqlite-wal-mode",
    "cairn review --reject 5e1f0a77,90ab12cd",
    "cairn review --reopen 5e1f0a77",
    "cairn review --log",
  ],
  instead: {
    merge: "To merge a draft into a memory: cairn review --accept <key> --into <id>",
    edit: "To accept a draft in other words: cairn review --accept <key> --body-file <file>. At a terminal cairn review alone asks about each.",
  },
  input: Input,
  output: z.object({
    waiting: z.array(DraftOutput),
    accepted: z.array(z.object({ key: z.string(), action: z.string(), memory: MemoryOutput.optional() })),
    rejected: z.array(z.string()),
    reopened: z.array(z.string()),
    expired: z.array(z.string()),
    warnings: z.array(z.string()),
    /** With `rejected`. */
    kept: z.array(DraftOutput).optional(),
    log: z.array(CaptureNoteOutput).optional(),
  }),

  async run(input, cairn) {
    refuseIdle(input);
    const { accept = [], reject = [], reopen = [], title, body, into } = input;
    const stores = await inboxStores(cairn, input.agent);
    const expired = await expire(cairn, stores);
    const decisions = decisionsIn(stores, { accept, reject, reopen });
    if (isEdited(input) && decisions.accept.length > 1) throw tooMany();
    const named = input.draft === undefined ? undefined : waitingDraft(stores, input.draft);
    if (named !== undefined && isEdited(input)) await edit(cairn, named, { title, body });
    const done = await decide(cairn, decisions, mendingOf(cairn, { title, body, into }), (dropped) =>
      stillSummed(cairn, dropped),
    );
    const accepted = done.accepted.map(({ memory, ...one }) =>
      memory === undefined ? one : { ...one, memory: memoryOutput(memory) },
    );
    const isDone = [accepted, done.rejected, done.reopened].some(({ length }) => length > 0);
    const left = () => everyWaiting(stores).map(told);
    // What was done is done: a disk that refuses to list what is left must not make it look otherwise.
    const waiting = isDone ? ((await unlessRefused(async () => left())) ?? []) : left();
    if (!isDeciding(input) && named === undefined) noteListed(cairn, waiting);
    return {
      waiting: named === undefined ? waiting : [again(named)],
      accepted,
      rejected: [...done.rejected],
      reopened: [...done.reopened],
      expired,
      warnings: [...done.warnings],
      ...(input.rejected ? { kept: everyRejected(stores).map(told) } : {}),
      ...(input.log ? { log: captureNotes(cairn, MOST_LOGGED) } : {}),
    };
  },

  questions({ waiting }, input) {
    return isDeciding(input) || input.log || input.rejected ? [] : waiting.map(questionAbout);
  },

  show(output, input, surface) {
    const { waiting, kept, log } = output;
    if (log !== undefined) return log.length === 0 ? "Nothing was captured yet." : captureLines(log).join("\n");
    if (kept !== undefined)
      return kept.length === 0 ? "No rejected draft is kept." : [...kept.map(draftLine), BACK].join("\n");
    const done = doneLines(output);
    if (isDeciding(input)) return [...done, leftLine(waiting.length)].join("\n");
    if (input.draft !== undefined) return [...done, ...waiting.map(wholeDraft)].join("\n");
    const listed = isOfAgent(surface) ? waiting.map(numberedDraft) : waiting.map(draftLine);
    return [...done, ...listed, waiting.length === 0 ? leftLine(0) : isOfAgent(surface) ? HOW_TO_ASK : HOW].join("\n");
  },
});

/** In the order in which an agent shows them: what the person then calls by its number is what they have seen. */
function noteListed(cairn: Cairn, waiting: readonly DraftOutput[]): void {
  const { session } = cairn.sessions.who;
  if (!isOfAgent(cairn.surface) || session === undefined) return;
  const at = cairn.clock.now().toISOString();
  cairn.sessions.trail(session).append({ is: "listed", at, keys: waiting.slice(0, MOST_LISTED).map(({ key }) => key) });
}

const BACK = "To let one wait again: cairn review --reopen <key>";

function isDeciding({ accept, reject, reopen }: Input): boolean {
  return [accept, reject, reopen].some((keys) => keys !== undefined);
}

function isEdited({ title, body }: Input): boolean {
  return title !== undefined || body !== undefined;
}

/** What would do nothing is refused: nobody would notice. */
function refuseIdle(input: Input): void {
  const { draft, accept, into, log, rejected } = input;
  const isShown = log || rejected;
  if (isShown && (isDeciding(input) || draft !== undefined)) {
    throw idle(
      "What is listed and what is decided are asked for one at a time.",
      "Leave out --log and --rejected, or ask for one of them alone.",
    );
  }
  if (draft !== undefined && isDeciding(input)) {
    throw namedApart(draft, input);
  }
  if (into !== undefined && accept === undefined) throw idle("Which draft is to be merged?", "Name it with accept.");
  if (isEdited(input) && accept === undefined && draft === undefined) {
    throw idle("Which draft is to have these words?", "Name it by its key, or with accept. See review for the keys.");
  }
}

function namedApart(draft: string, { accept, reject, reopen }: Input): CairnError {
  const verb = accept !== undefined ? "accept" : reject !== undefined ? "reject" : "reopen";
  const keys = { accept, reject, reopen }[verb] ?? [];
  const says = `cairn review --${verb}`;
  return keys.some((key) => key.startsWith(draft) || draft.startsWith(key))
    ? idle(`${draft} is named twice.`, `Leave out the first: ${says} ${keys.join(" ")}`)
    : idle(
        `${draft} is named to be shown, and another to be decided.`,
        `To decide both: ${says} ${[draft, ...keys].join(" ")}`,
      );
}

function idle(message: string, hint: string): CairnError {
  return new CairnError("INPUT_ERROR", message, { hint: `Nothing was done. ${hint}` });
}

function tooMany(): CairnError {
  return idle("A title or a text is for one draft, and several are accepted.", "Accept them one by one.");
}

async function expire(cairn: Cairn, stores: readonly Store[]): Promise<string[]> {
  const expired: string[] = [];
  for (const store of stores) {
    if (store.inbox.isEmpty) continue;
    // An undo that was cut off has not said so yet.
    if (store.inbox.written().length > 0) await followUndo(cairn, store);
    const waiting = store.inbox.list();
    const gone = await store.locked(cairn.by, () => store.inbox.tidy(cairn.clock.now()));
    for (const draft of waiting.filter(({ key }) => gone.includes(key))) {
      noteDraft(cairn, "expired", draft, { because: "it waited for 30 days" });
    }
    expired.push(...gone);
  }
  return expired;
}

async function edit(cairn: Cairn, { draft, store }: Named, words: Pick<Input, "title" | "body">): Promise<void> {
  const { text } = editedDraft(cairn, draft, words);
  await store.locked(cairn.by, () => store.inbox.replace(draft.key, text));
}

function told({ draft, store }: Named): DraftOutput {
  return draftOutput(draft, store);
}

function again({ draft, store }: Named): DraftOutput {
  return told({ draft: store.inbox.read(draft.key) ?? draft, store });
}
