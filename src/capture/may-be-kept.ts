/** What is not kept where it was meant to be: kinds that are switched off or full, and scopes that are not for them. */

import type { Cairn } from "../cairn.ts";
import { CairnError } from "../model/error.ts";
import { type Kind, kindRow } from "../model/kind.ts";
import type { Scope } from "../model/scope.ts";
import { isSettingKey } from "../model/settings.ts";
import { isOfAgent, type Trust } from "../model/trust.ts";
import type { Store } from "../store/store.ts";
import { fullOf } from "./keep-window.ts";

/** The person's own memories stay the person's; what a team shares is set by the team. */
export function refuseMisplaced(cairn: Cairn, kind: Kind, scope: Scope, agent: string | undefined): void {
  if (agent !== undefined && scope !== "agent") {
    throw new CairnError("INPUT_ERROR", "An agent goes with scope agent.", {
      field: "agent",
      hint: "Add scope agent, or leave agent out.",
    });
  }
  if (kind === "user_profile" && scope !== "user") {
    throw new CairnError("INPUT_ERROR", "The profile is the person's, in every project.", {
      field: "scope",
      hint: "Use scope user.",
    });
  }
  const { type, nature } = kindRow(kind);
  if (scope === "team" && nature !== "knowledge") {
    throw new CairnError(
      "SECURITY_ERROR",
      `A ${kind} is of one session or one machine: the team shares what is known.`,
      {
        field: "kind",
        hint: "Keep it for the project, or say what of it everybody should know, as a project memory.",
      },
    );
  }
  if (scope === "team" && !cairn.settings.get("team.allowTypes").includes(type)) {
    throw new CairnError("SECURITY_ERROR", `Memories of type ${type} are not shared with the team.`, {
      field: "kind",
      hint: `Keep it for yourself, or let the team have such memories: cairn config show team.allowTypes says how.`,
    });
  }
}

/** What the person wants none of comes about by nobody else's word. */
export function refuseSwitchedOff(cairn: Cairn, kind: Kind, trust: Trust): void {
  const row = `categories.${kind}.enabled`;
  if (!isOfAgent(cairn.surface) || trust === "stated" || !isSettingKey(row) || cairn.settings.get(row) !== false)
    return;
  throw new CairnError("SECURITY_ERROR", `Memories of kind ${kind} are switched off here (${row}). Nothing was kept.`, {
    field: "kind",
    hint: `Leave it; or you switch them on at your own terminal: cairn config set ${row} true`,
  });
}

/** The cap of a kind holds for what an agent keeps of itself too; your own words are never refused for it. */
export function refuseFull(cairn: Cairn, store: Store, kind: Kind, trust: Trust): void {
  if (!isOfAgent(cairn.surface) || trust === "stated" || !isSettingKey(`categories.${kind}.enabled`)) return;
  const full = fullOf(cairn, store, kind);
  if (full === undefined) return;
  throw new CairnError("SECURITY_ERROR", `Nothing was kept: ${full.reason}.`, {
    field: "kind",
    hint: `Replace one with supersedes, or add to one with update. You raise it at your own terminal: cairn config set max_memories_per_category ${Math.max(full.most * 2, full.count + 1)}.`,
  });
}
