/** The name of a root's state folder, `roots/<key>` below CAIRN_HOME. One real folder has one name, whoever asks. */

import { join } from "node:path";
import { folderEntries } from "../disk/files.ts";
import { hashOf } from "../model/id.ts";
import type { Root, Scope } from "../model/scope.ts";

export type RootNaming = (scope: Scope, path: string, why: string) => Root;

/**
 * Two scopes in one folder are one root, and so are two projects whose paths the host writes alike: a folder that has a
 * name already, by its state or in the registry, keeps it.
 */
export function rootNames(cairnHome: string, project: string, registered: readonly string[]): RootNaming {
  const states = (folderEntries(join(cairnHome, "roots")) ?? []).map(({ name }) => name);
  const names = [...states.sort(), ...[...registered].sort()];
  return (scope, path, why) => {
    const hash = hashOf(path, 8);
    const key = names.find((name) => name.endsWith(`-${hash}`)) ?? `${scope === "user" ? scope : project}-${hash}`;
    names.push(key);
    return { scope, path, key, why, ...(scope === "user" ? {} : { project }) };
  };
}

/** The folder of everything Cairn keeps about a root besides the memories. */
export function stateFolder(cairnHome: string, key: string): string {
  return join(cairnHome, "roots", key);
}

const LONGEST = 200;

/** Every UTF-16 unit outside [A-Za-z0-9] becomes a hyphen, as the path is spelt: neither links nor NFC are resolved. */
export function encodePath(path: string): string {
  const name = path.replace(/[^A-Za-z0-9]/g, "-");
  return name.length <= LONGEST ? name : `${name.slice(0, LONGEST)}-${hashOfPath(path)}`;
}

/** The classic string hash in 32 bits, of the path and not of its encoding. */
function hashOfPath(path: string): string {
  let hash = 0;
  for (let i = 0; i < path.length; i++) hash = (Math.imul(hash, 31) + path.charCodeAt(i)) | 0;
  return Math.abs(hash).toString(36);
}
