/** Where a client keeps the records of its sessions, and how they are written: what a host fills in. Only looked at, never changed. */

import type { Cut, PieceSource } from "../disk/pieces.ts";
import type { Turn } from "./turn.ts";

export interface TranscriptFile {
  readonly path: string;
  /** As the host names it. */
  readonly session: string;
  /** Whose file it is, where it is a sub-agent's. */
  readonly agent?: string;
  /** Beside a sub-agent's: a JSON file in which the host describes what it was to do. */
  readonly note?: string;
  readonly size: number;
  readonly changedNs: bigint;
  /** When it was made, in milliseconds, where the file system knows. */
  readonly born: number;
}

/** Where a client keeps its own files: below the person's home, unless a variable says otherwise. */
export interface HostHomes {
  readonly home: string;
  readonly hostHomes: Readonly<Record<string, string | undefined>>;
}

/** The folders that have a say in where records are. */
export interface RecordHomes extends HostHomes {
  /** The first host's own. */
  readonly configDir: string;
  /** Below it only Cairn's own scribes are started. */
  readonly cairnHome: string;
}

export interface Records {
  /** Those that say most of themselves come first. */
  readonly formats: readonly Format[];
  /** Of sessions that were started in one of these places or below it, a session before its sub-agents. */
  startedAt(places: readonly string[], homes: RecordHomes): TranscriptFile[];
  /** Every session of every project, without the sub-agents'. */
  every(homes: RecordHomes): TranscriptFile[];
  /** The record of one of a session's sub-agents; undefined where there is none. */
  agentOf(sessionPath: string, agent: string): TranscriptFile | undefined;
  /** The folder a session was started in; undefined where its record does not say. */
  folderOf(path: string): string | undefined;
  /** What stands for the file, where the client keeps none; missing or undefined where it does. */
  open?(path: string): PieceSource | undefined;
  /** When a person last spoke in it, by the end of the record; undefined where that does not say. */
  lastPromptIn(path: string): string | undefined;
  /** What was pasted into a session, where the client noted it apart. */
  pastedIn(session: string, homes: RecordHomes): string[];
  /** What to say where sessions are there and cannot be read here; missing where that cannot be. */
  unread?(homes: RecordHomes): string | undefined;
}

/** What must be known to go on in the middle of a file. */
export type Carry = Readonly<Record<string, string>>;

/** One line, or one element of an array. */
export interface TranscriptPart {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** Takes a file's parts in order. It never fails: what it does not know says nothing. */
export interface TurnReader {
  /** Turns that are finished by this part. */
  take(part: TranscriptPart): readonly Turn[];
  /** The file ends here: the turn that is still open, which may go on when the file does. */
  end(): readonly Turn[];
  /** Where the open turn begins: who goes on later begins there. Undefined where none is open. */
  readonly openFrom: number | undefined;
  readonly carry: Carry;
}

export interface Format {
  readonly name: string;
  /** Judged by the beginning of a file, cut anywhere. */
  fits(head: string): boolean;
  /** How the file falls into parts. */
  cut(): Cut;
  /** A part that begins so says nothing, whatever follows: it need not be taken apart. */
  readonly dull?: RegExp;
  reader(carry: Carry): TurnReader;
}
