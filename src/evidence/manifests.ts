/**
 * What a project's manifests say of it: what it is called, what it is, and what it needs. Files of strangers: bounded,
 * nothing in them is run, followed out of the project or believed; what cannot be read says nothing.
 */

import { join } from "node:path";
import { folderEntries } from "../disk/files.ts";
import { isWithin, readText, realPath } from "../places/paths.ts";
import { withoutEnd } from "../text/lines.ts";
import {
  cargoManifest,
  goManifest,
  npmManifest,
  pnpmWorkspace,
  pythonManifest,
  requirementsManifest,
} from "./manifest-texts.ts";

export interface Need {
  readonly name: string;
  /** Where it is said to lie, relative to the manifest's folder. */
  readonly path?: string;
  /** Where it is cloned from. */
  readonly git?: string;
  /** It is said to be a part of the same workspace. */
  readonly isLocal?: true;
}

export interface PackageManifest {
  /** Relative to the project's folder. */
  readonly file: string;
  /** Names are unique within one of these. */
  readonly world: "npm" | "python" | "go" | "cargo";
  readonly name?: string;
  /** It is never published, so nobody else's can be meant by its name. */
  readonly isPrivate?: true;
  readonly description?: string;
  readonly needs: readonly Need[];
  /** Folders of parts with manifests of their own: `packages/*`. */
  readonly parts: readonly string[];
}

type Read = (text: string) => Omit<PackageManifest, "file" | "world"> | undefined;

const readers: readonly { readonly file: string; readonly world: PackageManifest["world"]; readonly read: Read }[] = [
  { file: "package.json", world: "npm", read: npmManifest },
  { file: "pnpm-workspace.yaml", world: "npm", read: pnpmWorkspace },
  { file: "pyproject.toml", world: "python", read: pythonManifest },
  { file: "requirements.txt", world: "python", read: requirementsManifest },
  { file: "go.mod", world: "go", read: goManifest },
  { file: "Cargo.toml", world: "cargo", read: cargoManifest },
];

export const manifestNames: readonly string[] = readers.map(({ file }) => file);

/** A text as the manifest of that name; undefined where it is none. */
export function manifestIn(name: string, text: string): ReturnType<Read> {
  return readers.find(({ file }) => file === name)?.read(text);
}

const LARGEST = 1_000_000;
const MOST_PARTS = 60;
const MOST_PATTERNS = 200;
const MOST_NEEDS = 3_000;

/** Of the project's own folder, and of the parts its manifests name. */
export function manifestsIn(folder: string): PackageManifest[] {
  const own = manifestsAt(folder, "");
  const patterns = [...new Set(own.flatMap(({ parts }) => parts))].slice(0, MOST_PATTERNS);
  const parts = [...new Set(patterns.flatMap((one) => foldersOf(folder, one)))];
  return [...own, ...parts.slice(0, MOST_PARTS).flatMap((part) => manifestsAt(folder, part))];
}

/** Of one folder, without its parts; `part` is relative to the project's. */
export function manifestsAt(folder: string, part: string): PackageManifest[] {
  return readers.flatMap(({ file, world, read }) => {
    const path = part === "" ? file : `${part}/${file}`;
    const text = readText(join(folder, path), LARGEST);
    const said = text === undefined ? undefined : read(text);
    return said === undefined ? [] : [{ ...said, file: path, world, needs: said.needs.slice(0, MOST_NEEDS) }];
  });
}

/** A star stands for one folder name, at the end; nothing outside the project counts. */
function foldersOf(folder: string, pattern: string): string[] {
  const plain = withoutEnd(pattern.replace(/^\.\//, ""), "/");
  const base = plain.replace(/\/?\*\*?$/, "");
  if (plain === "" || /[*?{}[\]\\\0]/.test(base) || plain.startsWith("/")) return [];
  const real = realPath(folder);
  const inside = (part: string) => real !== undefined && isWithin(realPath(join(folder, part)) ?? "", real);
  if (base === plain) return inside(plain) ? [plain] : [];
  if (base !== "" && !inside(base)) return [];
  const names = foldersIn(join(folder, base));
  return names.map((name) => (base === "" ? name : `${base}/${name}`)).filter(inside);
}

function foldersIn(path: string): string[] {
  try {
    const names = (folderEntries(path) ?? []).filter(({ kind }) => kind === "folder").map(({ name }) => name);
    return names.filter((name) => !name.startsWith(".") && name !== "node_modules").sort();
  } catch {
    return []; // a folder of a stranger's that may not be looked into says nothing
  }
}
