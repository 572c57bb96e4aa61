/** How Cairn is put into Copilot CLI and taken out again: a file of hooks of its own, and its server in `mcp-config.json`. */

import { join } from "node:path";
import { readHostFile, settingsFault } from "../../install/host-file.ts";
import { valueAt } from "../../install/json-edit.ts";
import { planFilesIn, planFilesOut, strayFile } from "../../install/own-files.ts";
import { programOf } from "../../install/package.ts";
import { bothPlans, planIn, planOut } from "../../install/plan.ts";
import { nodeNotes, programFinding, programOnPath, settingsLie } from "../../install/programs.ts";
import { isTaken, type Site, type Traces, type Wanted } from "../../install/wanted.ts";
import { type Finding, ok, warning, wrong } from "../../model/finding.ts";
import { hookLine, programIn } from "../hook-line.ts";
import type { Environment, HostInstall } from "../host.ts";
import { copilotHome, host, SERVER, TITLE } from "./host.ts";
import { eventNames } from "./moments.ts";

const USE = host.name;
const SERVER_PATH = ["mcpServers", SERVER];
/** On a busy machine a process alone may take seconds to start. */
const SECONDS = 10;

/** Each is a process of its own: only tools that concern a memory are worth one. */
const matchers: Readonly<Record<string, string>> = {
  "before-tool": `^(?:Write|Edit|${SERVER}-.*)$`,
  "after-tool": "^(?:Write|Edit|Bash|Agent|web_fetch|web_search|WebFetch|WebSearch|.*-.*)$",
  "tool-failed": "^Bash$",
};

export const install: HostInstall = {
  scopes: ["user"],
  isThere: (site, env) => programOnPath("copilot", env) !== undefined || settingsLie(copilotHome(site)),

  planIn({ source, site, receipt }) {
    const program = programOf(source);
    const server = planIn([wantedServer(site, program)], USE, receipt, TITLE);
    const hooks = planFilesIn([{ file: hooksOf(site), text: hooksText(program) }], USE, server.receipt);
    return {
      changes: [...hooks.changes, ...server.changes],
      receipt: hooks.receipt,
      notes: [...server.notes, ...hooks.notes],
    };
  },

  planOut(leaving, { site, receipt }) {
    const server = planOut(leaving, tracesAt(site), receipt);
    if (!leaving.uses.includes(USE) && !leaving.named.includes(USE)) return server;
    const plan = bothPlans(server, (left) => planFilesOut(USE, left));
    return { ...plan, changes: [...plan.changes, ...strayFile(hooksOf(site), receipt, isOurs)] };
  },

  byHand: (source) =>
    `run copilot mcp add ${SERVER} -- node ${programOf(source)} mcp; hooks have to be put into ~/.copilot/hooks`,
  notes: (_, env) => nodeNotes(TITLE, env),
  next: () => [`The next session of ${TITLE} has Cairn; /mcp shows its server.`],
  isOn: (site) => stateOf(site).program !== undefined,
  check,
};

function configOf(site: Site): string {
  return join(copilotHome(site), "mcp-config.json");
}

function hooksOf(site: Site): string {
  return join(copilotHome(site), "hooks", "cairn.json");
}

/** One that fails before a tool would keep the tool from running: whatever becomes of Cairn, it ends well. */
function hooksText(program: string): string {
  const hooks = Object.entries(eventNames).map(([moment, event]) => {
    const bash = `${hookLine(program, host.name, moment)} || true`;
    const matcher = matchers[moment];
    return [event, [{ type: "command", ...(matcher === undefined ? {} : { matcher }), bash, timeoutSec: SECONDS }]];
  });
  return `${JSON.stringify({ version: 1, hooks: Object.fromEntries(hooks) }, null, 2)}\n`;
}

function wantedServer(site: Site, program: string): Wanted {
  const server = {
    type: "local",
    command: "node",
    args: [program, "mcp"],
    env: { CAIRN_HOST: host.name },
    tools: ["*"],
  };
  return {
    file: configOf(site),
    path: SERVER_PATH,
    value: server,
    shared: false,
    isThere: (found) => isTaken(found, server),
  };
}

function isOurs(text: string): boolean {
  return /cairn\.cjs\W+hook copilot-cli /.test(text);
}

function tracesAt(site: Site): Traces {
  const { server } = stateOf(site);
  return {
    title: TITLE,
    placesOf: () => (server ? [{ file: configOf(site), path: SERVER_PATH }] : []),
    isInternal: () => false,
    isUse: (use) => use === USE,
  };
}

interface CopilotState {
  readonly server: boolean;
  /** The program its hooks name; undefined where there are none of Cairn's. */
  readonly program: string | undefined;
  readonly fault: string | undefined;
}

function stateOf(site: Site): CopilotState {
  try {
    const { text: hooks = "" } = readHostFile(hooksOf(site));
    const program = isOurs(hooks) ? programIn(hooks) : undefined;
    const { text: config } = readHostFile(configOf(site));
    const server = config !== undefined && /cairn\.cjs/.test(JSON.stringify(valueAt(config, SERVER_PATH)) ?? "");
    return { server, program, fault: undefined };
  } catch (error) {
    return { server: false, program: undefined, fault: settingsFault(configOf(site), error) };
  }
}

function check(site: Site, env: Environment): Finding[] {
  const { server, program, fault } = stateOf(site);
  if (fault !== undefined) return [wrong("settings", fault, "Mend it, then run doctor again.")];
  if (program === undefined && !server)
    return install.isThere(site, env) ? [ok(TITLE, "Cairn is not in it; cairn init copilot-cli puts it in")] : [];
  return [
    program === undefined
      ? warning("hooks", "not there: Cairn has its tools, and does nothing by itself", "Run init copilot-cli.")
      : ok("hooks", `${Object.keys(eventNames).length}, in hooks/cairn.json`),
    server ? ok("server", "in mcp-config.json") : warning("server", "not in mcp-config.json", "Run init copilot-cli."),
    ...(program === undefined ? [] : [programFinding(program, host.name, env)]),
  ];
}
