/**
 * Which files are others': what lies outside the project and everything else that is the session's own, and what the
 * project depends on. One answer for a session that runs and for one that is read later; links are followed by who can. Pure.
 */

import { hosts } from "../hosts/registry.ts";
import { isDependency } from "./hearing-commands-table.ts";

/** What is known of where a session works. */
export interface Grounds {
  /** Without it nobody can tell what lies outside. */
  readonly project?: string | undefined;
  /** What relative names are relative to; the project unless said otherwise. */
  readonly cwd?: string | undefined;
  readonly home?: string | undefined;
  /** Folders and files besides: work trees, memories, what the session wrote. */
  readonly own?: readonly string[];
}

const HOMES = /^\/(?:(?:home|Users)\/[^/]+|root)(?=\/|$)/;
export function isOutside(path: string, { own = [], ...where }: Grounds): boolean {
  const { project } = where;
  if (project === undefined || path === "") return false;
  const whole = wholePath(path, where);
  if (whole.startsWith("/dev/")) return false;
  const homes = [project, ...own].filter((folder) => isBelow(whole, folder));
  return homes.length === 0 || homes.every((folder) => isDependency(whole.slice(folder.length)));
}

/** Absolute and without `..`. A home nobody knows, or another's, is a place like no other. */
export function wholePath(path: string, { project = "", cwd = project, home = homeOf(project) }: Grounds): string {
  const said = path.replace(/^(?:~|\$HOME\b|\$\{HOME\})(?=\/|$)/, home).replace(/^\$(?:PWD\b|\{PWD\})(?=\/|$)/, cwd);
  if (said.startsWith("~")) return `/${said}`;
  return withoutDots(said.startsWith("/") ? said : `${cwd}/${said}`);
}

/** The session whose tools printed what such a file holds, and the task or use it came of. */
export function outputNamed(path: string): { readonly session: string; readonly name: string } | undefined {
  for (const { outputFile } of hosts()) {
    const [, session, name] = outputFile?.exec(path) ?? [];
    if (session !== undefined && name !== undefined) return { session, name };
  }
  return undefined;
}

function homeOf(project: string): string {
  return HOMES.exec(project)?.[0] ?? "~";
}

function withoutDots(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}
