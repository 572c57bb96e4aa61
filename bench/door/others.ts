/** Memories of other matters for a large root: decision records, what was kept of conversations, and other projects'. */

import type { Unit } from "../../src/search/index/unit.ts";
import { unitFrom } from "../../test/support/index-unit.ts";
import type { Sets } from "../sets/shapes.ts";
import { type Project, unitOfRow } from "./unasked-set.ts";

const LONGEST = 900;

/** So many, the same ones each time; none of the project that is asked. */
export function othersFor(project: Project, projects: readonly Project[], sets: Sets, count: number): Unit[] {
  const beside = projects
    .filter((one) => one !== project)
    .flatMap(({ memories }) => memories.map((row) => unitOfRow(row, false)));
  const records = sets.peps.flatMap(({ docs }) =>
    docs.map(({ id, title, body }) => noteOf(`pep-${id}`, title, opening(body))),
  );
  const kept = sets.realmem.flatMap(({ mem }, persona) =>
    mem.map(({ text }, n) => {
      const [, label, own = text] = /^【([^】]*)】\s*(.*)$/s.exec(text) ?? [];
      return noteOf(`kept-${persona}-${n}`, label ?? own.split(/(?<=[.!?])\s/)[0]!.slice(0, 100), own);
    }),
  );
  const rest = Math.max(0, count - beside.length - records.length);
  const step = Math.max(1, Math.floor(kept.length / Math.max(1, rest)));
  const spread = kept.filter((_, n) => n % step === 0).slice(0, rest);
  return [...beside, ...records, ...spread].slice(0, count);
}

function noteOf(id: string, title: string, text: string): Unit {
  return unitFrom({
    path: `others/${id}.md`,
    id,
    title,
    keys: [id, title],
    kind: "decision",
    trust: "stated",
    leaves: [{ text: `${title}\n\n${text}` }],
  });
}

/** The first paragraphs: what a person would keep of it. */
function opening(body: string): string {
  return body.slice(0, LONGEST);
}
