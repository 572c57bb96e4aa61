/** A session's start in a small program: whatever the world is like, it says and leaves behind what the whole program does. */

import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
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
import { afterAll, beforeAll, expect, test } from "vitest";

const base = realpathSync(mkdtempSync(join(tmpdir(), "cairn-start-")));
beforeAll(() => {
  execFileSync(process.execPath, ["scripts/fresh.mjs"], { stdio: "inherit" });
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const OLD = "760f230b-96a5-4c5f-9a53-2f0a6b1c0c11";
const NEW = "0a1b2c3d-96a5-4c5f-9a53-2f0a6b1cffe2";
const PLAIN = ["--payload-file", "-"];
/** Understood by the command line itself. */
const WHOLE = ["--payload-file=-"];

class World {
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

  hook(moment: string, payload: object, form = PLAIN): string {
    const words = ["--no-turbofan", resolve("dist/plugin/cairn.cjs"), "hook", "claude-code", moment, ...form];
    const { stdout, stderr, status } = spawnSync(process.execPath, words, {
      cwd: this.cwd,
      input: `${JSON.stringify(payload)}\n`,
      env: { HOME: this.home, PATH: dirname(process.execPath), CLAUDECODE: "1", ...this.env },
      encoding: "utf8",
    });
    expect([status, stderr]).toEqual([0, ""]);
    return stdout;
  }

  session(session_id: string): void {
    const turn = { session_id, prompt_id: "p1" };
    this.hook("session-start", { session_id, source: "startup" });
    this.hook("prompt", { ...turn, prompt: "Please mend the login test today" });
    this.hook("stop", { ...turn, last_assistant_message: "Mended it. Next: the logout test." });
    this.hook("session-end", { session_id, reason: "other" });
  }

  /** Both ways from the same beginning, each with all it left behind. */
  bothWays(payload: object): [plain: object, whole: object] {
    const kept = join(base, this.name, "kept");
    cpSync(this.home, kept, { recursive: true, preserveTimestamps: true });
    const ways = [PLAIN, WHOLE].map((form) => {
      rmSync(this.home, { recursive: true });
      cpSync(kept, this.home, { recursive: true, preserveTimestamps: true });
      rmSync(join(this.home, ".claude", "cairn", "starts"), { recursive: true, force: true });
      const said = this.hook("session-start", payload, form);
      return { said, left: this.#left() };
    });
    return ways as [object, object];
  }

  #left(): Record<string, string> {
    const files = readdirSync(this.home, { recursive: true, encoding: "utf8" }).filter(
      (path) => !/cairn\/(?:cache|starts)|catalog$/.test(path) && statSync(join(this.home, path)).isFile(),
    );
    const timeless = (text: string) =>
      text
        .replace(/"(?:at|lastSeen|firstSeen|started|since)":"[^"]*"/g, '"at":""')
        .replace(/"(?:ms|pid)":[\d.]+/g, "")
        .replace(/\d{4}-\d\d-\d\d[T ][\d:.]+Z?/g, "");
    return Object.fromEntries(
      files.sort().map((path) => [path, timeless(readFileSync(join(this.home, path), "utf8"))]),
    );
  }
}

const started = { session_id: NEW, source: "startup", hook_event_name: "SessionStart" };

const worlds: Readonly<Record<string, (world: World) => void>> = {
  "one that was never met": () => {},
  "one with a session before": (world) => world.session(OLD),
  "one with tasks, wishes and a profile": (world) => {
    world.session(OLD);
    world.write("current-task", "task", "Mend the login test.");
    world.write("please", "preference", "Always say please.");
    world.write("blockers", "blocker", "- 2026-01-01: the key is missing");
  },
  "one with many memories": (world) => {
    for (let n = 0; n < 80; n++) world.write(`note-${n}`);
    world.session(OLD);
    world.hook("session-start", { session_id: "11111111-2222-4333-8444-555555555555", source: "startup" });
  },
  "one with a secret in a memory": (world) => {
    world.session(OLD);
    world.write("key", "task", `The key is AKIA${"Q".repeat(16)} for now.`);
  },
  "one where a draft waits and views are behind": (world) => {
    for (let n = 0; n < 80; n++) world.write(`note-${n}`);
    world.session(OLD);
    const cairn = join(world.home, ".claude", "cairn");
    const [root = ""] = readdirSync(join(cairn, "roots"));
    mkdirSync(join(cairn, "roots", root, "inbox"), { recursive: true });
    writeFileSync(join(cairn, "roots", root, "inbox", "draft.md"), "---\nname: draft\n---\nA draft.\n");
    mkdirSync(join(cairn, "behind"), { recursive: true });
    writeFileSync(join(cairn, "behind", root), "");
  },
  "one whose registry is torn": (world) => {
    world.session(OLD);
    const folder = join(world.home, ".claude", "cairn", "projects");
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name), "{");
  },
  "one where it is switched off": (world) => {
    world.session(OLD);
    writeFileSync(join(world.home, ".claude", "cairn", "settings.json"), '{"enabled":false}');
  },
  "one that keeps logs and dreams": (world) => {
    world.session(OLD);
    const settings = { "memory.mode": "log", "mode.dream": "suggest", "mode.summary": "suggest" };
    writeFileSync(join(world.home, ".claude", "cairn", "settings.json"), JSON.stringify(settings));
  },
  "one whose session has a trail already": (world) => {
    world.session(OLD);
    world.hook("prompt", { session_id: NEW, prompt_id: "p0", prompt: "Before it began" });
  },
};

test.each(Object.entries(worlds))("%s", (name, make) => {
  const world = new World(name.replaceAll(" ", "-"));
  make(world);
  const [plain, whole] = world.bothWays(started);
  expect(plain).toEqual(whole);
});

test.each([{ ...started, source: "resume" }, { ...started, session_id: "x y/../z" }, { source: "startup" }, {}])(
  "payload %j",
  (payload) => {
    const world = new World(`payload-${Math.random().toString(36).slice(2)}`);
    world.session(OLD);
    const [plain, whole] = world.bothWays(payload);
    expect(plain).toEqual(whole);
  },
);

test("a session that begins as most do is started by the small program alone", () => {
  const world = new World("alone");
  world.session(OLD);
  world.hook("session-start", { ...started, session_id: OLD.replace("7", "8") });
  const cache = join(world.home, ".claude", "cairn", "cache");
  rmSync(cache, { recursive: true });
  rmSync(join(world.home, ".claude", "cairn", "starts"), { recursive: true, force: true });
  expect(world.hook("session-start", started)).toContain("mend the login test");
  expect(readdirSync(cache)).toHaveLength(1);
});

test("where the disk takes no trail, the person hears of it as ever", () => {
  const world = new World("refused");
  world.session(OLD);
  mkdirSync(join(world.home, ".claude", "cairn", "sessions", `claude-code-${NEW}.jsonl`));
  const [plain, whole] = world.bothWays(started);
  expect(plain).toEqual(whole);
  expect(JSON.stringify(plain)).toContain("does not work here");
});
