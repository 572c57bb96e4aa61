/**
 * What a project's manifests say of it: what it is called, what it is, and what it needs. Files of strangers: bounded,
 * nothing in them is run, followed out of the project or believed; what cannot be read says nothing.
 */

import { join } from "node:path";
import { folderEntries } from "../disk/files.ts";
import { defined } from "../model/defined.ts";
import { isWithin, readText, realPath } from "../places/paths.ts";
import { isJsonObject, jsonObjectFrom, textsAmong } from "../text/json.ts";
import { upTo, withoutEdges, withoutEnd } from "../text/lines.ts";
import { under } from "../text/relative-path.ts";
import { type Toml, tomlOf, tomlTexts } from "./small-toml.ts";

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
    const path = under(part, file);
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
  return names.map((name) => under(base, name)).filter(inside);
}

function foldersIn(path: string): string[] {
  try {
    const names = (folderEntries(path) ?? []).filter(({ kind }) => kind === "folder").map(({ name }) => name);
    return names.filter((name) => !name.startsWith(".") && name !== "node_modules").sort();
  } catch {
    return []; // a folder of a stranger's that may not be looked into says nothing
  }
}

/** The texts of manifests, each as far as names and needs go. Whatever a text holds, the answer is plain values. Pure. */
type Said = Omit<PackageManifest, "file" | "world">;

const NPM_NEEDS = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];

export function npmManifest(text: string): Said | undefined {
  const json = jsonObjectFrom(text.replace(/^\uFEFF/, ""));
  if (json === undefined) return undefined;
  const needs = NPM_NEEDS.flatMap((key) => Object.entries(asObject(json[key])).map(([name, at]) => npmNeed(name, at)));
  const given = json["workspaces"];
  const parts = Array.isArray(given) ? given : asObject(given)["packages"];
  const isPrivate = json["private"] === true ? { isPrivate: true as const } : {};
  return { ...named(json["name"], json["description"]), ...isPrivate, needs, parts: textsAmong(parts) };
}

/** Only its list of packages, which is all it is read for. */
export function pnpmWorkspace(text: string): Said {
  const lines = text.split(/\r?\n/);
  const begun = lines.findIndex((line) => line.trimEnd() === "packages:");
  const parts: string[] = [];
  for (const line of begun < 0 ? [] : lines.slice(begun + 1).map((one) => one.trim())) {
    if (line === "" || line.startsWith("#")) continue;
    if (!line.startsWith("- ")) break;
    const part = withoutEdges(line.slice(2).trim(), "\"'");
    if (!part.startsWith("!")) parts.push(part);
  }
  return { needs: [], parts };
}

