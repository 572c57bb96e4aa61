/**
 * Transcripts as the index reads them: a folder for each, a file for each stretch of its turns. What a person and the
 * agents said is a leaf each, redacted; what tools printed and machines put in is not found.
 */

import { redact } from "../../guard/redact.ts";
import { turnsBetween } from "../../hosts/records.ts";
import { sha256Of } from "../../model/sha256.ts";
import { wholeStart } from "../../text/lines.ts";
import { under } from "../../text/relative-path.ts";
import type { Position } from "../../transcripts/read-transcript.ts";
import type { Turn } from "../../transcripts/turn.ts";
import { passagesOf } from "../index/passages.ts";
import type { IndexSource, LogNews, Stamp, Unit } from "../index/unit.ts";
import type { Noted, TranscriptLedger } from "./transcript-ledger.ts";

/** A turn longer than this is found by its passages. */
const LONGEST_LEAF = 2_700;
/** Of one turn no more is found than this: what is longer was pasted. */
const LONGEST_TURN = 40_000;

/** One thing that can be found: a turn, or one passage of it. */
interface Said {
  readonly turn: Turn;
  readonly text: string;
}

/** What was taken out for good, or said off the record: it is not found here either. */
export type IsHidden = (turn: Turn, session: string) => boolean;

interface At {
  readonly noted: Noted;
  readonly stretch: readonly [Position, Position];
}

export class TranscriptSource implements IndexSource {
  readonly #ledger: TranscriptLedger;
  readonly #isHidden: IsHidden;
  readonly #fresh = new Map<string, Unit>();
  /** Of one answer: many hits may lie in one stretch. */
  readonly #shown = new Map<string, readonly Said[] | undefined>();

  constructor(ledger: TranscriptLedger, isHidden: IsHidden) {
    this.#ledger = ledger;
    this.#isHidden = isHidden;
  }

  /** Spares reading again what was just read. */
  offer(path: string, noted: Noted, turns: readonly Turn[]): void {
    this.#fresh.set(path, unitOf(path, noted, this.#saidIn(turns, noted)));
  }

  rest(): void {
    this.#fresh.clear();
    this.#shown.clear();
  }

  /** A ledger begun anew is another log. */
  logSince(position: string | undefined): LogNews {
    const { name } = this.#ledger;
    return { position: name, changes: position === name ? [] : undefined };
  }

  folderTime(folder: string): bigint | undefined {
    if (folder === "") return numberOf(sha256Of(this.#ledger.keys.join(" ")));
    const last = this.#ledger.of(folder)?.bounds.at(-1);
    return last && numberOf(last.proof) + BigInt(last.offset);
  }

  list(folder: string): { files: string[]; folders: string[] } {
    if (folder === "") return { files: [], folders: this.#ledger.keys };
    const stretches = (this.#ledger.of(folder)?.bounds.length ?? 1) - 1;
    return { files: Array.from({ length: stretches }, (_, n) => under(folder, String(n))), folders: [] };
  }

  stat(path: string): Stamp | undefined {
    const { stretch } = this.#at(path) ?? {};
    return stretch && stampOf(stretch);
  }

  read(path: string): Unit | undefined {
    const fresh = this.#fresh.get(path);
    if (fresh !== undefined) return fresh;
    const at = this.#at(path);
    const said = at && this.#stretchNow(at);
    return said && unitOf(path, at.noted, said);
  }

  /** What was found at a path, as the transcript has it now; undefined where it is gone. */
  said(path: string, nth: number): (Said & { noted: Noted }) | undefined {
    const at = this.#at(path);
    if (at === undefined) return undefined;
    if (!this.#shown.has(path)) this.#shown.set(path, this.#stretchNow(at));
    const said = this.#shown.get(path)?.[nth];
    return said && { ...said, noted: at.noted };
  }

  #stretchNow({ noted, stretch }: At): Said[] | undefined {
    const turns = turnsBetween(noted.path, ...stretch);
    return turns && this.#saidIn(turns, noted);
  }

  #saidIn(turns: readonly Turn[], { session }: Noted): Said[] {
    return turns.flatMap((turn) => (this.#isHidden(turn, session) ? [] : saidIn(turn)));
  }

  #at(path: string): At | undefined {
    const [key = "", nth = ""] = path.split("/");
    const noted = this.#ledger.of(key);
    const [from, to] = [noted?.bounds[Number(nth)], noted?.bounds[Number(nth) + 1]];
    return noted && from && to ? { noted, stretch: [from, to] } : undefined;
  }
}

/** What of a turn can be found: nothing of a tool's or a machine's. */
function saidIn(turn: Turn): Said[] {
  if (turn.by !== "person" && turn.by !== "agent") return [];
  const text = redact(wholeStart(turn.text, LONGEST_TURN)).text.trim();
  if (text === "") return [];
  return (text.length <= LONGEST_LEAF ? [text] : passagesOf(text)).map((part) => ({ turn, text: part }));
}

function unitOf(path: string, { session, bounds }: Noted, said: readonly Said[]): Unit {
  const nth = Number(path.split("/")[1]);
  const stamp = stampOf([bounds[nth]!, bounds[nth + 1]!]);
  const times = said.flatMap(({ turn: { at } }) => (at === undefined ? [] : [Date.parse(at)]));
  return {
    path,
    stamp,
    hash: sha256Of(`${path} ${stamp.ctimeNs}`),
    id: session,
    sort: "turns",
    kind: "transcript",
    scope: "project",
    trust: "untrusted",
    status: "active",
    title: "",
    keys: [],
    tags: [],
    files: [],
    created: times[0] ?? 0,
    updated: times.at(-1) ?? 0,
    supersedes: [],
    opening: "",
    leaves: said.map(({ turn, text }) => ({ text, speaker: turn.by === "person" ? "user" : "assistant" })),
  };
}

/** Told by where it ends and what stands before: a file that was replaced says something else there. */
function stampOf([from, to]: readonly [Position, Position]): Stamp {
  return { size: to.offset - from.offset, mtimeNs: BigInt(from.offset), ctimeNs: numberOf(to.proof), ino: 0n };
}

function numberOf(hex: string): bigint {
  return BigInt(`0x${hex.slice(0, 14)}`);
}
