/** Standard input without a stream around it, which takes longer to get ready than a hook has. */

import { read } from "./calls.ts";
import { codeOf } from "./errors.ts";

const CHUNK = 65_536;
const PAUSE_MS = 5;

/** All of it as text, as far as it comes within these bounds. */
export function readInput({ maxBytes, waitMs }: { readonly maxBytes: number; readonly waitMs: number }): string {
  const until = Date.now() + waitMs;
  const chunks: Buffer[] = [];
  for (let size = 0; size < maxBytes; ) {
    const chunk = Buffer.allocUnsafe(CHUNK);
    const got = readSome(chunk, until);
    if (got === 0) break;
    chunks.push(chunk.subarray(0, got));
    size += got;
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** The other end may have made the pipe non-blocking: then it is asked again until it has something. */
function readSome(into: Buffer, until: number): number {
  for (;;) {
    try {
      return read(0, "standard input", into);
    } catch (error) {
      if (codeOf(error) === "EOF") return 0;
      if (codeOf(error) !== "EAGAIN") throw error;
      if (Date.now() > until) return 0;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}
