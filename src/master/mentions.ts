/** What of the project a statement names: files, identifiers, packages, commits and commands, each as it stands there. Pure. */

interface Mentions {
  readonly paths: readonly string[];
  /** Identifiers between back-ticks. */
  readonly symbols: readonly string[];
  readonly commits: readonly string[];
  readonly scripts: readonly string[];
  /** Of a Makefile. */
  readonly targets: readonly string[];
  /** Words that could be a package's name. */
  readonly packages: readonly string[];
}

const PATH =
  /(?<![\w/.:@-])(?:\.\/)?([\w@+-][\w@.+-]*(?:\/[\w@.+-]+)+\/?|[\w-]+(?:\.[\w-]+)*\.[a-z][a-z0-9]{0,5})(?![\w/])/gi;
const SYMBOL = /`([A-Za-z_$][\w$]*(?:(?:\.|::|#)[A-Za-z_$][\w$]*)*)(?:\(\))?`/g;
const COMMIT = /\bcommits?\s+`?([0-9a-f]{7,40})\b/gi;
const SCRIPT = /\b(?:npm run|npm run-script|yarn run|pnpm run|bun run)\s+([\w:@./-]*[\w])/g;
/** Only as a command: people make many things. */
const TARGET = /`make\s+([\w./-]*\w)[^`]*`/g;
const PACKAGE = /`?(@[a-z0-9~-][\w.-]*\/[\w.-]+|[a-z0-9][\w.-]*[a-z0-9])`?/gi;
const MOST = 12;

export function mentionsIn(text: string): Mentions {
  return {
    paths: found(text, PATH).map((path) => path.replace(/\/$/, "").replace(/\.$/, "")),
    symbols: found(text, SYMBOL).filter((name) => /[a-z0-9][A-Z]|_|::|\(|[a-z]\.[a-z]/.test(name) && !isFileName(name)),
    commits: found(text, COMMIT),
    scripts: found(text, SCRIPT),
    targets: found(text, TARGET),
    packages: found(text, PACKAGE, 60).map((name) => name.toLowerCase()),
  };
}

function isFileName(name: string): boolean {
  return /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|c|h|cpp|cs|swift|sql|sh|md|json|ya?ml|toml|css|html)$/.test(name);
}

function found(text: string, pattern: RegExp, most = MOST): string[] {
  const names = [...text.matchAll(pattern)].map(([, name = ""]) => name);
  return [...new Set(names)].slice(0, most);
}
