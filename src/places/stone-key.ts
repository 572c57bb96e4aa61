/** The key of the tombstones: made once, never leaves this machine. */

import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { createFile } from "../disk/durable.ts";
import { readFileAt } from "../disk/files.ts";

const KEY_BYTES = 32;

export function stoneKey(cairnHome: string): Buffer {
  const path = join(cairnHome, "key");
  createFile(path, randomBytes(KEY_BYTES));
  return readFileAt(path, KEY_BYTES) as Buffer;
}
