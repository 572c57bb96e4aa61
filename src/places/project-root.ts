/**
 * The folder of the project's memories and why it is that one: what a person gave, in order of how plainly they meant it,
 * else where Claude Code keeps its own. Nothing inside the repository has a say.
 */

import { join } from "node:path";
import { type GivenFolder, givenFolder, givenRoot } from "./given-folder.ts";
import { readObject } from "./paths.ts";
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
