/** Puts the parts together: reads the settings once, finds the places, and builds what every operation is handed. */

export type { Environment } from "./places/project-root.ts";

import { type Clock, systemClock } from "./disk/clock.ts";
import { makeFolders, notRead, unlessRefused } from "./disk/files.ts";
import type { Host } from "./hosts/host.ts";
import { defaultHost, hostIn, hostNamed, hosts, sessionIn } from "./hosts/registry.ts";
import { defined } from "./model/defined.ts";
import { CairnError } from "./model/error.ts";
import type { Source } from "./model/memory.ts";
import { type Scope, scopes } from "./model/scope.ts";
import { type Caller, isOfAgent, lowestTrust, surfaceTrust, type Trust } from "./model/trust.ts";
import { claimFormat } from "./places/format-version.ts";
import { headOf } from "./places/git.ts";
import { agentRootsOf, checkRoot, introduceRoot, noteRoot, readKnownRoot } from "./places/known-root.ts";
import { ownEnvironment } from "./places/own-environment.ts";
import type { Environment } from "./places/project-root.ts";
import { register } from "./places/register.ts";
import { stagingsFor } from "./places/repository-roots.ts";
import { homesOf, namesOnMachines, type Places, resolvePlaces } from "./places/resolve.ts";
import { stateFolder } from "./places/root-names.ts";
import { tidyHome } from "./places/tidy-home.ts";
import type { Finder } from "./search/files/finder.ts";
import type { Asking, SearchDesk } from "./search/files/search-desk.ts";
import { Settings, switchedOff } from "./settings/settings.ts";
import type { ChangeContext } from "./store/change-context.ts";
import type { Changed, Plan } from "./store/door.ts";
import type { By } from "./store/record.ts";
import { Store, type StoreOptions } from "./store/store.ts";
import { refuseClosed, Stores } from "./store/stores.ts";
import { Sessions } from "./trail/sessions.ts";
import type { PrintedViews } from "./views/keep-views.ts";
import { ViewPrinter } from "./views/printer.ts";

export interface OpenOptions {
  readonly cwd?: string;
  readonly env?: Environment;
  readonly surface: Caller;
  readonly memoryDir?: string;
  readonly clock?: Clock;
  readonly onProgress?: (text: string) => void;
  /** Hosts end a hook within seconds: it does not wait for a lock as long as a command does. */
  readonly isHook?: boolean;
}

/** The settings that have a say in where things are. */
const PLACING = ["memoryDir", "worktrees", "team.enabled"] as const;
const SMALL_CHANGE = 5;
const PATIENT = { waitMs: 15_000, inAllMs: 60_000 };

export class Cairn {
  readonly surface: Caller;
  readonly clock: Clock;
  readonly env: Environment;
  readonly cwd: string;
  readonly #memoryDir: string | undefined;
  readonly #onProgress: ((text: string) => void) | undefined;
  readonly #pace: Pick<StoreOptions, "wait" | "isBrief">;
  #settings: Settings;
  #places: Places | CairnError;
  readonly #stores = new Map<string, Store>();
  #desk: SearchDesk | undefined;
  #sessions: Sessions | undefined;
  readonly #printer = new ViewPrinter(this);

  private constructor(options: Required<Pick<OpenOptions, "cwd" | "env" | "clock">> & OpenOptions, settings: Settings) {
    this.surface = options.surface;
    const isCommand = options.surface === "cli" || options.surface === "agent-shell";
    this.#pace = options.isHook ? { isBrief: true } : isCommand ? { wait: PATIENT } : {};
    this.clock = options.clock;
    this.env = options.env;
    this.cwd = options.cwd;
    this.#memoryDir = options.memoryDir;
    this.#onProgress = options.onProgress;
    this.#settings = settings;
    this.#places = new CairnError("ROOT_UNAVAILABLE", "The places were not looked up.");
  }

