/**
 * Bringing this machine and a place in step: look there, compare three trees, take in what came, add what is new here, and
 * begin anew where another machine was first. Killed anywhere, the next run goes on from what both sides say.
 */

import { setTimeout as pause } from "node:timers/promises";
import type { Cairn } from "../cairn.ts";
import { token } from "../disk/random.ts";
import { syncRun } from "../store/version.ts";
import type { SyncedMemory } from "./acts.ts";
import type { SyncPlace } from "./address.ts";
import { type Compared, changedNames, everyName, type Trees, wholeStep } from "./changed.ts";
import { ABSENT, actFor, RETIRED } from "./decide.ts";
import { doingFor, mergedHeads, type SyncDoing, UNREADABLE } from "./doings.ts";
import { folderPlace } from "./folder-place.ts";
import { gitPlace } from "./git-place.ts";
import { type Arrival, arrive, descent, type Participant } from "./here.ts";
import { HereTree } from "./here-tree.ts";
import { noteNames, participants } from "./participants.ts";
import { cachePath, noteFailure, Seen, startOver } from "./seen.ts";
import { innerOf, sharedName } from "./shared-path.ts";
import {
  type Added,
  type SkippedFile,
  type There,
  type ThereTexts,
  TooMuch,
  type Transport,
  Unreachable,
} from "./transport.ts";
import { refuseOver, syncLock } from "./turn.ts";

const ROUNDS = 12;
const NAP_MS = 40;

export interface Synced {
  readonly arrived: readonly SyncedMemory[];
  readonly departed: readonly SyncedMemory[];
  readonly conflicts: readonly string[];
  readonly skipped: readonly SkippedFile[];
  /** How many stay on this machine by what they are. */
  readonly staying: number;
  /** The roots that took part, as they are called there. */
  readonly roots: readonly string[];
  /** Nothing was done, and why: a normal state. */
  readonly unreachable?: { readonly what: Unreachable["what"]; readonly line: string };
}

interface SyncHow {
  readonly dryRun: boolean;
  /** A place that is another than it was is taken as it stands. */
  readonly isMeant?: boolean;
}

export async function syncWith(cairn: Cairn, place: SyncPlace, how: SyncHow): Promise<Synced> {
  const [{ dryRun }, { cairnHome }] = [how, cairn.places];
  if (!dryRun) await cairn.prepareWrite();
  const held = await syncLock(cairnHome);
  try {
    if (!how.isMeant) refuseOver(cairn, place);
    return await begun(cairn, place, how);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    if (!dryRun) noteFailure(cairnHome, place, error.message);
    const nothing = { arrived: [], departed: [], conflicts: [], skipped: [], staying: 0, roots: [] };
    return { ...nothing, unreachable: { what: error.what, line: error.message } };
  } finally {
    held.release();
  }
}

async function begun(cairn: Cairn, place: SyncPlace, { dryRun, isMeant = false }: SyncHow): Promise<Synced> {
  try {
    return await new Syncing(cairn, place, dryRun).run();
  } catch (error) {
    if (!isMeant || !(error instanceof Unreachable) || !error.mayBeMeant) throw error;
    startOver(cairn.places.cairnHome, place);
    return new Syncing(cairn, place, dryRun).run();
  }
}

class Syncing {
  readonly #cairn: Cairn;
  readonly #isDry: boolean;
  readonly #transport: Transport;
  readonly #seen: Seen;
  readonly #run = `${syncRun}${token()}`;
  readonly #arrived = new Map<string, SyncedMemory>();
  readonly #departed = new Map<string, SyncedMemory>();
  readonly #conflicts = new Set<string>();

  constructor(cairn: Cairn, place: SyncPlace, isDry: boolean) {
    const { cairnHome } = cairn.places;
    const now = () => cairn.clock.now();
    this.#cairn = cairn;
    this.#isDry = isDry;
    this.#seen = new Seen(cairnHome, place);
    this.#transport =
      place.kind === "git" ? gitPlace(place, cachePath(cairnHome, place), cairn.env, now) : folderPlace(place);
  }

