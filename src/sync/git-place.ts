/**
 * A private git repository as the place in common. Only a store of objects below CAIRN_HOME is kept of it, never a working
 * tree: nothing in it is checked out, filtered or run. Each addition is one commit on top of what was fetched.
 */

import { createHash } from "node:crypto";
import { makeFolders, removeScratch, statOf } from "../disk/files.ts";
import { readText } from "../places/paths.ts";
import type { Environment } from "../places/project-root.ts";
import { largestMemory } from "../store/root-folder.ts";
import { isBySsh, type SyncPlace } from "./address.ts";
import { type GitRun, gitRunner, KILLED, otherSide, type Ran, unreachable } from "./git-run.ts";
import { isProjectNote, sharedPathOf } from "./shared-path.ts";
import {
  type Added,
  type AddedThere,
  type KnownThere,
  MOST_FILES,
  type SkippedFile,
  type There,
  type ThereFile,
  type ThereTexts,
  TooMuch,
  type Transport,
  Unreachable,
} from "./transport.ts";

const BRANCH = "refs/heads/cairn/memory";
const FETCHED = "refs/there/memory";
const NEXT = "refs/cairn/next";
/** What a fetch ends with that would have to go back. */
const REFUSED = 1;
/** Where more changed, it is no work to look at all of it. */
const MOST_CHANGED = 2_000;
/** What git says of a store of objects that was left half-made or locked by who died, or damaged by a power cut. */
const STUCK = /\.lock'|not a git repository|is empty|corrupt|bad object|unable to read|missing blob/;
const EMPTY = createHash("sha1").update("blob 0\0").digest("hex");

export function gitPlace(place: SyncPlace, cache: string, env: Environment, now: () => Date): Transport {
  const git = gitRunner(cache, env, isBySsh(place));
  // What is kept here of the place can be fetched again: where it is stuck, it is made anew.
  const anew = async <T>(act: () => Promise<T>, instead = act): Promise<T> => {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof Stuck)) throw error;
      removeScratch(cache);
      return instead();
    }
  };
  return {
    look: (known) => anew(() => look(git, place, cache, known)),
    whole: (there) => anew(() => listed(git, place, there.tip as string)),
    read: (there, paths) =>
      anew(
        () => read(git, place, there, paths),
        async () => {
          await look(git, place, cache, { tip: undefined, isEmpty: true });
          return read(git, place, there, paths);
        },
      ),
    add: (there, texts, notes) =>
      anew(
        () => add(git, place, there, { texts, notes, at: now() }),
        async () => undefined,
      ),
  };
}

