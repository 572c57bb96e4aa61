/**
 * One run of drafting by a running agent: which things were staged for it, and how far each has come. Written down before
 * the agent is asked and after every step, so that a run that was cut off is taken up where it stood. No words, only names.
 */

import { join } from "node:path";
import { replaceFile } from "../disk/durable.ts";
import { folderEntries, readFileAt, removeFile } from "../disk/files.ts";
import type { DraftKey } from "../model/draft.ts";
import { sha256Of } from "../model/sha256.ts";
import type { Trust } from "../model/trust.ts";
import { jsonFrom } from "../text/json.ts";
import { duringTriage } from "./firings.ts";
import type { StagedFiles } from "./staging.ts";
import type { TriagedKind } from "./triaged-kinds.ts";

const LARGEST = 200_000;
const ENDING = ".run.json";

/** `asked`: nobody has drafted it. `drafted`: it waits for a verifier. `unusable`: what was answered is no answer. The others are ends. */
const partStates = ["asked", "unusable", "drafted", "written", "waiting", "blocked", "nothing"] as const;
type PartState = (typeof partStates)[number];

export type AnswerSort = "intent" | "verdict";

export interface RunPart {
  readonly kind: TriagedKind;
  readonly files: StagedFiles;
  /** SHA-256 of what the drafter was given to read. */
  readonly source: string;
  /** What it stands for in what was saved (`firings.ts`). */
  readonly keys: readonly string[];
  /** The lowest of what it is drawn from. */
  readonly trust: Trust;
  readonly is: PartState;
  /** SHA-256 of what its drafter and its verifier answered, as the host told us: a file that says something else is none. */
  readonly said?: Readonly<Partial<Record<AnswerSort, string>>>;
  /** The draft in the inbox. */
  readonly draft?: DraftKey;
  /** The memory it became, as `scope:id`. */
  readonly memory?: string;
}

interface Answered {
  readonly kind: string | undefined;
  readonly sort: AnswerSort;
  readonly text: string;
}

export interface CaptureRun {
  readonly session: string;
  readonly at: string;
  /** Each draft is verified by a model before it is written. */
  readonly verified: boolean;
  readonly parts: readonly RunPart[];
}

export class CaptureRuns {
  readonly #home: string;
  readonly #folder: string;

  constructor(cairnHome: string) {
    this.#home = cairnHome;
    this.#folder = join(cairnHome, "triage");
  }

  /** Undefined where none is open, or its note cannot be read: then what it staged is swept with its time. */
  of(session: string): CaptureRun | undefined {
    const run = this.#read(this.#path(session));
    return run?.session === session && Array.isArray(run.parts) ? run : undefined;
  }

  put(run: CaptureRun): void {
    replaceFile(this.#path(run.session), Buffer.from(`${JSON.stringify(run)}\n`));
  }

  /** The run as it then stands: where another process has taken that part further, it stays so. Undefined if it is over. */
  async advance(run: CaptureRun, n: number, part: RunPart): Promise<CaptureRun | undefined> {
    return await duringTriage(this.#home, () => {
      const now = this.of(run.session);
      if (now?.at !== run.at || now.parts[n]?.is !== run.parts[n]?.is) return now?.at === run.at ? now : undefined;
      const said = { ...now.parts[n]?.said, ...part.said };
      const further = { ...now, parts: now.parts.with(n, { ...part, said }) };
      this.put(further);
      return further;
    });
  }

  /** Notes what was answered once it is written down. Where an answer is known already nothing is done: the first counts. */
  async hears({ session, at }: CaptureRun, { kind, sort, text }: Answered, write: (name: string) => void) {
    await duringTriage(this.#home, () => {
      const now = this.of(session);
      const n = now?.parts.findIndex((part) => part.kind === kind) ?? -1;
      const part = now?.parts[n];
      if (now?.at !== at || part === undefined || part.said?.[sort] !== undefined) return;
      write(part.files[sort]);
      this.put({ ...now, parts: now.parts.with(n, { ...part, said: { ...part.said, [sort]: sha256Of(text) } }) });
    });
  }

  /** Sessions whose run was begun before then and never ended. */
  openSince(before: Date): string[] {
    const names = (folderEntries(this.#folder) ?? []).map(({ name }) => name).filter((name) => name.endsWith(ENDING));
    return names.flatMap((name) => {
      const { session, at } = this.#read(join(this.#folder, name)) ?? {};
      return session !== undefined && Date.parse(at ?? "") < before.getTime() ? [session] : [];
    });
  }

  /** False where another process has closed it. */
  async close({ session, at }: CaptureRun): Promise<boolean> {
    return await duringTriage(this.#home, () => {
      if (this.of(session)?.at !== at) return false;
      removeFile(this.#path(session));
      return true;
    });
  }

  #read(path: string): CaptureRun | undefined {
    const text = readFileAt(path, LARGEST)?.toString("utf8");
    return (jsonFrom(text ?? "null") as CaptureRun | null | undefined) ?? undefined;
  }

  #path(session: string): string {
    return join(this.#folder, `${sha256Of(session).slice(0, 32)}${ENDING}`);
  }
}
