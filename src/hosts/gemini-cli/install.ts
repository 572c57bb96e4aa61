/** How Cairn is put into Gemini CLI and taken out again: its hooks and its server, in the one file of settings. */

import { join } from "node:path";
import { readHostFile, settingsFault } from "../../install/host-file.ts";
import { LIST, valueAt } from "../../install/json-edit.ts";
import { planFilesIn, planFilesOut } from "../../install/own-files.ts";
import { programOf } from "../../install/package.ts";
import { bothPlans, planIn, planOut } from "../../install/plan.ts";
import { nodeNotes, programFinding, programOnPath, settingsLie } from "../../install/programs.ts";
import { isAmong, isTaken, type Site, type Traces, type Wanted } from "../../install/wanted.ts";
import { type Finding, ok, warning, wrong } from "../../model/finding.ts";
import { type CommandForm, commandFiles, filesIn, strayCommands } from "../command-files.ts";
import { hookLine, programIn } from "../hook-line.ts";
import type { Environment, HostInstall } from "../host.ts";
import { firstLine } from "../typed-command.ts";
import { geminiHome, host, SERVER, TITLE, tools, WRITERS } from "./host.ts";
import { eventNames } from "./moments.ts";
import { trustFindings } from "./trust.ts";

const USE = host.name;
const SERVER_PATH = ["mcpServers", SERVER];

/** By which `/hooks` names them. */
const NAME = "cairn";

/** Milliseconds, unlike elsewhere. */
const WAIT_MS = 5_000;

/** Each is a process of its own: only tools that concern a memory are worth one. */
const matchers: Readonly<Record<string, string>> = {
  "before-tool": `^(?:${WRITERS.join("|")}|mcp_${SERVER}_.*)$`,
  "after-tool": `^(?:${[...WRITERS, ...tools.shells, ...tools.agents].join("|")}|web_fetch|google_web_search|mcp_.*)$`,
};

export const install: HostInstall = {
  scopes: ["user"],
  isThere: (site, env) => programOnPath("gemini", env) !== undefined || settingsLie(geminiHome(site)),

  planIn({ source, site, receipt }) {
    // It reads comments in its settings.
    const settings = planIn(wantedBy(site, programOf(source)), USE, receipt, TITLE, "loose");
    return bothPlans(settings, (left) => planFilesIn(commandFiles(source, commandForm(site)), USE, left));
  },

  planOut(leaving, { site, receipt }) {
    const settings = planOut(leaving, tracesAt(site), receipt);
    if (!leaving.uses.includes(USE) && !leaving.named.includes(USE)) return settings;
    const plan = bothPlans(settings, (left) => planFilesOut(USE, left));
    return { ...plan, changes: [...plan.changes, ...strayCommands(filesIn(commandsFolder(site)), receipt)] };
  },

  byHand: (source) =>
    `run gemini mcp add ${SERVER} node ${programOf(source)} mcp; hooks have to be put into settings.json`,
  notes: (_, env) => nodeNotes(TITLE, env),
  next: () => [
    `The next session of ${TITLE} has Cairn, in folders you trust: it asks once for each, or type /permissions trust there.`,
    "It asks before it first uses one of Cairn's tools; /hooks and /mcp show them.",
  ],
  isOn: (site) => stateOf(site).hooks > 0,
  check,
};

function settingsOf(site: Site): string {
  return join(geminiHome(site), "settings.json");
}

function commandsFolder(site: Site): string {
  return join(geminiHome(site), "commands", "cairn");
}

/** Typed as `/cairn:review`, by the folder and the file. */
function commandForm(site: Site): CommandForm {
  const words = "{{args}}";
  return {
    fileOf: (name) => join(commandsFolder(site), `${name}.toml`),
    words,
    typed: (name) => `/cairn:${name}`,
    print: ({ name, description, body }) =>
      `description = ${JSON.stringify(description)}\nprompt = '''\n${firstLine(name, words)}\n\n${body}\n'''\n`,
  };
}

