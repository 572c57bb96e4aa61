/**
 * Who holds a lock, in a form another process can judge: `1;host;boot;pid-namespace;pid;start;token`.
 * A living owner is never judged dead; where it cannot be known, the answer is "unknown", which counts as living.
 */

import { hostname } from "node:os";
import { sha256Of } from "../model/sha256.ts";
import { linkTargetOf } from "./files.ts";
import { type ProcessSighting, sightingOf, smallText, startOf } from "./process.ts";

export interface Owner {
  readonly host: string;
  /** Empty where the system has no name for a boot. */
  readonly boot: string;
  /** Empty where the system has no pid namespaces, "?" where it does not tell. */
  readonly namespace: string;
  readonly pid: number;
  /** When the process started, in the system's own words; empty if unknown. */
  readonly start: string;
  readonly token: string;
}

/** `torn`: what a power cut left of an owner. `strange`: the words of a later Cairn, or nobody's. */
export type OwnerRead = Owner | "torn" | "strange";
export type Judgement = "living" | "dead" | "unknown";

const FORM = /^1;([^;]+);([^;]*);([^;]*);(\d+);([^;]*);([a-z0-9]+)\n$/;
const OTHER_VERSION = /^(?!1;)\d+;/;

export function printOwner({ host, boot, namespace, pid, start, token }: Owner): string {
  return `${["1", host, boot, namespace, pid, start, token].join(";")}\n`;
}

export function parseOwner(text: string): OwnerRead {
  const [, host = "", boot = "", namespace = "", pid = "", start = "", token = ""] = FORM.exec(text) ?? [];
  if (token !== "") return { host, boot, namespace, pid: Number(pid), start, token };
  return OTHER_VERSION.test(text) ? "strange" : "torn";
}

/** The table of protocols §2. A text is complete before anything links to it, so a torn one outlived its machine. */
export function judgeOwner(owner: OwnerRead, self: Owner, look: (pid: number) => ProcessSighting): Judgement {
  if (owner === "torn") return "dead";
  if (owner === "strange" || owner.host !== self.host) return "unknown";
  if (owner.boot !== self.boot) return owner.boot === "" || self.boot === "" ? "unknown" : "dead";
  if (owner.namespace !== self.namespace || owner.namespace === "?") return "unknown";
  const seen = look(owner.pid);
  if (seen === "gone") return "dead";
  return seen.start === undefined || owner.start === "" || seen.start === owner.start ? "living" : "dead";
}

export function judgeNow(owner: OwnerRead, self: Owner, waitedMs: number): Judgement {
  return judgeOwner(owner, self, (pid) => sightingOf(pid, waitedMs));
}

/** Such a process is there now. Then its owner is not dead to anybody who asks, and who this process is need not be found out. */
export function isRunning(owner: OwnerRead): boolean {
  if (typeof owner === "string" || owner.start === "") return false;
  const seen = sightingOf(owner.pid, 0);
  return seen !== "gone" && seen.start === owner.start;
}

/** As `isRunning`, and it is that very process: on this machine, since it was last started, among the processes that are seen from here. */
export function isNeighbour(owner: OwnerRead): owner is Owner {
  if (typeof owner === "string" || owner.boot === "" || owner.namespace === "?") return false;
  return isRunning(owner) && owner.boot === thisBoot() && owner.namespace === namespaceOf();
}

let known: Omit<Owner, "token"> | undefined;

/** This process, under the given token. */
export function selfAs(token: string): Owner {
  known ??= {
    host: hostOf(),
    boot: thisBoot(),
    namespace: namespaceOf(),
    pid: process.pid,
    start: startOf(process.pid),
  };
  return { ...known, token };
}

/** The machine's own id beside its name: two machines called `localhost` must not judge each other. */
function hostOf(): string {
  const isLinux = process.platform === "linux";
  // The same word as `hostname` has; a hook's process is spared the module that asks for it.
  const called = (isLinux && smallText("/proc/sys/kernel/hostname")) || hostname();
  const name = called.replaceAll(/[;\s]/g, "-") || "unnamed";
  const machine = isLinux ? smallText("/etc/machine-id") : "";
  return machine === "" ? name : `${name}/${sha256Of(machine).slice(0, 8)}`;
}

/** Empty where the system has no name for it. */
export function thisBoot(): string {
  return process.platform === "linux" ? smallText("/proc/sys/kernel/random/boot_id") : "";
}

function namespaceOf(): string {
  return process.platform === "linux" ? (linkTargetOf("/proc/self/ns/pid") ?? "?") : "";
}
