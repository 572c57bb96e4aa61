/** `completion`: a script that teaches a shell Cairn's operations, flags and values. */

import { z } from "../model/schema.ts";
import {
  bashScript,
  type CommandWords,
  type CompletionWords,
  type FlagWords,
  fishScript,
  type ValueSource,
  zshScript,
} from "../text/shell-completion.ts";
import { type Field, shownFields } from "./fields.ts";
import { type Operation, operation } from "./operation.ts";
import { operationsOn } from "./registry.ts";
import { globalFlags, servers } from "./show/command-line.ts";

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };
const shells = Object.keys(scripts) as [Shell, ...Shell[]];
type Shell = keyof typeof scripts;

export const completion = operation({
  name: "completion",
  summary: "Print a script that completes operations, flags and values in your shell.",
  effect: "read",
  surfaces: ["cli"],
  positional: "shell",
  examples: [
    "source <(cairn completion bash)       # in ~/.bashrc",
    "source <(cairn completion zsh)        # in ~/.zshrc, after compinit",
    "cairn completion fish | source        # in ~/.config/fish/config.fish",
  ],
  input: z.strictObject({ shell: z.enum(shells).describe("The shell to print it for") }),
  output: z.object({ shell: z.enum(shells), script: z.string() }),

  async run({ shell }) {
    return { shell, script: scripts[shell](completionWordsOf(await operationsOn("cli"))) };
  },

  show: ({ script }) => script,
});

/** The same for every shell: plain words only, so that no script has to quote a value. */
export function completionWordsOf(operations: readonly Operation[]): CompletionWords {
  const names = [...operations.flatMap((op) => [op.name, ...op.aliases]), ...servers.map(({ name }) => name)];
  const commands = operations.map((op) => commandWords(op, names));
  const others = servers.map(({ name, summary }) => ({ name, aliases: [], about: summary, flags: [], places: [] }));
  return { commands: [...commands, ...others], globals: globalFlags.map(globalWords) };
}

function commandWords(op: Operation, names: readonly string[]): CommandWords {
  const { placed, flagged } = shownFields(op);
  return {
    name: op.name,
    aliases: op.aliases,
    about: op.summary,
    flags: flagged.map((field) => flagWords(field, names)),
    places: placed.map((field) => ({ name: field.name, values: valuesOf(field, names) })),
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
