/** The drafts of `review` in words: a whole draft, what became of those that were decided, and what a person is asked. */

import { defined } from "../model/defined.ts";
import type { KeyQuestion } from "../model/key-question.ts";
import type { MemoryOutput } from "../recall/memory-output.ts";
import { counted } from "../text/counted.ts";
import { type DraftOutput, draftLine } from "./draft-output.ts";
import { shortKey } from "./inbox-drafts.ts";

const MOST_KEYS = 5;

export const HOW = "cairn review <key> shows one whole; cairn review --accept <key> keeps it, --reject <key> drops it.";

export const HOW_TO_ASK =
  "Show the person this list with its numbers and ask which to keep and which to drop. On their answer, and not before: --accept and --reject with the keys they mean.";

/** For an agent that shows them to the person: by number, with what it says. */
export function numberedDraft(draft: DraftOutput, place: number): string {
  const said = draft.description === "" || draft.title.includes(draft.description) ? "" : `\n   ${draft.description}`;
  return `${place + 1}. ${draftLine(draft)}${said}`;
}

interface Outcome {
  readonly accepted: readonly { readonly action: string; readonly memory?: MemoryOutput | undefined }[];
  readonly rejected: readonly string[];
  readonly reopened: readonly string[];
  readonly expired: readonly string[];
  readonly warnings: readonly string[];
}

export function doneLines({ accepted, rejected, reopened, expired, warnings }: Outcome): string[] {
  return [
    ...accepted.map(({ action, memory }) => `${action}${memory === undefined ? "" : ` ${memory.scope}:${memory.id}`}`),
    ...(rejected.length === 0 ? [] : [`${counted(rejected.length, "draft")} rejected; ${wayBack(rejected)}`]),
    ...(reopened.length === 0 ? [] : [`${counted(reopened.length, "draft waits", "drafts wait")} again`]),
    ...(expired.length === 0 ? [] : [`${counted(expired.length, "draft")} waited for 30 days and went`]),
    ...warnings,
  ];
}

/** A rejection is no change of a memory: undo does not know it. */
function wayBack(rejected: readonly string[]): string {
  if (rejected.length > MOST_KEYS) return "cairn review --rejected lists them, --reopen takes one back";
  return `to take that back: cairn review --reopen ${rejected.map(shortKey).join(",")}`;
}

export function leftLine(left: number): string {
  return left === 0 ? "No draft is waiting." : `${counted(left, "draft waits", "drafts wait")}.`;
}

export function wholeDraft(draft: DraftOutput): string {
  const { because, body, possible_duplicate_of: duplicate, session, trust, confidence } = draft;
  const facts = [`trust: ${trust}`, ...(confidence === undefined ? [] : [`confidence: ${confidence}`])];
  const from = session === undefined ? [] : [`from session ${session}`];
  return [
    draftLine(draft),
    [...facts, ...from].join("  "),
    because,
    ...(duplicate === undefined ? [] : [`may say the same as ${duplicate}`]),
    ...doubtLines(draft),
    "",
    body.trim(),
  ].join("\n");
}

/** What stands against it, and what that means for who decides. */
function doubtLines({ verdict, issues, trust }: DraftOutput): string[] {
  const means = {
    PASS: [],
    REVISE: ["! you may accept it all the same"],
    BLOCK: ["! its source does not say so; accept it only if you know that it is right"],
  }[verdict];
  const outside = trust === "untrusted" ? ["! drawn from text of others; accepted, it counts as imported"] : [];
  return [...issues.map((issue) => `! ${issue}`), ...means, ...outside];
}

export function questionAbout(draft: DraftOutput): KeyQuestion {
  const { key, body, candidate, possible_duplicate_of: duplicate } = draft;
  const proposed = candidate ?? duplicate;
  return {
    text: wholeDraft(draft),
    again: { draft: key },
    choices: [
      {
        key: "a",
        says: "accept",
        means: "it becomes a memory as it stands; cairn undo takes that back",
        input: { accept: [key] },
      },
      {
        key: "e",
        says: "edit and accept",
        means: "in your editor; what you leave there becomes the memory",
        input: { accept: [key] },
        edits: { field: "body", text: body },
      },
      {
        key: "m",
        says: "merge into another memory",
        means: "what it says is added to one that is there, of the same kind",
        input: { accept: [key] },
        asks: { field: "into", prompt: "Into which memory", ...defined({ proposed }) },
      },
      {
        key: "r",
        says: "reject",
        means: "it is not proposed again; for 30 days cairn review --reopen takes that back",
        input: { reject: [key] },
      },
      { key: "s", says: "skip", means: "it goes on waiting, and the next is shown" },
      { key: "q", says: "quit", means: "what is left goes on waiting", ends: true },
    ],
  };
}
