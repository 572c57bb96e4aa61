/**
 * That the session has read the words of others, noted as it happens: where a tool reads or prints what is not its own.
 * What its own tools printed and what it wrote itself is worth what it had heard by then.
 */

import { dirname, join } from "node:path";
import { groundsOf } from "../conversation/project-transcripts.ts";
import { statOf } from "../disk/files.ts";
import { fetches, filesPrinted, filesWritten } from "../trust/others-words.ts";
import { isOutside, outputNamed, wholePath } from "../trust/outside.ts";
import { memoryPlaceOf, realPlaceOf } from "./memory-place.ts";
import type { Called } from "./moment.ts";

type Used = Called<"before-tool" | "after-tool" | "tool-failed">;

/** Behind one of these nobody can tell any more where the shell stood before. */
const MOVED = /(?:^|[\s;&|(])(?:cd|pushd|popd)(?:\s|$)/;

/** By its real path: what a link leads to is where it leads. Memories have a trust of their own. */
export async function hearsFile(called: Used, path: string): Promise<boolean> {
  const { cairn, trail, session } = called;
  const whole = wholeOf(called, path);
  if (path === "" || (await memoryPlaceOf(whole, cairn)) !== undefined) return false;
  const real = realPlaceOf(whole, cairn);
  const { hasHeard, written } = trail.state();
  if (outputNamed(real)?.session === session) return hasHeard;
  return isAway(called, real) && !written.includes(real);
}

export async function hearsCommand(called: Called<"after-tool">, command: string): Promise<boolean> {
  if (fetches(command)) return true;
  for (const path of filesPrinted(command)) if (await hearsFile(called, path)) return true;
  return false;
}

/** What a command left elsewhere that holds only what it wrote. */
export function leftElsewhere(called: Called<"after-tool">, command: string): string[] {
  return elsewhere(called, filesWritten(command));
}

/** The same of files that a tool wrote whole. */
export function elsewhere(called: Called<"after-tool">, paths: readonly string[]): string[] {
  return paths.map((path) => realPlaceOf(wholeOf(called, path), called.cairn)).filter((real) => isAway(called, real));
}

/** Each use once: by its name the host's record tells what came. */
export function noteHeard({ trail, at, agent, tool, use }: Used): void {
  const { heard, heardUses } = trail.state();
  if (heard.includes(agent) && (use === "" || agent !== "" || heardUses.includes(use))) return;
  trail.append({ is: "heard", at, from: tool, ...(use === "" ? {} : { use }), ...(agent === "" ? {} : { agent }) });
}

/** What a task printed came in by itself: it may be what others said to it. */
export function noteNotice({ trail, at, tells }: Called<"prompt">): void {
  const { heard, hasHeard } = trail.state();
  if (hasHeard && !heard.includes("") && tells === true) trail.append({ is: "heard", at, from: "notice" });
}

/** Whether what runs there, or where the shell stands, is away from the project and all else that is the session's own. */
export function leadsAway(called: Used, folder: string): boolean {
  return isAway(called, realPlaceOf(wholeOf(called, folder === "" ? "." : folder), called.cairn));
}

/** Most lie in the project: only for the rest its work trees are looked up. */
function isAway({ cairn }: Used, real: string): boolean {
  const here = { project: cairn.places.project.path, own: [cairn.cwd] };
  if (isOutside(real, here)) return isOutside(real, groundsOf(cairn));
  return isInClone(real, cairn.places.project.path);
}

/** Another repository that was fetched into this one; a work tree and a submodule have a file there. */
function isInClone(real: string, project: string): boolean {
  for (let folder = real; folder.length > project.length; folder = dirname(folder))
    if (statOf(join(folder, ".git"))?.kind === "folder") return true;
  return false;
}

function wholeOf({ cairn, deed, cwd }: Used, path: string): string {
  const isMoved = deed.is === "command" && MOVED.test(deed.text);
  return wholePath(path, { cwd: isMoved || !cwd.startsWith("/") ? cairn.cwd : cwd, home: cairn.env["HOME"] });
}
