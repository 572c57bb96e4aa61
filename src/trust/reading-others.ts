/** Whether an agent may read what is remembered of another project: the person says so, once and for all or when asked. */

import type { Cairn } from "../cairn.ts";
import { CairnError } from "../model/error.ts";
import { isOfAgent } from "../model/trust.ts";

/** What is noted where the person is asked whether an agent may: with their no it does not come this far. */
export function askedKey(project: string): string {
  return `other-project:${project}`;
}

/** An agent reads another project's memories only where the person lets it. */
export function refuseAgentsReading(cairn: Cairn, project: string): void {
  const may = cairn.settings.get("recall.otherProjects");
  if (!isOfAgent(cairn.surface) || may === "allow") return;
  const { session } = cairn.sessions.who;
  const isAsked = session !== undefined && cairn.sessions.trail(session).state().once.includes(askedKey(project));
  if (may === "ask" && cairn.surface === "mcp" && isAsked) return;
  const message = "Reading another project's memories is for the person to allow. Nothing was read.";
  throw new CairnError("SECURITY_ERROR", message, {
    field: "project",
    hint: "They can allow it at their own terminal: cairn config set recall.otherProjects allow.",
  });
}
