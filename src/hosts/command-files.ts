/**
 * The plugin's commands in the form of another client: one file each. Those that start an agent of the plugin's have another
 * text there, in a folder of its own. Each begins with how it is typed, by which its text is told from a person's words.
 */

import { basename, join } from "node:path";
import { folderEntries } from "../disk/files.ts";
import { strayFile, type WantedFile } from "../install/own-files.ts";
import { pluginOf } from "../install/package.ts";
import type { FileChange } from "../install/plan.ts";
import type { Receipt } from "../install/receipt.ts";
import { readText } from "../places/paths.ts";
import { jsonFrom } from "../text/json.ts";
import { firstLine } from "./typed-command.ts";

export interface CommandForm {
  fileOf(name: string): string;
  /** What stands for the words a person typed behind its name. */
  readonly words: string;
  /** As a person types it there. */
  typed(name: string): string;
  print(command: { readonly name: string; readonly description: string; readonly body: string }): string;
}

export interface NamedCommand {
  readonly name: string;
  readonly description: string;
}

const MAX_BYTES = 1_000_000;
const PLUGIN_ROOT = `\${CLAUDE_PLUGIN_ROOT}`;
const WORDS = "$ARGUMENTS";

/** In the order of their names. */
export function commandsOf(source: string): NamedCommand[] {
  return commandNames(pluginOf(source)).map((name) => ({
    name,
    description: descriptionIn(textOf(source, name)),
  }));
}

export function commandFiles(source: string, form: CommandForm): WantedFile[] {
  return commandsOf(source).map(({ name, description }) => {
    const [, said = ""] = /^---\n[\s\S]*?\n---\n([\s\S]*)$/.exec(textOf(source, name)) ?? [];
    const body = said
      .replaceAll(PLUGIN_ROOT, pluginOf(source))
      .replaceAll(WORDS, form.words)
      .replaceAll(/\/cairn:([a-z]+)/g, (_, other: string) => form.typed(other));
    return { file: form.fileOf(name), text: form.print({ name, description, body: body.trimEnd() }) };
  });
}

/** Without a receipt they are Cairn's by their names and by what they say. */
export function strayCommands(files: readonly string[], receipt: Receipt): FileChange[] {
  const begins = (file: string) => firstLine(basename(file).replace(/\.\w+$/, ""), "").trimEnd();
  return files.flatMap((file) => strayFile(file, receipt, (text) => text.includes(begins(file))));
}

/** The files of commands in a folder, whoever put them there. */
export function filesIn(folder: string): string[] {
  const entries = folderEntries(folder) ?? [];
  return entries.filter(({ kind }) => kind === "file").map(({ name }) => join(folder, name));
}

/** By their names, sorted; none where the package has none. */
export function commandNames(plugin: string): string[] {
  return filesIn(join(plugin, "commands"))
    .filter((file) => file.endsWith(".md"))
    .map((file) => basename(file, ".md"))
    .sort();
}

function textOf(source: string, name: string): string {
  const plugin = pluginOf(source);
  const [other, usual] = ["elsewhere", "commands"].map((folder) =>
    readText(join(plugin, folder, `${name}.md`), MAX_BYTES),
  );
  return other ?? usual ?? "";
}

function descriptionIn(text: string): string {
  const [, said = ""] = /^description: (.*)$/m.exec(text) ?? [];
  const quoted = said.startsWith('"') ? jsonFrom(said) : undefined;
  return typeof quoted === "string" ? quoted : said;
}
