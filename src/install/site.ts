/** Where the host's files for a project lie. */

import type { Places } from "../places/resolve.ts";

export interface Site {
  /** The host's own folder. */
  readonly configDir: string;
  /** The folder a session is started in. */
  readonly project: string;
}

export function siteOf({ configDir, project }: Places): Site {
  return { configDir, project: project.git?.worktree ?? project.path };
}