async function look(git: GitRun, place: SyncPlace, cache: string, known: KnownThere): Promise<There> {
  if (statOf(`${cache}/HEAD`) === undefined) {
    makeFolders(cache);
    sure(place, await git(["-c", "init.defaultObjectFormat=sha1", "init", "--quiet", "--bare", "--template="]));
  }
  const fetchAs = (force: "" | "+") => {
    const how = ["--quiet", "--prune", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules"];
    const refs = `${force}refs/heads/cairn/*:refs/there/*`;
    return git(["fetch", ...how, ...otherSide(place, "upload-pack"), "--", place.at, refs]);
  };
  // From what was seen last git itself goes only forward: then nobody has to ask whether it was rewritten.
  const onward = known.tip !== undefined && fetchedTip(cache) === known.tip ? await fetchAs("") : undefined;
  const goesOn = onward !== undefined && onward.code !== REFUSED;
  sure(place, goesOn ? onward : await fetchAs("+"));
  const tip = fetchedTip(cache) ?? (await parsedTip(git, place));
  if (known.tip !== undefined && tip !== known.tip) {
    const isNext = tip !== "" && (goesOn || (await git(["merge-base", "--is-ancestor", known.tip, tip])).code === 0);
    if (!isNext) throw rewritten(place);
  }
  if (tip === "") return { files: new Map(), notes: new Set(), skipped: [] };
  return (known.whole && (await changedSince(git, known.whole, tip))) ?? listed(git, place, tip);
}

/** As git keeps it in a file, while it has not put it elsewhere. */
function fetchedTip(cache: string): string | undefined {
  const tip = readText(`${cache}/${FETCHED}`, 100)?.trim();
  return tip !== undefined && /^[0-9a-f]{40}$/.test(tip) ? tip : undefined;
}

async function parsedTip(git: GitRun, place: SyncPlace): Promise<string> {
  const parsed = whole(place, await git(["rev-parse", "--verify", "--quiet", `${FETCHED}^{commit}`]));
  return parsed.out.toString().trim();
}

async function listed(git: GitRun, place: SyncPlace, tip: string): Promise<There> {
  return { ...entriesIn(sure(place, await git(["ls-tree", "-r", "-z", "-l", "--full-tree", tip])).out), tip };
}

/** Undefined where that cannot be told, or something came that is to be named: then everything is listed. */
async function changedSince(
  git: GitRun,
  known: { readonly tip: string; readonly notes: readonly string[] },
  tip: string,
): Promise<There | undefined> {
  const files = new Map<string, ThereFile>();
  const notes = new Set(known.notes);
  const gone = new Set<string>();
  const ran =
    tip === known.tip ? undefined : await git(["diff-tree", "-r", "-z", "--raw", "--no-renames", known.tip, tip]);
  if (ran !== undefined && ran.code !== 0) return undefined;
  const parts = ran?.out.toString("utf8").split("\0") ?? [];
  for (let n = 0; n + 1 < parts.length; n += 2) {
    const [entry = "", path = ""] = [parts[n], parts[n + 1]];
    const [, mode, oid = ""] = /^:\d+ (\d+) [0-9a-f]+ ([0-9a-f]+) [A-Z]$/.exec(entry) ?? [];
    const isNote = isProjectNote(path);
    if (mode === "000000" && isNote) notes.delete(path);
    else if (mode === "000000") gone.add(path);
    else if (mode !== "100644") return undefined;
    else if (isNote) notes.add(path);
    else if (typeof sharedPathOf(path) === "string" || files.size >= MOST_CHANGED) return undefined;
    else files.set(path, { version: oid, isSplit: false });
  }
  return { files, notes, skipped: [], tip, gone };
}

function entriesIn(listed: Buffer): Omit<There, "tip"> {
  const files = new Map<string, ThereFile>();
  const notes = new Set<string>();
  const skipped: SkippedFile[] = [];
  for (const entry of listed.toString("utf8").split("\0").slice(0, MOST_FILES)) {
    const [, mode, oid = "", size = "", path = ""] = /^(\d+) \w+ ([0-9a-f]+) +(\d+|-)\t(.*)$/s.exec(entry) ?? [];
    if (path === "") continue;
    const shared = sharedPathOf(path);
    if (mode !== "100644") skipped.push({ path, reason: "is a link, a program or another repository" });
    else if (isProjectNote(path)) notes.add(path);
    else if (typeof shared === "string") skipped.push({ path, reason: shared });
    else if (Number(size) > largestMemory)
      skipped.push({ path, reason: `has ${size} bytes; a memory has at most ${largestMemory}` });
    else files.set(path, { version: oid, isSplit: false });
  }
  return { files, notes, skipped };
}

async function read(
  git: GitRun,
  place: SyncPlace,
  there: There,
  paths: readonly string[],
): Promise<Map<string, ThereTexts>> {
  const texts = new Map<string, ThereTexts>();
  if (paths.length === 0) return texts;
  const asked = paths.map((path) => `${there.files.get(path)?.version}\n`).join("");
  // How large each is was not looked at where only what changed was.
  const most = there.gone === undefined ? undefined : paths.length * (largestMemory + MORE_BYTES);
  const ran = await git(["cat-file", "--batch"], asked, most);
  if (ran.code === KILLED && most !== undefined) throw new TooMuch("offline", damaged(place));
  if (ran.code === KILLED) throw unreachable(place, ran);
  const { code, out } = ran;
  let at = 0;
  for (const path of paths) {
    const end = out.indexOf(10, at);
    const [, type, size] = out.toString("utf8", at, end < 0 ? at : end).split(" ");
    const [from, to] = [end + 1, end + 1 + Number(size)];
    if (code !== 0 || end < 0 || type !== "blob" || to > out.length) throw new Stuck("offline", damaged(place));
    texts.set(path, { heads: [out.subarray(from, to)] });
    at = to + 1;
  }
  return texts;
}

interface Addition {
  readonly texts: ReadonlyMap<string, Added>;
  readonly notes: readonly string[];
  readonly at: Date;
}

async function add(git: GitRun, place: SyncPlace, there: There, addition: Addition): Promise<AddedThere | undefined> {
  sure(place, await git(["fast-import", "--quiet", "--force"], streamOf(there, addition)));
  const tip = sure(place, await git(["rev-parse", "--verify", "--quiet", NEXT]))
    .out.toString()
    .trim();
  const pushed = await git([
    "push",
    "--quiet",
    "--no-verify",
    ...otherSide(place, "receive-pack"),
    "--",
    place.at,
    `${NEXT}:${BRANCH}`,
  ]);
  if (pushed.code !== 0) {
    const isFirst =
      /non-fast-forward|fetch first|rejected.*(?:stale|exists)|cannot lock ref|failed to update ref|reference already exists|incorrect old value/i;
    if (isFirst.test(pushed.said)) return undefined;
    throw unreachable(place, pushed);
  }
  await git(["update-ref", FETCHED, tip]);
  const versions = [...addition.texts].map(([path, { bytes }]): [string, string] => [path, blobOf(bytes)]);
  return { versions: new Map(versions), tip };
}

function streamOf({ tip }: There, { texts, notes, at }: Addition): Buffer {
  const what = `${texts.size} in step`;
  const parts: (string | Buffer)[] = [
    `commit ${NEXT}\ncommitter cairn <cairn> ${Math.floor(at.getTime() / 1_000)} +0000\ndata ${what.length}\n${what}\n`,
    ...(tip === undefined ? [] : [`from ${tip}\n`]),
  ];
  for (const [path, { bytes }] of texts) parts.push(`M 100644 inline ${path}\ndata ${bytes.length}\n`, bytes, "\n");
  for (const note of notes) parts.push(`M 100644 inline ${note}\ndata 0\n\n`);
  return Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part)));
}

function blobOf(bytes: Buffer): string {
  return bytes.length === 0 ? EMPTY : createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

function sure(place: SyncPlace, ran: Ran): Ran {
  if (whole(place, ran).code !== 0) throw unreachable(place, ran);
  return ran;
}

function whole(place: SyncPlace, ran: Ran): Ran {
  if (ran.code !== 0 && STUCK.test(ran.said)) throw new Stuck("offline", unreachable(place, ran).message);
  return ran;
}

/** Of a line before each, and the line that says what it is worth. */
const MORE_BYTES = 200;

class Stuck extends Unreachable {}

function damaged({ shown }: SyncPlace): string {
  return `What was fetched of ${shown} is damaged. Nothing was changed; the next sync fetches it anew.`;
}

function rewritten({ shown }: SyncPlace): Unreachable {
  return new Unreachable(
    "rewritten",
    `The history of ${shown} was rewritten since this machine last saw it. Nothing was changed. If you meant that: cairn sync setup ${shown}`,
    true,
  );
}
