/** Files in which every session has a section of its own: which of it concerns a session. Pure. */

import { sectionsOf } from "../format/sections.ts";
import type { Memory, Section } from "../model/memory.ts";

const SESSION = /^Session (\S+)$/;
/** Of other sessions, where none is one's own: two tasks side by side tell nobody which of them is the one. */
const MOST_OTHERS = 1;

/** Undefined where the file is not divided so: then all of it does. `isTold`: may another session's part be told? */
export function partFor(
  { body }: Pick<Memory, "body">,
  family: readonly string[],
  isTold: (session: string) => boolean = () => true,
): string | undefined {
  const sections = sectionsOf(body);
  const sessions = sections.filter((section) => sessionOf(section) !== undefined);
  if (sessions.length === 0) return undefined;
  const common = sections.filter((section) => sessionOf(section) === undefined).map(printed);
  const own = sessions.filter((section) => family.includes(sessionOf(section) ?? "")).map(({ text }) => text);
  const newest = sessions.slice(-MOST_OTHERS).filter((section) => isTold(sessionOf(section) ?? ""));
  const others = own.length > 0 ? [] : newest.map(({ text }) => text);
  return [...own, ...others, ...common].filter((text) => text !== "").join("\n\n");
}

function sessionOf({ heading }: Section): string | undefined {
  return SESSION.exec(heading)?.[1];
}

function printed({ heading, text }: Section): string {
  return text === "" ? "" : `## ${heading}\n${text}`;
}
