/** The hosts there are. Everybody asks here; nobody else knows a host's folder. */

import { isHarmless } from "../guard/harmless.ts";
import { redact } from "../guard/redact.ts";
import { host as claudeCode } from "./claude-code/host.ts";
import { host as codex } from "./codex/host.ts";
import { host as copilotCli } from "./copilot-cli/host.ts";
import { host as geminiCli } from "./gemini-cli/host.ts";
import type { Environment, Host } from "./host.ts";
import { host as opencode } from "./opencode/host.ts";
import type { Payload } from "./payload.ts";

const shipped = [claudeCode, codex, geminiCli, opencode, copilotCli] as const;

const rows: Host[] = [...shipped];

/** In the order of the table: the first is the one meant where nobody says which. */
export function hosts(): readonly Host[] {
  return rows;
}

export const [defaultHost] = shipped;

/** As people call them, and by their names. */
export const hostTitles = shipped.map(({ title }) => title);
export const hostNames = shipped.map(({ name }) => name);

export function hostNamed(name: string): Host | undefined {
  return rows.find((host) => host.name === name);
}

/** The client whose hook called. Some clients run another's hooks too: they are told apart by their payload. */
export function hostCalling(name: string, payload: Payload, env: Environment): Host | undefined {
  const named = hostNamed(name);
  if (named !== defaultHost) return named;
  return rows.find((host) => host.runsHooksOfOthers?.(payload, env)) ?? named;
}

/** The one whose agent started this process, by its settings or its environment; else the one meant where nobody says which. */
export function hostIn(env: Environment): Host {
  const told = hostNamed(env["CAIRN_HOST"] ?? "");
  if (told !== undefined) return told;
  return rows.find(({ environment }) => environment.session.some((name) => env[name])) ?? defaultHost;
}

/** One more row, for a test. Answers with what takes it out again. */
export function withHost(host: Host): () => void {
  rows.push(host);
  return () => void rows.splice(rows.indexOf(host), 1);
}

const LONGEST = 200;

/**
 * The session a process belongs to, as the host names it in the environment. What is not such a name may be anything, and
 * goes into files and the history.
 */
export function sessionIn(env: Environment): { session?: string } {
  const names = [...hosts().flatMap(({ environment }) => environment.session), "CAIRN_SESSION"];
  const given = names.map((name) => env[name]).find((value) => value !== undefined && value !== "");
  if (given === undefined) return {};
  return { session: isHarmless(given) ? given : redact(given).text.slice(0, LONGEST) };
}
