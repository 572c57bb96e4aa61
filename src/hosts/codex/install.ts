/**
 * How Cairn is put into Codex and taken out again: its server in `config.toml`, its hooks in `hooks.json`. Whether hooks
 * are trusted is the person's to say, in Codex; here it is only looked at.
 */

import { join } from "node:path";
import { readHostFile } from "../../install/host-file.ts";
import { LIST, valueAt } from "../../install/json-edit.ts";
import { planTableIn, planTableOut } from "../../install/own-files.ts";
import { programOf } from "../../install/package.ts";
import { bothPlans, planIn, planOut } from "../../install/plan.ts";
import { nodeNotes, programFinding, programOnPath, settingsLie } from "../../install/programs.ts";
import { hasTable } from "../../install/toml-edit.ts";
import { isAmong, type Site, type Traces, type Wanted } from "../../install/wanted.ts";
import { CairnError } from "../../model/error.ts";
import { type Finding, ok, warning, wrong } from "../../model/finding.ts";
import { JsonFault } from "../../text/json-text.ts";
import { TomlFault, tomlParts } from "../../text/toml-text.ts";
import { programIn } from "../hook-line.ts";
import type { Environment, HostInstall } from "../host.ts";
import { eventKey, hookGroups, isOurs, trustedHash } from "./hooks.ts";
import { codexHome, host, SERVER, TITLE } from "./host.ts";

const TABLE = ["mcp_servers", SERVER];
const USE = host.name;
const TRUST = `Start ${TITLE} and trust Cairn's hooks when it asks (later: /hooks): until then it runs none of them. Its tools work at once.`;

export const install: HostInstall = {
  scopes: ["user"],
  isThere: (site, env) => programOnPath("codex", env) !== undefined || settingsLie(codexHome(site)),

  planIn({ source, site, receipt }) {
    const program = programOf(source);
    const hooks = planIn(wantedBy(site, program), USE, receipt, TITLE);
    const table = { file: configOf(site), path: TABLE, values: serverOf(program), host: TITLE };
    const plan = bothPlans(hooks, (left) => planTableIn(table, USE, left));
    const uses = [...new Set([...plan.receipt.uses, USE])];
    return { ...plan, receipt: { ...plan.receipt, uses } };
  },

  planOut(leaving, { site, receipt }) {
    const hooks = planOut(leaving, tracesAt(site), receipt);
    const isOwn = (text: string) => /cairn\.cjs/.test(text);
    const table = { file: configOf(site), path: TABLE, host: TITLE, isOurs: isOwn };
    return bothPlans(hooks, (left) => planTableOut(table, USE, left));
  },

  byHand: (source) =>
    `run codex mcp add ${SERVER} -- node ${programOf(source)} mcp; hooks have to be put into hooks.json`,
  notes: (_, env) => nodeNotes(TITLE, env),
  next: () => [TRUST],
  isOn: (site) => stateOf(site).hooks > 0,
  check,
};

function configOf(site: Site): string {
  return join(codexHome(site), "config.toml");
}

function hooksOf(site: Site): string {
  return join(codexHome(site), "hooks.json");
}

function wantedBy(site: Site, program: string): Wanted[] {
  return hookGroups(program).map(([event, group]) => ({
    file: hooksOf(site),
    path: ["hooks", event, LIST],
    value: group,
    shared: false,
    isThere: (found) => isAmong(found, group),
  }));
}

/** It hands its servers few variables: those that say where memories are kept are named. */
function serverOf(program: string) {
  return {
    command: "node",
    args: [program, "mcp"],
    env: { CAIRN_HOST: host.name },
    env_vars: ["CAIRN_HOME", "CLAUDE_CONFIG_DIR", "CODEX_HOME"],
  };
}

function tracesAt(site: Site): Traces {
  const events = hookGroups("").map(([event]) => event);
  return {
    title: TITLE,
    placesOf: () => events.map((event) => ({ file: hooksOf(site), path: ["hooks", event, LIST] })),
    isInternal: () => false,
    isUse: (use) => use === USE,
    isOurs,
  };
}

