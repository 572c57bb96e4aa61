/** Where the host's files for this project lie. */

import type { Cairn } from "../cairn.ts";
import type { Site } from "./claude-code.ts";

/** The host's folder, and the one a session of this project is started in. */
export function siteOf(cairn: Cairn): Site {
  const { configDir, project } = cairn.places;
  return { configDir, project: project.git?.worktree ?? project.path };
}
