/** `review`: the drafts that wait, and the person's word on each: accept, edit, merge or reject. */

import type { Cairn } from "../cairn.ts";
import { withDraftBlock } from "../format/draft-block.ts";
import { editMemory } from "../format/edit.ts";
import { counted } from "../model/counted.ts";
import { CairnError } from "../model/error.ts";
import { parseAddress } from "../model/id.ts";
import { z } from "../model/schema.ts";
import { GivenWords } from "../store/given-words.ts";
import type { Waiting } from "../store/inbox.ts";
import type { Store } from "../store/store.ts";
import { CaptureNoteOutput, captureLine, captureNotes, noteDraft } from "./capture-notes.ts";
import { DraftOutput, draftLine, draftOutput } from "./draft-output.ts";
import { acceptDraft, inboxStores, rejectDraft, waitingDraft } from "./drafting.ts";
import { AgentField, MemoryOutput, memoryOutput } from "./memory-output.ts";
import { operation, type Question } from "./operation.ts";

const MOST_LOGGED = 100;
const ALL = "all";
const Keys = z.array(z.string().min(ALL.length).max(32));

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
    "cairn review --log",
  ],
  input: z.strictObject({
    draft: z
      .string()
      .min(4)
      .max(32)
      .optional()
      .describe("Only this one, whole")
      .meta({ cli: { value: "<key>" } }),
    accept: Keys.default([]).describe("Write these, by their keys, or all"),
    reject: Keys.default([]).describe("Drop these; they are not proposed again"),
    into: z.string().max(200).optional().describe("Merge what is accepted into this memory"),
    title: z.string().max(120).optional().describe("Another title for the draft that is accepted or named"),
    body: z
      .string()
      .optional()
      .describe("Another text for it")
      .meta({ cli: { file: true } }),
    log: z.boolean().default(false).describe("What was proposed, written, blocked and rejected, and why, newest first"),
    agent: AgentField,
  }),
  output: z.object({
    waiting: z.array(DraftOutput),
    accepted: z.array(z.object({ key: z.string(), action: z.string(), memory: MemoryOutput.optional() })),
    rejected: z.array(z.string()),
    expired: z.array(z.string()),
    warnings: z.array(z.string()),
    log: z.array(CaptureNoteOutput).optional(),
  }),

  async run(input, cairn) {
    const { draft, into, title, body, agent } = input;
    const stores = await inboxStores(cairn, agent);
    const expired = await expire(cairn, stores);
    const [accept, reject] = [keysMeant(stores, input.accept), keysMeant(stores, input.reject)];
    const named = draft === undefined ? undefined : waitingDraft(stores, draft);
    const edited = accept[0] ?? draft;
    if ((title !== undefined || body !== undefined) && edited !== undefined) {
      await edit(cairn, waitingDraft(stores, edited), { title, body });
    }
    const rejected: string[] = [];
    const warnings: string[] = [];
    for (const key of reject) {
      const one = waitingDraft(stores, key);
      if (!(await rejectDraft(cairn, one.store, one.draft)))
        warnings.push(`${one.draft.key} had been written already.`);
      rejected.push(one.draft.key);
    }
    const accepted = [];
    for (const key of accept) accepted.push(await acceptOne(cairn, waitingDraft(stores, key), into, warnings));
    const waiting = named === undefined || accept.length + reject.length > 0 ? everyWaiting(stores) : [again(named)];
    const log = input.log ? { log: captureNotes(cairn, MOST_LOGGED) } : {};
    return { waiting, accepted, rejected, expired, warnings, ...log };
  },

  questions({ waiting }, { draft, accept, reject, log }) {
    if (accept.length + reject.length > 0 || log) return [];
    return (draft === undefined ? waiting : waiting.slice(0, 1)).map(questionAbout);
  },

  show({ waiting, accepted, rejected, expired, warnings, log }, { draft, accept, reject }) {
    if (log !== undefined) return log.length === 0 ? "Nothing was captured yet." : log.map(captureLine).join("\n");
    const done = [
      ...accepted.map(
        ({ action, memory }) => `${action}${memory === undefined ? "" : ` ${memory.scope}:${memory.id}`}`,
      ),
      ...(rejected.length === 0 ? [] : [`${counted(rejected.length, "draft")} rejected`]),
      ...(expired.length === 0 ? [] : [`${counted(expired.length, "draft")} waited for 30 days and went`]),
      ...warnings,
    ];
    if (accept.length + reject.length > 0) return [...done, leftLine(waiting.length)].join("\n");
    if (draft !== undefined) return [...done, ...waiting.map(wholeDraft)].join("\n");
    return [...done, ...waiting.map(draftLine), waiting.length === 0 ? "No draft is waiting." : HOW].join("\n");
  },
});

