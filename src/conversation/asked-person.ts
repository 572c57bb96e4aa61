/**
 * What is the person's to decide and they are asked by the host before: that they were is noted at that moment, which
 * anybody may play. It counts where the host's own record has the very use, and nothing came of it yet.
 */

import type { Cairn } from "../cairn.ts";
import { CairnError } from "../model/error.ts";
import { isOfAgent } from "../model/trust.ts";
import { askedKey, isNotedOf, useIn } from "../trust/refuse-agents.ts";
import { recordOfSession } from "./session-record.ts";

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
  const { once, agents } = cairn.sessions.trail(session).state();
  const asked = once.filter((noted) => isNotedOf(noted, key));
  if (asked.length === 0) return false;
  const record = recordOfSession(cairn, session);
  if (record === undefined) return true;
  const atWork = agents.flatMap(({ agent, ended }) => (ended ? [] : [agent]));
  return asked.some((noted) => record.isUnderWay(useIn(noted), atWork));
}
