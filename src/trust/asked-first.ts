/**
 * What an agent may do only where the person was asked first: read what is remembered of another project, and retire what
 * is worth more than its word. The question is the host's, before the tool; with a no it does not come this far.
 */

import type { Cairn } from "../cairn.ts";
import { CairnError } from "../model/error.ts";
import { isOfAgent } from "../model/trust.ts";

/** What is noted where the person is asked. */
export function askedKey(project: string): string {
  return `other-project:${project}`;
}

export function forgetKey(id: string): string {
  return `forget:${id}`;
}

/** An agent reads another project's memories only where the person lets it. */
export function refuseAgentsReading(cairn: Cairn, project: string): void {
  const may = cairn.settings.get("recall.otherProjects");
  if (!isOfAgent(cairn.surface) || may === "allow") return;
  if (may === "ask" && wasAsked(cairn, askedKey(project))) return;
  const message = "Reading another project's memories is for the person to allow. Nothing was read.";
  throw new CairnError("SECURITY_ERROR", message, {
    field: "project",
    hint: "They can allow it at their own terminal: cairn config set recall.otherProjects allow.",
  });
}

/** A shell has no question of the host's before it. */
export function wasAsked(cairn: Cairn, key: string): boolean {
  const { session } = cairn.sessions.who;
  if (cairn.surface !== "mcp" || session === undefined) return false;
  return cairn.sessions.trail(session).state().once.includes(key);
}
