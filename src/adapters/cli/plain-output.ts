/**
 * Standard output without Node's stream around it, which costs more than most commands: what is written is out when
 * `write` returns. A reader who has gone away (`cairn list | head`) is no error.
 */

import { write } from "../../disk/calls.ts";
import { codeOf } from "../../disk/errors.ts";
import type { Stream } from "./screen.ts";

/** `fallback` takes over where the other end has made the pipe non-blocking and is not ready for more. */
export function plainOutput(fd: number, fallback: () => Stream): Stream {
  return {
    get isTTY() {
      return fallback().isTTY === true;
    },
    write(text, done) {
      const rest = writeAll(fd, Buffer.from(text));
      if (rest instanceof Error) done(rest);
      else if (rest.length === 0) done();
      else fallback().write(rest, done);
    },
  };
}

/** Resolves when it is written, or nobody is left to read it. */
export function writeLine(text: string): Promise<void> {
  return new Promise((written) => {
    plainOutput(1, () => process.stdout).write(`${text}\n`, () => written());
  });
}

/** What could not be written yet, or what the system says against it. */
function writeAll(fd: number, bytes: Uint8Array): Uint8Array | Error {
  let rest = bytes;
  try {
    while (rest.length > 0) rest = rest.subarray(write(fd, "standard output", rest));
    return rest;
  } catch (error) {
    const code = codeOf(error);
    if (code === "EPIPE") return new Uint8Array();
    if (code === "EAGAIN") return rest;
    if (code !== undefined) return error as Error;
    throw error;
  }
}
