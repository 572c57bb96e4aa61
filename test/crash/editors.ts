/**
 * Editors take no lock. One of them changes the file of a memory between any two calls of an act: afterwards the old
 * text, the editor's and the act's are all there, in the file or in the history, and what the caller was told is true.
 */

import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import type { Attempt, Faults } from "../../src/disk/faults.ts";
import type { Program } from "./build.ts";
import { heardIn, Judged, keyOf } from "./judged.ts";
import { type Answer, begin, inLife, live } from "./life.ts";
import { isCertain } from "./oracle.ts";
import type { Tally } from "./report.ts";
import { placeIn } from "./sight.ts";
import type { Call, Scene } from "./undisturbed.ts";
import { agent } from "./workload.ts";
import type { World } from "./world.ts";

type Edit = (path: string, text: string) => void;

export const editors = {
  "renames over it": (path, text) => {
    writeFileSync(`${path}~`, text);
    renameSync(`${path}~`, path);
  },
  "writes in place": (path, text) => {
    const fd = openSync(path, "r+");
    writeSync(fd, text, 0);
    closeSync(fd);
  },
  "truncates and writes": (path, text) => writeFileSync(path, text),
  "deletes it": (path) => unlinkSync(path),
} as const satisfies Record<string, Edit>;
export type Editor = keyof typeof editors;
export const editorNames = Object.keys(editors) as Editor[];

const WORD = "qxeditor";
/** The one thing that can happen in the gap. */
const LOST = "the editor's text is nowhere";

const EDITING = ["remember", "update", "forget", "restore", "archive", "unarchive", "undo"];

/** The files an act changes, of those that people edit. */
export function targetsOf({ act, order }: Scene): string[] {
  return EDITING.includes(act.op) && act.erases === undefined ? [...new Set(order)] : [];
}

/** Who comes, when, and to which file. */
export interface Coming {
  readonly n: number;
  readonly editor: Editor;
  readonly target: string;
}

/** Every editor before every call of the act, on every file it changes. */
export function comingsIn(scene: Scene): Coming[] {
  return targetsOf(scene).flatMap((target) =>
    scene.calls.flatMap(({ n }) => editorNames.map((editor) => ({ n, editor, target }))),
  );
}

/** The call by which the file becomes another. */
export function isPlacing({ call, path, to }: Pick<Call, "call" | "path" | "to">, target: string): boolean {
  return call === "rename" || call === "link"
    ? to === target || (call === "rename" && path === target)
    : call === "write" && path === target;
}

export interface Disturbance {
  readonly faults: readonly string[];
  /** It came into the one gap nobody can close: between the last look and the rename that replaces the file. */
  readonly inGap: boolean;
}

export async function editAt(
  program: Program,
  world: World,
  scene: Scene,
  { n, editor, target }: Coming,
  judged = new Judged(),
): Promise<Disturbance> {
  begin(program, world, scene.start);
  const path = world.at(target);
  const visit = visitAt(n, editor, path);
  const answer = await live(program, world, scene.act, visit.hook);
  if (visit.text === undefined) return { faults: [], inGap: false };
  const inGap = visit.at === "gap" && editor === "renames over it";
  const said = answer.is === "ok" ? JSON.stringify(answer.output) : heardIn(answer);
  const faults = await judged.judge(keyOf(world.tree(), said, editor, target, visit.at, visit.text), async () => {
    const texts = await textsIn(program, world, scene);
    return wrong({ scene, answer, target, path, editor, visit, texts });
  });
  return { faults: inGap ? faults.filter((fault) => fault !== LOST) : faults, inGap };
}

/** The faults of a disturbance that is counted. */
export async function countedIn(tally: Tally, disturbance: Promise<Disturbance>): Promise<readonly string[]> {
  const { faults, inGap } = await disturbance;
  tally.count(inGap ? "in the one gap" : "points");
  return faults;
}

interface Visit {
  readonly hook: Faults;
  /** What the editor left; undefined if there was nothing to edit. */
  text: string | undefined;
  /** Before the act's own change of the file, right at it, or after. */
  at: "before" | "gap" | "after";
}

function visitAt(n: number, editor: Editor, target: string): Visit {
  const visit: Visit = {
    text: undefined,
    at: "before",
    hook: ({ n: now, call, path, to = "" }: Attempt) => {
      const placing = isPlacing({ call, path, to }, target);
      if (now === n) {
        if (visit.at === "before" && placing && call === "rename") visit.at = "gap";
        visit.text = edit(editor, target);
      }
      if (!placing || now >= n) return undefined;
      return {
        after: () => {
          visit.at = "after";
        },
      };
    },
  };
  return visit;
}

/** Nobody edits or deletes what is not there; renaming something to that name is possible. */
function edit(editor: Editor, target: string): string | undefined {
  const old = existsSync(target) ? readFileSync(target, "utf8") : undefined;
  if (old === undefined && editor !== "renames over it") return undefined;
  const text = `${old ?? "# A file of somebody else\n"}\n${WORD}\n`;
  editors[editor](target, text);
  return text;
}

interface Texts {
  /** Of every memory file. */
  readonly files: ReadonlyMap<string, string>;
  /** Every text the log has, of records that count. */
  readonly history: readonly string[];
  /** Of these, what came into the gap between reading and replacing a file. */
  readonly late: readonly string[];
  readonly ownChanges: number;
}

