/** Completion for bash, 3.2 and later: it takes only what every bash has. */

import type { CommandWords, CompletionWords, FlagWords, ValueSource } from "./words.ts";

export function bashScript({ commands, globals }: CompletionWords): string {
  const everywhere = flagList(globals);
  return `# Completion of cairn for bash. Load it with: source <(cairn completion bash)
_cairn() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" cmd="" word="" skip="" place=0 i
  COMPREPLY=()
  # Bash takes --flag=value apart at the equals sign.
  if [[ $cur == "=" ]]; then cur=""; elif [[ $prev == "=" ]]; then prev="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    if [[ $word == "=" ]]; then skip=1; continue; fi
    if [[ -n $skip ]]; then skip=""; continue; fi
    case "$cmd $word" in
      ${valuedPatterns(commands, globals)}) skip=1 ;;
      *" -"?*) ;;
      *) if [[ -z $cmd ]]; then cmd="$word"; _cairn_name; else place=$((place + 1)); fi ;;
    esac
  done
  case "$cmd $prev" in
${valueCases(commands, globals)}
  esac
  if [[ $cur == -* ]]; then
    case "$cmd" in
${commands.map((command) => `      ${command.name}) _cairn_words "${flagList([...command.flags, ...globals])}" ;;`).join("\n")}
      *) _cairn_words "${everywhere}" ;;
    esac
    return
  fi
  case "$cmd $place" in
    " 0") _cairn_words "${commands.flatMap(({ name, aliases }) => [name, ...aliases]).join(" ")}" ;;
${placeCases(commands)}
  esac
}
_cairn_name() {
  case "$cmd" in
    ${aliasCases(commands)}
  esac
}
_cairn_words() { COMPREPLY=($(compgen -W "$1" -- "$cur")); }
_cairn_paths() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen "$1" -- "$cur"))
  compopt -o filenames 2>/dev/null
}
complete -F _cairn cairn
`;
}

function flagList(flags: readonly FlagWords[]): string {
  return flags.map(({ flag }) => `--${flag}`).join(" ");
}

/** `"list --kind"|*" --cwd"`: the flags after which the next word is a value. */
function valuedPatterns(commands: readonly CommandWords[], globals: readonly FlagWords[]): string {
  const own = commands.flatMap(({ name, flags }) => flags.filter(takesValue).map(({ flag }) => `"${name} --${flag}"`));
  return [...own, ...globals.filter(takesValue).map(({ flag }) => `*" --${flag}"`)].join(" | ");
}

function valueCases(commands: readonly CommandWords[], globals: readonly FlagWords[]): string {
  const own = commands.flatMap(({ name, flags }) =>
    flags.map(({ flag, values }) => valueCase(`"${name} --${flag}"`, values)),
  );
  return [...own, ...globals.map(({ flag, values }) => valueCase(`*" --${flag}"`, values))].filter(Boolean).join("\n");
}

function valueCase(pattern: string, values: ValueSource | undefined): string {
  return values === undefined ? "" : `    ${pattern}) ${offer(values)}; return ;;`;
}

function placeCases(commands: readonly CommandWords[]): string {
  const cases = commands.flatMap(({ name, places }) =>
    places.map(({ values }, at) => (values === "unknown" ? "" : `    "${name} ${at}") ${offer(values)} ;;`)),
  );
  return cases.filter(Boolean).join("\n");
}

function offer(values: ValueSource): string {
  if (values === "unknown") return ":";
  if (values === "file") return "_cairn_paths -f";
  if (values === "folder") return "_cairn_paths -d";
  return `_cairn_words "${values.words.join(" ")}"`;
}

function aliasCases(commands: readonly CommandWords[]): string {
  const cases = commands
    .filter(({ aliases }) => aliases.length > 0)
    .map(({ name, aliases }) => `${aliases.join(" | ")}) cmd="${name}" ;;`);
  return [...cases, "*) ;;"].join("\n    ");
}

function takesValue({ values }: FlagWords): boolean {
  return values !== undefined;
}
