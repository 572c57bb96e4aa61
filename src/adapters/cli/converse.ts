/** An operation's questions put to a person at a terminal, one after the other; each answer is done before the next. */

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { Cairn } from "../../cairn.ts";
import { replaceFile } from "../../disk/durable.ts";
import { bestEffort, readFileAt, removeFile } from "../../disk/files.ts";
import { token } from "../../disk/random.ts";
import { CairnError } from "../../model/error.ts";
import type { Choice, KeyQuestion } from "../../model/key-question.ts";
import { invoke, type Operation, type Outcome } from "../../operations/operation.ts";
import { asTyped } from "../../operations/show/as-typed.ts";
import type { Keyboard } from "./keyboard.ts";
import type { Screen } from "./screen.ts";

interface Conversation {
  readonly op: Operation;
  readonly questions: readonly KeyQuestion[];
  readonly cairn: Cairn;
  readonly keyboard: Keyboard;
  readonly screen: Screen;
  readonly editing: Editing;
}

/** The last answer of the operation, which was shown already; undefined where the person decided nothing. */
export async function converse(talk: Conversation): Promise<Outcome | undefined> {
  let last: Outcome | undefined;
  for (const question of talk.questions) {
    const decided = await decisionOn(question, talk);
    if (decided === "quit") return last;
    if (decided !== "skipped") last = decided;
  }
  return last;
}

/** Asked until something is decided: what is refused decides nothing. */
async function decisionOn(first: KeyQuestion, talk: Conversation): Promise<Outcome | "skipped" | "quit"> {
  let question: KeyQuestion | undefined = first;
  while (question !== undefined) {
    const choice: Choice | undefined = await choiceFor(question, talk);
    if (choice === undefined || choice.ends) return "quit";
    if (choice.input === undefined) return "skipped";
    const { outcome, text } = await done(choice, talk);
    if (outcome?.ok) {
      await talk.screen.show(outcome.text);
      return outcome;
    }
    if (outcome !== undefined) await talk.screen.show(`${outcome.error.message} ${asTyped(outcome.error.hint)}`);
    question = withText(await anew(question, talk), text);
  }
  return "skipped";
}

/** Undefined where there is nothing to ask any more. */
async function anew(question: KeyQuestion, { op, cairn }: Conversation): Promise<KeyQuestion | undefined> {
  if (question.again === undefined) return question;
  const outcome = await invoke(op, question.again, cairn);
  return outcome.ok ? op.questions?.(outcome.output, op.input.parse(question.again))[0] : undefined;
}

/** What the person wrote in their editor is not lost with a refusal. */
function withText(question: KeyQuestion | undefined, text: string | undefined): KeyQuestion | undefined {
  if (question === undefined || text === undefined) return question;
  const choices = question.choices.map((choice) =>
    choice.edits === undefined ? choice : { ...choice, edits: { ...choice.edits, text } },
  );
  return { ...question, choices };
}

/** Asked again until a key means something. */
async function choiceFor(
  { text, choices }: KeyQuestion,
  { screen, keyboard }: Conversation,
): Promise<Choice | undefined> {
  await screen.show(`\n${text}\n`);
  const keys = [...choices.map(({ key, says }) => `[${key}] ${says}`), `[${HELP}] what these do`].join("  ");
  for (;;) {
    await screen.show(keys);
    const key = await keyboard.key();
    if (key === HELP) await screen.show(choices.map(meaning).join("\n"));
    const choice = choices.find((one) => one.key === key);
    if (key === undefined || choice !== undefined) return choice;
  }
}

const HELP = "?";

function meaning({ key, says, means }: Choice): string {
  return `  ${key}  ${says}${means === undefined ? "" : `: ${means}`}`;
}

interface Done {
  /** None where the person named nothing. */
  readonly outcome?: Outcome;
  /** What they wrote. */
  readonly text?: string;
}

async function done({ input, asks, edits }: Choice, talk: Conversation): Promise<Done> {
  const typed = asks === undefined ? undefined : await answerTo(asks, talk);
  if (typed === "") return {};
  const named = asks === undefined ? {} : { [asks.field]: typed };
  let text: string | undefined;
  try {
    text = edits === undefined ? undefined : edited(edits.text, talk.editing);
  } catch (error) {
    if (error instanceof CairnError) return { outcome: { ok: false, error } };
    throw error;
  }
  const written = edits === undefined ? {} : { [edits.field]: text };
  const outcome = await invoke(talk.op, { ...input, ...named, ...written }, talk.cairn);
  return text === undefined || text.trim() === "" ? { outcome } : { outcome, text };
}

async function answerTo(
  { prompt, proposed }: NonNullable<Choice["asks"]>,
  { screen, keyboard }: Conversation,
): Promise<string> {
  await screen.show(`${prompt}? (Enter: ${proposed ?? "none, back"})`);
  return (await keyboard.line()) || proposed || "";
}

const MAX_BYTES = 1_000_000;

/** A text in the person's own editor, by way of a private file that is gone afterwards. */
interface Editing {
  /** A folder nobody else reads. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

function edited(text: string, { folder, env }: Editing): string {
  const editor = env["VISUAL"] || env["EDITOR"];
  if (!editor) {
    throw new CairnError("INPUT_ERROR", "No editor is named.", { hint: "Set EDITOR, then try again." });
  }
  const path = join(folder, "edit", `${token()}.md`);
  try {
    replaceFile(path, Buffer.from(text));
    // An editor may be named with options, so the shell splits the words; the path is never part of them.
    const { status } = spawnSync("/bin/sh", ["-c", `${editor} "$1"`, "sh", path], {
      stdio: "inherit",
      env: { ...env },
    });
    if (status !== 0) throw new CairnError("INPUT_ERROR", "The editor failed; nothing was changed.");
    return readFileAt(path, MAX_BYTES)?.toString("utf8") ?? "";
  } finally {
    bestEffort(() => removeFile(path));
  }
}
