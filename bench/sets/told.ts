/** Benchmark sets as memories that somebody asked Cairn to remember. */

import { defined } from "../../src/model/defined.ts";
import { type Kind, kinds } from "../../src/model/kind.ts";
import type { Told } from "../real-root/told.ts";
import type { Belief, Pep, ProjectMemory, RealMemPersona } from "./shapes.ts";
import { memoryTime, pepId } from "./units.ts";

const LABEL = /^【([^】]*)】\s*/;

/** The label some begin with is their title; the others have none. */
export function toldByPersona(persona: RealMemPersona, n: number): Told {
  const { text, sess } = persona.mem[n]!;
  const label = LABEL.exec(text)?.[1]?.trim();
  const own = text.replace(LABEL, "").trim();
  return {
    kind: "project",
    at: memoryTime(persona, n),
    session: persona.sessions[sess]!.id,
    ...(label && own !== "" ? { title: label, text: own } : { text }),
  };
}

export function toldInPep(pep: Pep): Told {
  return {
    kind: "decision",
    id: pepId(pep.id),
    title: pep.title,
    text: pep.body,
    at: Date.parse(`${pep.created} UTC`) || 0,
    supersedes: pep.replaces.map(pepId),
    ...(pep.superseded_by[0] === undefined ? {} : { supersededBy: pepId(pep.superseded_by[0]) }),
  };
}

/** Without the aliases and files of the set: whoever chose them knew the prompts. */
export function toldInProject({ kind, title, text }: ProjectMemory): Told {
  return { kind: kind in kinds ? (kind as Kind) : "project", title, text, at: Date.UTC(2026, 0, 1) };
}

/** `nameOf` gives the id of a belief that took this one's place. */
export function toldAsBelief(belief: Belief, nameOf: (id: string) => string | undefined): Told {
  const heir = belief.superseded_by === null ? undefined : nameOf(belief.superseded_by);
  const isOver = belief.resolved_at !== null || (belief.epistemic_status === "superseded" && heir === undefined);
  return {
    kind: "preference",
    title: belief.canonical_name,
    text: belief.content,
    aliases: belief.aliases,
    at: Date.parse(belief.updated_at ?? "") || 0,
    retired: isOver,
    ...defined({ supersededBy: heir }),
  };
}
