/**
 * The folder of the project's memories and why it is that one: what a person gave, in order of how plainly they meant it,
 * else where Claude Code keeps its own. Nothing inside the repository has a say.
 */

import { isAbsolute, join, resolve } from "node:path";
import { isWithin, readObject, realPlace, refused } from "./paths.ts";
import { encodePath } from "./root-names.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

interface ProjectRootChoice {
  readonly env: Environment;
  readonly home: string;
  readonly configDir: string;
  /** The folder the memory is kept for. */
  readonly path: string;
  readonly option?: string | undefined;
  readonly setting?: string | undefined;
}

export interface ChosenRoot {
  readonly path: string;
  readonly why: string;
  /** The host's own place for this path, not one given by hand. */
  readonly computed: boolean;
}

const SETTINGS_LIMIT = 4_194_304;

export function chooseProjectRoot(choice: ProjectRootChoice): ChosenRoot {
  for (const { field, text, why } of givenIn(choice)) {
    if (text) return { path: givenRoot(text, { field, home: choice.home }), why, computed: false };
  }
  return computedRoot(choice);
}

interface Given {
  readonly field: GivenFolder["field"];
  readonly text: string | undefined;
  readonly why: string;
}

/** In order. The user's own Claude settings are read last, and only if nothing before them speaks. */
function* givenIn({ option, env, setting, configDir }: ProjectRootChoice): Generator<Given> {
  yield { field: "memoryDir", text: option, why: "given as an option" };
  for (const field of ["CLAUDE_MEMORY_DIR", "CLAUDE_COWORK_MEMORY_PATH_OVERRIDE"]) {
    yield { field, text: env[field], why: `${field} says so` };
  }
  yield { field: "memoryDir", text: setting, why: "the setting memoryDir says so" };
  const settings = readObject(join(configDir, "settings.json"), SETTINGS_LIMIT) ?? {};
  for (const field of ["autoMemoryDirectory", "memoryDir"]) {
    const text = settings[field];
    const why = `${field} in the user's Claude settings says so`;
    yield { field, text: typeof text === "string" ? text : undefined, why };
  }
}

function computedRoot({ env, home, configDir, path }: ProjectRootChoice): ChosenRoot {
  const field = "CLAUDE_CODE_REMOTE_MEMORY_DIR";
  const base = env[field] ? givenFolder(env[field], { field, home }) : configDir;
  const why = `where Claude Code keeps the memory of this project${env[field] ? `, below ${field}` : ""}`;
  return { path: join(base, "projects", encodePath(path), "memory"), why, computed: true };
}

/** A folder named by a person, in an option, a variable or a setting: taken only if there is no doubt which one it is. */
interface GivenFolder {
  /** The option, variable or setting it stands in, as the person knows it. */
  readonly field: string;
  readonly home: string;
}

/** The folder, absolute, in NFC and without a separator at its end. It need not exist. */
export function givenFolder(text: string, { field, home }: GivenFolder): string {
  const given = text.normalize("NFC");
  for (const [pattern, why] of refusals) if (pattern.test(given)) throw refused(field, why);
  const folder = expanded(given, home);
  if (!isAbsolute(folder)) throw refused(field, "is not an absolute path");
  const place = resolve(folder);
  if (place.length < 3) throw refused(field, "is a root, or too short to be meant");
  realPlace(place, field);
  return place;
}

/** As `givenFolder`, for memories: everything below it is taken for one, so the home folder is too wide. */
export function givenRoot(text: string, given: GivenFolder): string {
  const place = givenFolder(text, given);
  const real = realPlace(place, given.field);
  for (const home of [given.home, realPlace(given.home, "HOME")]) {
    if (isWithin(home, place) || isWithin(home, real)) throw refused(given.field, "is the home folder or above it");
  }
  if (SYSTEM.test(place) || SYSTEM.test(real)) throw refused(given.field, "belongs to the system");
  return place;
}

/** Nobody keeps notes there, and root may write there by mistake. */
const SYSTEM = /^\/(?:bin|boot|dev|etc|lib\d*|proc|run|sbin|sys|usr|System|Library)(?:\/|$)/;

const refusals: readonly (readonly [RegExp, string])[] = [
  [/\0/, "holds a NUL"],
  [/^[\\/]{2}/, "is a network path"],
  [/(?:^|[\\/])\.\.(?:[\\/]|$)/, "holds the step up `..`"],
  [/^[A-Za-z]:[\\/]*$/, "is a drive"],
  [/^~(?!\/)/, "starts with ~ but not with ~/"],
  [/^~[/.]*$/, "is the home folder"],
];

function expanded(given: string, home: string): string {
  return given.startsWith("~/") ? join(home, given.slice(2)) : given;
}
