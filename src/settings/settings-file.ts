/**
 * The settings file as a value: a JSON object with nested (`{"index": {"maxLines": 100}}`) or dotted
 * (`{"index.maxLines": 100}`) keys, and a part for each project under `projects`. What it does not know it keeps.
 */

import { NotAFileError, readFileAt, TooLargeError } from "../disk/files.ts";
import { isJsonObject } from "../text/json.ts";
import { faultLineOf } from "../text/json-text.ts";

export const SETTINGS_FILE = "settings.json";
const PROJECTS = "projects";
const MAX_BYTES = 1_000_000;

export type SettingsDocument = { [key: string]: unknown };

export interface SettingsFile {
  /** Undefined if there is no file. */
  readonly bytes: Buffer | undefined;
  readonly document: SettingsDocument;
  /** Why the file cannot be used; the document is empty then. */
  readonly problem?: string;
}

/** Never throws for what the file holds. What the disk refuses to show is no reason to go by the defaults. */
export function readSettingsFile(path: string): SettingsFile {
  let bytes: Buffer | undefined;
  try {
    bytes = readFileAt(path, MAX_BYTES);
  } catch (error) {
    if (!(error instanceof TooLargeError) && !(error instanceof NotAFileError) && !isNoFile(error)) throw error;
    return { bytes: undefined, document: {}, problem: `${path} cannot be read: ${error.message}` };
  }
  return bytes === undefined ? { bytes, document: {} } : { bytes, ...parse(bytes, path) };
}

function isNoFile(error: unknown): error is Error {
  return error instanceof Error && "code" in error && error.code === "EISDIR";
}

function parse(bytes: Buffer, path: string): { document: SettingsDocument; problem?: string } {
  const text = bytes.toString("utf8").replace(/^\uFEFF/, "");
  if (text.trim() === "") return { document: {} };
  try {
    const parsed: unknown = JSON.parse(text);
    if (isJsonObject(parsed)) return { document: parsed };
    return { document: {}, problem: `${path}, line 1: not an object in braces` };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { document: {}, problem: `${path}, line ${faultLineOf(text) ?? 1}: not valid JSON` };
  }
}

/** Of which layer to speak: the user's own, or the part of one project. */
export type SettingsLayer = { readonly project?: string };

/** The values of one part by their dotted keys; of two spellings of one key the later wins. */
export function valuesOf(document: SettingsDocument, { project }: SettingsLayer): Map<string, unknown> {
  const values = new Map<string, unknown>();
  const part = project === undefined ? { ...document, [PROJECTS]: undefined } : projectPart(document, project);
  flatten(part ?? {}, "", values);
  return values;
}

/** The same document with one value put in. Every other key stays. */
export function withValue(
  document: SettingsDocument,
  part: SettingsLayer,
  key: string,
  value: unknown,
): SettingsDocument {
  const copy = structuredClone(document);
  const target = part.project === undefined ? copy : madeProjectPart(copy, part.project);
  const { holder, name } = spellingsOf(target, key).at(-1) ?? plainSpelling(target, key);
  holder[name] = value;
  return copy;
}

/** The same document without the value, and without the groups that are empty now. */
export function withoutValue(document: SettingsDocument, { project }: SettingsLayer, key: string): SettingsDocument {
  const copy = structuredClone(document);
  if (project === undefined) return takenOut(copy, key);
  const projects = copy[PROJECTS];
  const part = projectPart(copy, project);
  if (part === undefined || !isJsonObject(projects)) return copy;
  if (isEmpty(takenOut(part, key))) delete projects[project];
  if (isEmpty(projects)) delete copy[PROJECTS];
  return copy;
}

function takenOut(object: SettingsDocument, key: string): SettingsDocument {
  for (const [name, value] of Object.entries(object)) {
    if (name === key) delete object[name];
    else if (isJsonObject(value) && !isEmpty(value) && key.startsWith(`${name}.`)) {
      if (isEmpty(takenOut(value, key.slice(name.length + 1)))) delete object[name];
    }
  }
  return object;
}

function flatten(object: SettingsDocument, prefix: string, into: Map<string, unknown>): void {
  for (const [name, value] of Object.entries(object)) {
    if (value === undefined) continue;
    if (isJsonObject(value)) flatten(value, `${prefix}${name}.`, into);
    else into.set(`${prefix}${name}`, value);
  }
}

interface Spelling {
  readonly holder: SettingsDocument;
  readonly name: string;
}

/** Every place where the key stands, however it is split into names. */
function spellingsOf(object: SettingsDocument, key: string): Spelling[] {
  return Object.entries(object).flatMap(([name, value]) => {
    if (name === key) return [{ holder: object, name }];
    if (!isJsonObject(value) || !key.startsWith(`${name}.`)) return [];
    return spellingsOf(value, key.slice(name.length + 1));
  });
}

/** Where a key goes that does not stand there yet: nested as far as objects allow. */
function plainSpelling(object: SettingsDocument, key: string): Spelling {
  const dot = key.indexOf(".");
  const name = dot < 0 ? key : key.slice(0, dot);
  if (dot < 0 || (Object.hasOwn(object, name) && !isJsonObject(object[name]))) return { holder: object, name: key };
  const inner = Object.hasOwn(object, name) ? object[name] : {};
  object[name] = inner;
  return plainSpelling(inner as SettingsDocument, key.slice(dot + 1));
}

function projectPart(document: SettingsDocument, project: string): SettingsDocument | undefined {
  const projects = document[PROJECTS];
  if (!isJsonObject(projects) || !Object.hasOwn(projects, project)) return undefined;
  const part = projects[project];
  return isJsonObject(part) ? part : undefined;
}

function madeProjectPart(document: SettingsDocument, project: string): SettingsDocument {
  const projects = isJsonObject(document[PROJECTS]) ? document[PROJECTS] : {};
  document[PROJECTS] = projects;
  const part = projectPart(document, project) ?? {};
  // Not an assignment: a project may be called __proto__.
  Object.defineProperty(projects, project, { value: part, enumerable: true, configurable: true, writable: true });
  return part;
}

function isEmpty(object: SettingsDocument): boolean {
  return Object.keys(object).length === 0;
}
