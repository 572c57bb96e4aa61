/**
 * One's own export brought in again: what a layout makes of a memory that is here says nothing new, also where that
 * layout cannot say all of it. So those memories are written once more, read back, and held against what was found.
 */

import { dirname, join } from "node:path";
import { replaceFileQuick } from "../disk/durable.ts";
import { makeFolders, removeScratch } from "../disk/files.ts";
import { token } from "../disk/random.ts";
import { redact } from "../guard/redact.ts";
import type { Store } from "../store/store.ts";
import type { FoundRecord, GivenMemory, Layout, WriteQuestion } from "./layout.ts";
import { idFrom, printRecord, sayTheSame } from "./printed.ts";
import { SourceFolder } from "./source-folder.ts";

interface OwnQuestion {
  readonly layout: Layout;
  /** Where the memory may be that was written. */
  readonly stores: readonly Store[];
  readonly about: () => WriteQuestion;
}

/** Those that are an export of what is here. */
export function ownExports(
  records: readonly FoundRecord[],
  { layout, stores, about }: OwnQuestion,
): ReadonlySet<FoundRecord> {
  if (layout.write === undefined) return new Set();
  const given = records.flatMap((record) => stores.flatMap((store) => hereAs(record, store)));
  if (given.length === 0) return new Set();
  const told = toldOf(given, layout, about());
  return new Set(
    records.filter((record) => {
      const own = told.get(nameOf(record)) ?? [];
      return own.some((one) => sayTheSame(textOf(one), textOf(record), one.from, record.isUndated === true));
    }),
  );
}

function nameOf({ memory: { id, kind } }: FoundRecord): string {
  return `${kind} ${idFrom(id, kind)}`;
}

function hereAs({ memory: { id, kind }, exact }: FoundRecord, store: Store): GivenMemory[] {
  const memory = exact === undefined ? store.find(idFrom(id, kind)) : undefined;
  if (memory === undefined || memory.kind !== kind || store.hasSecret(memory.path)) return [];
  const [whole, bytes] = [store.read(memory.id), store.bytesAt(memory.path)];
  if (whole === undefined || bytes === undefined) return [];
  return [{ memory: whole, text: redact(bytes.toString("utf8")).text, agent: store.root.agent }];
}

/** By their names, as the layout's own reader finds them. */
function toldOf(
  given: readonly GivenMemory[],
  layout: Layout,
  about: WriteQuestion,
): ReadonlyMap<string, readonly FoundRecord[]> {
  const scratch = join(about.scratch, `own-${token()}`);
  const told = new Map<string, FoundRecord[]>();
  try {
    makeFolders(scratch);
    for (const writing of layout.write?.(given, about) ?? []) {
      if (!("path" in writing)) continue;
      const place = layout.isFile ? fileIn(scratch) : join(scratch, writing.path);
      makeFolders(dirname(place));
      replaceFileQuick(place, Buffer.from(writing.text));
    }
    const source = SourceFolder.open(scratch, layout.isFile ? fileIn(scratch) : scratch);
    for (const reading of layout.read(source, about)) {
      if (!("record" in reading)) continue;
      const name = nameOf(reading.record);
      told.set(name, [...(told.get(name) ?? []), reading.record]);
    }
  } finally {
    removeScratch(scratch);
  }
  return told;
}

function fileIn(scratch: string): string {
  return join(scratch, "memories.jsonl");
}

function textOf(record: FoundRecord): string {
  const { id, kind } = record.memory;
  return printRecord(record, { id: idFrom(id, kind), path: record.from, source: {} }).text;
}