  static async open(options: OpenOptions): Promise<Cairn> {
    const cwd = options.cwd ?? process.cwd();
    const env = ownEnvironment({ env: options.env ?? process.env, cwd });
    const full = { ...options, cwd, env, clock: options.clock ?? systemClock };
    const cairn = new Cairn(full, new Settings({ home: homesOf({ env }).cairnHome, env }));
    await cairn.#find();
    if (cairn.hasPlaces) tidyHome(cairn.places, cairn.clock);
    return cairn;
  }

  get settings(): Settings {
    return this.#settings;
  }

  get hasPlaces(): boolean {
    return !(this.#places instanceof CairnError);
  }

  /** Throws why they cannot be found: an operation that needs none of them still works. */
  get places(): Places {
    if (this.#places instanceof CairnError) throw this.#places;
    return this.#places;
  }

  /** Who is asking, for the history. */
  get by(): By {
    return { surface: this.surface, project: this.places.project.key, ...this.sessions.who };
  }

  /** Where a text came from decides what it is worth; a caller can only lower it. */
  trustOf(claimed: Trust | undefined): Trust {
    return lowestTrust(surfaceTrust[this.surface], claimed);
  }

  /** What is noted of a memory's origin. The person's own belong to no project, the team's to no session or machine. */
  sourceFor(scope: Scope): Source {
    const { project } = this.places;
    const who = { client: this.surface, ...this.sessions.who };
    if (scope === "user") return who;
    if (scope === "team") return {};
    const head = project.git === undefined ? {} : headOf(project.git);
    return { ...who, ...defined({ branch: head.branch, commit: head.commit?.slice(0, 12) }), project: project.key };
  }

  /** The roots in reach, looked at now; `agent` brings that agent's root in. `lenient`: also where a root is gone. */
  async stores(agent?: string, { lenient = false }: { lenient?: boolean } = {}): Promise<Stores> {
    const stores = await this.reach(agent);
    stores.look();
    if (!lenient) for (const store of stores.all()) if (!stores.isClone(store)) this.checkStore(store);
    return stores;
  }

  /** The same without a look: for who finds memories by way of the index. */
  async reach(agent?: string): Promise<Stores> {
    await this.#refresh();
    const places = agent === undefined ? this.places : await this.#resolve(this.#settings, agent);
    const roots = scopes.flatMap((scope) => places.roots[scope] ?? []);
    const opened = new Map(roots.map((root) => [root.scope, this.storeAt(root)]));
    const clones = places.others.filter(({ state }) => state === "living").map(({ root }) => this.storeAt(root));
    return new Stores(
      opened,
      clones,
      places.notes.filter(({ what }) => what === "refused"),
      places.project.git?.worktree !== undefined,
    );
  }

  /** The search over all roots in reach, caught up with their files as far as a caller of this sort can wait. */
  async finder(agent?: string, how: Asking = {}): Promise<{ finder: Finder; caughtUp: boolean }> {
    const [stores, { SearchDesk }] = await Promise.all([this.reach(agent), import("./search/files/search-desk.ts")]);
    this.#desk ??= new SearchDesk({
      isWarm: this.surface === "mcp",
      nowNs: () => BigInt(this.clock.now().getTime()) * 1_000_000n,
      onProgress: (text) => this.progress(text),
    });
    const opened = this.#desk.open(stores.all(), how);
    for (const { store, index } of opened.finder.roots.filter((root) => !stores.isClone(root.store))) {
      const found = opened.caughtUp ? index.documents : Number.POSITIVE_INFINITY; // what is being read is not empty
      checkRoot(this.places.cairnHome, store.root, store.rootFolder.exists() ? found : "missing");
    }
    return opened;
  }

  /** A root that was known and is gone is an error, never "everything was deleted". */
  checkStore(store: Store): void {
    refuseClosed(store);
    checkRoot(this.places.cairnHome, store.root, store.rootFolder.exists() ? store.catalog.size : "missing");
  }

