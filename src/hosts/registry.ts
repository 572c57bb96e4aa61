/** The hosts there are. Everybody asks here; nobody else knows a host's folder. */

import { host as claudeCode } from "./claude-code/host.ts";
import type { Environment, Host } from "./host.ts";

const shipped = [claudeCode] as const;

const rows: Host[] = [...shipped];

/** In the order of the table: the first is the one meant where nobody says which. */
export function hosts(): readonly Host[] {
  return rows;
}

export const [defaultHost] = shipped;

/** As people call them. */
export const hostTitles = shipped.map(({ title }) => title);

export function hostNamed(name: string): Host | undefined {
  return rows.find((host) => host.name === name);
}

/** The one whose agent started this process, else the one meant where nobody says which. */
export function hostIn(env: Environment): Host {
  return rows.find(({ environment }) => environment.session.some((name) => env[name])) ?? defaultHost;
}

/** One more row, for a test. Answers with what takes it out again. */
export function withHost(host: Host): () => void {
  rows.push(host);
  return () => void rows.splice(rows.indexOf(host), 1);
}
