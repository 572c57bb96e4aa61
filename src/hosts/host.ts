/**
 * What Cairn must know of a client to be plugged into it: a host. One folder fills this in, one row of `registry.ts` names
 * it, and nothing else knows the client's names. What a host does not say has an empty or missing part here.
 */

export type { Environment } from "../places/project-root.ts";

import type { InstallPlan, Leaving } from "../install/plan.ts";
import type { Receipt } from "../install/receipt.ts";
import type { InstallScope, Site } from "../install/wanted.ts";
import type { Finding } from "../model/finding.ts";
import type { Environment } from "../places/project-root.ts";
import type { Answer, HostEvent, Moment, Todo } from "./moment.ts";
import type { Payload } from "./payload.ts";

/** Loaded by every process: names only. The rest is loaded when it is first wanted. */
export interface Host {
  /** In hooks, and in the names of trails: never changed later. */
  readonly name: string;
  /** As people call it. */
  readonly title: string;
  /** How a command of Cairn's begins there; missing where it has none, and a shell is the place for it. */
  readonly commands?: string;
  readonly environment: HostEnvironment;
  /** Whether a hook written for another client runs in this one, by what it is told; missing where it runs only its own. */
  runsHooksOfOthers?(payload: Payload, env: Environment): boolean;
  readonly tools: ToolNames;
  /** A file in which the client itself keeps what a tool printed: its session, then the task or use it came of. */
  readonly outputFile?: RegExp;
  /** How it writes what comes in by itself, in records. */
  readonly notices?: HostNotices;
  /** The agent's list of things to do, where a tool writes the whole of it; undefined where it does something else. */
  listIn?(tool: string, input: Payload): readonly Todo[] | undefined;
  moments(): Promise<HostMoments>;
  /** Whether the client loads the index of the memory by itself; missing where it never does. */
  loadsIndex?(site: Site, env: Environment): Promise<boolean>;
  /** Missing where a person plugs Cairn in by hand. */
  install?(): Promise<HostInstall>;
}

/** One that `init` can put Cairn into. */
export type InstallableHost = Host & Required<Pick<Host, "install">>;

interface HostEnvironment {
  /** Variables by whose presence a command knows that the client's agent runs it. */
  readonly marks: RegExp;
  /** Variables that name the session. The first that is set counts. */
  readonly session: readonly string[];
}

/** By what names the client's tools go, in hooks and in records alike. */
export interface ToolNames {
  /** They run a command. */
  readonly shells: readonly string[];
  /** They read the file they name. */
  readonly readers: readonly string[];
  /** They look for something in files, or among their names. */
  readonly searchers: readonly string[];
  /** They start a sub-agent. */
  readonly agents: readonly string[];
  /** They tell what a task in the background has printed so far. */
  readonly outputs: readonly string[];
  /** They lay a plan before the person. */
  readonly plans: readonly string[];
  /** Of the client's own: they bring in the words of others. */
  readonly outside: RegExp;
  /** Another server's, by how the client calls such. With another client the name may mean anything. */
  readonly servers: RegExp;
}

export interface HostNotices {
  /** The words of another agent or session are handed in. */
  readonly handedIn: RegExp;
  /** A task in the background tells something: how that begins, and where the task is named. */
  readonly task: { readonly begins: RegExp; readonly named: RegExp };
  /** A command that the person ran in the conversation, and what it printed, in a text of its own or the same. */
  readonly ran: RegExp;
  readonly printed: RegExp;
  /** What was too long for a result was put into this file. */
  readonly saved: RegExp;
}

export interface HostMoments {
  /** What is said at each moment, by our names. Nothing in a payload is taken for granted. */
  readonly events: { readonly [M in Moment]: (payload: Payload, env: Environment) => HostEvent<M> };
  /** How a new session of this name begins; missing where no start is worked out before. */
  beginning?(session: string): HostBeginning;
  /** The folder the session works in, where a hook may run elsewhere. */
  folderIn?(payload: Payload): string;
  /** Empty where there is nothing to say. */
  print(moment: Moment, answer: Answer): string;
  /** What is printed where there is nothing to say. */
  readonly silence: string;
  /** The most characters of one answer. */
  readonly units: number;
}

interface HostBeginning {
  readonly payload: Payload;
  /** Set for its hooks; undefined where they are not, or a page says nothing of them: the printer of it asks itself. */
  readonly env: Environment;
}

/** How Cairn is put into the client's own files and taken out again. Everything here only looks and plans. */
export interface HostInstall {
  /** For whom it can be put in. */
  readonly scopes: readonly InstallScope[];
  /** The client is on this machine: its program, or its settings. */
  isThere(site: Site, env: Environment): boolean;
  planIn(asked: InstallAsked): PlannedIn;
  /** `uses` go; those `named` are looked at even if nobody noted that something was put there. */
  planOut(leaving: Leaving, at: InstallAt): PlannedOut;
  /** What a person would type instead. */
  byHand(source: string): string;
  /** What may keep it from working here. */
  notes(site: Site, env: Environment): string[];
  /** What the person sees or has to do, once it is in. */
  next(site: Site): readonly string[];
  /** Cairn is in, and switched on. */
  isOn(site: Site, env: Environment): boolean;
  /** For doctor. Runs the program it finds. */
  check(site: Site, env: Environment): Finding[];
}

interface InstallAt {
  readonly site: Site;
  readonly receipt: Receipt;
}

export interface InstallAsked extends InstallAt {
  readonly scope: InstallScope;
  readonly source: string;
  readonly now: Date;
  /** The plugin's commands also as plain ones. */
  readonly commands: boolean;
}

export interface PlannedIn extends InstallPlan {
  /** Missing where a client gets none as plain ones. */
  readonly commands?: {
    readonly put: readonly string[];
    readonly leftOut: readonly { readonly name: string; readonly why: string }[];
  };
}

export interface PlannedOut extends InstallPlan {
  /** Commands that a person has changed since. */
  readonly keptCommands?: readonly string[];
}
