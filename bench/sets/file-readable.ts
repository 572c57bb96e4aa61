/** A file read in place, for measuring without the product's disk layer. */

import { fstatSync, openSync, readSync } from "node:fs";
import type { Readable } from "../../src/index/bytes.ts";

export function fileReadable(path: string): Readable {
  const fd = openSync(path, "r");
  return {
    size: fstatSync(fd).size,
    read(offset, length) {
      const bytes = Buffer.allocUnsafe(length);
      readSync(fd, bytes, 0, length, offset);
      return bytes;
    },
  };
}
