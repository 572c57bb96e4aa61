/** `workspace`: the projects Cairn has kept something for on this machine, newest first. */

import { counted } from "../model/counted.ts";
import { z } from "../model/schema.ts";
import { isFolder } from "../places/paths.ts";
import { readRegistry } from "../places/registry.ts";
import { operation } from "./operation.ts";

export const workspace = operation({
  name: "workspace",
  summary: "Show the projects Cairn knows on this machine.",
  effect: "read",
  surfaces: ["cli", "library"],
  examples: ["cairn workspace", "cairn workspace --json"],
  input: z.strictObject({}),
  output: z.object({
    projects: z.array(
      z.object({
        project: z.string(),
        path: z.string(),
        status: z.enum(["here", "there", "gone"]),
        remote: z.string().optional(),
        last_seen: z.string(),
      }),
    ),
    unreadable: z.array(z.string()),
  }),

  run(_, cairn) {
    const { cairnHome, project } = cairn.places;
    const { records, broken } = readRegistry(cairnHome);
    const newest = [...records].sort((a, b) => (a.lastSeen < b.lastSeen ? 1 : -1));
    return {
      projects: newest.map(({ key, path, remote, lastSeen }) => ({
        project: key,
        path,
        status: key === project.key ? ("here" as const) : isFolder(path) ? ("there" as const) : ("gone" as const),
        ...(remote === undefined ? {} : { remote }),
        last_seen: lastSeen,
      })),
      unreadable: [...broken],
    };
  },

  show({ projects, unreadable }) {
    const marks = { here: " (this one)", there: "", gone: " (gone from there; see move)" };
    return [
      projects.length === 0
        ? "No project yet: one is known once something was kept for it."
        : counted(projects.length, "project"),
      ...projects.map(
        ({ project, path, status, last_seen }) => `${project}  ${path}${marks[status]}  ${last_seen.slice(0, 10)}`,
      ),
      ...unreadable.map((key) => `! the record of ${key} cannot be read`),
    ].join("\n");
  },
});
