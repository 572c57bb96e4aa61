/** The work across repositories that concerns this project, for a session's start; nothing where there is none. */

import type { Cairn } from "../../cairn.ts";
import { oneLine } from "../../guard/one-line.ts";
import type { Packable } from "../../recall/pack.ts";
import { readPage } from "../../workspace/keep.ts";
import { isEnded, pageOf } from "../../workspace/page.ts";

const MOST = 5;
const LINE_LENGTH = 200;

/** What a person or agent wrote on the page stands in the envelope, like every stored word. */
export function initiativesHere(cairn: Cairn): Packable[] {
  const { configDir, project } = cairn.places;
  const own = [project.key, ...(project.record?.aliases ?? [])];
  const running = pageOf(readPage(configDir)).initiatives.filter(
    (one) => !isEnded(one) && one.projects.some((key) => own.includes(key)),
  );
  if (running.length === 0) return [];
  const lines = running.slice(0, MOST).map(({ name, projects, status, next }) => {
    const about = [status, `with ${projects.filter((key) => !own.includes(key)).join(", ") || "no other"}`];
    return oneLine(`${name} (${about.join("; ")})${next === "" ? "" : `; next: ${next}`}`, LINE_LENGTH);
  });
  return [
    { id: "initiatives", about: { kind: "initiatives across projects" }, texts: [lines.join("\n"), lines[0] ?? ""] },
  ];
}
