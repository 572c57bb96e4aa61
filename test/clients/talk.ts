/** Several turns with one running client, over its stream of JSON lines. */

import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import type { Ended } from "./client.ts";

/** One message of the client's stream. */
export interface Told {
  readonly type: string;
  readonly subtype?: string;
  readonly session_id?: string;
  readonly [field: string]: unknown;
}

export interface Turn {
  readonly result: string;
  readonly isError: boolean;
  readonly session: string;
  /** All that was told from the prompt to the result. */
  readonly told: readonly Told[];
}

export class Talk {
  /** All that the client told so far. */
  readonly told: Told[] = [];
  /** Path of what the client logged. */
  readonly debugLog: string;
  readonly #child: ChildProcess;
  readonly #ended: Promise<Ended>;
  #onResult: (() => void) | undefined;

  constructor({ child, ended, debugLog }: { child: ChildProcess; ended: Promise<Ended>; debugLog: string }) {
    this.debugLog = debugLog;
    this.#child = child;
    this.#ended = ended;
    child.stdin?.on("error", () => {}); // it ended first, which `say` tells by itself
    createInterface({ input: child.stdout! }).on("line", (line) => this.#take(JSON.parse(line)));
  }

  /** One prompt or slash command, to its result. One at a time. */
  async say(prompt: string): Promise<Turn> {
    const from = this.told.length;
    const result = new Promise<void>((resolve) => {
      this.#onResult = resolve;
    });
    this.#child.stdin?.write(`${JSON.stringify({ type: "user", message: { role: "user", content: prompt } })}\n`);
    await Promise.race([result, this.#ended.then(refuse)]);
    const told = this.told.slice(from);
    const { result: text = "", is_error: isError, session_id: session = "" } = told.at(-1)!;
    return { result: String(text), isError: isError === true, session, told };
  }

  /** Closes its input and waits for its end. */
  end(): Promise<Ended> {
    this.#child.stdin?.end();
    return this.#ended;
  }

  #take(told: Told): void {
    this.told.push(told);
    if (told.type === "result") this.#onResult?.();
  }
}

function refuse({ code, out, err }: Ended): never {
  throw new Error(`The client ended within a turn with exit code ${code}.\n${out.slice(-2000)}\n${err}`);
}
