/**
 * The real client as a test runs it: in a home of its own, with nothing of the caller's environment, talking to the
 * scripted model and to nobody else.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type ClientVersion, clientProgram } from "./install.ts";
import { endMarked, leftAfter, MARK, marked, type RunningProcess } from "./processes.ts";
import { Screen } from "./screen.ts";
import type { ScriptedModel } from "./scripted-model.ts";
import { Talk } from "./talk.ts";
import { type Wire, wires } from "./wire.ts";

export interface ClientOptions {
  readonly version: ClientVersion;
  readonly model: ScriptedModel;
  readonly home: string;
  /** The folder it is started in. */
  readonly project: string;
  /** The form in which hooks' texts go out. */
  readonly wire?: Wire;
  /** Loaded for each run, as `--plugin-dir`. */
  readonly plugins?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface Asking {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly permissionMode?: "default" | "bypassPermissions" | "acceptEdits" | "plan";
  /** More words for the command line. */
  readonly words?: readonly string[];
  /** Ended with all it started after this long; the exit code is null then. */
  readonly limitMs?: number;
}

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Run extends Ended {
  /** What the client said at last; empty if it came to no result. */
  readonly result: string;
  readonly isError: boolean;
  readonly session: string;
  /** The whole result, for fields such as `permission_denials`. */
  readonly answer: Readonly<Record<string, unknown>>;
  /** Path of the session's record. */
  readonly transcript: string;
  /** Path of what the client logged, with each hook's time. */
  readonly debugLog: string;
}

const API_KEY = "sk-ant-scripted";
const LIMIT_MS = 90_000;
const GRACE_MS = 5_000;

export class Client {
  readonly #options: ClientOptions;
  readonly #mark = randomUUID();
  readonly #logs: string;
  #runs = 0;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#logs = join(dirname(options.home), "client-logs");
    mkdirSync(this.#logs, { recursive: true });
  }

  /** One prompt in a new session, to its end. */
  run(prompt: string, asking: Asking = {}): Promise<Run> {
    return this.#prompt(prompt, ["--session-id", randomUUID()], asking);
  }

  resume(session: string, prompt: string, asking: Asking = {}): Promise<Run> {
    return this.#prompt(prompt, ["--resume", session], asking);
  }

  /** A new session that begins with the history of another. */
  fork(session: string, prompt: string, asking: Asking = {}): Promise<Run> {
    return this.#prompt(prompt, ["--resume", session, "--fork-session"], asking);
  }

  compact(session: string, instructions = "", asking: Asking = {}): Promise<Run> {
    return this.resume(session, `/compact ${instructions}`.trim(), asking);
  }

  clear(session: string, asking: Asking = {}): Promise<Run> {
    return this.resume(session, "/clear", asking);
  }

  /** Several turns in one process. A `session` given is resumed. */
  talk({ session, ...asking }: Asking & { readonly session?: string } = {}): Talk {
    const which = session === undefined ? ["--session-id", randomUUID()] : ["--resume", session];
    const stream = ["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"];
    const debugLog = this.#nextLog();
    const { child, ended } = this.#start([...stream, ...which, ...this.#common(asking, debugLog)], asking, "pipe");
    return new Talk({ child, ended, debugLog });
  }