function wantedBy(site: Site, program: string): Wanted[] {
  const file = settingsOf(site);
  const hooks = Object.entries(eventNames).map(([moment, event]) => {
    const command = hookLine(program, host.name, moment);
    const matcher = matchers[moment];
    const hook = { type: "command", name: NAME, command, timeout: moment === "session-start" ? 2 * WAIT_MS : WAIT_MS };
    const group = { ...(matcher === undefined ? {} : { matcher }), hooks: [hook] };
    return {
      file,
      path: ["hooks", event, LIST],
      value: group,
      shared: false,
      isThere: (found: unknown) => isAmong(found, group),
    };
  });
  const server = { command: "node", args: [program, "mcp"], env: { CAIRN_HOST: host.name } };
  const isThere = (found: unknown) => isTaken(found, server);
  return [...hooks, { file, path: SERVER_PATH, value: server, shared: false, isThere }];
}

function isOurs(group: unknown): boolean {
  return /cairn\.cjs\W+hook gemini-cli /.test(JSON.stringify(group) ?? "");
}

function tracesAt(site: Site): Traces {
  const file = settingsOf(site);
  const { server } = stateOf(site);
  return {
    title: TITLE,
    placesOf: () => [
      ...Object.values(eventNames).map((event) => ({ file, path: ["hooks", event, LIST] })),
      ...(server ? [{ file, path: SERVER_PATH }] : []),
    ],
    isInternal: () => false,
    isUse: (use) => use === USE,
    isOurs,
  };
}

interface GeminiState {
  readonly hooks: number;
  readonly server: boolean;
  readonly program: string | undefined;
  /** The person has switched them off. */
  readonly off: boolean;
  readonly fault: string | undefined;
}

const NOTHING: GeminiState = { hooks: 0, server: false, program: undefined, off: false, fault: undefined };

/** Read as the client reads it. Nothing is run. */
function stateOf(site: Site): GeminiState {
  const file = settingsOf(site);
  try {
    const { text } = readHostFile(file);
    if (text === undefined) return NOTHING;
    const groups = Object.values(eventNames).flatMap((event) => valueAt(text, ["hooks", event]) ?? []);
    const ours = groups.filter(isOurs);
    const disabled = valueAt(text, ["hooksConfig", "disabled"]);
    return {
      hooks: ours.length,
      server: /cairn\.cjs/.test(JSON.stringify(valueAt(text, SERVER_PATH)) ?? ""),
      program: programIn(JSON.stringify(ours)),
      off: valueAt(text, ["hooksConfig", "enabled"]) === false || (Array.isArray(disabled) && disabled.includes(NAME)),
      fault: undefined,
    };
  } catch (error) {
    return { ...NOTHING, fault: settingsFault(file, error) };
  }
}

function check(site: Site, env: Environment): Finding[] {
  const { hooks, server, program, off, fault } = stateOf(site);
  if (fault !== undefined) return [wrong("settings", fault, "Mend it, then run doctor again.")];
  if (hooks === 0 && !server)
    return install.isThere(site, env) ? [ok(TITLE, "Cairn is not in it; cairn init gemini-cli puts it in")] : [];
  return [
    hooksFinding(hooks, off),
    server ? ok("server", "in settings.json") : warning("server", "not in settings.json", "Run init gemini-cli."),
    ...trustFindings(site, env, settingsOf(site)),
    ...(program === undefined ? [] : [programFinding(program, host.name, env)]),
  ];
}

function hooksFinding(hooks: number, off: boolean): Finding {
  if (hooks === 0)
    return warning(
      "hooks",
      "not in settings.json: Cairn has its tools, and does nothing by itself",
      "Run init gemini-cli.",
    );
  return off
    ? warning("hooks", "switched off", `Switch them on in ${TITLE}: /hooks.`)
    : ok("hooks", `${hooks}, in settings.json`);
}
