/** Older tools compare by MD5; accepted beside SHA-256, never used for anything else. */

import { createHash } from "node:crypto";

export function md5(bytes: Uint8Array): string {
  return createHash("md5").update(bytes).digest("hex");
}
