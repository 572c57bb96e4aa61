/**
 * A statement held against the project as it is: what it names and what is gone is said, with the day and the new place
 * where they are known. What never was the project's is not missed. A function of facts gathered once. Pure.
 */

import type { Anchor } from "../model/memory.ts";
import { dayOf } from "./statement.ts";

/** What became of a file or a package that is no longer there. */
interface Gone {
  readonly at: string;
  readonly to?: string | undefined;
}

export interface DriftFacts {
  /** Every file of the project, folders too; undefined where there were too many to list. */
  readonly files: ReadonlySet<string> | undefined;
  /** There, though not among the listed. */
  readonly unlisted: ReadonlySet<string>;
  /** By path, as the history of the repository tells. */
  readonly gone: ReadonlyMap<string, Gone>;
  /** By the contents a memory was written about: where they lie now. */
  readonly places: ReadonlyMap<string, string>;
  readonly packages: ReadonlySet<string>;
  readonly gonePackages: ReadonlyMap<string, Gone>;
  /** What the history does not tell of was never there. */
  readonly isHistoryWhole: boolean;
  /** Of the manifest and of the Makefile; undefined where nothing tells which there are. */
  readonly scripts: ReadonlySet<string> | undefined;
  readonly targets: ReadonlySet<string> | undefined;
  readonly lostCommits: ReadonlySet<string>;
  /** Of the identifiers asked for, those no file holds; empty where not all files were looked through. */
  readonly lostSymbols: ReadonlySet<string>;
}

interface Claim {
  readonly text: string;
  readonly files: readonly Anchor[];
}

const MOST_MARKS = 3;

/** One short phrase for each thing that is gone, in the order they are named. */
export function driftOf(claim: Claim, facts: DriftFacts): string[] {
  const { files } = claim;
  const { paths, symbols, commits, scripts, targets } = mentionedBy(claim);
  const anchors = new Map(files.map(({ path, blob }) => [path, blob]));
  const named = [...new Set([...paths, ...anchors.keys()])];
  const lost = named.flatMap((path) => lostPath(path, anchors, facts));
  const isAboutCode = named.some((path) => facts.files?.has(path) || facts.gone.has(path));
  return [
    ...lost,
    ...lostPackages(claim, facts),
    ...(isAboutCode
      ? symbols.filter((name) => facts.lostSymbols.has(name)).map((name) => `\`${name}\` is no longer in the code`)
      : []),
    ...commits
      .filter((commit) => facts.lostCommits.has(commit))
      .map((commit) => `commit ${commit} is not in the history`),
    ...missingFrom(scripts, facts.scripts).map((name) => `there is no script ${name}`),
    ...missingFrom(targets, facts.targets).map((name) => `make knows no ${name}`),
  ].slice(0, MOST_MARKS);
}

function missingFrom(named: readonly string[], there: ReadonlySet<string> | undefined): string[] {
  return there === undefined ? [] : named.filter((name) => !there.has(name));
}

function lostPath(path: string, anchors: ReadonlyMap<string, string | undefined>, facts: DriftFacts): string[] {
  if (facts.files === undefined || facts.files.has(path) || facts.unlisted.has(path)) return [];
  if (/[*?[{]/.test(path)) return [];
  const gone = facts.gone.get(path);
  const wasThere = !facts.isHistoryWhole && isOurs(path, facts.files);
  if (gone === undefined && !anchors.has(path) && !wasThere) return [];
  const blob = anchors.get(path);
  const to = gone?.to ?? (blob === undefined ? undefined : placeOf(blob, facts.places));
  const since = gone === undefined || gone.at === "" ? "" : ` since ${dayOf(gone.at)}`;
  if (to !== undefined && facts.files.has(to)) return [`${path} moved to ${to}${since}`];
  return [`${path} is gone${since}`];
}

/** A file name in a folder the project has: it was meant as one of its own. */
function isOurs(path: string, files: ReadonlySet<string>): boolean {
  const slash = path.lastIndexOf("/");
  return slash > 0 && /\.[a-z][a-z0-9]{0,5}$/i.test(path) && files.has(path.slice(0, slash));
}

/** Blob ids are kept in short. */
function placeOf(blob: string, places: ReadonlyMap<string, string>): string | undefined {
  for (const [whole, path] of places) if (whole.startsWith(blob) || blob.startsWith(whole)) return path;
  return undefined;
}

/** Any word may be a package's name: they are read only where packages went. */
function lostPackages({ text }: Claim, { packages, gonePackages }: DriftFacts): string[] {
  if (gonePackages.size === 0) return [];
  const named = found(text, PACKAGE, 60).map((name) => name.toLowerCase());
  return named.flatMap((name) => {
    const gone = packages.has(name) ? undefined : gonePackages.get(name);
    return gone === undefined ? [] : [`${name} is no dependency since ${dayOf(gone.at)}`];
  });
}

/** What of the project a statement names: files, identifiers, commits and commands, each as it stands there. Pure. */
interface Mentions {
  readonly paths: readonly string[];
  /** Identifiers between back-ticks. */
  readonly symbols: readonly string[];
  readonly commits: readonly string[];
  readonly scripts: readonly string[];
  /** Of a Makefile. */
  readonly targets: readonly string[];
}

/** Asked of a line before facts are gathered, and again when it is held against them. */
export function mentionedBy(claim: Pick<Claim, "text">): Mentions {
  const known = mentioned.get(claim) ?? mentionsIn(claim.text);
  mentioned.set(claim, known);
  return known;
}

const mentioned = new WeakMap<Pick<Claim, "text">, Mentions>();

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
  };
}

function isFileName(name: string): boolean {
  return /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|c|h|cpp|cs|swift|sql|sh|md|json|ya?ml|toml|css|html)$/.test(name);
}

function found(text: string, pattern: RegExp, most = MOST): string[] {
  if (text.search(pattern) < 0) return [];
  const names = [...text.matchAll(pattern)].map(([, name = ""]) => name);
  return [...new Set(names)].slice(0, most);
}
