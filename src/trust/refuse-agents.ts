/** What is the person's to say, and no agent's: that Cairn is on again, what is kept without review, which model may draft. */

import type { Cairn } from "../cairn.ts";
import { CairnError } from "../model/error.ts";
import { isInstruction, type Kind } from "../model/kind.ts";
import { isOfAgent } from "../model/trust.ts";

export function refuseAgents({ surface }: Pick<Cairn, "surface">): void {
  if (surface === "cli" || surface === "library") return;
  throw new CairnError("SECURITY_ERROR", "Cairn is switched off here: only the person switches it on again.", {
    hint: `They can do it at their own terminal, outside the agent: cairn start, or node "${process.argv[1]}" start.`,
  });
}

/** For good is for good: it is done where a person is asked, and nowhere else. */
export function refuseAgentsErasing(
  { surface }: Pick<Cairn, "surface">,
  instead = "forget without hard retires it",
): void {
  if (surface === "cli" || surface === "library") return;
  throw new CairnError("SECURITY_ERROR", "Only the person takes a memory out for good.", {
    hint: `Nothing was done. They can do it at their own terminal, outside the agent; ${instead}.`,
  });
}

/** A rule for every later session is written when the person says so, in their own terminal and in their words. */
export function refuseAgentsRules({ surface }: Pick<Cairn, "surface">, kind: Kind): void {
  if (surface === "cli" || surface === "library" || !isInstruction(kind)) return;
  const message = `A draft of kind ${kind} is worded and accepted by the person, and by no agent. Nothing was written.`;
  throw new CairnError("SECURITY_ERROR", message, {
    hint: "They can do it at their own terminal, outside the agent: cairn review.",
  });
}

/** Which model drafts, what it may cost and what is kept unseen is the person's affair: it takes their words and their money. */
export function refuseAgentsModels({ surface }: Pick<Cairn, "surface">): void {
  if (surface === "cli" || surface === "library") return;
  throw new CairnError(
    "SECURITY_ERROR",
    "Only the person says which model drafts, what is kept without review, what an agent may read or write, and where memories go.",
    {
      hint: "They can set it at their own terminal, outside the agent, with config.",
    },
  );
}

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
