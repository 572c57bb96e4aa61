/** The key of the tombstones: made once, never leaves this machine. */

import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { createFile } from "../disk/durable.ts";
import { readFileAt } from "../disk/files.ts";

const KEY_BYTES = 32;

/** For who writes nothing for good by it: one that a power cut may still take is as good. Undefined while there is none. */
export function stoneKeyAtHand(cairnHome: string): Buffer | undefined {
  const key = readFileAt(join(cairnHome, "key"), KEY_BYTES);
  return key?.length === KEY_BYTES ? key : undefined;
}

export function stoneKey(cairnHome: string): Buffer {
  const path = join(cairnHome, "key");
  createFile(path, randomBytes(KEY_BYTES));
  return readFileAt(path, KEY_BYTES) as Buffer;
}
