/** A world in which one hook is answered by the small program and by the whole one, from the same beginning. */

import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { printOwner, selfAs } from "../../src/disk/owner.ts";

export const base = realpathSync(mkdtempSync(join(tmpdir(), "cairn-two-ways-")));
beforeAll(() => {
  execFileSync(process.execPath, ["scripts/fresh.mjs"], { stdio: "inherit" });
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const PLAIN = ["--payload-file", "-"];
/** Understood by the command line itself. */
const WHOLE = ["--payload-file=-"];
const PROGRAM = resolve("dist/plugin/cairn.cjs");

/** The same build with small programs that leave everything: what a hook's process was before there were any. */
function withoutSmall(): string {
  const folder = join(base, "plugin");
  if (existsSync(folder)) return join(folder, "cairn.cjs");
  cpSync(dirname(PROGRAM), folder, { recursive: true });
  for (const name of readdirSync(folder).filter((one) => /^plain-.*\.cjs$/.test(one)))
    writeFileSync(join(folder, name), "(function (require, module, exports) { exports.done = Promise.resolve(); })\n");
  return join(folder, "cairn.cjs");
}

/** Gemini CLI is told with a mark of its own each time. */
const MARKED = /\[(\/?[a-z-]+) [0-9a-f]{8}/g;

export class TwoWays {
  readonly home: string;
  readonly cwd: string;
  env: Record<string, string> = {};

  readonly name: string;

  constructor(name: string) {
    this.name = name;
    this.home = join(base, name, "home");
    this.cwd = join(base, name, "project");
    mkdirSync(join(this.home, ".claude", "cairn"), { recursive: true, mode: 0o700 });
    mkdirSync(this.memories, { recursive: true });
    mkdirSync(this.cwd, { recursive: true });
  }

  get memories(): string {
    return join(this.home, ".claude", "projects", this.cwd.replace(/[^A-Za-z0-9]/g, "-"), "memory");
  }

  write(name: string, kind = "project", text = "It waits."): void {
    const front = `name: ${name}\ndescription: About ${name}\nmetadata:\n  type: project\n  kind: ${kind}\n  status: active\n`;
    writeFileSync(join(this.memories, `${name}.md`), `---\n${front}---\n# ${name}\n\n${text}\n`);
  }

  host = "claude-code";

  hook(moment: string, payload: object, form = PLAIN, program = PROGRAM): string {
    const words = ["--no-turbofan", program, "hook", this.host, moment, ...form];
    const { stdout, stderr, status } = spawnSync(process.execPath, words, {
      cwd: this.cwd,
      input: `${JSON.stringify(payload)}\n`,
      env: {
        HOME: this.home,
        PATH: dirname(process.execPath),
        ...(this.host === "claude-code" ? { CLAUDECODE: "1" } : {}),
        ...this.env,
      },
      encoding: "utf8",
    });
    expect([status, stderr]).toEqual([0, ""]);
    return stdout;
  }

  /** As beside a server: it has once wanted the lock, and lives on. This process stands for it. */
  serve(): void {
    const locks = join(this.home, ".claude", "cairn", "locks", "projects");
    mkdirSync(locks, { recursive: true, mode: 0o700 });
    writeFileSync(join(locks, "owner.theserver000"), printOwner(selfAs("theserver000")));
  }

  session(session_id: string): void {
    const turn = { session_id, prompt_id: "p1" };
    this.hook("session-start", { session_id, source: "startup" });
    this.hook("prompt", { ...turn, prompt: "Please mend the login test today" });
    this.hook("stop", { ...turn, last_assistant_message: "Mended it. Next: the logout test." });
    this.hook("session-end", { session_id, reason: "other" });
  }

  /** Both ways from the same beginning, each with all it left behind. */
  bothWays(
    payload: object,
    moment = "session-start",
    changes = moment === "session-start",
  ): [plain: object, whole: object] {
    const kept = join(base, this.name, "kept");
    // Unless it changes them the memories stay as they are: what is known of them counts for these very files.
    const changing = changes ? this.home : join(this.home, ".claude", "cairn");
    cpSync(changing, kept, { recursive: true, preserveTimestamps: true });
    // The command line adopts what others wrote when it is done, which a tool's process leaves to others.
    const other: [string[], string] = moment.endsWith("tool") ? [PLAIN, withoutSmall()] : [WHOLE, PROGRAM];
    const ways = [[PLAIN, PROGRAM] as const, other].map(([form, program]) => {
      rmSync(changing, { recursive: true });
      cpSync(kept, changing, { recursive: true, preserveTimestamps: true });
      rmSync(join(this.home, ".claude", "cairn", "starts"), { recursive: true, force: true });
      const said = this.hook(moment, { cwd: this.cwd, ...payload }, form, program);
      return { said: said.replace(MARKED, "[$1 mark"), left: this.#left() };
    });
    rmSync(kept, { recursive: true });
    return ways as [object, object];
  }

  #left(): Record<string, string> {
    const files = readdirSync(this.home, { recursive: true, encoding: "utf8" }).filter(
      (path) => !/cairn\/(?:cache|starts)|\/index\//.test(path) && statSync(join(this.home, path)).isFile(),
    );
    const timeless = (text: string) =>
      text
        .replace(/"(?:at|lastSeen|firstSeen|started|since)":"[^"]*"/g, '"at":""')
        // Of a file, and of a text with a time in it.
        .replace(/"(?:d0|d1|stamp|sum|after|hash|wrote|tmp)":"[^"]*"/g, "")
        .replace(/"(?:ms|pid)":[\d.]+|"by":"\d+\.\d+"/g, "")
        .replace(/\d{4}-\d\d-\d\d[T ][\d:.]+Z?/g, "");
    return Object.fromEntries(
      files.sort().map((path) => [path, timeless(readFileSync(join(this.home, path), "utf8"))]),
    );
  }
}
