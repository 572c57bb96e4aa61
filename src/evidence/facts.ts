/** The facts statements are held against, gathered once for all of them: files, history, packages, commands, symbols. */

import { join } from "node:path";
import { blobId, type Repository } from "../places/git.ts";
import { readObject, readText, visible } from "../places/paths.ts";
import { isBelow } from "../text/relative-path.ts";
import { type GitHistory, historyOf, lostCommits, noHistory } from "./git-history.ts";
import { manifestsIn, type PackageManifest } from "./manifests.ts";
import { filesOf } from "./project-files.ts";

export interface Standpoint {
  readonly project: string;
  readonly git?: Repository | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly mostCommits: number;
}

/** What the project tells by itself, before anybody asks about anything in particular. */
export interface ProjectNow {
  readonly files: readonly string[] | undefined;
  readonly history: GitHistory;
  readonly manifests: readonly PackageManifest[];
  readonly commands: Commands;
}

/** What is asked about: named in statements that may be shown. */
interface Wanted {
  readonly symbols: readonly string[];
  readonly commits: readonly string[];
  readonly files: readonly { readonly path: string; readonly blob?: string }[];
  /** Named in words, as files of the project or not. */
  readonly paths: readonly string[];
}

const MOST_ASKED = 300;
const MOST_PATHS = 5_000;

export async function projectNow(at: Standpoint): Promise<ProjectNow> {
  const { project, git } = at;
  return {
    files: filesOf(project),
    history: git === undefined ? noHistory : await historyOf({ ...at, repository: git }),
    manifests: manifestsIn(project),
    commands: commandsOf(project),
  };
}

export async function factsFor(at: Standpoint, now: ProjectNow, { symbols, commits, files, paths }: Wanted) {
  const known = now.files === undefined ? undefined : new Set(now.files);
  const moved = files.filter(({ path, blob }) => blob !== undefined && known !== undefined && !known.has(path));
  const endings = new Set(moved.map(({ path }) => endingOf(path)));
  return {
    files: known,
    unlisted: unlistedIn(at.project, known, [...files.map(({ path }) => path), ...paths]),
    gone: now.history.gone,
    places: endings.size === 0 ? new Map<string, string>() : placesByBlob(at.project, now.files ?? [], endings),
    packages: new Set(now.manifests.flatMap(({ needs }) => needs.map(({ name }) => name.toLowerCase()))),
    gonePackages: now.history.gonePackages,
    isHistoryWhole: now.history.isWhole,
    ...now.commands,
    lostCommits:
      at.git === undefined
        ? new Set<string>()
        : await lostCommits({ ...at, repository: at.git }, commits.slice(0, MOST_ASKED)),
    lostSymbols: lostSymbols(at.project, now.files ?? [], symbols.slice(0, MOST_ASKED)),
  };
}

/** What was passed over when files were listed, built, fetched, hidden or a link, and is there all the same. */
function unlistedIn(project: string, known: ReadonlySet<string> | undefined, named: readonly string[]): Set<string> {
  const asked = [...new Set(named)].filter((path) => known?.has(path) === false && isBelow(path));
  return new Set(asked.slice(0, MOST_PATHS).filter((path) => visible(join(project, path)) !== undefined));
}

const LARGEST = 1_000_000;

/** The commands a project defines for itself, as its manifest and its Makefile name them. Reads only. */
interface Commands {
  /** Of the manifest; undefined where there is none. */
  readonly scripts: ReadonlySet<string> | undefined;
  /** Of the Makefile; undefined where there is none. */
  readonly targets: ReadonlySet<string> | undefined;
}

function commandsOf(project: string): Commands {
  const given = readObject(join(project, "package.json"), LARGEST)?.["scripts"];
  const scripts = typeof given === "object" && given !== null ? new Set(Object.keys(given)) : undefined;
  const makefile = readText(join(project, "Makefile"), LARGEST);
  return { scripts, targets: makefile === undefined ? undefined : targetsIn(makefile) };
}

function targetsIn(makefile: string): Set<string> {
  const rules = [...makefile.matchAll(/^([\w./-]+(?: [\w./-]+)*)\s*:(?!=)/gm)];
  return new Set(rules.flatMap(([, names = ""]) => names.split(" ")));
}

const CODE =
  /\.(?:[cm]?[jt]sx?|py|go|rs|java|kts?|rb|php|c|h|cc|hh|cpp|hpp|cs|swift|scala|sql|sh|vue|svelte|ex|exs|lua|dart|proto|graphql)$/i;
const MOST_FILES = 3_000;
const MOST_BYTES = 12_000_000;
const MOST_COMPARED = 400;

/** Empty where not all code could be looked through: then nothing is known to be lost. */
export function lostSymbols(project: string, files: readonly string[], symbols: readonly string[]): Set<string> {
  if (symbols.length === 0) return new Set();
  const code = files.filter((path) => CODE.test(path));
  if (code.length === 0 || code.length > MOST_FILES) return new Set();
  const lost = new Map(symbols.map((symbol) => [symbol, symbol.split(/\.|::|#/).at(-1) ?? symbol]));
  let room = MOST_BYTES;
  for (const path of code) {
    if (lost.size === 0) break;
    const text = readText(join(project, path), LARGEST);
    room -= text?.length ?? 0;
    if (text === undefined || room < 0) return new Set();
    for (const [symbol, word] of lost) if (text.includes(word)) lost.delete(symbol);
  }
  return new Set(lost.keys());
}

/** By the name git gives contents, of files with these endings: where each lies. */
export function placesByBlob(
  project: string,
  files: readonly string[],
  endings: ReadonlySet<string>,
): Map<string, string> {
  const places = new Map<string, string>();
  for (const path of files.filter((one) => endings.has(endingOf(one))).slice(0, MOST_COMPARED)) {
    const text = visible(join(project, path))?.kind === "file" ? readText(join(project, path), LARGEST) : undefined;
    if (text !== undefined) places.set(blobId(Buffer.from(text)), path);
  }
  return places;
}

export function endingOf(path: string): string {
  return /\.[^./]+$/.exec(path)?.[0] ?? "";
}
