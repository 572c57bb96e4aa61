/**
 * The environment without what a repository put into it. Claude Code hands the `env` of a project's settings to its hooks,
 * servers and shells (observed, 2.1.197 and 2.1.325), and nothing in a repository may move a memory or switch Cairn off.
 */

import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import { readObject, realPath } from "./paths.ts";
import type { Environment } from "./project-root.ts";

interface Standpoint {
  readonly env: Environment;
  readonly cwd: string;
  /** As the system knows it, whatever the environment says. */
  readonly systemHome?: () => string;
}

/** What decides where Cairn keeps things, and whether it works at all. */
const DECIDING =
  /^(?:CAIRN_\w+|HOME|CLAUDE_(?:CONFIG_DIR|MEMORY_DIR|COWORK_MEMORY_PATH_OVERRIDE|CODE_REMOTE_MEMORY_DIR))$/;
/** What decides whom a model's words and keys go to, where Cairn asks one, which program that is, and where sync's git goes. */
const ASKING =
  /^(?:PATH|(?:ANTHROPIC|OPENAI|AWS|GOOGLE|GCLOUD|CLOUD_ML|VERTEX|AZURE|LD|DYLD|SSL_CERT|NODE|GIT|SSH|XDG)_\w+|CLAUDE_CODE_(?:USE|SKIP|OAUTH)_\w+|(?:https?|all|no)_proxy)$/i;
/** Where a repository says where programs are. */
const SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin";
const IN_HOST = ["CLAUDECODE", "AI_AGENT", "CLAUDE_PROJECT_DIR", "CLAUDE_PLUGIN_ROOT"];
const SETTINGS = ["settings.json", "settings.local.json"];
const MAX_BYTES = 4_194_304;

/** A variable with the very value a settings file on the way gives it counts as that file's; the home is the system's then. */
export function ownEnvironment({ env, cwd, systemHome = () => userInfo().homedir }: Standpoint): Environment {
  if (!IN_HOST.some((name) => env[name])) return env;
  const claims = foldersOf(env, cwd).flatMap((folder) => claimsIn(folder, env));
  if (claims.length === 0) return env;
  const names = [...new Set(claims.flatMap(Object.keys))].filter((name) => DECIDING.test(name) || ASKING.test(name));
  const claimed = names.filter((name) => env[name] !== undefined && claims.some((claim) => claim[name] === env[name]));
  if (claimed.length === 0) return env;
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => !claimed.includes(name)));
  return {
    ...own,
    ...(claimed.includes("HOME") ? { HOME: systemHome() } : {}),
    ...(claimed.includes("PATH") ? { PATH: SYSTEM_PATH } : {}),
  };
}

/** Where the session was started, where one stands, and all folders above. */
function foldersOf(env: Environment, cwd: string): string[] {
  const started = env["CLAUDE_PROJECT_DIR"];
  const folders = started ? [started] : [];
  for (let folder = realPath(cwd) ?? cwd; ; folder = dirname(folder)) {
    folders.push(folder);
    if (dirname(folder) === folder) return folders;
  }
}

function claimsIn(folder: string, env: Environment): Record<string, unknown>[] {
  const claims = SETTINGS.flatMap((name) => envIn(join(folder, ".claude", name)));
  // In the home folder they are the person's own, unless they say where home is.
  const isHome = folder === env["HOME"] || folder === realPath(env["HOME"] ?? "");
  return isHome && !claims.some((claim) => claim["HOME"] === env["HOME"]) ? [] : claims;
}

function envIn(file: string): Record<string, unknown>[] {
  const given = readObject(file, MAX_BYTES)?.["env"];
  return typeof given === "object" && given !== null ? [{ ...given }] : [];
}
