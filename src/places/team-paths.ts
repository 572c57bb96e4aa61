/**
 * Where the team's memories lie, for programs that are handed a name by somebody else. A name is taken only if no way of
 * reading it leads out of the folder, and whatever cannot be verified is refused.
 */

import { join } from "node:path";
import { codeOf, statOf } from "../disk/files.ts";
import { CairnError } from "../model/error.ts";
import { type CoarseType, coarseTypes } from "../model/kind.ts";
import { isWithin, realPlace, refused } from "./paths.ts";
import { givenFolder } from "./project-root.ts";
import { teamRoot } from "./repository-roots.ts";

/** `<projectRoot>/.claude/memory`; it need not exist. Links that lead out of the project are refused. */
export function getTeamMemDir(projectRoot: string): string {
  const home = process.env["HOME"] ?? "";
  const folder = givenFolder(projectRoot, { field: "projectRoot", home: home === "" ? "/" : home });
  teamRoot(folder);
  return join(folder, ".claude", "memory");
}

/** The file of one memory of the team's: `<type>/<name>.md`, with `name` with or without its ending. */
export function getTeamMemPath(projectRoot: string, type: CoarseType, name: string): string {
  if (!coarseTypes.includes(type)) throw refused("type", `is none of ${coarseTypes.join(", ")}`);
  const stem = nameFrom(name);
  const folder = join(getTeamMemDir(projectRoot), type);
  const path = join(folder, `${stem}.md`);
  if (!isWithin(path, folder)) throw refusedName("leads out of its folder");
  const root = teamRoot(givenFolder(projectRoot, { field: "projectRoot", home: process.env["HOME"] ?? "/" }));
  if (!isWithin(realPlace(folder, "type"), root))
    throw refused("type", "leads out of the team's folder through a link");
  refuseLink(path);
  return path;
}

const MOST_BYTES = 200;
/** What separates folders in some spelling, and what no name that was meant holds. */
const SEPARATORS = /[/\\\u2044\u2215\u29f8\u29f9\ufe68\uff0f\uff3c]/;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u;

function nameFrom(given: string): string {
  if (typeof given !== "string" || given === "") throw refusedName("is empty");
  for (const reading of readingsOf(given)) {
    if (reading.includes("\0")) throw refusedName("holds a NUL");
    if (SEPARATORS.test(reading)) throw refusedName("holds a path");
    if (INVISIBLE.test(reading)) throw refusedName("holds characters that cannot be seen");
    if (/^\.|^\s*$|^[A-Za-z]:|^~/.test(reading) || reading.includes("..")) throw refusedName("leads elsewhere");
  }
  const stem = given.normalize("NFC").replace(/\.md$/i, "");
  if (stem === "" || Buffer.byteLength(stem) > MOST_BYTES) throw refusedName("is too short or too long");
  return stem;
}

/** As it stands, decoded as often as it can be, and each of these with look-alikes folded. */
function readingsOf(given: string): string[] {
  const readings = [given];
  for (let last = given, turn = 0; turn < 5; turn++) {
    const next = decoded(last);
    if (next === last) break;
    readings.push(next);
    last = next;
  }
  return readings.flatMap((reading) => [reading, reading.normalize("NFKC"), decoded(reading.normalize("NFKC"))]);
}

function decoded(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw refusedName("holds a percent sign that encodes nothing");
  }
}

/** A file in that place must be one: what a link leads to may be anything. Unverifiable is refused too. */
function refuseLink(path: string): void {
  let kind: string | undefined;
  try {
    kind = statOf(path)?.kind;
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    throw refusedName("cannot be looked at");
  }
  if (kind !== undefined && kind !== "file") throw refusedName(`is taken by a ${kind}`);
}

function refusedName(why: string): CairnError {
  return new CairnError("PATH_ERROR", `The name ${why}.`, {
    field: "name",
    hint: "Give the bare name of a memory: letters, digits, hyphens.",
  });
}
