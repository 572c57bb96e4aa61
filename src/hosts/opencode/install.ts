/** How Cairn is put into opencode and taken out again: one plugin, which brings its server along. No settings are touched. */

import { join } from "node:path";
import { readHostFile } from "../../install/host-file.ts";
import { planFilesIn, planFilesOut, strayFile } from "../../install/own-files.ts";
import { pluginOf, programOf } from "../../install/package.ts";
import { nodeNotes, programFinding, programOnPath, settingsLie } from "../../install/programs.ts";
import type { Site } from "../../install/wanted.ts";
import { CairnError } from "../../model/error.ts";
import { type Finding, ok, warning, wrong } from "../../model/finding.ts";
import { readText } from "../../places/paths.ts";
import { type CommandForm, commandFiles, filesIn, strayCommands } from "../command-files.ts";
import type { Environment, HostInstall } from "../host.ts";
import { firstLine } from "../typed-command.ts";
import { host, TITLE } from "./host.ts";
import { NEWER_NODE, opencodeFolder, recordsUnread } from "./records.ts";

const USE = host.name;
const LEFT_OUT = "recall --in transcripts and import transcripts leave opencode's sessions out";
const MAX_BYTES = 1_000_000;
const PROGRAM = /const PROGRAM = ("(?:[^"\\]|\\.)*")/;

export const install: HostInstall = {
  scopes: ["user"],
  isThere: (site, env) => programOnPath("opencode", env) !== undefined || settingsLie(configOf(site)),

  planIn({ source, site, receipt }) {
    const files = [...pluginIn(source, site), ...commandFiles(source, commandForm(site))];
    const plan = planFilesIn(files, USE, receipt);
    const uses = [...new Set([...plan.receipt.uses, USE])];
    return { ...plan, receipt: { ...plan.receipt, uses } };
  },

  planOut({ uses, named }, { site, receipt }) {
    if (!uses.includes(USE) && !named.includes(USE)) return { changes: [], receipt, notes: [] };
    const plan = planFilesOut(USE, receipt);
    const strays = [
      ...strayFile(pluginFile(site), receipt, isOurs),
      ...strayCommands(filesIn(commandsFolder(site)), receipt),
    ];
    const left = plan.receipt.uses.filter((use) => use !== USE);
    return { ...plan, changes: [...plan.changes, ...strays], receipt: { ...plan.receipt, uses: left } };
  },

  byHand: (source) => `copy ${join(pluginOf(source), "opencode", "cairn.js")} into ~/.config/opencode/plugins`,
  notes: (_, env) => nodeNotes(TITLE, env),
  next: () => [`The next session of ${TITLE} has Cairn; opencode mcp list shows its server.`],
  isOn: (site) => stateOf(site).program !== undefined,
  check,
};

function configOf(site: Site): string {
  return opencodeFolder(site, "config");
}

function pluginFile(site: Site): string {
  return join(configOf(site), "plugins", "cairn.js");
}

function commandsFolder(site: Site): string {
  return join(configOf(site), "commands", "cairn");
}

/** Typed as `/cairn/review`, by the folder and the file. */
function commandForm(site: Site): CommandForm {
  const words = "$ARGUMENTS";
  return {
    fileOf: (name) => join(commandsFolder(site), `${name}.md`),
    words,
    typed: (name) => `/cairn/${name}`,
    print: ({ name, description, body }) =>
      `---\ndescription: ${JSON.stringify(description)}\n---\n${firstLine(name, words)}\n\n${body}\n`,
  };
}

function pluginIn(source: string, site: Site): { file: string; text: string }[] {
  const text = readText(join(pluginOf(source), "opencode", "cairn.js"), MAX_BYTES);
  if (text === undefined)
    throw new CairnError("NOT_FOUND", `This package of Cairn has no plugin for ${TITLE}.`, {
      hint: "Install it again: npm install -g cairn-memory.",
    });
  return [
    {
      file: pluginFile(site),
      text: text.replace(PROGRAM, () => `const PROGRAM = ${JSON.stringify(programOf(source))}`),
    },
  ];
}

function isOurs(text: string): boolean {
  return /cairn\.cjs"/.test(text) && text.includes("CairnPlugin");
}

interface OpencodeState {
  /** The program the plugin names; undefined where there is no plugin of Cairn's. */
  readonly program: string | undefined;
  readonly fault: string | undefined;
}

function stateOf(site: Site): OpencodeState {
  try {
    const { text = "" } = readHostFile(pluginFile(site));
    const [, named] = (isOurs(text) && PROGRAM.exec(text)) || [];
    return { program: named === undefined ? undefined : (JSON.parse(named) as string), fault: undefined };
  } catch (error) {
    if (!(error instanceof CairnError || error instanceof SyntaxError)) throw error;
    return { program: undefined, fault: error.message };
  }
}

function check(site: Site, env: Environment): Finding[] {
  const { program, fault } = stateOf(site);
  if (fault !== undefined) return [wrong("plugin", fault, "Mend it, then run doctor again.")];
  if (program === undefined)
    return install.isThere(site, env) ? [ok(TITLE, "Cairn is not in it; cairn init opencode puts it in")] : [];
  const unread = recordsUnread(site);
  return [
    ok("plugin", "cairn.js, with its server"),
    programFinding(program, host.name, env),
    ...(unread === undefined ? [] : [warning("records", `${unread}: ${LEFT_OUT}`, NEWER_NODE)]),
  ];
}
