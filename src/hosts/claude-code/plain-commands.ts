/**
 * The plugin's commands as plain ones, in the person's own folder: only under names nobody has. What a person has changed
 * since is theirs and stays.
 */

import { basename, join } from "node:path";
import { readHostFile } from "../../install/host-file.ts";
import { fileHash } from "../../install/own-files.ts";
import { pluginOf } from "../../install/package.ts";
import type { FileChange } from "../../install/plan.ts";
import type { Receipt } from "../../install/receipt.ts";
import type { Site } from "../../install/wanted.ts";
import { readText } from "../../places/paths.ts";
import { commandNames, filesIn } from "../command-files.ts";
import { commandsFolder, takenNames } from "./settings-files.ts";

interface CommandsIn {
  readonly changes: readonly FileChange[];
  readonly commands: Receipt["commands"];
  readonly put: readonly string[];
  readonly leftOut: readonly { readonly name: string; readonly why: string }[];
}

interface CommandsOut {
  readonly changes: readonly FileChange[];
  /** Changed since they were put there. */
  readonly kept: readonly string[];
}

const PLUGIN_ROOT = `\${CLAUDE_PLUGIN_ROOT}`;

/** What each of them runs. */
const PROGRAM = "/plugin/cairn.cjs";
const MAX_BYTES = 1_000_000;

/** What a shell and a permission rule take as it is, within quotes. */
const PLAIN_PATH = /^[\w/.+@~, -]+$/;

export function commandsIn(marketplace: string, site: Site, receipt: Receipt): CommandsIn {
  const plugin = pluginOf(marketplace);
  const changes: FileChange[] = [];
  const commands = [...receipt.commands];
  const put: string[] = [];
  const leftOut: { name: string; why: string }[] = [];
  for (const name of commandNames(plugin)) {
    const path = join(commandsFolder(site), `${name}.md`);
    const { text: before } = readHostFile(path);
    const ours = commands.findIndex(({ file }) => file === path);
    const untouched = before === undefined || commands[ours]?.sha256 === fileHash(before);
    const why = whyNot(name, plugin, untouched);
    if (why !== undefined) {
      leftOut.push({ name, why });
      continue;
    }
    const after = plainText(plugin, name);
    if (after !== before) changes.push({ path, before, after, isOurs: true });
    commands.splice(ours < 0 ? commands.length : ours, ours < 0 ? 0 : 1, { file: path, sha256: fileHash(after) });
    put.push(name);
  }
  return { changes, commands, put, leftOut };
}

export function commandsOut({ commands }: Receipt): CommandsOut {
  const changes: FileChange[] = [];
  const kept: string[] = [];
  for (const { file, sha256 } of commands) {
    const { text } = readHostFile(file);
    if (text === undefined) continue;
    if (fileHash(text) === sha256) changes.push({ path: file, before: text, after: undefined, isOurs: true });
    else kept.push(basename(file, ".md"));
  }
  return { changes, kept };
}

/** Files in the commands' folder that run Cairn, and of which no receipt says that Cairn put them there. */
export function unknownCommands(site: Site, { commands }: Receipt): string[] {
  const files = filesIn(commandsFolder(site)).filter((path) => path.endsWith(".md"));
  const unnoted = files.filter((path) => !commands.some(({ file }) => file === path));
  return unnoted.filter((path) => readText(path, MAX_BYTES)?.includes(PROGRAM) === true);
}

function whyNot(name: string, plugin: string, untouched: boolean): string | undefined {
  if (takenNames[name] !== undefined) return takenNames[name];
  if (!PLAIN_PATH.test(plugin)) return "the path of the plugin holds characters that a command cannot quote";
  return untouched ? undefined : "you have a command of that name, or have changed this one";
}

/** The client puts the plugin's folder into the plugin's own commands only. */
function plainText(plugin: string, name: string): string {
  const text = readHostFile(join(plugin, "commands", `${name}.md`)).text ?? "";
  return text.replaceAll(PLUGIN_ROOT, plugin);
}
