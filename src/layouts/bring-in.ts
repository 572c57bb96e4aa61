/**
 * A source brought in: read record by record, written through the store's one door in batches, told in one report.
 * Stopped at any point, the next run goes on there: what was acknowledged stays, and nothing comes twice.
 */

import { join } from "node:path";
import { setImmediate as breathe } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { setFlagsFromString } from "node:v8";
import type { Cairn } from "../cairn.ts";
import { bestEffort } from "../disk/files.ts";
import { token } from "../disk/random.ts";
import { redact } from "../guard/redact.ts";
import { CairnError } from "../model/error.ts";
import { isInstruction } from "../model/kind.ts";
import type { Scope } from "../model/scope.ts";
import type { SettingKey } from "../model/settings.ts";
import { isOfAgent } from "../model/trust.ts";
import { isWithin } from "../places/paths.ts";
import { inRun, newRun } from "../store/runs.ts";
import type { Store } from "../store/store.ts";
import { importedFrom, KnownImports } from "./known-imports.ts";
import type { FoundRecord, Layout, StoreReading, WriteQuestion } from "./layout.ts";
import { noteKnown, originOf } from "./origin.ts";
import { ownExports } from "./own-export.ts";
import { bringInPerson, isRestorable } from "./person-part.ts";
import { type NamesTaken, nothingTaken, type PlacedRecord, planRecords } from "./place.ts";
import { readQuestion, writeQuestion } from "./question.ts";
import { type BroughtIn, BroughtReport } from "./report.ts";
import type { SourceFolder } from "./source-folder.ts";

/** As many steps as one change may have, and few enough to wait for. */
const BATCH = 80;
const TOLD_EVERY = 400;
const BY_PERSON = "only the person brings it in, with the same import in their own terminal";

interface BringIn {
  readonly layout: Layout;
  readonly source: SourceFolder;
  /** All of it to this scope, whatever the source says. */
  readonly scope?: Scope | undefined;
  readonly agent?: string | undefined;
  readonly dryRun: boolean;
}

export async function bringIn(cairn: Cairn, asked: BringIn): Promise<BroughtIn> {
  const report = new BroughtReport(asked.layout.name, asked.source.path, asked.dryRun);
  if (cairn.surface === "cli") growHeapSlowly();
  const targets = new Targets(cairn, asked, report);
  let read = 0;
  for (const reading of asked.layout.read(asked.source, readQuestion(cairn))) {
    if ("record" in reading) await targets.take(reading.record);
    else note(report, reading, cairn);
    if (++read % TOLD_EVERY === 0) {
      const soFar = `${report.counted} brought in; Ctrl-C stops here, and the same command goes on`;
      cairn.progress(asked.dryRun ? `${read} read` : `${read} read, ${soFar}`);
      await breathe();
    }
  }
  for (const [path, reason] of asked.source.passedOver) report.skip({ path, reason });
  await targets.finish();
  if (!asked.dryRun) bestEffort(() => noteKnown(cairn, originOf(asked.layout, asked.source)));
  return report.told();
}

function note(
  report: BroughtReport,
  reading: Exclude<StoreReading, { record: FoundRecord }>,
  { settings }: Cairn,
): void {
  if ("skipped" in reading) return report.skip(reading.skipped);
  if ("lossy" in reading) return report.lose(reading.lossy.path, reading.lossy.what);
  const { key, value } = reading.setting;
  if (!isDeepStrictEqual(settings.get(key as SettingKey), value)) report.setting(key, value);
}

interface Target {
  readonly store: Store;
  readonly waiting: FoundRecord[];
  readonly shown: NamesTaken;
  known: KnownImports | undefined;
  /** What its export is written by: one's own is told by it. */
  about?: WriteQuestion;
}

/** The roots that records go to, each with those that wait for its next batch. */
class Targets {
  readonly #cairn: Cairn;
  readonly #asked: BringIn;
  readonly #report: BroughtReport;
  readonly #targets = new Map<string, Target>();
  readonly #person: FoundRecord[] = [];
  /** Records whose older words were brought in first: they are new all the same. */
  readonly #replayed = new Set<string>();
  readonly #origin: string;
  /** By this all of it is taken back, whatever roots it went to. */
  readonly #run = newRun("import");
  #isPrepared = false;

  constructor(cairn: Cairn, asked: BringIn, report: BroughtReport) {
    this.#cairn = cairn;
    this.#asked = asked;
    this.#report = report;
    this.#origin = originOf(asked.layout, asked.source);
  }

