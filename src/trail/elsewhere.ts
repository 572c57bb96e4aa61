/**
 * The trails of sessions that worked in other projects: what a start here does not go by. Told by the words of the file
 * alone, and only where they leave no doubt. Loaded before the program is.
 */

import { join } from "node:path";
import { folderEntries, readFileAt, statOf } from "../disk/files.ts";
import { seenAt } from "../disk/looks.ts";
import { jsonObjectFrom } from "../text/json.ts";

/** A longer one is not read to the end while somebody waits. */
const LARGEST = 1_000_000;

/** The folder of trails as a start page knows it. */
export interface TrailsSeen {
  readonly folder: string;
  /** Of this project, all it had. */
  readonly names: readonly string[];
  /** What a start goes by: the page has a look at each. */
  readonly near: readonly string[];
  readonly elsewhere: readonly (readonly [file: string, seen: string])[];
  /** So many sessions elsewhere may have begun or gone on since without a word of the start becoming another. */
  readonly room: number;
}

/** Stamped first, read then: what is added in between is seen to be. */
export function trailsSeen(folder: string, names: readonly string[]): Omit<TrailsSeen, "room"> {
  const files = namesIn(folder);
  const stamped = files.map((file) => [file, stampOf(folder, file)] as const);
  const elsewhere = stamped.filter(([file]) => isElsewhere(join(folder, file), names));
  const away = new Set(elsewhere.map(([file]) => file));
  return { folder, names, near: files.filter((file) => !away.has(file)), elsewhere };
}

/** None is gone, and whatever was begun or went on did so elsewhere. */
export function areTrailsAsSeen({ folder, names, near, elsewhere, room }: TrailsSeen): boolean {
  const files = new Set(namesIn(folder));
  const known = new Map(elsewhere);
  if (![...near, ...known.keys()].every((file) => files.has(file))) return false;
  for (const file of near) files.delete(file);
  const moved = [...files].filter((file) => known.get(file) !== stampOf(folder, file));
  return moved.length <= room && moved.every((file) => isElsewhere(join(folder, file), names));
}

function namesIn(folder: string): string[] {
  return (folderEntries(folder) ?? []).map(({ name }) => name);
}

function stampOf(folder: string, file: string): string {
  return seenAt(["what", join(folder, file)]);
}

/** It begins with a start, and each start and sum in it says another project. */
function isElsewhere(path: string, names: readonly string[]): boolean {
  const { kind, size = 0 } = statOf(path) ?? {};
  if (kind !== "file" || size > LARGEST || !path.endsWith(".jsonl")) return false;
  const [first = "", ...rest] = (readFileAt(path, 2 * LARGEST)?.toString("utf8") ?? "").split("\n");
  if (jsonObjectFrom(first)?.["is"] !== "start") return false;
  const said = [first, ...rest].filter((line) => line.includes('"start"') || line.includes('"state"')).map(projectIn);
  return said.every((one) => one === "" || (one !== undefined && !names.includes(one)));
}

/** Empty where the line has no say in it, undefined where it should have one and has none. */
function projectIn(text: string): string | undefined {
  const line = jsonObjectFrom(text);
  if (line?.["is"] !== "start" && line?.["is"] !== "state") return "";
  const { project } = (line["is"] === "start" ? line : (line["state"] ?? {})) as { readonly project?: unknown };
  return typeof project === "string" && project !== "" ? project : undefined;
}
