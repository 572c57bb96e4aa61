/** What there is to complete, the same for every shell: plain words only, so that no script has to quote a value. */

import { type Field, fieldsOf } from "../fields.ts";
import type { Operation } from "../operation.ts";
import { globalFlags, servers } from "../show/command-line.ts";

/** Where a value comes from: fixed words, the file system, or nowhere we know. */
export type ValueSource = { readonly words: readonly string[] } | "file" | "folder" | "unknown";

export interface FlagWords {
  readonly flag: string;
  readonly short?: string;
  readonly about: string;
  /** Missing for a flag that takes no value. */
  readonly values?: ValueSource;
}

export interface CommandWords {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly about: string;
  readonly flags: readonly FlagWords[];
  /** The values of the arguments without a flag, by place. */
  readonly places: readonly { readonly name: string; readonly values: ValueSource }[];
}

export interface CompletionWords {
  readonly commands: readonly CommandWords[];
  readonly globals: readonly FlagWords[];
}

export function completionWordsOf(operations: readonly Operation[]): CompletionWords {
  const names = [...operations.flatMap((op) => [op.name, ...op.aliases]), ...servers.map(({ name }) => name)];
  const commands = operations.map((op) => commandWords(op, names));
  const others = servers.map(({ name, summary }) => ({ name, aliases: [], about: summary, flags: [], places: [] }));
  return { commands: [...commands, ...others], globals: globalFlags.map(globalWords) };
}

function commandWords(op: Operation, names: readonly string[]): CommandWords {
  const fields = fieldsOf(op).filter(({ cli }) => cli.hidden !== true);
  const given = fields.filter(({ position }) => position >= 0).sort((a, b) => a.position - b.position);
  return {
    name: op.name,
    aliases: op.aliases,
    about: op.summary,
    flags: fields.filter(({ position }) => position < 0).map((field) => flagWords(field, names)),
    places: given.map((field) => ({ name: field.name, values: valuesOf(field, names) })),
  };
}

function flagWords(field: Field, names: readonly string[]): FlagWords {
  const { flag, about, kind, fallback } = field;
  if (kind === "switch") return { flag: fallback === true ? `no-${flag}` : flag, about };
  return { flag, about, values: valuesOf(field, names) };
}

function valuesOf({ choices, cli }: Field, names: readonly string[]): ValueSource {
  if (cli.file === true || cli.complete === "file") return "file";
  if (cli.complete === "folder") return "folder";
  const words = (cli.complete === "operation" ? names : choices).filter((word) => /^[\w.@:+/-]+$/.test(word));
  return words.length === 0 ? "unknown" : { words };
}

function globalWords(row: (typeof globalFlags)[number]): FlagWords {
  return {
    flag: row.flag,
    about: row.about,
    ...("short" in row ? { short: row.short } : {}),
    ...("value" in row ? { values: "folder" as const } : {}),
  };
}
