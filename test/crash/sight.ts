/** What there is to be seen of a world: its files by their bytes, and what Cairn, opened anew, says of them. */

import type { Faults } from "../../src/disk/faults.ts";
import type { Program } from "./build.ts";
import { inLife } from "./life.ts";
import { type Act, agent } from "./workload.ts";
import type { Tree, World } from "./world.ts";

export interface Sight {
  /** Memory files, settings and registry, as text; by path below the world. */
  readonly files: ReadonlyMap<string, string>;
  readonly views: ReadonlyMap<string, string>;
  /** What Cairn says of each memory, by scope and id. */
  readonly memories: ReadonlyMap<string, string>;
  /** Every counting version, and whether its text can be had; the value says nothing. */
  readonly history: ReadonlyMap<string, string>;
  /** Temporary files, locks, claims and owners. */
  readonly leftovers: readonly string[];
  readonly damage: readonly string[];
  /** The paths of all files in which these words stand. */
  readonly mentions: (words: string) => string[];
  readonly tree: Tree;
}

const ROOT =
  /^(?:home\/\.claude\/user|home\/\.claude\/projects\/[^/]+\/memory|work\/[^/]+\/\.claude\/memory|work\/[^/]+\/\.agents\/memory\/[^/]+\/[^/]+)\//;
const SCOPES = [
  ["user", "home/.claude/user/"],
  ["project", "home/.claude/projects/"],
  ["agent", "/.agents/memory/"],
  ["team", "/.claude/memory/"],
] as const;

/** The scope and the path in its root of a file below the world. */
export function placeIn(file: string): string | undefined {
  const root = ROOT.exec(file)?.[0];
  const scope = SCOPES.find(([, part]) => root?.includes(part))?.[0];
  return root === undefined ? undefined : `${scope} ${file.slice(root.length)}`;
}

export const VIEW = /^(?:MEMORY|MEMORY-archive|_index|_index-archive|_about)\.md$/;
export const KEPT = /^home\/\.claude\/cairn\/(?:settings\.json|projects\/[^/.]+\.json)$/;
const TEMP = /(?:^|\/)\.cairn-[^/]*\.tmp$/;
const LOCK = /\/(?:lock|waiting|(?:claim|new|owner)\.[^/]+)$/;

/** Opens Cairn as the next ordinary command does, which recovers first, and looks at everything. */
export async function see(
  program: Program,
  world: World,
  { at, cwd }: Pick<Act, "at" | "cwd">,
  faults?: Faults,
): Promise<Sight> {
  const told = await inLife(program, world, faults, async () => {
    const { openCairn, fixedClock } = program;
    const cairn = await openCairn({ cwd: world.at(cwd), env: world.env, surface: "cli", clock: fixedClock(at) });
    try {
      const stores = await cairn.stores(cwd === "work/plain" ? undefined : agent);
      const memories = new Map(stores.memories().map(memoryLine));
      await cairn.close();
      const all = stores.all();
      const damage = [...all.flatMap((store) => damageIn(program, store)), ...cairn.settings.warnings];
      return { memories, history: numbered(all.flatMap(historyLines)), damage };
    } catch (error) {
      if (!(error instanceof program.CairnError)) throw error;
      return { memories: new Map<string, string>(), history: new Map<string, string>(), damage: [error.message] };
    }
  });
  return { ...told, ...lookAt(world.tree()) };
}

type Looked = Pick<Sight, "files" | "views" | "leftovers" | "mentions" | "tree">;

export function lookAt(tree: Tree): Looked {
  const files = new Map<string, string>();
  const views = new Map<string, string>();
  const leftovers: string[] = [];
  for (const [path, leaf] of tree) {
    if (leaf.kind !== "file") continue;
    const inRoot = ROOT.exec(path)?.[0];
    if (TEMP.test(path) || LOCK.test(path)) leftovers.push(path);
    else if (inRoot !== undefined && VIEW.test(path.slice(inRoot.length)))
      views.set(path, leaf.file.bytes.toString("latin1"));
    else if (inRoot !== undefined || KEPT.test(path)) files.set(path, leaf.file.bytes.toString("latin1"));
  }
  return { files, views, leftovers, mentions: (words) => mentioning(tree, words), tree };
}

function mentioning(tree: Tree, words: string): string[] {
  return [...tree].flatMap(([path, leaf]) => (leaf.kind === "file" && leaf.file.bytes.includes(words) ? [path] : []));
}

type Stores = Awaited<ReturnType<Awaited<ReturnType<Program["openCairn"]>>["stores"]>>;
type Store = ReturnType<Stores["all"]>[number];
type Memory = ReturnType<Stores["memories"]>[number];
type Entry = ReturnType<Store["history"]["versions"]>[number];

function memoryLine({ scope, id, path, kind, status, trust, outside, hash }: Memory): [string, string] {
  return [`${scope}:${id}`, [path, kind, status, trust, outside ? "outside" : "own", hash.slice(0, 12)].join(" ")];
}

function historyLines({ root, history }: Store): string[] {
  return history.versions().map(({ record: { op, id = "-", path = "-", after = "gone", erased, trust } }) => {
    return erased ? `${root.scope} erased` : `${root.scope} ${op} ${id} ${path} ${after.slice(0, 12)} ${trust}`;
  });
}

function damageIn(program: Program, store: Store): string[] {
  const { history, catalog, root } = store;
  const counts = ({ record }: Entry) => history.entry(record.seq) !== undefined;
  const unsound = history.log.unsound(history.log.entries.filter(counts)).map(({ record }) => `record ${record.seq}`);
  const wrong = history
    .versions()
    .filter((entry) => hasOtherText(program, history, entry))
    .map(({ record }) => `text of ${record.seq}`);
  const lost = [...catalog.files()].filter(
    ({ path }) => root.scope !== "team" && !canBeRestored(program, history, path),
  );
  return [
    ...store.problems().map(({ path, message }) => `${path} ${message}`),
    ...history.open.map(({ record }) => `in doubt: ${record.op} ${record.path}`),
    ...[...unsound, ...wrong].map((what) => `${root.scope}: ${what}`),
    ...lost.map(({ path }) => `${path} could not be restored`),
  ];
}

function hasOtherText({ textAfter, sha256 }: Program, history: Store["history"], entry: Entry): boolean {
  const text = entry.record.erased ? undefined : textAfter(history, entry);
  return text !== undefined && entry.record.stored === undefined && sha256(text) !== entry.record.after;
}

/** Should its file be deleted by hand: everything that stands in a root can be had again from its history. */
function canBeRestored({ textAfter }: Program, history: Store["history"], path: string): boolean {
  const versions = history.versionsOf(path).filter(({ record }) => record.after !== undefined);
  const last = versions.at(-1);
  return last !== undefined && textAfter(history, last) !== undefined;
}

/** Lines that are alike are told apart by their number. */
function numbered(lines: readonly string[]): Map<string, string> {
  const counts = new Map<string, number>();
  return new Map(
    lines.map((line) => {
      const n = (counts.get(line) ?? 0) + 1;
      counts.set(line, n);
      return [`${line} (${n})`, ""];
    }),
  );
}
