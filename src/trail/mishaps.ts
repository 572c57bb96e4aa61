/** What went wrong where nobody could be told: a few lines for `doctor`, the newest last. Losing them costs nothing. */

import { join } from "node:path";
import { replaceFileQuick } from "../disk/durable.ts";
import { appendLine, codeOf, makeFolders, readFileAt, statOf } from "../disk/files.ts";
import { redact } from "../guard/redact.ts";

export interface Mishap {
  readonly at: string;
  readonly moment: string;
  readonly error: string;
}

const LARGEST = 64_000;
const LONGEST = 500;

export class Mishaps {
  readonly #path: string;
  readonly #folder: string;

  constructor(cairnHome: string) {
    this.#folder = cairnHome;
    this.#path = join(cairnHome, "mishaps.jsonl");
  }

  note({ at, moment, error }: Mishap): void {
    try {
      makeFolders(this.#folder);
      if ((statOf(this.#path)?.size ?? 0) > LARGEST) this.#halve();
      appendLine(this.#path, JSON.stringify({ at, moment, error: redact(error.slice(0, LONGEST)).text }));
    } catch (cause) {
      if (codeOf(cause) === undefined) throw cause; // a disk that refuses has nowhere to note that it does
    }
  }

  /** Newest last. */
  all(): Mishap[] {
    const text = readFileAt(this.#path, 2 * LARGEST)?.toString("utf8") ?? "";
    return text.split("\n").flatMap((line) => {
      const found = /^\{"at":"([^"]*)","moment":"([^"]*)","error":(".*")\}$/.exec(line);
      return found === null ? [] : [{ at: found[1]!, moment: found[2]!, error: String(JSON.parse(found[3]!)) }];
    });
  }

  #halve(): void {
    const lines = (readFileAt(this.#path, 2 * LARGEST)?.toString("utf8") ?? "").split("\n");
    replaceFileQuick(this.#path, Buffer.from(lines.slice(Math.floor(lines.length / 2)).join("\n")));
  }
}