function questionAbout(draft: DraftOutput): Question {
  const { key, body, candidate, possible_duplicate_of: duplicate } = draft;
  const proposed = candidate ?? duplicate;
  return {
    text: wholeDraft(draft),
    choices: [
      { key: "a", says: "accept", input: { accept: [key] } },
      { key: "e", says: "edit and accept", input: { accept: [key] }, edits: { field: "body", text: body } },
      {
        key: "m",
        says: "merge into another memory",
        input: { accept: [key] },
        asks: { field: "into", prompt: "Into which memory", ...(proposed === undefined ? {} : { proposed }) },
      },
      { key: "r", says: "reject", input: { reject: [key] } },
      { key: "s", says: "skip" },
      { key: "q", says: "quit", ends: true },
    ],
  };
}

const HOW = "Show one with its key; then --accept or --reject it.";

function leftLine(left: number): string {
  return left === 0 ? "No draft is waiting." : `${counted(left, "draft")} ${left === 1 ? "waits" : "wait"}.`;
}

function wholeDraft(draft: DraftOutput): string {
  const { because, issues, body, possible_duplicate_of: duplicate, session, trust, confidence } = draft;
  const facts = [`trust: ${trust}`, ...(confidence === undefined ? [] : [`confidence: ${confidence}`])];
  const from = session === undefined ? [] : [`from session ${session}`];
  return [
    draftLine(draft),
    [...facts, ...from].join("  "),
    because,
    ...(duplicate === undefined ? [] : [`may say the same as ${duplicate}`]),
    ...issues.map((issue) => `! ${issue}`),
    "",
    body.trim(),
  ].join("\n");
}

function keysMeant(stores: readonly Store[], given: readonly string[]): readonly string[] {
  return given.includes(ALL) ? stores.flatMap((store) => store.inbox.list().map(({ key }) => key)) : given;
}

async function expire(cairn: Cairn, stores: readonly Store[]): Promise<string[]> {
  const expired: string[] = [];
  for (const store of stores) {
    if (store.inbox.keys().length === 0) continue;
    const waiting = store.inbox.list();
    const gone = await store.locked(cairn.by, () => store.inbox.tidy(cairn.clock.now()));
    for (const draft of waiting.filter(({ key }) => gone.includes(key))) {
      noteDraft(cairn, "expired", draft, { because: "it waited for 30 days" });
    }
    expired.push(...gone);
  }
  return expired;
}

function everyWaiting(stores: readonly Store[]): DraftOutput[] {
  return stores.flatMap((store) => store.inbox.list().map((draft) => draftOutput(draft, store)));
}

interface Named {
  readonly draft: Waiting;
  readonly store: Store;
}

function again({ draft, store }: Named): DraftOutput {
  return draftOutput(store.inbox.read(draft.key) ?? draft, store);
}

/** A new text under the old key: the person's own words need no source. */
async function edit(
  cairn: Cairn,
  { draft, store }: Named,
  given: { title?: string | undefined; body?: string | undefined },
) {
  const words = new GivenWords();
  const title = given.title === undefined ? undefined : words.title(given.title);
  const body = given.body === undefined ? undefined : words.text("body", given.body);
  const text = editMemory(draft.text, { title, body });
  const note = { ...draft.note, verdict: "PASS" as const, issues: [] };
  await store.locked(cairn.by, () => store.inbox.replace(draft.key, withDraftBlock(text, note)));
}

async function acceptOne(cairn: Cairn, { draft, store }: Named, into: string | undefined, warnings: string[]) {
  if (into !== undefined) await aim(cairn, { draft, store }, into);
  const { action, id, warnings: said } = await acceptDraft(cairn, store, draft.key);
  warnings.push(...said);
  const memory = store.find(id);
  return { key: draft.key, action, ...(memory === undefined ? {} : { memory: memoryOutput(memory) }) };
}

/** Merged into a memory the person names, as it is now. */
async function aim(cairn: Cairn, { draft, store }: Named, into: string): Promise<void> {
  const { id, scope } = parseAddress(into);
  const memory = scope === undefined || scope === store.root.scope ? store.find(id) : undefined;
  if (memory === undefined || memory.status !== "active") {
    throw new CairnError("not-found", "NOT_FOUND", `No memory of that scope is called ${into}.`, {
      field: "into",
      hint: "A draft is merged into an active memory of its own scope. See list.",
    });
  }
  const fresh = store.inbox.read(draft.key) ?? draft;
  const note = { ...fresh.note, action: "UPDATE" as const, candidate: id, hash: memory.hash };
  await store.locked(cairn.by, () => store.inbox.replace(draft.key, withDraftBlock(fresh.text, note)));
}