  /** The client as a person has it, on a screen. */
  screen(asking: Asking = {}): Screen {
    const { home, project, version } = this.#options;
    const cwd = asking.cwd ?? project;
    seedHome(home, cwd, version);
    const words = this.#common(asking, this.#nextLog());
    return new Screen({ program: clientProgram(version), words, cwd, env: { ...this.#env(), ...asking.env } });
  }

  /** The client's other commands, such as `plugin list --json`. */
  command(words: readonly string[], asking: Asking = {}): Promise<Ended> {
    return this.#start(words, asking, "ignore").ended;
  }

  /** Adds the marketplace in a folder and installs one plugin of it. The first command that fails is the answer. */
  async installPlugin(marketplace: string, plugin: string, words: readonly string[] = []): Promise<Ended> {
    const added = await this.command(["plugin", "marketplace", "add", marketplace]);
    return added.code === 0 ? this.command(["plugin", "install", plugin, ...words]) : added;
  }

  uninstallPlugin(plugin: string, words: readonly string[] = []): Promise<Ended> {
    return this.command(["plugin", "uninstall", plugin, ...words]);
  }

  /** Where the client keeps what belongs to the sessions of a folder. */
  projectFolder(cwd = this.#options.project): string {
    return join(this.#options.home, ".claude", "projects", realpathSync(cwd).replaceAll(/[^A-Za-z0-9]/g, "-"));
  }

  transcript(session: string, cwd?: string): string {
    return join(this.projectFolder(cwd), `${session}.jsonl`);
  }

  /** What runs now of all that this client ever started, itself included. */
  running(): RunningProcess[] {
    return marked(this.#mark);
  }

  /** What still runs of it, once it had time to end. */
  left(graceMs = GRACE_MS): Promise<RunningProcess[]> {
    return leftAfter(this.#mark, graceMs);
  }

  /** Ends all that this client started. */
  end(): Promise<void> {
    return endMarked(this.#mark);
  }

  async #prompt(prompt: string, which: readonly string[], asking: Asking): Promise<Run> {
    const debugLog = this.#nextLog();
    const words = ["-p", prompt, "--output-format", "json", ...which, ...this.#common(asking, debugLog)];
    const ended = await this.#start(words, asking, "ignore").ended;
    const answer = resultIn(ended.out);
    const session = String(answer["session_id"] ?? which[1]);
    const transcript = this.transcript(session, asking.cwd);
    const result = String(answer["result"] ?? "");
    return { ...ended, answer, result, isError: answer["is_error"] === true, session, transcript, debugLog };
  }

  #nextLog(): string {
    return join(this.#logs, `${this.#mark}-${++this.#runs}.log`);
  }

  #common({ permissionMode = "bypassPermissions", words = [] }: Asking, debugLog: string): string[] {
    const { wire = "system-turn", plugins = [] } = this.#options;
    const dirs = plugins.flatMap((folder) => ["--plugin-dir", folder]);
    const modes = ["--model", wires[wire], "--permission-mode", permissionMode];
    return [...modes, "--debug-file", debugLog, ...dirs, ...words];
  }

  #start(words: readonly string[], { cwd = this.#options.project, env, limitMs = LIMIT_MS }: Asking, stdin: Stdin) {
    const child = spawn(clientProgram(this.#options.version), words, {
      cwd,
      env: { ...this.#env(), ...env },
      stdio: [stdin, "pipe", "pipe"],
    });
    return { child, ended: endOf(child, () => this.end(), limitMs) };
  }

  #env(): Record<string, string> {
    const { home, model, env } = this.#options;
    return {
      HOME: home,
      PATH: [dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"].join(":"),
      LANG: "C.UTF-8",
      ANTHROPIC_BASE_URL: model.url,
      ANTHROPIC_API_KEY: API_KEY,
      HTTP_PROXY: model.url,
      HTTPS_PROXY: model.url,
      NO_PROXY: "127.0.0.1,localhost",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_TELEMETRY: "1",
      DISABLE_ERROR_REPORTING: "1",
      DISABLE_AUTOUPDATER: "1",
      // Root may skip permissions only there.
      IS_SANDBOX: "1",
      [MARK]: this.#mark,
      ...env,
    };
  }
}

type Stdin = "ignore" | "pipe";

/** What the client asks in its first session, answered before: a person has been here. */
function seedHome(home: string, project: string, version: string): void {
  const path = join(home, ".claude.json");
  const known = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
  const seen = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true, projectOnboardingSeenCount: 1 };
  const answers = {
    hasCompletedOnboarding: true,
    lastOnboardingVersion: version,
    theme: "dark",
    numStartups: 5,
    bypassPermissionsModeAccepted: true,
    customApiKeyResponses: { approved: [API_KEY.slice(-20)], rejected: [] },
    projects: { ...known.projects, [project]: { ...known.projects?.[project], allowedTools: [], ...seen } },
  };
  writeFileSync(path, JSON.stringify({ ...known, ...answers }));
}

/** Every entry of a session's record, oldest first. */
// biome-ignore lint/suspicious/noExplicitAny: the client's entries are looked into by the tests, field by field
export function entriesOf(transcript: string): any[] {
  const lines = readFileSync(transcript, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}

function resultIn(out: string): Record<string, unknown> {
  try {
    return JSON.parse(out);
  } catch {
    return {}; // a client that was ended or refused to start has no result
  }
}

function endOf(child: ChildProcess, end: () => Promise<void>, limitMs: number): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const texts = { out: "", err: "" };
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      texts.out += text;
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      texts.err += text;
    });
    const limit = setTimeout(() => void end(), limitMs);
    child.once("error", reject);
    child.once("close", (code) => {
      clearTimeout(limit);
      resolve({ code, ...texts });
    });
  });
}
