/** The command line: words in, one operation, an answer and an exit code out. It knows no operation by name. */

import type { Cairn, OpenOptions } from "../../cairn.ts";
import { CairnError } from "../../model/error.ts";
import { fieldsOf } from "../../operations/fields.ts";
import { Carried, invoke, type Operation, type Outcome, redacted } from "../../operations/operation.ts";
import { findOperation, type OperationRegistry, operationsOn, unknownOperation } from "../../operations/registry.ts";
import { exitCodes } from "../../operations/show/command-line.ts";
import { overview, page } from "../../operations/show/help-text.ts";
import { shellWord } from "../../text/shell-word.ts";
import { version } from "../version.ts";
import { type Parsed, parseArguments, splitCommand, wantsJson } from "./arguments.ts";
import { converse } from "./converse.ts";
import { readFiles, readYes } from "./input.ts";
import { Keyboard } from "./keyboard.ts";
import { Screen } from "./screen.ts";
import { openOptions, tidyUp, type World } from "./world.ts";

interface Parts {
  readonly registry: OperationRegistry;
  open(options: OpenOptions): Cairn | Promise<Cairn>;
}

/** Resolves to the exit code when everything is written. Never throws. */
export async function main(world: World, parts: Parts): Promise<number> {
  const screen = new Screen(world, { json: wantsJson(world.argv), plain: world.argv.includes("--no-color") });
  try {
    return await answer(world, parts, screen);
  } catch (error) {
    return error instanceof CairnError ? screen.refuse(redacted(error)) : screen.bug(error);
  }
}

async function answer(world: World, { registry, open }: Parts, screen: Screen): Promise<number> {
  const { command: name, rest } = splitCommand(world.argv);
  const op = name === undefined ? undefined : await operationCalled(name, registry);
  const parsed = parseArguments(rest, op === undefined ? [] : fieldsOf(op), op?.instead);
  if (parsed.globals.version !== undefined) return screen.answer(version, { version });
  if (op === undefined) return help(overview(await operationsOn("cli", registry)), screen);
  if (parsed.globals.help !== undefined) return help(page(op), screen);

  const input = { ...parsed.input, ...(await readFiles(parsed.files, world)) };
  const cairn = await open(openOptions(world, parsed, screen));
  try {
    const command: Command = { op, input, cairn, world, parsed, screen };
    const first = await invokeAsking(command);
    // Asking whether there is a terminal costs a stream: who has no questions does not.
    const mayTalk = first.ok && op.questions !== undefined && isAtTerminal(world, parsed);
    const outcome = mayTalk ? await talkOver(command, first) : first;
    if (!outcome.ok) return await screen.refuse(outcome.error);
    const code = await screen.answer(outcome.text, outcome.output);
    return code === exitCodes.done.code && op.fails?.(outcome.output) ? exitCodes.conflict.code : code;
  } finally {
    await tidyUp(cairn);
  }
}

/** What was typed, and what it is done with. */
interface Command {
  readonly op: Operation;
  readonly input: Readonly<Record<string, unknown>>;
  readonly cairn: Cairn;
  readonly world: World;
  readonly parsed: Parsed;
  readonly screen: Screen;
}

/** Is there a person who reads and answers? */
function isAtTerminal({ stdin, stderr }: World, { globals }: Parsed): boolean {
  return globals.json === undefined && stdin.isTTY === true && stderr.isTTY === true;
}

/** What the operation asks of a person, and the last answer that came of it. */
async function talkOver(
  { op, input, cairn, world: { stdin, stdout, env }, screen }: Command,
  first: Extract<Outcome, { ok: true }>,
): Promise<Outcome> {
  const questions = op.questions?.(first.output, op.input.parse(input)) ?? [];
  if (questions.length === 0) return first;
  const keyboard = new Keyboard(stdin);
  try {
    const editing = { folder: cairn.places.cairnHome, env };
    const last = await converse({ op, questions, cairn, keyboard, screen, editing });
    // What was shown at the terminal is not shown there twice.
    return last?.ok && stdout.isTTY ? { ...last, text: "" } : (last ?? first);
  } finally {
    await keyboard.close();
  }
}

async function operationCalled(command: string, registry: OperationRegistry): Promise<Operation> {
  const op = await findOperation(command, "cli", registry);
  if (op === undefined) throw unknownOperation(command, await operationsOn("cli", registry));
  return op;
}

function help(text: string, screen: Screen): Promise<number> {
  return screen.answer(text, { help: text });
}

/** The operation's own question is put to the person, where there is one to answer. */
async function invokeAsking(command: Command): Promise<Outcome> {
  const { op, input, cairn, world, parsed, screen } = command;
  const carried = new Carried();
  const outcome = await invoke(op, input, cairn, { confirmed: parsed.globals.yes !== undefined, carried });
  if (outcome.ok) return withNextStep(command, outcome, carried);
  if (outcome.error.code !== "CONFIRMATION_NEEDED") return outcome;
  const shown =
    op.preview === undefined ? undefined : await invoke(op, { ...input, ...op.preview }, cairn, { carried });
  if (!isAtTerminal(world, parsed)) return shown === undefined ? outcome : nextStep(shown, op, world.argv);
  if (shown?.ok) await screen.show(shown.text);
  await screen.ask(outcome.error.message);
  if (await readYes(world.stdin)) return invoke(op, input, cairn, { confirmed: true, carried });
  return { ok: false, error: new CairnError("CONFIRMATION_NEEDED", "Nothing was done.") };
}

/** The answer to a preview that was asked for, with what to type next where something is left to do. */
async function withNextStep(
  { op, input, cairn, world }: Command,
  outcome: Extract<Outcome, { ok: true }>,
  carried: Carried,
): Promise<Outcome> {
  const previewed = Object.entries(op.preview ?? {});
  if (previewed.length === 0 || previewed.some(([name, value]) => input[name] !== value)) return outcome;
  const names = new Set(previewed.map(([name]) => name));
  const meant = Object.fromEntries(Object.entries(input).filter(([name]) => !names.has(name)));
  const question = await op.confirm?.(op.input.parse(meant), cairn, carried);
  return question === undefined ? outcome : nextStep(outcome, op, world.argv);
}

function nextStep(outcome: Outcome, op: Operation, argv: readonly string[]): Outcome {
  if (!outcome.ok) return outcome;
  const dropped = new Set([
    "--yes",
    "-y",
    ...fieldsOf(op)
      .filter(isPreviewing(op))
      .map(({ flag }) => `--${flag}`),
  ]);
  // What stands behind -- is said of no flag.
  const end = argv.includes("--") ? argv.indexOf("--") : argv.length;
  const flagged = argv.slice(0, end).filter((word) => !dropped.has(word.split("=")[0]!));
  const words = ["cairn", ...flagged, "--yes", ...argv.slice(end)];
  return { ...outcome, text: `${outcome.text}\nDo it with: ${words.map(shellWord).join(" ")}` };
}

function isPreviewing({ preview = {} }: Operation): (field: { readonly name: string }) => boolean {
  return ({ name }) => Object.hasOwn(preview, name);
}
