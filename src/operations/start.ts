/** `start`: switch Cairn on for a project, and keep the seeds' files in its folder: places for the state, all views. */

import type { Cairn } from "../cairn.ts";
import { branchNow } from "../conversation/last-sessions.ts";
import { sessionMeant, standingHere } from "../conversation/session-meant.ts";
import { closing } from "../disk/files.ts";
import type { Kind } from "../model/kind.ts";
import type { Memory } from "../model/memory.ts";
import { placeholder } from "../model/placeholder.ts";
import { z } from "../model/schema.ts";
import { planRemember } from "../store/remember.ts";
import type { Store } from "../store/store.ts";
import { wishFrom } from "../store/wish.ts";
import { standings } from "../trail/session-state.ts";
import { AT_TERMINAL } from "../trail/sessions.ts";
import { refuseAgents } from "../trust/refuse-agents.ts";
import { operation } from "./operation.ts";

const VIEWS = ["MEMORY.md", "_about.md", "_index.md", "_index-archive.md", "_session.json"] as const;

/** The files in which the state of the work stands. */
const places: readonly { readonly kind: Kind; readonly id: string; readonly title?: string }[] = [
  { kind: "task", id: "current-task" },
  { kind: "blocker", id: "blockers" },
  { kind: "progress", id: "active" },
  { kind: "progress", id: "completed", title: "completed" },
];

const Loaded = z.object({ id: z.string(), text: z.string() });

export const start = operation({
  name: "start",
  summary: "Switch Cairn on for this project, and print all its pages (MEMORY.md, _index.md and others).",
  effect: "write",
  idempotent: true,
  surfaces: ["cli", "library"],
  examples: ["cairn start"],
  input: z.strictObject({}),
  output: z.object({
    project: z.string(),
    path: z.string(),
    session: z.string().optional(),
    state: z.enum(standings),
    switched_on: z.boolean(),
    created: z.array(z.string()),
    views: z.array(z.string()),
    loaded: z.array(Loaded),
    /** Stores of other layouts that lie here, and how they come in. */
    noticed: z.array(z.string()),
  }),

  async run(_, cairn) {
    const { key } = cairn.places.project;
    const switchedOn = !cairn.settings.get("enabled");
    if (switchedOn) refuseAgents(cairn);
    if (switchedOn) await cairn.settings.set("enabled", true, { project: key });
    const kept = cairn.settings.get("views");
    const views = VIEWS.filter((view) => kept.includes(view) || view !== "MEMORY.md");
    if (views.some((view) => !kept.includes(view))) await cairn.settings.set("views", views, { project: key });
    await cairn.prepareWrite();
    const session = goOn(cairn);
    const stores = await cairn.stores();
    const store = stores.of("project");
    const created = await makePlaces(cairn, store);
    await cairn.keepWorkspace({ isAsked: true });
    await cairn.printViews(store, { wait: true });
    const { noticedLine, noticedStores } = await import("../layouts/noticed.ts");
    return {
      project: cairn.places.project.key,
      path: store.root.path,
      session,
      state: standingHere(cairn),
      switched_on: switchedOn,
      created,
      // One that has nothing to say yet is not written.
      views: existing(store, views),
      loaded: loadedFrom(stores.of("user"), store),
      noticed: noticedStores(cairn).map(noticedLine),
    };
  },

  show({ project, path, state, switched_on, created, views, loaded, noticed }) {
    return [
      `${project} is ${state}; its memories are in ${path}`,
      ...(switched_on ? ["It was switched off, and is on again."] : []),
      ...(created.length === 0 ? [] : [`made: ${created.join(", ")}`]),
      `kept up to date: ${views.join(", ")}`,
      ...noticed,
      ...loaded.flatMap(({ id, text }) => ["", `${id}:`, ...text.split("\n").map((line) => `  ${line}`)]),
    ].join("\n");
  },
});

/** A session that was stopped goes on; where none is under way, this begins one, which `stop` ends. */
function goOn(cairn: Cairn): string {
  const at = cairn.clock.now().toISOString();
  const known = sessionMeant(cairn, undefined);
  const isOver =
    known === undefined || (known !== cairn.sessions.who.session && cairn.sessions.trail(known).state().ended);
  const session = isOver ? `${AT_TERMINAL}${at.slice(0, 19).replaceAll(/\D/g, "")}` : known;
  const trail = cairn.sessions.trail(session);
  if (isOver)
    trail.append({ is: "start", at, source: "startup", project: cairn.places.project.key, ...branchNow(cairn) });
  else if (trail.state().stopped) trail.append({ is: "flag", at, flag: "stopped", on: false });
  return session;
}

function existing(store: Store, views: readonly string[]): string[] {
  return closing(store.rootFolder.folder(""), (folder) => views.filter((view) => folder?.stat(view) !== undefined));
}

async function makePlaces(cairn: Cairn, store: Store): Promise<string[]> {
  const known = new Set<string>(store.memories().map(({ id }) => id));
  const made: string[] = [];
  for (const { kind, id, title } of places) {
    if (known.has(id)) continue;
    const wish = wishFrom({ kind, title, text: placeholder, trust: cairn.trustOf(undefined), source: {} });
    const { result } = await cairn.change(store, (context) => planRemember(context, wish, () => ""));
    made.push(result.path);
  }
  return made;
}

/** What the person wants every session to know, then what the project is. */
function loadedFrom(user: Store, project: Store): z.infer<typeof Loaded>[] {
  return [activeIn(user, "preferences"), activeIn(project, "project")].flatMap((memory) =>
    memory === undefined || memory.trust === "untrusted"
      ? []
      : [{ id: `${memory.scope}:${memory.id}`, text: memory.body.trim() }],
  );
}

function activeIn(store: Store, id: string): Memory | undefined {
  const memory = store.memories().find((one) => one.id === id && one.status === "active");
  return memory === undefined ? undefined : store.read(memory.id);
}
