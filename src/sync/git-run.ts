/**
 * The one way git is run against a place of somebody's: no terminal, no hooks, no programs a repository names, no
 * submodules, no working tree. Your own git settings and keys count, the environment's do not.
 */

import { delimiter, isAbsolute } from "node:path";
import { redact } from "../guard/redact.ts";
import { defined } from "../model/defined.ts";
import type { Environment } from "../places/project-root.ts";
import { type SyncPlace, withoutUsers } from "./address.ts";
import { Unreachable } from "./transport.ts";

const LIMIT_MS = 120_000;
const MOST_BYTES = 1_500_000_000;

/** It took too long, said too much, or somebody ended it. */
export const KILLED = -1;

export interface Ran {
  readonly code: number;
  readonly out: Buffer;
  readonly said: string;
}

/** `most`: how many bytes it may say. */
export type GitRun = (words: readonly string[], input?: Buffer | string, most?: number) => Promise<Ran>;

/**
 * Git is not asked to check what it fetches (`fsckObjects`): for each new tree it would look up every name in it, which is
 * what ten thousand memories cost most. Nothing is checked out, and each path, mode and size is judged before it is read.
 */
const NEVER = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "core.attributesFile=/dev/null",
  "core.alternateRefsCommand=true",
  "core.quotePath=false",
  "protocol.ext.allow=never",
  "protocol.file.allow=always",
  "submodule.recurse=false",
  "fetch.recurseSubmodules=false",
  "push.recurseSubmodules=no",
  "push.gpgSign=false",
  "log.showSignature=false",
  "gc.autoDetach=false",
  "maintenance.autoDetach=false",
  "credential.interactive=false",
  "core.askPass=true",
].flatMap((set) => ["-c", set]);

export function gitRunner(gitDir: string, env: Environment, isSsh = false): GitRun {
  let whole = environment(env);
  const run = runIn(gitDir, () => whole);
  let asked: Promise<void> | undefined;
  // The person may have said how ssh is run; that counts, and only then.
  const ask = async () => {
    const { out } = await run(["config", "--get", "core.sshCommand"]);
    whole = { ...whole, GIT_SSH_COMMAND: sshCommand(out.toString("utf8").trim()) };
  };
  return async (words, input, most) => {
    if (isSsh && /^(?:fetch|push)$/.test(words[0] ?? "")) {
      asked ??= ask();
      await asked;
    }
    return run(words, input, most);
  };
}

const QUIET_SSH = "-o BatchMode=yes -o ConnectTimeout=15";

/** Nobody is asked and nobody waits: said to ssh as the person runs it; another program is theirs to know. */
export function sshCommand(own: string): string {
  if (own === "") return `ssh ${QUIET_SSH}`;
  const isSsh = /^(?:\S*\/)?ssh(?:\.exe)?(?=\s|$)/.test(own);
  return isSsh ? own.replace(/^\S+/, (program) => `${program} ${QUIET_SSH}`) : own;
}

function runIn(gitDir: string, env: () => Record<string, string>): GitRun {
  return async (words, input = "", most = MOST_BYTES) => {
    const { spawn } = await import("node:child_process");
    const whole = env();
    return new Promise((settle, fail) => {
      const git = spawn("git", ["--no-pager", "--no-replace-objects", ...NEVER, `--git-dir=${gitDir}`, ...words], {
        cwd: "/",
        env: whole,
        stdio: ["pipe", "pipe", "pipe"],
        windowsHide: true,
      });
      const [out, said]: [Buffer[], Buffer[]] = [[], []];
      let size = 0;
      const timer = setTimeout(() => git.kill("SIGKILL"), LIMIT_MS);
      git.stdout.on("data", (bytes: Buffer) => {
        size += bytes.length;
        if (size > most) git.kill("SIGKILL");
        else out.push(bytes);
      });
      git.stderr.on("data", (bytes: Buffer) => said.length < 1_000 && said.push(bytes));
      git.stdin.on("error", () => undefined); // it may end before it has read all: its answer says so
      git.on("error", () => {
        clearTimeout(timer);
        fail(new Unreachable("offline", "The git program cannot be run here."));
      });
      git.on("close", (code) => {
        clearTimeout(timer);
        const told = Buffer.concat(said).toString("utf8").replaceAll(gitDir, "sync's cache");
        settle({ code: code ?? KILLED, out: Buffer.concat(out), said: told });
      });
      git.stdin.end(input);
    });
  };
}

/** For a repository on this machine git itself runs the other side: with the same care. */
export function otherSide({ isLocal }: SyncPlace, program: "upload-pack" | "receive-pack"): string[] {
  const set = [
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "core.alternateRefsCommand=true",
    "receive.autogc=false",
  ];
  return isLocal ? [`--${program}=git ${set.map((one) => `-c ${one}`).join(" ")} ${program}`] : [];
}

/** What the person's keys, proxies and agents need, and nothing that changes what git does. */
const KEPT =
  /^(?:HOME|USER|LOGNAME|LANG|TMPDIR|XDG_\w+|SSH_AUTH_SOCK|SSH_AGENT_PID|(?:https?|all|no)_proxy|SystemRoot|APPDATA|USERPROFILE|GIT_CONFIG_GLOBAL|GIT_CONFIG_NOSYSTEM|GIT_SSL_CAINFO|SSL_CERT_FILE)$/i;

function environment(env: Environment): Record<string, string> {
  const path = (env["PATH"] ?? "").split(delimiter).filter(isAbsolute).join(delimiter);
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => KEPT.test(name)));
  return {
    ...defined(kept as Record<string, string | undefined>),
    PATH: path,
    LC_ALL: "C",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: "true",
    SSH_ASKPASS: "true",
    SSH_ASKPASS_REQUIRE: "never",
    GIT_SSH_COMMAND: sshCommand(""),
    GIT_PROTOCOL_FROM_USER: "0",
    GIT_NO_LAZY_FETCH: "1",
  } as Record<string, string>;
}

/** What git said, as one clear line. */
export function unreachable(place: SyncPlace, { code, said }: Ran): Unreachable {
  const lines = redact(withoutUsers(said.replaceAll(place.at, place.shown))).text.split("\n");
  const line =
    lines.map((one) => one.replace(/^(?:fatal|error|remote|ssh): */, "").trim()).find((one) => one !== "") ?? "";
  const isClosed =
    /authentication|permission denied|could not read (?:username|password)|publickey|access denied|not allowed|protected branch|pre-receive|declined|dubious ownership|403|401|terminal prompts disabled/i.test(
      said,
    );
  if (isClosed)
    return new Unreachable(
      "refused",
      `${place.shown} refuses: ${line}. Nothing was changed. Check that git fetch works there without asking.`,
    );
  const isGone = /not found|does not exist|does not appear to be a git repository|no such file/i.test(said);
  if (isGone)
    return new Unreachable("refused", `There is no repository at ${place.shown}: ${line}. Nothing was changed.`);
  const late = code === KILLED ? "it took too long" : line || "no answer";
  return new Unreachable(
    "offline",
    `${place.shown} cannot be reached: ${late}. Nothing was changed; the next sync catches up.`,
  );
}
