/**
 * The two streams a command answers on. Everything that is shown passes the escaping printer or the safe JSON writer;
 * standard output carries the answer and nothing else, and a reader who has gone away is no error.
 */

import { inspect } from "node:util";
import { redact } from "../../guard/redact.ts";
import { printable } from "../../guard/terminal.ts";
import type { CairnError } from "../../model/error.ts";
import { errorOutput } from "../../operations/operation.ts";
import { asTyped } from "../../operations/show/as-typed.ts";
import { exitCodes } from "../../operations/show/command-line.ts";
import { wholeStart } from "../../text/lines.ts";
import { safeJson } from "../safe-json.ts";

export interface Stream {
  readonly isTTY?: boolean;
  write(text: string | Uint8Array, done: (error?: Error | null) => void): unknown;
}

/** Asked for each time: in the real process a stream is made when it is first looked at. */
export interface Streams {
  readonly stdout: Stream;
  readonly stderr: Stream;
  readonly env: Readonly<Record<string, string | undefined>>;
}

interface Manner {
  readonly json: boolean;
  readonly plain: boolean;
}

const PROGRESS_AFTER_SECONDS = 1;
const RED = 31;
const DIM = 2;

export class Screen {
  readonly #streams: Streams;
  readonly #manner: Manner;
  #progressShown = false;
  #answered = false;

  constructor(streams: Streams, manner: Manner) {
    this.#streams = streams;
    this.#manner = manner;
  }

  async answer(text: string, output: unknown): Promise<number> {
    await this.#clearProgress();
    const lost = await this.#out(answerText(text, output, this.#manner));
    if (lost === undefined) return exitCodes.done.code;
    const said = `the answer could not be written: ${lost}; what was asked for was done`;
    await this.#err(`${this.#paint(RED, "cairn:")} ${said}`);
    return exitCodes.unavailable.code;
  }

  /** One or two lines, or the error as JSON in place of the answer. */
  async refuse(error: CairnError): Promise<number> {
    await this.#clearProgress();
    const isTold = this.#manner.json && (await this.#out(safeJson(errorOutput(error)))) === undefined;
    if (!isTold) {
      const hint = error.hint === "" ? "" : `\n${this.#paint(DIM, `  ${oneLine(asTyped(error.hint))}`)}`;
      await this.#err(`${this.#paint(RED, "cairn:")} ${oneLine(error.message)}${hint}`);
    }
    return exitCodes[error.kind].code;
  }

  /** Printed whole: somebody has to mend it. */
  async bug(error: unknown): Promise<number> {
    await this.#clearProgress();
    const message = redact(error instanceof Error ? error.message : String(error)).text;
    const hint = "This is a bug in Cairn. What it printed to standard error tells where.";
    if (this.#manner.json) await this.#out(safeJson({ error: { code: "BUG", kind: "bug", message, hint } }));
    await this.#err(`${this.#paint(RED, "cairn:")} a bug in Cairn\n${printable(redact(inspect(error)).text)}`);
    return exitCodes.bug.code;
  }

  /** On a terminal, and only when the work has taken a while. */
  progress(text: string): void {
    if (!this.#streams.stderr.isTTY || process.uptime() < PROGRESS_AFTER_SECONDS) return;
    this.#progressShown = true;
    this.#streams.stderr.write(`\r\u001b[K${this.#paint(DIM, wholeStart(oneLine(text), 78))}`, () => {});
  }

  /** What a question is about; the answer comes after it. */
  async show(text: string): Promise<void> {
    await this.#clearProgress();
    await this.#err(printable(text));
  }

  async ask(question: string): Promise<void> {
    await this.#clearProgress();
    await this.#tell(`${oneLine(question)} [y/N] `);
  }

  async #clearProgress(): Promise<void> {
    if (this.#progressShown) await this.#tell("\r\u001b[K");
    this.#progressShown = false;
  }

  /** Exactly one answer, whatever goes wrong after it. Returns why it could not be written. */
  async #out(text: string): Promise<string | undefined> {
    if (this.#answered) return undefined;
    this.#answered = true;
    const error = await write(this.#streams.stdout, ended(text));
    return error === undefined ? undefined : reasonOf(error);
  }

  #err(text: string): Promise<void> {
    return this.#tell(`${text}\n`);
  }

  /** Where this cannot be written either, there is nobody left to tell. */
  async #tell(text: string): Promise<void> {
    await write(this.#streams.stderr, text);
  }

  #paint(colour: number, text: string): string {
    const { stderr, env } = this.#streams;
    const coloured = stderr.isTTY && !this.#manner.plain && !env["NO_COLOR"] && env["TERM"] !== "dumb";
    return coloured ? `\u001b[${colour}m${text}\u001b[0m` : text;
  }
}

/** As an answer is written. */
export function answerText(text: string, output: unknown, { json }: Pick<Manner, "json">): string {
  return ended(json ? safeJson(output) : printable(text));
}

function ended(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

/** Resolves when the stream has taken it, also when the other end is closed, or to what the system says against it. */
function write(stream: Stream, text: string): Promise<Error | undefined> {
  return new Promise((resolve) => {
    const isGone = (error: NodeJS.ErrnoException) => error.code === "EPIPE";
    stream.write(text, (error) => resolve(!error || isGone(error) ? undefined : error));
  });
}

/** The words of a disk, without its code before them and the call after them. */
function reasonOf(error: Error): string {
  return oneLine(/^[A-Z0-9]+: (.+), \w+/.exec(error.message)?.[1] ?? error.message);
}

function oneLine(text: string): string {
  return printable(text.replace(/\s*\n\s*/g, " "));
}