  async run(): Promise<Synced> {
    for (let round = 1; ; round++) {
      const looked = await this.#transport.look(this.#seen);
      const taking = await participants(this.#cairn, looked.notes);
      const trees: Trees = new Map(taking.all.map((one) => [one, HereTree.lookedAt(one)]));
      const { there, doings, skipped: left } = await this.#compared(trees, looked);
      const isLeft = this.#isDry ? this.#tell(doings) : await this.#carryOut(doings, there, trees, left);
      const skipped = [...taking.skipped, ...left];
      if (isLeft && round < ROUNDS) {
        await pause(Math.random() * NAP_MS * round);
        continue;
      }
      if (isLeft) throw new Unreachable("offline", "Other machines were faster each time. The next sync catches up.");
      return {
        arrived: [...this.#arrived.values()],
        departed: [...this.#departed.values()],
        conflicts: [...this.#conflicts],
        skipped,
        staying: [...trees.values()].reduce((sum, { staying }) => sum + staying, 0),
        roots: taking.all.map(({ root }) => root),
      };
    }
  }

  /** Only what changed, where that can be told; else everything. */
  async #compared(trees: Trees, looked: There) {
    const changed = changedNames(trees, looked, this.#seen);
    try {
      if (changed !== undefined) return await this.#doings(trees, changed);
    } catch (error) {
      if (!(error instanceof TooMuch)) throw error;
    }
    const there = looked.gone === undefined ? looked : await this.#transport.whole(looked);
    return this.#doings(trees, everyName(trees, there));
  }

  async #doings(trees: Trees, { there, names }: Compared) {
    const skipped: SkippedFile[] = [...there.skipped];
    const doings: SyncDoing[] = [];
    for (const [one, tree] of trees)
      doings.push(...(await this.#compare(one, tree, there, { names: names.get(one) ?? new Set(), skipped })));
    return { there, doings, skipped };
  }

  #tell(doings: readonly SyncDoing[]): boolean {
    for (const one of doings) this.#note(one);
    return false;
  }

  #note({ act, name, moved, conflict, arrival, added }: SyncDoing): void {
    if (arrival !== undefined) this.#arrived.set(name, moved);
    if (added !== undefined && act !== "none" && act !== "arrive") this.#departed.set(name, moved);
    if (conflict) this.#conflicts.add(moved.id);
  }

  async #compare(
    one: Participant,
    tree: HereTree,
    there: There,
    { names, skipped }: { readonly names: ReadonlySet<string>; readonly skipped: SkippedFile[] },
  ): Promise<SyncDoing[]> {
    const { root } = one;
    const thereNames = [...names].filter((name) => there.files.has(name));
    const isUnknown = (name: string) => {
      const file = there.files.get(name);
      return file !== undefined && (file.isSplit || this.#seen.known(name, file.version) === undefined);
    };
    const texts = new Map(await this.#transport.read(there, thereNames.filter(isUnknown)));
    const isRetired = (name: string) => this.#seen.known(name, there.files.get(name)?.version ?? "") === RETIRED;
    const needed = thereNames.filter(
      (name) => !texts.has(name) && tree.at(innerOf(name)) === undefined && !isRetired(name),
    );
    for (const [name, text] of await this.#transport.read(there, needed)) texts.set(name, text);
    for (const [inner, reason] of tree.leftAlone()) skipped.push({ path: sharedName({ root, inner }), reason });
    const doings: SyncDoing[] = [];
    for (const name of names) {
      if (tree.takesNoPart(innerOf(name))) continue;
      const doing = this.#doing(one, tree, there, name, texts.get(name));
      if (typeof doing === "string") skipped.push({ path: name, reason: doing });
      else if (doing !== undefined) doings.push(doing);
    }
    return doings;
  }

  /** Undefined: it is in step. In words: why it is left alone. */
  #doing(
    one: Participant,
    tree: HereTree,
    { files }: There,
    name: string,
    texts?: ThereTexts,
  ): SyncDoing | string | undefined {
    const path = innerOf(name);
    const file = files.get(name);
    const here = tree.at(path);
    const read = texts === undefined ? undefined : mergedHeads(one, path, texts);
    if (typeof read === "string") return read;
    const isKnown = file === undefined || this.#seen.known(name, file.version) !== undefined;
    if (read === undefined && !isKnown) return UNREADABLE;
    if (here !== undefined) this.#seen.takeUp(name, here.standing);
    const there = read?.standing ?? (file === undefined ? ABSENT : (this.#seen.known(name, file.version) ?? ABSENT));
    const seen = this.#seen.of(name) || descent(one, path, here?.found.hash, there);
    const isPutAway = here?.found.written.status === "archived" && seen === RETIRED;
    const standing = isPutAway ? RETIRED : (here?.standing ?? tree.missing(path, read?.written));
    const act = actFor({ here: standing, there, seen });
    const doing = doingFor(
      { act, of: one, name, path, here, standing, file, read, there, seen },
      this.#cairn.clock.now(),
    );
    if (doing === undefined && file !== undefined && !this.#isDry) this.#seen.inStep(name, there, file.version);
    return doing;
  }

  /** True where it is to be begun anew. Here first: what is added there is what stands here for good. */
  async #carryOut(doings: readonly SyncDoing[], there: There, trees: Trees, skipped: SkippedFile[]): Promise<boolean> {
    const all = [...trees.keys()];
    const merging = doings.filter(({ arrival, added }) => arrival !== undefined && added !== undefined);
    for (const { name, after, there: stood } of merging) this.#seen.begin(name, after, stood);
    if (merging.length > 0) this.#seen.keep();
    const done = new Set<SyncDoing>(doings.filter(({ arrival }) => arrival === undefined));
    let isOvertaken = false;
    for (const one of all) {
      const own = doings.filter(({ of, arrival }) => of === one && arrival !== undefined);
      const arrivals = own.map(({ arrival }) => arrival as Arrival);
      const arrived = own.length === 0 ? undefined : await arrive(one, arrivals, this.#run);
      skipped.push(...(arrived?.skipped ?? []));
      for (const doing of own) {
        if (arrived?.done.has(doing.path)) {
          done.add(doing);
          this.#seen.inStep(doing.name, ...doing.there);
        } else if (!arrived?.skipped.some(({ path }) => path === doing.name)) isOvertaken = true;
      }
      await noteNames(one);
    }
    const adding = [...done].filter(({ added }) => added !== undefined);
    const notes = all.flatMap((one) => one.notes);
    const texts = new Map(adding.map(({ name, added }) => [name, added as Added]));
    const isNew = adding.length > 0 || (notes.length > 0 && (there.tip !== undefined || doings.length > 0));
    // Killed while it is added there, the next run knows what came.
    if (isNew) this.#seen.keep({ tip: there.tip });
    const written = isNew
      ? await this.#transport.add(there, texts, notes)
      : { versions: new Map<string, string>(), tip: there.tip };
    const left = new Set(written?.skipped?.map(({ path }) => path));
    const isMoved = ({ name, arrival }: SyncDoing) =>
      arrival !== undefined || (written !== undefined && !left.has(name));
    for (const doing of done) if (isMoved(doing)) this.#note(doing);
    if (written === undefined) return true;
    skipped.push(...(written.skipped ?? []));
    for (const { name, after } of adding)
      if (!left.has(name)) this.#seen.inStep(name, after, written.versions.get(name) ?? "");
    const isWhole = !isOvertaken && skipped.length === 0;
    const whole = isWhole ? wholeStep(trees, written.tip, [...there.notes, ...notes]) : undefined;
    this.#seen.keep({ tip: written.tip, at: this.#cairn.clock.now().toISOString(), whole });
    return isOvertaken;
  }
}