  /** Every change of a memory comes through here: known to the registry before, in the views after (`isPart`: later). */
  async change<T>(
    store: Store,
    decide: (context: ChangeContext) => Plan<T>,
    { isPrepared = false, isPart = false }: { readonly isPrepared?: boolean; readonly isPart?: boolean } = {},
  ): Promise<Changed<T>> {
    if (!isPrepared) await this.prepareWrite();
    introduceRoot(this.places.cairnHome, store.root, this.clock.now());
    if (isPart || this.surface !== "cli") await this.viewsLater(store);
    const changed = await store.change(this.by, decide);
    if (!isPart) await this.afterWrite(store);
    return changed;
  }

  /** Before the first write of a process: it may be made, the format is ours to write, and the project is known for good. */
  async prepareWrite({ isBeforeWrite = true }: { isBeforeWrite?: boolean } = {}): Promise<void> {
    if (isOfAgent(this.surface) && !this.#settings.get("enabled")) throw switchedOff();
    this.sessions.refuseChange(this.surface, this.places.project.names);
    const { cairnHome } = this.places;
    makeFolders(cairnHome);
    claimFormat(cairnHome);
    this.#places = await register(this.places, { env: this.env, now: this.clock.now(), isBeforeWrite });
  }

  /** The change is saved: nothing that follows may make it look otherwise. What is left undone here is done next time. */
  async afterWrite(store: Store): Promise<void> {
    await unlessRefused(async () => {
      this.noteStore(store);
      store.adopt();
      if (this.isQuiet || this.#printer.isFirst(store)) await this.printViews(store);
      else await this.viewsLater(store);
    });
  }

  /** What is in this root is about to change, or has: its views follow at the next quiet moment, whoever comes to one. */
  async viewsLater(store: Store): Promise<void> {
    await unlessRefused(async () => this.#printer.later(store));
  }

  /** `wait` is for who was asked to; `dropDead`: also your own lines that only point at files that are gone. */
  async printViews(store: Store, { wait = false, dropDead = false } = {}): Promise<PrintedViews> {
    await this.keepWorkspace();
    return this.#printer.print(store, { wait, dropDead });
  }

  /** `workspace.md` in step with the registry, at a quiet moment; unasked it begins with the second project. */
  async keepWorkspace({ isAsked = false } = {}): Promise<void> {
    const { keepPage, workplaceOf } = await import("./views/workspace/keep.ts");
    await unlessRefused(async () => keepPage(workplaceOf(this), { unlessAlone: !isAsked }));
  }

  /** A person's own command line, while no session is in a turn: then no model is between its read and its edit. */
  get isQuiet(): boolean {
    return this.surface === "cli" && !this.sessions.isTurnOpen(this.places.project.names);
  }

  /** How many memories a root holds is noted when it matters: a folder gone missing must be noticed. */
  noteStore(store: Store, exactly = false): void {
    const { cairnHome } = this.places;
    const seen = readKnownRoot(cairnHome, store.root.key)?.seen ?? 0;
    const now = store.catalog.size;
    if (exactly || Math.min(now, SMALL_CHANGE) !== Math.min(seen, SMALL_CHANGE)) {
      noteRoot(cairnHome, store.root, now, this.clock.now());
    }
  }

  /** The sessions of all hosts whose memory this is. */
  get sessions(): Sessions {
    this.#sessions ??= new Sessions({
      cairnHome: this.places.cairnHome,
      host: hostIn(this.env).name,
      hosts: hosts().map(({ name }) => name),
      clock: this.clock,
      who: sessionIn(this.env),
    });
    return this.#sessions;
  }

  /** The host that called last, else the one whose agent started this process. */
  get host(): Host {
    return hostNamed(this.sessions.host) ?? defaultHost;
  }

  /** No turn of this session is open: views that waited for it are printed, unless another is in the middle of one. */
  async afterTurn(session: string): Promise<void> {
    if (this.sessions.trail(session).state().offTheRecord) return;
    const store = (await this.reach()).of("project");
    if (store.hasLooked) store.glance();
    const isChanged = store.hasLooked && store.history.log.lastSeq > 0 && store.adopt() > 0;
    if (isChanged || this.settings.get("views").includes("_session.json")) await this.viewsLater(store);
    if (await this.#printer.printLeft(session)) await this.keepWorkspace();
  }

  progress(text: string): void {
    this.#onProgress?.(text);
  }

  /**
   * After the answer: what other programs did is noted where nobody is in the way, and views left behind are printed. What the
   * search read is kept whatever comes of that: a small program leaves the noting to another process, which has not read it.
   */
  async close(): Promise<void> {
    await unlessRefused(async () => {
      for (const store of this.#stores.values()) {
        const isChanged = !this.#desk?.leaves(store) && store.history.log.lastSeq > 0 && store.adopt() > 0;
        // Files of a repository come and go with its branches: there the index follows what is written through Cairn.
        if (isChanged && (store.root.scope === "project" || store.root.scope === "user")) await this.viewsLater(store);
      }
      if (await this.#printer.printLeft()) await this.keepWorkspace();
      this.keepKnown();
    }).finally(() => this.#desk?.close({ merging: this.surface === "cli" }));
  }

  /** Spares the next process the reading of what this one has read. */
  keepKnown(): void {
    for (const store of this.#stores.values()) if (store.hasLooked) store.keepSnapshot();
    this.#desk?.keepMuch();
  }

  /** The roots of every agent of this project that Cairn has written to. */
  agentStores(): Store[] {
    const { cairnHome, project } = this.places;
    const stores = agentRootsOf(cairnHome, project.names).map((root) => this.storeAt(root));
    for (const store of stores) store.look();
    return stores;
  }

  storeAt(root: Store["root"]): Store {
    const known = this.#stores.get(root.key);
    if (known !== undefined) return known;
    const { cairnHome, project } = this.places;
    const state = stateFolder(cairnHome, root.key);
    const types = () => this.settings.get("team.allowTypes");
    const requiresReview = () => this.settings.get("team.requireReview");
    const ofTeam = root.scope === "team" ? { types, requiresReview, stagings: stagingsFor(state, project.git) } : {};
    const asked = { root, state, clock: this.clock, aliases: namesOnMachines(project) };
    const store = new Store({ ...asked, ...ofTeam, ...this.#pace });
    this.#stores.set(root.key, store);
    return store;
  }

  /** A server lives long: settings and repositories change under it. A command has just looked. */
  async #refresh(): Promise<void> {
    if (this.surface === "cli" || this.surface === "agent-shell") return;
    this.#settings.refresh();
    await this.#find();
  }

  async #find(): Promise<void> {
    try {
      const first = await this.#resolve(this.#settings);
      const seen = this.#settings.forProject(first.project.key, first.project.names.slice(1).reverse());
      const isSame = PLACING.every((key) => seen.get(key) === this.#settings.get(key));
      this.#settings = seen;
      this.#places = isSame ? first : await this.#resolve(seen);
    } catch (error) {
      if (!(error instanceof CairnError)) throw error;
      this.#places = error;
    }
  }

  #resolve(settings: Settings, agent?: string): Promise<Places> {
    const option = { memoryDir: this.#memoryDir, agent };
    const chosen = {
      memoryDir: settings.get("memoryDir") || undefined,
      worktrees: settings.get("worktrees"),
      "team.enabled": settings.get("team.enabled"),
    } as const;
    return resolvePlaces({ cwd: this.cwd, env: this.env, settings: chosen, option });
  }
}

export async function openCairn(options: OpenOptions): Promise<Cairn> {
  try {
    return await Cairn.open(options);
  } catch (error) {
    throw notRead(error);
  }
}
