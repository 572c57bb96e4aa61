/**
 * What a program that could bring others' words is asked of oneself all the same: a server on this machine, a runner of
 * the project's own in a container, what a forge is only told. Pure.
 */

/** They go where they are told to. */
const GO_TO_ADDRESS = new Set(
  "curl curlie wget wget2 http https httpie xh hurl grpcurl websocat wscat nc ncat netcat telnet lynx w3m links elinks".split(
    " ",
  ),
);
/** By way of somebody else, or to somebody else under that name. */
const BY_ANOTHER_WAY = /^(?:-x|--(?:pre)?proxy|--socks|--resolve|--connect-to|-[a-zA-Z]*K|--config)/;
const HERE = /(?:localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\])/.source;
/** One that holds another address may be sent on there. */
const NOWHERE_ELSE = /(?:(?!(?::|%3a)(?:\/|%2f){2})[^\s"'`<>])*/.source;
const AT_HOME = new RegExp(
  `^(?:--?[\\w-]+=)?(?:(?:https?|wss?)://)?(?:${HERE}(?::\\d{1,5})?|:\\d{2,5})(?:[/?#]${NOWHERE_ELSE})?$`,
  "i",
);
const ANY_ADDRESS = /:\/\/|^[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?#]|$)/;
const URL_IN_CODE = /\b(?:https?|wss?):\/\/[^\s"'`<>]*/gi;

export function isAtHomeAddress(word: string): boolean {
  return AT_HOME.test(word);
}

/** Their flags that no value follows. */
const BARE_FLAG =
  /^(?:-[sSfLikvgIJjnNqRZ#46]+|--(?:silent|show-error|fail|location|insecure|include|verbose|head|globoff|compressed|quiet|no-verbose))$/;

/** A word behind any other flag may be a file's name or a header. */
export function goesNowhereElse(name: string, words: readonly string[]): boolean {
  if (!GO_TO_ADDRESS.has(name) || words.some((word) => BY_ANOTHER_WAY.test(word))) return false;
  const isValue = (at: number) => words[at - 1]?.startsWith("-") === true && !BARE_FLAG.test(words[at - 1]!);
  const isElse = (word: string, at: number) =>
    !isAtHomeAddress(word) && (word.includes("://") || (ANY_ADDRESS.test(word) && !isValue(at)));
  return words.some(isAtHomeAddress) && !words.some(isElse);
}

/** Code that names addresses, and none but this machine's. */
export function namesOnlyHome(code: string): boolean {
  const named = code.match(URL_IN_CODE) ?? [];
  return named.length > 0 && named.every((address) => isAtHomeAddress(address.replace(/[)\]},;.]+$/, "")));
}

/** What tests, builds or starts the project, wherever it runs. */
const RUNNERS =
  /^(?:npm|npx|pnpm|yarn|bun|pytest|tox|nox|jest|vitest|mocha|ava|playwright|cypress|rspec|rails|rake|bundle|go|cargo|make|cmake|ctest|ninja|mvnw?|gradlew?|dotnet|phpunit|pest|composer|artisan|mix|sbt|lein|swift|tsc|eslint|prettier|ruff|mypy|black|flake8|alembic|flask|manage\.py)$/;
const CONTAINERS = new Set("docker podman nerdctl docker-compose podman-compose".split(" "));

/** Flags of theirs that no value follows; any other may have one. */
const ALONE =
  /^(?:-[itdTPq]+|--(?:rm|interactive|tty|detach|privileged|init|no-deps|no-TTY|build|use-aliases|service-ports|quiet|quiet-pull|remove-orphans|read-only)|--[\w-]+=.*)$/;

/** What is run inside a container, where that is a runner: what it prints is worth what it prints at home. */
export function runInside(
  name: string,
  words: readonly string[],
  isInterpreter: RegExp,
): readonly string[] | undefined {
  if (!CONTAINERS.has(name)) return undefined;
  const verb = words.findIndex((word) => word === "exec" || word === "run");
  if (verb < 0) return undefined;
  const isValue = (at: number) => at > verb + 1 && words[at - 1]!.startsWith("-") && !ALONE.test(words[at - 1]!);
  const isOwn = (word: string, at: number) => at > verb && !word.startsWith("-") && !isValue(at);
  const container = words.findIndex(isOwn);
  const [program = "", ...given] = container < 0 ? [] : words.slice(container + 1);
  return RUNNERS.test(program) || isInterpreter.test(program) ? [program, ...given] : undefined;
}

/** What a forge is told, by the two words that say so: it answers with an address. What it closes or merges it names by its title. */
const TOLD = new Set([
  ...["pr", "mr"].flatMap((what) => "create ready edit comment".split(" ").map((does) => `${what} ${does}`)),
  ...["issue create", "issue edit", "issue comment", "release create", "release upload"],
  ...["repo create", "repo fork", "repo set-default", "workflow run", "run rerun", "run cancel", "label create"],
  ...["secret set", "variable set"],
]);

export function isOnlyTold(name: string, words: readonly string[]): boolean {
  return (name === "gh" || name === "glab") && TOLD.has(words.slice(0, 2).join(" "));
}

const COPIERS = new Set("scp rsync aws gsutil gcloud s3cmd rclone".split(" "));
const COPIES = /^(?:scp|rsync|cp|sync|mv|copy|put|rsync)$/;
const FAR = /^(?:[a-z][a-z0-9]*:\/\/|(?:[\w.-]+@)?[\w.-]{2,}:)/i;

/** What is copied from here to elsewhere: the last that is named lies there, and nothing before it. */
export function isHandedOut(name: string, words: readonly string[]): boolean {
  if (!COPIERS.has(name) || ![name, ...words].some((word) => COPIES.test(word))) return false;
  const named = words.filter((word) => word === "-" || !word.startsWith("-"));
  return FAR.test(named.at(-1) ?? "") && !named.slice(0, -1).some((word) => FAR.test(word));
}