/** As the next command finds it, after it has noted what was done outside. */
async function textsIn(program: Program, world: World, { act }: Scene): Promise<Texts> {
  return inLife(program, world, undefined, async () => {
    const { openCairn, fixedClock } = program;
    const cairn = await openCairn({
      cwd: world.at(act.cwd),
      env: world.env,
      surface: "cli",
      clock: fixedClock(act.at),
    });
    const stores = await cairn.stores(act.cwd === "work/plain" ? undefined : agent);
    await cairn.close();
    const all = stores.all();
    const entries = all.flatMap(({ history }) => history.versions().map((entry) => ({ history, entry })));
    const history = entries.flatMap(({ history, entry }) =>
      [program.textAfter(history, entry), ...Object.values(history.log.textsOf(entry))].map(String),
    );
    const files = new Map(
      all.flatMap((store) =>
        store.memories().map(({ path }) => [`${store.rootFolder.real}/${path}`, String(store.bytesAt(path))]),
      ),
    );
    const own = entries.filter(({ entry }) => ["create", "update", "append", "remove"].includes(entry.record.op));
    const late = entries.filter(({ entry: { record } }) => record.op === "outside" && record.of !== undefined);
    const lateTexts = late.map(({ history, entry }) => String(history.log.textsOf(entry).after));
    return { files, history, late: lateTexts, ownChanges: own.length };
  });
}

interface Case {
  readonly scene: Scene;
  readonly answer: Answer;
  /** Below the world, and where it really is. */
  readonly target: string;
  readonly path: string;
  readonly editor: Editor;
  readonly visit: Visit;
  readonly texts: Texts;
}

function wrong(one: Case): string[] {
  const { scene, answer, editor, target, visit, texts } = one;
  const everywhere = [...texts.files.values(), ...texts.history];
  const text = visit.text as string;
  // Nobody has seen what a person typed and deleted before Cairn came by; a team's texts are git's to keep (protocols §4).
  const isTeam = placeIn(target)?.startsWith("team ");
  const unseen = (scene.act.hand !== undefined && editor === "deletes it") || isTeam;
  const stood = unseen ? undefined : scene.before.files.get(target);
  const old = stood === undefined ? undefined : Buffer.from(stood, "latin1").toString("utf8");
  const kept = (wanted: string) => everywhere.some((other) => other.includes(wanted));
  return [
    ...(answer.is === "bug"
      ? [`a bug: ${answer.error instanceof Error ? answer.error.stack : String(answer.error)}`]
      : []),
    ...(old !== undefined && !kept(old) ? ["the old text is nowhere"] : []),
    ...(editor !== "deletes it" && !kept(text) ? [LOST] : []),
    ...(answer.is === "ok" ? falseSuccess(one) : falseRefusal(one)),
  ];
}

interface Told {
  readonly action?: string;
  readonly warnings?: readonly string[];
  readonly undone?: readonly { readonly warning?: string }[];
}

/** Said to be done: the change counts, its words are there, and in the file itself if the editor came first. */
function falseSuccess({ scene, answer, visit, texts }: Case): string[] {
  const { action, warnings = [], undone = [] } = (answer as { output: Told }).output;
  const before = [...scene.before.history.keys()].filter((line) =>
    / (?:create|update|append|remove) /.test(line),
  ).length;
  const told = [...warnings, ...undone.map(({ warning }) => warning)];
  const words = wordsOf(scene);
  const first = visit.at !== "after";
  const overtaken = texts.late.some((text) => text.includes(WORD));
  return [
    ...(action !== "unchanged" && texts.ownChanges <= before ? ["said to be done, and nothing counts"] : []),
    ...(action === "unchanged" && texts.ownChanges > before ? ["said to be unchanged, and something counts"] : []),
    ...(words !== undefined && ![...texts.files.values(), ...texts.history].some((text) => text.includes(words))
      ? ["the words of the act are nowhere"]
      : []),
    ...(words !== undefined && first && ![...texts.files.values()].some((text) => text.includes(words))
      ? ["said to be saved, and not in the file"]
      : []),
    ...(overtaken && !told.some((warning) => warning?.includes("Another program"))
      ? [`the editor was overtaken and the caller not told (${scene.act.op})`]
      : []),
  ];
}

/** Said not to be done: the file is what the editor left. */
function falseRefusal({ answer, path, editor, visit, texts, scene }: Case): string[] {
  if (answer.is !== "refused") return [];
  const now = texts.files.get(path);
  const wanted = editor === "deletes it" ? undefined : visit.text;
  const kinds = ["conflict", "not-found", "unavailable"];
  return [
    ...(now !== wanted && isCertain(answer)
      ? [`refused, and the file is not as the editor left it (${scene.act.op})`]
      : []),
    ...(kinds.includes(answer.error.kind) ? [] : [`refused as ${answer.error.kind}`]),
  ];
}

/** The words a request brings, as they stand in the file. */
function wordsOf({ act }: Scene): string | undefined {
  const given = [act.input["text"], act.input["append"], act.input["body"]].find((text) => typeof text === "string") as
    | string
    | undefined;
  return given?.split("\n")[0]?.slice(0, 60);
}
