/**
 * What a living server vouches for: every file of a root is what this manifest of the index says, but for those that are named
 * below it. It watches the folders, and names a file here before it does anything else with the system's word. Whoever reads
 * it asks the system first whether that server has dealt with all it was told: then nothing is on its way.
 */

import { join } from "node:path";
import { replaceFileQuick } from "../../disk/durable.ts";
import { bestEffort, openAt, readFileAt, removeFile, statOf, TooLargeError } from "../../disk/files.ts";
import { isNeighbour, parseOwner, printOwner, selfAs } from "../../disk/owner.ts";
import { isWaiting } from "../../disk/process.ts";
import { jsonFrom, jsonObjectFrom } from "../../text/json.ts";

const FORMAT = 2;
const MAX_BYTES = 200_000;
/** With more of them it is as quick to look at all. */
const MOST_TOUCHED = 200;

export class Voucher {
  readonly #path: string;
  #touched = new Set<string>();
  /** The manifest that is vouched for. */
  #put: string | undefined;
  #isGone = false;

  constructor(folder: string) {
    this.#path = join(folder, "vouched");
  }

  /**
   * Files touched in this very folder since they were last all looked at, as far as a living server knows; undefined where
   * nobody knows.
   */
  touchedSince(manifest: string, folder: string): readonly string[] | undefined {
    const text = this.#read();
    const [first = "", ...lines] = text.endsWith("\n") ? text.slice(0, -1).split("\n") : [];
    const { format, owner, of, in: watched } = jsonObjectFrom(first) ?? {};
    if (format !== FORMAT || of !== manifest || watched !== folder || typeof owner !== "string") return undefined;
    const server = parseOwner(owner);
    if (!isNeighbour(server) || !isWaiting(server.pid)) return undefined;
    // What it was told before it went to wait stands there by now.
    if (this.#read() !== text) return undefined;
    const touched = lines.map(jsonFrom);
    return touched.every((path) => typeof path === "string") ? touched : undefined;
  }

  #read(): string {
    try {
      return readFileAt(this.#path, MAX_BYTES)?.toString("utf8") ?? "";
    } catch (error) {
      if (error instanceof TooLargeError) return ""; // very long names: then all are looked at
      throw error;
    }
  }

  /** Somebody took it away: the names in it may not be written again. All files are to be looked at first. */
  get isGone(): boolean {
    return this.#isGone;
  }

  isFor(manifest: string): boolean {
    return this.#put === manifest;
  }

  /** `folder`: the one that is watched, whatever stands at its path by now. */
  put(manifest: string, folder: string): void {
    this.#isGone ||= this.#put !== undefined && statOf(this.#path) === undefined;
    if (this.#isGone || this.#touched.size > MOST_TOUCHED) return;
    const owner = printOwner(selfAs("vouching"));
    const lines = [{ format: FORMAT, owner, of: manifest, in: folder }, ...this.#touched].map(
      (line) => `${JSON.stringify(line)}\n`,
    );
    replaceFileQuick(this.#path, Buffer.from(lines.join("")));
    this.#put = manifest;
  }

  /** Where it cannot be noted, nothing is vouched for any more. */
  note(path: string): void {
    if (this.#touched.has(path)) return;
    this.#touched.add(path);
    if (this.#put === undefined) return;
    if (this.#touched.size > MOST_TOUCHED) return this.#takeBack();
    try {
      this.#add(path);
    } catch (error) {
      this.#takeBack();
      throw error;
    }
  }

  /** It is there no more: its folder tells of that, and its name may be one that was taken out for good. */
  drop(path: string): void {
    this.#touched.delete(path);
  }

  #add(path: string): void {
    const file = openAt(this.#path, "append");
    try {
      this.#isGone = file.stat().size === 0;
      if (this.#isGone) this.#takeBack();
      else file.write(Buffer.from(`${JSON.stringify(path)}\n`));
    } finally {
      file.close();
    }
  }

  /** All files are looked at from here on. */
  withdraw(): void {
    this.#takeBack();
    this.#isGone = false;
    this.#touched = new Set();
  }

  /** It may be another server's by now: that one vouches anew, and until then all files are looked at. */
  #takeBack(): void {
    const isOwn = this.#put !== undefined;
    this.#put = undefined;
    if (isOwn) bestEffort(() => removeFile(this.#path));
  }
}
