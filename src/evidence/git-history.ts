/**
 * What the history of a repository tells: the last commits and what they touched, files that moved or went, packages that
 * were dropped, commits that are not there. Read only, bounded, and of the repository's own history alone.
 */

import { oneLine } from "../guard/one-line.ts";
import { redact } from "../guard/redact.ts";
import { askGit } from "../places/ask-git.ts";
import { hasOwnHistory, headOf, isShallow, type Repository } from "../places/git.ts";
import { manifestIn, manifestNames } from "./manifests.ts";

interface Commit {
  readonly hash: string;
  readonly at: string;
  readonly subject: string;
}

/** What became of a path or a package. */
interface Ending {
  readonly at: string;
  readonly to?: string;
}

export interface GitHistory {
  readonly branch?: string | undefined;
  /** Newest first. */
  readonly commits: readonly Commit[];
  /** Top folders the last commits touched, most often first. */
  readonly touched: readonly (readonly [folder: string, commits: number])[];
  readonly gone: ReadonlyMap<string, Ending>;
  readonly gonePackages: ReadonlyMap<string, Ending>;
  /** It goes back to the beginning: what it does not know was never there. */
  readonly isWhole: boolean;
}

interface Asked {
  readonly repository: Repository;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly mostCommits: number;
}

const MOST_BYTES = 8_000_000;
/** Moves further back are not looked for. */
const MOST_MOVES = 5_000;
const MOST_CHANGES = 200;
/** Manifests with their context: what is no whole text then is longer than any, and says nothing. */
const WHOLE = "-U2000";
/** At the start of a line only: every line of a file, shown as a change, has a sign before it, so none begins a commit. */
const MARK = /(?:^|\n)\0/;
const PLAIN = ["--no-show-signature", "--no-ext-diff", "--no-textconv", "--no-color", "--ignore-submodules=all"];

export const noHistory: GitHistory = {
  commits: [],
  touched: [],
  gone: new Map(),
  gonePackages: new Map(),
  isWhole: false,
};

export async function historyOf({ repository, env, mostCommits }: Asked): Promise<GitHistory> {
  const { gitDir } = repository;
  if (gitDir === undefined || !hasOwnHistory(repository)) return noHistory;
  const ask = (...words: string[]) => askGit({ gitDir, env, words, mostBytes: MOST_BYTES });
  const format = "--format=%x00%H%x09%cI%x09%s";
  const [latest, moves, packages] = await Promise.all([
    mostCommits === 0 ? undefined : ask("log", ...PLAIN, `-${mostCommits}`, "--name-only", format, "--"),
    ask("log", ...PLAIN, `-${MOST_MOVES}`, "--diff-filter=DR", "-M", "-l400", "--name-status", format, "--"),
    ask("log", ...PLAIN, `-${MOST_CHANGES}`, "-p", WHOLE, "--no-renames", format, "--", ...manifestNames),
  ]);
  const { branch } = headOf(repository);
  const commits = blocksOf(latest ?? "");
  return {
    branch,
    commits: commits.map(({ commit }) => commit),
    touched: touchedBy(commits),
    gone: movesIn(moves ?? ""),
    gonePackages: droppedIn(packages ?? ""),
    isWhole: moves !== undefined && moves.split(MARK).length <= MOST_MOVES && !isShallow(repository),
  };
}

/** Of those asked about, the ones this history does not have; none where it cannot be asked. */
export async function lostCommits(
  { repository, env }: Omit<Asked, "mostCommits">,
  named: readonly string[],
): Promise<Set<string>> {
  const { gitDir } = repository;
  if (named.length === 0 || gitDir === undefined || !hasOwnHistory(repository)) return new Set();
  if (isShallow(repository)) return new Set(); // what lies beyond its depth is not missing
  const words = ["cat-file", "--batch-check=%(objecttype)"];
  const said = await askGit({ gitDir, env, words, input: `${named.join("\n")}\n` });
  const answers = said?.trimEnd().split("\n") ?? [];
  return new Set(answers.length === named.length ? named.filter((_, n) => answers[n]?.endsWith(" missing")) : []);
}

interface Block {
  readonly commit: Commit;
  readonly lines: readonly string[];
}

function blocksOf(said: string): Block[] {
  return said
    .split(MARK)
    .slice(1)
    .map((text) => {
      const [head = "", ...lines] = text.split("\n");
      const [hash = "", at = "", ...subject] = head.split("\t");
      const words = oneLine(redact(subject.join(" ")).text, 200);
      return { commit: { hash: hash.slice(0, 12), at, subject: words }, lines: lines.filter((line) => line !== "") };
    });
}

function touchedBy(blocks: readonly Block[]): (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const { lines } of blocks) {
    const folders = new Set(lines.filter((path) => path.includes("/")).map((path) => folderOf(path)));
    for (const folder of folders) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

/** Two levels where code lies below one that says nothing. */
function folderOf(path: string): string {
  const [top = "", next = "", ...more] = path.split("/");
  return more.length > 0 && /^(?:src|lib|app|packages|apps|crates|internal|pkg|cmd)$/.test(top)
    ? `${top}/${next}`
    : top;
}

/** Newest first: what a path's last end was. A file that moved on is followed to where it lies now. */
function movesIn(said: string): Map<string, Ending> {
  const gone = new Map<string, Ending>();
  for (const { commit, lines } of blocksOf(said)) {
    for (const line of lines) {
      const [how = "", from = "", to] = line.split("\t");
      if (gone.has(from) || from === "") continue;
      const last = to === undefined ? undefined : (gone.get(to)?.to ?? to);
      gone.set(from, how.startsWith("R") && last !== undefined ? { at: commit.at, to: last } : { at: commit.at });
    }
  }
  return gone;
}

/** Newest first: what a manifest needed before a commit and no longer after it. */
function droppedIn(said: string): Map<string, Ending> {
  const dropped = new Map<string, Ending>();
  for (const { commit, lines } of blocksOf(said)) {
    for (const { file, before, after } of changedFiles(lines)) {
      const old = needsIn(file, before);
      const now = needsIn(file, after);
      if (old === undefined || now === undefined) continue;
      for (const name of old) if (!now.has(name) && !dropped.has(name)) dropped.set(name, { at: commit.at });
    }
  }
  return dropped;
}

interface ChangedFile {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

function changedFiles(lines: readonly string[]): ChangedFile[] {
  const starts = lines.flatMap((line, n) => (line.startsWith("diff --git ") ? [n] : []));
  return starts.map((start, n) => {
    const own = lines.slice(start, starts[n + 1] ?? lines.length);
    const body = own.slice(own.findIndex((line) => line.startsWith("@@")) + 1);
    const side = (signs: string) => body.filter((line) => signs.includes(line.charAt(0))).map((line) => line.slice(1));
    const file = own[0]?.replace(/^.* b\//, "") ?? "";
    return { file, before: side(" -").join("\n"), after: side(" +").join("\n") };
  });
}

/** Undefined where it is no whole manifest. */
function needsIn(file: string, text: string): Set<string> | undefined {
  const needs = text === "" ? undefined : manifestIn(file, text)?.needs;
  return needs === undefined ? undefined : new Set(needs.map(({ name }) => name.toLowerCase()));
}
