/** What is the person's to say, and no agent's: that Cairn is on again, what is kept without review, which model may draft. */

import type { Cairn } from "../cairn.ts";
import { CairnError } from "../model/error.ts";
import { isInstruction, type Kind } from "../model/kind.ts";
import { isByPerson } from "../model/trust.ts";

export function refuseAgents({ surface }: Pick<Cairn, "surface">): void {
  if (isByPerson(surface)) return;
  throw new CairnError("SECURITY_ERROR", "Cairn is switched off here: only the person switches it on again.", {
    hint: `They can do it at their own terminal, outside the agent: cairn start, or node "${process.argv[1]}" start.`,
  });
}

/** For good is for good: it is done where a person is asked, and nowhere else. */
export function refuseAgentsErasing(
  { surface }: Pick<Cairn, "surface">,
  instead = "forget without hard retires it",
): void {
  if (isByPerson(surface)) return;
  throw new CairnError("SECURITY_ERROR", "Only the person takes a memory out for good.", {
    hint: `Nothing was done. They can do it at their own terminal, outside the agent; ${instead}.`,
  });
}

/** A rule for every later session is written when the person says so, in their own terminal and in their words. */
export function refuseAgentsRules({ surface }: Pick<Cairn, "surface">, kind: Kind): void {
  if (isByPerson(surface) || !isInstruction(kind)) return;
  const message = `A draft of kind ${kind} is worded and accepted by the person, and by no agent. Nothing was written.`;
  throw new CairnError("SECURITY_ERROR", message, {
    hint: "They can do it at their own terminal, outside the agent: cairn review.",
  });
}

/** Which model drafts, what it may cost and what is kept unseen is the person's affair: it takes their words and their money. */
export function refuseAgentsModels({ surface }: Pick<Cairn, "surface">): void {
  if (isByPerson(surface)) return;
  throw new CairnError(
    "SECURITY_ERROR",
    "Only the person says which model drafts, what is kept without review, what an agent may read or write, and where memories go.",
    {
      hint: "They can set it at their own terminal, outside the agent, with config.",
    },
  );
}

/** What is noted where the person is asked: about what, and before which use of a tool. */
export function askedKey(project: string): string {
  return `other-project:${project}`;
}

export function forgetKey(id: string): string {
  return `forget:${id}`;
}

export function beforeUse(key: string, use: string): string {
  return `${key}#${use}`;
}

export function isNotedOf(noted: string, key: string): boolean {
  return noted.startsWith(`${key}#`) && !noted.slice(key.length + 1).includes("#");
}

export function useIn(noted: string): string {
  return noted.slice(noted.lastIndexOf("#") + 1);
}
