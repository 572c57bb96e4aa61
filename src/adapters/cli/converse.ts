/** An operation's questions put to a person at a terminal, one after the other; each answer is done before the next. */

import type { Cairn } from "../../cairn.ts";
import { CairnError } from "../../model/error.ts";
import { type Choice, invoke, type Operation, type Outcome, type Question } from "../../operations/operation.ts";
import { type Editing, edited } from "./editor.ts";
import type { Keyboard } from "./keyboard.ts";
import type { Screen } from "./screen.ts";

export interface Conversation {
  readonly op: Operation;
  readonly questions: readonly Question[];
  readonly cairn: Cairn;
  readonly keyboard: Keyboard;
  readonly screen: Screen;
  readonly editing: Editing;
}

/** The last answer of the operation; undefined where the person decided nothing. */
export async function converse(talk: Conversation): Promise<Outcome | undefined> {
  let last: Outcome | undefined;
  for (const question of talk.questions) {
    const choice = await choiceFor(question, talk);
    if (choice === undefined || choice.ends) return last;
    const outcome = choice.input === undefined ? undefined : await done(choice, talk);
    if (outcome === undefined) continue;
    await talk.screen.show(outcome.ok ? outcome.text : `${outcome.error.message} ${outcome.error.hint}`);
    if (outcome.ok) last = outcome;
  }
  return last;
}

/** Asked again until a key means something. */
async function choiceFor({ text, choices }: Question, { screen, keyboard }: Conversation): Promise<Choice | undefined> {
  await screen.show(`\n${text}\n`);
  const keys = choices.map(({ key, says }) => `[${key}] ${says}`).join("  ");
  for (;;) {
    await screen.show(keys);
    const key = await keyboard.key();
    const choice = choices.find((one) => one.key === key);
    if (key === undefined || choice !== undefined) return choice;
  }
}

async function done({ input, asks, edits }: Choice, talk: Conversation): Promise<Outcome> {
  try {
    const typed = asks === undefined ? {} : { [asks.field]: await answerTo(asks, talk) };
    const text = edits === undefined ? {} : { [edits.field]: edited(edits.text, talk.editing) };
    return await invoke(talk.op, { ...input, ...typed, ...text }, talk.cairn);
  } catch (error) {
    if (error instanceof CairnError) return { ok: false, error };
    throw error;
  }
}

async function answerTo(
  { prompt, proposed }: NonNullable<Choice["asks"]>,
  { screen, keyboard }: Conversation,
): Promise<string> {
  await screen.show(proposed === undefined ? `${prompt}?` : `${prompt}? (${proposed})`);
  return (await keyboard.line()) || proposed || "";
}
