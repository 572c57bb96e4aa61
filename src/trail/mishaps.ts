/** What went wrong where nobody could be told: a few lines for `doctor`, the newest last. Losing them costs nothing. */

import { join } from "node:path";
import { replaceFileQuick } from "../disk/durable.ts";
import { appendLine, codeOf, makeFolders, readFileAt, statOf } from "../disk/files.ts";
import { redact } from "../guard/redact.ts";
import { jsonObjectFrom } from "../text/json.ts";

interface Mishap {
  readonly at: string;
  readonly moment: string;
  readonly error: string;
}

const LARGEST = 64_000;
const LONGEST = 500;
const LONGEST_READ = 20_000;

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
      appendLine(
        this.#path,
        JSON.stringify({ at, moment, error: redact(error.slice(0, LONGEST_READ)).text.slice(0, LONGEST) }),
      );
    } catch (cause) {
      if (codeOf(cause) === undefined) throw cause; // a disk that refuses has nowhere to note that it does
    }
  }

  /** Newest last. */
  all(): Mishap[] {
    const text = readFileAt(this.#path, 2 * LARGEST)?.toString("utf8") ?? "";
    return text.split("\n").flatMap(mishapIn);
  }

  #halve(): void {
    const lines = (readFileAt(this.#path, 2 * LARGEST)?.toString("utf8") ?? "").split("\n");
    replaceFileQuick(this.#path, Buffer.from(lines.slice(Math.floor(lines.length / 2)).join("\n")));
  }
}

/** None where the line is half written or no mishap. */
function mishapIn(line: string): Mishap[] {
  const { at, moment, error } = (jsonObjectFrom(line) ?? {}) as Partial<Mishap>;
  return at === undefined || moment === undefined || error === undefined ? [] : [{ at, moment, error }];
}
