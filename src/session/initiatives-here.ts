/** The work across repositories that concerns this project, for a session's start; nothing where there is none. */

import type { Cairn } from "../cairn.ts";
import { oneLine } from "../guard/one-line.ts";
import type { Packable } from "../search/rank/pack.ts";
import { lookAtPage, readPage } from "../views/workspace/keep.ts";
import { isEnded, pageOf } from "../views/workspace/page.ts";
import { ageOf, ownKeys } from "../workspace/named.ts";

const MOST = 5;
const LINE_LENGTH = 200;

/** What a person or agent wrote on the page stands in the envelope, like every stored word, with its age and trust. */
export function initiativesHere(cairn: Cairn): Packable[] {
  // Most pages have none: then they need not be looked through for secrets while somebody waits.
  if (pageOf(readPage(cairn.places.configDir)).initiatives.length === 0) return [];
  const own = ownKeys(cairn);
  const { page, changedMs = 0 } = lookAtPage(cairn.places.configDir);
  const running = page.initiatives.filter((one) => !isEnded(one) && one.projects.some((key) => own.has(key)));
  if (running.length === 0) return [];
  const lines = running.slice(0, MOST).map(({ name, projects, status, next }) => {
    const about = [status, `with ${projects.filter((key) => !own.has(key)).join(", ") || "no other"}`];
    return oneLine(`${name} (${about.join("; ")})${next === "" ? "" : `; next: ${next}`}`, LINE_LENGTH);
  });
  const about = { kind: "initiatives across projects", trust: "imported", age: ageOf(cairn, changedMs) };
  return [{ id: "initiatives", about, texts: [lines.join("\n"), lines[0] ?? ""] }];
}
