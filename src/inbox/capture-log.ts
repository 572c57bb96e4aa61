/**
 * What capture did and why, one line each, whoever was told of it: what was proposed, written, blocked, rejected or let go.
 * Always kept, bounded, and cleaned of what is taken out for good. Losing it costs no memory.
 */

import { join } from "node:path";
import { alone } from "../disk/appended.ts";
import { replaceFile, replaceFileQuick } from "../disk/durable.ts";
import { appendLine, codeOf, makeFolders, readFileAt, statOf } from "../disk/files.ts";
import { oneLine } from "../guard/one-line.ts";
import { redact } from "../guard/redact.ts";
import { jsonFrom } from "../text/json.ts";
import { says } from "../trail/said.ts";
import type { CaptureNote } from "./capture-notes.ts";

export const captureDeeds = [
  "proposed",
  "written",
  "blocked",
  "rejected",
  "reopened",
  "expired",
  "full",
  "left",
] as const;
export type CaptureDeed = (typeof captureDeeds)[number];

const LARGEST = 2_000_000;
const LONGEST = 300;

export class CaptureLog {
  readonly #folder: string;
  readonly #path: string;

  constructor(cairnHome: string) {
    this.#folder = cairnHome;
    this.#path = join(cairnHome, "capture.jsonl");
  }

  note(note: CaptureNote): void {
    const clean = (text: string) => oneLine(redact(text).text, LONGEST);
    const line = JSON.stringify({ ...note, title: clean(note.title), because: clean(note.because) });
    try {
      makeFolders(this.#folder);
      this.#alone(() => {
        if ((statOf(this.#path)?.size ?? 0) > LARGEST) this.#halve();
        appendLine(this.#path, line);
      });
    } catch (cause) {
      if (codeOf(cause) === undefined) throw cause; // what was written stands in the history too
    }
  }

  /** Oldest first. */
  all(): CaptureNote[] {
    return this.#lines().flatMap(noteIn);
  }

  /** Of what is taken out for good nothing stays here: neither its words nor its name. */
  scrub(sentences: ReadonlySet<string>, memories: ReadonlySet<string>): void {
    const stays = (line: string) => !says(line, sentences) && !memories.has(noteIn(line)[0]?.memory ?? "");
    if (this.#lines().every(stays)) return;
    this.#alone(() => {
      const left = this.#lines().filter(stays);
      replaceFile(this.#path, Buffer.from(left.map((line) => `${line}\n`).join("")));
    });
  }

  /** So that no line falls between the reading and the replacing of the file. */
  #alone(work: () => void): void {
    alone(join(this.#folder, "locks", "capture-log"), work);
  }

  #halve(): void {
    const lines = this.#lines();
    const left = lines.slice(Math.floor(lines.length / 2)).map((line) => `${line}\n`);
    replaceFileQuick(this.#path, Buffer.from(left.join("")));
  }

  #lines(): string[] {
    const text = readFileAt(this.#path, 2 * LARGEST)?.toString("utf8") ?? "";
    return text.split("\n").filter((line) => line !== "");
  }
}

/** None where the line is half written or of a kind this Cairn does not know. */
function noteIn(line: string): CaptureNote[] {
  const note = jsonFrom(line) as Partial<CaptureNote> | null | undefined;
  return note && captureDeeds.some((deed) => deed === note.did) ? [note as CaptureNote] : [];
}