function npmNeed(called: string, at: unknown): Need {
  if (typeof at !== "string") return { name: called };
  if (at.startsWith("workspace:")) return { name: called, isLocal: true };
  // Under another name: npm:real@1, where a scope begins with the sign too.
  const alias = at.startsWith("npm:") ? at.slice(4) : "";
  const name = alias === "" ? called : alias.slice(0, alias.indexOf("@", 1) < 0 ? undefined : alias.indexOf("@", 1));
  if (alias !== "") return { name };
  const path = /^(?:file|link|portal):(.+)$/.exec(at)?.[1];
  if (path !== undefined) return { name, path };
  const short = /^(?:github:)?([\w.-]+\/[\w.-]+)(?:#.*)?$/.exec(at)?.[1];
  if (short !== undefined) return { name, git: `https://github.com/${short}` };
  return /^(?:git[+:@]|https?:\/\/.+\.git\b|ssh:)/.test(at) ? { name, git: plainGit(at) } : { name };
}

export function pythonManifest(text: string): Said {
  const toml = tomlOf(text);
  const project = toml.get("project") ?? new Map<string, string>();
  const poetry = toml.get("tool.poetry") ?? new Map<string, string>();
  const listed = [
    ...tomlTexts(project.get("dependencies")),
    ...[...(toml.get("project.optional-dependencies")?.values() ?? [])].flatMap(tomlTexts),
  ].flatMap(requirement);
  const keyed = keyedNeeds(toml, /^tool\.poetry(?:\.group\.[^.]+)?\.(?:dev-)?dependencies$/).filter(
    ({ name }) => name !== "python",
  );
  const sources = keyedNeeds(toml, /^tool\.uv\.sources$/);
  const needs = [...listed, ...keyed, ...sources].map((need) => ({ ...need, name: pythonName(need.name) }));
  const name = tomlTexts(project.get("name") ?? poetry.get("name"))[0];
  const about = tomlTexts(project.get("description") ?? poetry.get("description"))[0];
  const parts = tomlTexts(toml.get("tool.uv.workspace")?.get("members"));
  return { ...named(name === undefined ? undefined : pythonName(name), about), needs, parts };
}

export function requirementsManifest(text: string): Said {
  const lines = text.split(/\r?\n/).map(withoutComment);
  return { needs: lines.flatMap(requirement).map((need) => ({ ...need, name: pythonName(need.name) })), parts: [] };
}

/** A sign begins one only at the start of a word. */
function withoutComment(line: string): string {
  for (let at = line.indexOf("#"); at >= 0; at = line.indexOf("#", at + 1)) {
    if (at === 0 || /\s/.test(line.charAt(at - 1))) return line.slice(0, at).trim();
  }
  return line.trim();
}

/** `name>=1`, `name @ git+https://…`, `-e ../name`. */
function requirement(line: string): Need[] {
  const given = editable(line) ?? (/^\.{1,2}\/\S*$/.test(line) ? line : undefined);
  if (given !== undefined) {
    const egg = /#egg=([\w.-]+)/.exec(given)?.[1] ?? "";
    return [given.includes("://") ? { name: egg, git: plainGit(given) } : { name: egg, path: upTo(given, "#") }];
  }
  const [begun = "", name] = /^([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?/.exec(line) ?? [];
  if (name === undefined) return [];
  const url = /^@\s*(\S+)/.exec(line.slice(begun.length).trimStart())?.[1];
  if (url === undefined) return [{ name }];
  return [url.startsWith("file:") ? { name, path: url.replace(/^file:(?:\/\/)?/, "") } : { name, git: plainGit(url) }];
}

function editable(line: string): string | undefined {
  const [begun] = /^(?:-e|--editable)[ =]/.exec(line) ?? [];
  const place = begun === undefined ? "" : line.slice(begun.length).trim();
  return place === "" || /\s/.test(place) ? undefined : place;
}

/** As the index of packages compares them. */
function pythonName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, "-");
}

export function goManifest(text: string): Said {
  const lines = text.split(/\r?\n/).map((line) => upTo(line, "//").trim());
  const needs: Need[] = [];
  let name: string | undefined;
  let block = "";
  for (const line of lines) {
    const opened = /^(\w+)\s*\($/.exec(line)?.[1];
    if (opened !== undefined) block = opened;
    else if (line === ")") block = "";
    else {
      const [verb = "", ...words] = (block === "" ? line : `${block} ${line}`).split(/\s+/);
      if (verb === "module") name ??= words[0]?.replace(/^"|"$/g, "");
      if (verb === "require" && words[0]) needs.push({ name: words[0] });
      if (verb === "replace") needs.push(...replaced(words));
    }
  }
  return { ...named(name, undefined), needs, parts: [] };
}

function replaced(words: readonly string[]): Need[] {
  const [name, target] = [words[0], words[words.indexOf("=>") + 1]];
  return name && target && /^\.{0,2}\//.test(target) ? [{ name, path: target }] : [];
}

export function cargoManifest(text: string): Said {
  const toml = tomlOf(text);
  const crate = toml.get("package");
  const needs = keyedNeeds(toml, /^(?:target\..+\.|workspace\.)?(?:dev-|build-)?dependencies$/);
  const nested = [...toml].flatMap(([section, keys]): Need[] => {
    const name = /^(?:target\..+\.|workspace\.)?(?:dev-|build-)?dependencies\.([^.]+)$/.exec(section)?.[1];
    return name === undefined ? [] : [{ name, ...placeIn(keys.get("path"), keys.get("git")) }];
  });
  const about = tomlTexts(crate?.get("description"))[0];
  const parts = tomlTexts(toml.get("workspace")?.get("members"));
  return { ...named(tomlTexts(crate?.get("name"))[0], about), needs: [...needs, ...nested], parts };
}

/** `name = "1"`, `name = { path = "../name" }`, in every section called so. */
function keyedNeeds(toml: Toml, section: RegExp): Need[] {
  const keys = [...toml].filter(([name]) => section.test(name)).flatMap(([, entries]) => [...entries]);
  return keys.map(([name, value]) => {
    const inside = (key: string) => new RegExp(`[{,]\\s*${key}\\s*=\\s*("[^"]*"|'[^']*')`).exec(value)?.[1];
    return { name: upTo(name, "."), ...placeIn(inside("path"), inside("git")) };
  });
}

function placeIn(path: string | undefined, git: string | undefined): Pick<Need, "path" | "git"> {
  const [at] = tomlTexts(path);
  const [from] = tomlTexts(git);
  return { ...defined({ path: at }), ...(from === undefined ? {} : { git: plainGit(from) }) };
}

function plainGit(url: string): string {
  const bare = upTo(url.replace(/^git\+/, ""), "#");
  const at = bare.indexOf(".git@");
  return at < 0 ? bare : bare.slice(0, at + 4);
}

function named(name: unknown, description: unknown): Pick<Said, "name" | "description"> {
  const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";
  return { ...(isText(name) ? { name } : {}), ...(isText(description) ? { description } : {}) };
}

function asObject(value: unknown): Record<string, unknown> {
  return isJsonObject(value) ? value : {};
}
