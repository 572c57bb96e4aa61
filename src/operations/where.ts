/**
 * `where`: each scope's folder and why it is there, or the file of one memory. The one place, with doctor, that shows
 * paths of the machine.
 */

import { join } from "node:path";
import { defined } from "../model/defined.ts";
import { parseAddress } from "../model/id.ts";
import type { Memory } from "../model/memory.ts";
import { keepsAPlace } from "../model/placeholder.ts";
import { z } from "../model/schema.ts";
import { type Scope, scopes } from "../model/scope.ts";
import { agentNamed, IdField, ScopeField } from "../recall/memory-output.ts";
import { idMeant, orNearest } from "../store/id-meant.ts";
import type { Stores } from "../store/stores.ts";
import { counted } from "../text/counted.ts";
import { operation } from "./operation.ts";

const Place = z.object({
  scope: ScopeField,
  path: z.string(),
  why: z.string(),
  exists: z.boolean(),
  memories: z.number(),
});

const isSaid = (memory: Memory) => !keepsAPlace(memory);

export const where = operation({
  name: "where",
  summary: "Show where memories of each scope are kept, and why there; with an id, the file of that memory.",
  effect: "read",
  surfaces: ["cli", "library"],
  positional: "id",
  examples: ["cairn where", "cairn where sqlite-wal-mode", "cairn where --scope agent --agent web/reviewer"],
  input: z.strictObject({
    id: IdField.optional().describe("Only the file of this memory"),
    scope: ScopeField.optional().describe("Only this scope"),
    agent: agentNamed("Which agent, with scope agent"),
  }),
  output: z.object({
    project: z.object({
      key: z.string(),
      path: z.string(),
      why: z.string(),
      in_git: z.boolean(),
      remote: z.string().optional(),
      root_commit: z.string().optional(),
    }),
    home: z.string(),
    file: z.object({ id: z.string(), path: z.string() }).optional(),
    places: z.array(Place),
    others: z.array(z.object({ path: z.string(), state: z.enum(["living", "orphaned", "occupied"]), why: z.string() })),
    notes: z.array(z.string()),
  }),

  async run({ id, scope, agent }, cairn) {
    const { project, cairnHome, others, notes } = cairn.places;
    const stores = await cairn.stores(agent, { lenient: true });
    if (scope !== undefined) stores.of(scope);
    const shown = scopes.filter((one: Scope) => stores.has(one) && (scope === undefined || one === scope));
    const { remote, rootCommit } = project.identity;
    return {
      project: {
        key: project.key,
        path: project.path,
        why: project.why,
        in_git: project.git?.worktree !== undefined,
        ...defined({ remote, root_commit: rootCommit }),
      },
      home: cairnHome,
      ...(id === undefined ? {} : { file: fileOf(stores, id) }),
      places: shown.map((one) => {
        const store = stores.of(one);
        const { path, why } = store.root;
        return {
          scope: one,
          path,
          why,
          exists: store.rootFolder.exists(),
          memories: store.memories().filter(isSaid).length,
        };
      }),
      others: others.map(({ root, state }) => ({ path: root.path, state, why: root.why })),
      notes: [
        ...notes.filter(({ what }) => what !== "orphaned").map(({ message }) => message),
        ...stores.problems().flatMap((one) => (one.path === "" ? [`The ${one.scope} memories ${one.message}.`] : [])),
      ],
    };
  },

  show({ project, home, file, places, others, notes }) {
    if (file !== undefined) return file.path;
    return [
      `project ${project.key}: ${project.path} (${project.why})`,
      ...places.map(({ scope, path, why, exists, memories }) => {
        const state = exists ? counted(memories, "memory", "memories") : "not there yet";
        return `${scope.padEnd(8)} ${path}\n         ${state}; ${why}`;
      }),
      ...(places.some(({ scope }) => scope === "team")
        ? []
        : [`team     off; ${project.in_git ? TEAM_SETUP : NO_TEAM}`]),
      `state    ${home}`,
      ...others.map(
        ({ path, state }) =>
          `also     ${path} (${state}${state === "orphaned" ? ": cairn move brings its memories here" : ""})`,
      ),
      ...notes.map((note) => `! ${note}`),
    ].join("\n");
  },
});

const TEAM_SETUP = "cairn team setup sets it up, for what you share with the code";
const NO_TEAM = "a team shares its memories by git, and this folder is in no repository";

function fileOf(stores: Stores, name: string): { id: string; path: string } {
  const { memory, store } = orNearest(stores, name, () => stores.reach(parseAddress(idMeant(stores, name))));
  return { id: `${memory.scope}:${memory.id}`, path: join(store.root.path, memory.path) };
}
