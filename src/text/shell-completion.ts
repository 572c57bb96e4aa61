/** Scripts that teach bash, zsh and fish to complete a command line, from its plain words. Pure. */

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

/** Completion for bash, 3.2 and later: it takes only what every bash has. */
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