interface CodexState {
  /** How many of Cairn's hooks are there, how many the person trusts or trusted as they were before, and how many are off. */
  readonly hooks: number;
  readonly trusted: number;
  readonly changed: number;
  readonly off: number;
  readonly server: boolean;
  /** The program its settings name. */
  readonly program: string | undefined;
  readonly faults: readonly string[];
}

/** Read as Codex reads it. Nothing is run. */
function stateOf(site: Site): CodexState {
  const faults: string[] = [];
  const read = <T>(file: string, what: (text: string) => T, none: T): T => {
    try {
      const { text } = readHostFile(file);
      return text === undefined ? none : what(text);
    } catch (error) {
      if (!(error instanceof CairnError || error instanceof TomlFault || error instanceof JsonFault)) throw error;
      faults.push(error instanceof CairnError ? error.message : `${file}: ${error.message}`);
      return none;
    }
  };
  const ours = read(hooksOf(site), (text) => oursIn(text, site), []);
  const config = read(configOf(site), (text) => ({ text, parts: tomlParts(text) }), { text: "", parts: [] });
  const said = (key: string, name: string) =>
    config.parts.find(({ path }) => path.length === 4 && path[1] === "state" && path[2] === key && path[3] === name)
      ?.value;
  const noted = ours.map(({ key, hash }) => ({ hash, trusted: said(key, "trusted_hash") }));
  return {
    hooks: ours.length,
    trusted: noted.filter(({ hash, trusted }) => trusted !== undefined && trusted === hash).length,
    changed: noted.filter(({ hash, trusted }) => trusted !== undefined && trusted !== hash).length,
    off: ours.filter(({ key }) => said(key, "enabled") === "false").length,
    server: hasTable(config.text, TABLE),
    program: ours.map(({ program }) => program).find((one) => one !== undefined),
    faults,
  };
}

/** Codex notes its trust by the file, the event, and where in it a hook stands. */
function oursIn(text: string, site: Site): { key: string; hash: string | undefined; program: string | undefined }[] {
  return hookGroups("").flatMap(([event]) => {
    const groups = valueAt(text, ["hooks", event]);
    return (Array.isArray(groups) ? groups : []).flatMap((group, n) => {
      if (!isOurs(group)) return [];
      const program = programIn(JSON.stringify(group).replaceAll('\\"', '"'));
      return [{ key: `${hooksOf(site)}:${eventKey(event)}:${n}:0`, hash: trustedHash(event, group), program }];
    });
  });
}

function check(site: Site, env: Environment): Finding[] {
  const state = stateOf(site);
  const faults = state.faults.map((found) => wrong("settings", found, "Mend it, then run doctor again."));
  if (state.hooks === 0 && !state.server) {
    if (faults.length > 0) return faults;
    return install.isThere(site, env) ? [ok(TITLE, "Cairn is not in it; cairn init codex puts it in")] : [];
  }
  const ran = state.program === undefined ? [] : [programFinding(state.program, host.name, env)];
  return [hooksFinding(state), serverFinding(state), ...ran, ...faults];
}

function hooksFinding({ hooks, trusted, changed, off }: CodexState): Finding {
  if (hooks === 0)
    return warning("hooks", "not in hooks.json: Cairn has its tools, and does nothing by itself", "Run init codex.");
  if (off > 0) return warning("hooks", `${off} of ${hooks} switched off`, `Switch them on in ${TITLE}: /hooks.`);
  const next = `Start ${TITLE} and trust them when it asks; in a session that runs, type /hooks.`;
  if (changed > 0) return warning("hooks", `changed since you trusted them, so not run: ${changed} of ${hooks}`, next);
  if (trusted < hooks) return warning("hooks", `installed, not trusted yet: ${hooks - trusted} of ${hooks}`, next);
  return ok("hooks", `${hooks}, trusted`);
}

function serverFinding({ server }: CodexState): Finding {
  if (server) return ok("server", "in config.toml");
  return warning("server", "not in config.toml: most hooks have nobody to answer them", "Run init codex.");
}