  async take(given: FoundRecord): Promise<void> {
    const record = { ...given, from: redact(given.from).text };
    if (isOfAgent(this.#cairn.surface) && isInstruction(record.memory.kind)) {
      this.#report.skip({
        path: record.from,
        reason: `a ${record.memory.kind}, a rule for every session: ${BY_PERSON}`,
      });
      return;
    }
    const scope = this.#asked.scope ?? record.scope ?? "project";
    if (record.memory.kind === "user_profile" && scope === "user" && !isRestorable(this.#cairn, record)) {
      this.#person.push(record);
      return;
    }
    const target = await this.#target(record, scope);
    if (target === undefined) return;
    if (isWithin(join(this.#asked.source.path, given.from.split("#")[0] ?? ""), target.store.root.path)) {
      this.#report.inPlace();
      return;
    }
    if (record.versions !== undefined && !this.#asked.dryRun) await this.#replay(target, record, record.versions);
    target.waiting.push(record);
    if (target.waiting.length >= BATCH) await this.#flush(target);
  }

  async finish(): Promise<void> {
    for (const target of this.#targets.values()) await this.#flush(target);
    if (this.#person.length > 0)
      await bringInPerson(this.#cairn, this.#person, { ...this.#asked, run: this.#run }, this.#report);
    if (this.#asked.dryRun) return;
    for (const { store } of this.#targets.values()) if (this.#isPrepared) await this.#cairn.afterWrite(store);
  }

  /** A scope that is out of reach is told of once for each record, and the project has it instead where that is safe. */
  async #target(record: FoundRecord, scope: Scope): Promise<Target | undefined> {
    const agent = this.#asked.agent ?? record.agent;
    try {
      return await this.#targetOf(scope, agent);
    } catch (error) {
      if (!(error instanceof CairnError) || this.#asked.scope !== undefined) throw error;
      if (scope !== "team") {
        this.#report.skip({ path: record.from, reason: error.message });
        return undefined;
      }
      this.#report.lose(record.from, "that it is the team's: team memory is off, so it is kept for this project");
      return this.#targetOf("project", undefined);
    }
  }

  async #targetOf(scope: Scope, agent: string | undefined): Promise<Target> {
    const name = `${scope} ${scope === "agent" ? agent : ""}`;
    const known = this.#targets.get(name);
    if (known !== undefined) return known;
    const store = (await this.#cairn.stores(scope === "agent" ? agent : undefined)).of(scope);
    const target = { store, waiting: [], shown: nothingTaken(), known: undefined };
    this.#targets.set(name, target);
    return target;
  }

  async #flush(target: Target): Promise<void> {
    const records = await this.#withoutOwn(target, target.waiting.splice(0));
    if (records.length === 0) return;
    const placed = this.#asked.dryRun ? this.#sketch(target, records) : await this.#write(target, records);
    for (const one of placed) this.#report.place(this.#asNew(one), target.store.root);
  }

  /** Who brings in an export of this very project has nothing new; what came in before is told by its history. */
  async #withoutOwn(target: Target, records: readonly FoundRecord[]): Promise<readonly FoundRecord[]> {
    const { layout } = this.#asked;
    if (records.length === 0 || layout.write === undefined) return records;
    target.known ??= target.store.sketch(this.#cairn.by, (context) => new KnownImports(context));
    const { known } = target;
    const first = records.filter((record) => known.find(record, this.#origin) === undefined);
    const project = (await this.#cairn.stores()).of("project");
    // What `export --to agents` calls so is the project's own.
    const isProjects = target.store.root.agent === `project/${this.#cairn.places.project.key}`;
    const own = ownExports(first, {
      layout,
      stores: isProjects ? [target.store, project] : [target.store],
      about: () => (target.about ??= writeQuestion(this.#cairn, target.store.memories(), false)),
    });
    for (const _ of own) this.#report.inPlace();
    return records.filter((record) => !own.has(record));
  }

  #asNew(one: PlacedRecord): PlacedRecord {
    const { record, placed } = one;
    const isNew = this.#replayed.delete(record.from) && (placed.action === "updated" || placed.action === "unchanged");
    return isNew ? { ...one, placed: { ...placed, action: "created" } } : one;
  }

  #sketch(target: Target, records: readonly FoundRecord[]): readonly PlacedRecord[] {
    return target.store.sketch(this.#cairn.by, (context) => {
      target.known ??= new KnownImports(context);
      return planRecords(context, records, { ...this.#question(target, target.known), shown: target.shown }).result;
    });
  }

  async #write(target: Target, records: readonly FoundRecord[]): Promise<readonly PlacedRecord[]> {
    const { result } = await this.#cairn.change(
      target.store,
      (context) => {
        target.known ??= new KnownImports(context);
        return inRun(planRecords(context, records, this.#question(target, target.known)), this.#run);
      },
      { isPrepared: this.#isPrepared, isPart: true },
    );
    this.#isPrepared = true;
    return result;
  }

  /** What it said before, one text after the other: then its history has them. Only where nothing is yet. */
  async #replay(target: Target, record: FoundRecord, versions: readonly string[]): Promise<void> {
    const why = importedFrom(this.#origin, record.from);
    const isNew = target.store.sketch(this.#cairn.by, (context) => {
      target.known ??= new KnownImports(context);
      return !target.known.has(why) && record.path !== undefined && context.open(record.path) === undefined;
    });
    if (!isNew) return;
    for (const exact of versions) {
      const [first] = await this.#write(target, [{ ...record, exact, versions: undefined }]);
      if (first?.placed.action === "created") this.#replayed.add(record.from);
      // Every other record of a source comes once: nothing of it is kept here.
      if (first !== undefined && "path" in first.placed) target.known?.set(why, first.placed.path);
    }
  }

  #question({ store }: Target, known: KnownImports) {
    const { project } = this.#cairn.places;
    const source = {
      client: this.#asked.layout.name,
      ...(store.root.scope === "user" ? {} : { project: project.key }),
    };
    return { origin: this.#origin, known, source, random: () => token().slice(0, 4) };
  }
}

/**
 * Of its own Node lets pile up twice as much as lives, and more, before it collects. For a command that goes through very
 * many records: a quarter more, for the rest of this process.
 */
function growHeapSlowly(): void {
  setFlagsFromString("--heap-growing-percent=25");
}
