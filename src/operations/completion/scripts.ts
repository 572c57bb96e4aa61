/** Completion for zsh and fish. */

import type { CommandWords, CompletionWords, FlagWords, ValueSource } from "./words.ts";

export function zshScript({ commands, globals }: CompletionWords): string {
  return `#compdef cairn
# Completion of cairn for zsh. Load it with: source <(cairn completion zsh), after compinit.
_cairn() {
  local context state state_descr line curcontext="$curcontext"
  local -A opt_args
  local -a everywhere=(
${globals.map((flag) => `    ${zshFlag(flag)}`).join("\n")}
  )
  _arguments -C $everywhere '1:operation:->operation' '*::argument:->rest'
  case $state in
    operation)
      local -a operations=(
${commands.flatMap(({ name, aliases, about }) => [name, ...aliases].map((word) => `        ${quote(`${word}:${about}`)}`)).join("\n")}
      )
      _describe operation operations ;;
    rest)
      case $words[1] in
${commands.map(zshCommand).join("\n")}
      esac ;;
  esac
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _cairn "$@"; else compdef _cairn cairn; fi
`;
}

function zshCommand({ name, aliases, flags, places }: CommandWords): string {
  const places_ = places.map(({ name: word, values }, at) => quote(`${at + 1}:${word}:${zshValues(values)}`));
  const specs = [...flags.map(zshFlag), ...places_].map((spec) => ` \\\n          ${spec}`).join("");
  return `        ${[name, ...aliases].join("|")}) _arguments $everywhere${specs} ;;`;
}

function zshFlag({ flag, short, about, values }: FlagWords): string {
  const note = `[${about.replace(/[[\]\\]/g, "\\$&")}]`;
  if (values !== undefined) return quote(`--${flag}=${note}:${flag}:${zshValues(values)}`);
  return short === undefined ? quote(`--${flag}${note}`) : `{-${short},--${flag}}${quote(note)}`;
}

function zshValues(values: ValueSource): string {
  if (values === "unknown") return "";
  if (values === "file") return "_files";
  if (values === "folder") return "_files -/";
  return `(${values.words.map((word) => word.replaceAll(":", "\\:")).join(" ")})`;
}

export function fishScript({ commands, globals }: CompletionWords): string {
  const lines = [
    "# Completion of cairn for fish. Load it with: cairn completion fish | source",
    "complete -c cairn -f",
    ...globals.map((flag) => fishFlag("", flag)),
    ...commands.flatMap(fishCommand),
  ];
  return `${lines.join("\n")}\n`;
}

function fishCommand({ name, aliases, about, flags, places }: CommandWords): string[] {
  const first = [name, ...aliases].map(
    (word) => `complete -c cairn -n __fish_use_subcommand -a ${word} -d ${quote(about, "fish")}`,
  );
  const within = ` -n '__fish_seen_subcommand_from ${[name, ...aliases].join(" ")}'`;
  const words = places.map(({ values }) =>
    typeof values === "string" ? "" : `complete -c cairn${within} -a '${values.words.join(" ")}'`,
  );
  return [...first, ...flags.map((flag) => fishFlag(within, flag)), ...words.filter(Boolean)];
}

function fishFlag(within: string, { flag, short, about, values }: FlagWords): string {
  const letter = short === undefined ? "" : ` -s ${short}`;
  return `complete -c cairn${within} -l ${flag}${letter}${fishValues(values)} -d ${quote(about, "fish")}`;
}

function fishValues(values: ValueSource | undefined): string {
  if (values === undefined) return "";
  if (values === "file") return " -r -F";
  if (values === "folder") return " -x -a '(__fish_complete_directories)'";
  return values === "unknown" ? " -x" : ` -x -a '${values.words.join(" ")}'`;
}

/** Single quotes: zsh closes, escapes and opens them again; fish escapes inside. */
function quote(text: string, shell: "zsh" | "fish" = "zsh"): string {
  if (shell === "fish") return `'${text.replace(/[\\']/g, "\\$&")}'`;
  return `'${text.replaceAll("'", "'\\''")}'`;
}
