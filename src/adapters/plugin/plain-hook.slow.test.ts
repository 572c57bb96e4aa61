/** A session's start, or a prompt, in a small program: whatever the world is like, it says and leaves behind what the whole program does. */

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { TwoWays } from "../../../test/support/two-ways.ts";

const OLD = "760f230b-96a5-4c5f-9a53-2f0a6b1c0c11";
const NEW = "0a1b2c3d-96a5-4c5f-9a53-2f0a6b1cffe2";
const started = { session_id: NEW, source: "startup", hook_event_name: "SessionStart" };

const worlds: Readonly<Record<string, (world: TwoWays) => void>> = {
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
  const world = new TwoWays(name.replaceAll(" ", "-"));
  make(world);
  const [plain, whole] = world.bothWays(started);
  expect(plain).toEqual(whole);
});

const OTHERS = ["codex", "copilot-cli", "gemini-cli", "opencode"];
const SOME = ["one that was never met", "one with tasks, wishes and a profile", "one with many memories"];

test.each(OTHERS.flatMap((host) => SOME.map((name) => [host, name] as const)))("a start of %s in %s", (host, name) => {
  const world = new TwoWays(`${host}-${name.replaceAll(" ", "-")}`);
  world.host = host;
  worlds[name]?.(world);
  const [plain, whole] = world.bothWays({ ...started, timestamp: "2026-11-18T08:00:00.000Z" });
  expect(plain).toEqual(whole);
});

const prompts: Readonly<Record<string, readonly string[]>> = {
  "a memory bears on": ["Where does the kettle in the kitchen stand?"],
  "nothing bears on": ["rename the button"],
  "goes on from what was settled": [
    "We decided to use Postgres for the orders because of its transactions.",
    "From now on always run the linter before a commit. Never use tabs.",
    "Now add the orders table, and then commit it.",
  ],
  "closes the first turn": ["Use SQLite from now on, and commit it."],
  "goes off the record": ["off the record: the kettle is broken"],
  "holds a secret": [`The key is AKIA${"Q".repeat(16)} for now.`],
  "chooses of what was offered, and asks for a chore": [
    "Which of the two do you prefer?",
    "2, but keep the tests. Never log tokens, by the way; www.example.com says why.",
    "Why should we use this branch? Bump the version, and review it.",
  ],
  "has letters with marks": ["Wo steht die Küche — mit dem Kessel, „links“ oder rechts…? 那个水壶在哪里 \u200b"],
  "is a command": ["/cairn:user I like tea"],
  "is empty": [""],
};

function kitchen(name: string, host: string): TwoWays {
  const world = new TwoWays(name);
  world.host = host;
  for (let n = 0; n < 60; n++) world.write(`note-${n}`, "project", `The kettle number ${n} stands in hall ${n}.`);
  world.write("kettle", "project", "The kettle in the kitchen stands on the left shelf.");
  world.hook("session-start", { ...started, cwd: world.cwd });
  return world;
}

const asked = (text: string, n: number) => ({ session_id: NEW, prompt: text, prompt_id: `p${n}`, turn_id: `p${n}` });

const said = Object.keys(prompts).flatMap((name) => {
  return OTHERS.map((host) => [host, name] as const);
});

test.each(said)("a prompt of %s that %s", (host, name) => {
  const world = kitchen(`${host}-${name.replaceAll(" ", "-")}-prompt`, host);
  const before = prompts[name]!.slice(0, -1);
  // What was read is kept by the first.
  for (const [n, text] of ["hello there", ...before].entries()) {
    world.hook("prompt", { ...asked(text, n), cwd: world.cwd });
    world.hook("stop", { session_id: NEW, cwd: world.cwd, last_assistant_message: "Done. Next: the rest." });
  }
  const [plain, whole] = world.bothWays(asked(prompts[name]!.at(-1)!, 9), "prompt");
  expect(plain).toEqual(whole);
});

test.each(OTHERS)("a prompt of %s that is heard twice, or before its session began, is answered as ever", (host) => {
  const world = kitchen(`${host}-twice`, host);
  const prompt = asked("Where does the kettle in the kitchen stand?", 1);
  world.hook("prompt", { ...prompt, cwd: world.cwd });
  for (const payload of [prompt, { ...prompt, session_id: OLD }, { ...prompt, session_id: "" }]) {
    const [plain, whole] = world.bothWays(payload, "prompt");
    expect(plain).toEqual(whole);
  }
});

test("a prompt is answered by the small program alone", () => {
  const world = kitchen("prompt-alone", "gemini-cli");
  world.hook("prompt", { ...asked("hello there", 0), cwd: world.cwd });
  const cache = join(world.home, ".claude", "cairn", "cache");
  rmSync(cache, { recursive: true });
  expect(
    world.hook("prompt", { ...asked("Where does the kettle in the kitchen stand?", 1), cwd: world.cwd }),
  ).toContain("left shelf");
  expect(readdirSync(cache)).toHaveLength(1);
});

test.each([{ ...started, source: "resume" }, { ...started, session_id: "x y/../z" }, { source: "startup" }, {}])(
  "payload %j",
  (payload) => {
    const world = new TwoWays(`payload-${Math.random().toString(36).slice(2)}`);
    world.session(OLD);
    const [plain, whole] = world.bothWays(payload);
    expect(plain).toEqual(whole);
  },
);

test.each(OTHERS)(
  "a start of %s after sessions that were cut off, on other branches, and while a server lives",
  (host) => {
    const world = new TwoWays(`${host}-cut-off`);
    world.host = host;
    world.write("note", "project", "Die Küche — mit Kessel [links]: `www.example.com`, and_so_on…");
    world.write("käse", "decision", "We keep the cheese in the cellar.");
    for (const [n, session_id] of ["a", "b", "c"].map((name) => OLD.replace("760f", `${name}60f`)).entries()) {
      world.hook("session-start", { ...started, session_id, cwd: world.cwd });
      world.hook("prompt", { ...asked(`Mend the login test number ${n}`, n), session_id, cwd: world.cwd });
      if (n < 2) world.hook("stop", { session_id, cwd: world.cwd, last_assistant_message: "Mended. Next: the rest." });
    }
    world.serve();
    const [plain, whole] = world.bothWays({ ...started, timestamp: "2026-11-18T08:00:00.000Z" });
    expect(plain).toEqual(whole);
  },
);

test.each(["session-start", "prompt", "before-tool", "after-tool"])("beside a server a %s makes no keys", (moment) => {
  const world = kitchen(`beside-${moment}`, "gemini-cli");
  world.serve();
  const [loaded, watch] = [join(world.home, "loaded"), join(world.home, "watch.cjs")];
  writeFileSync(
    watch,
    'process.on("exit", () => require("fs").writeFileSync(process.env.LOADED, process.moduleLoadList.join("\\n")));',
  );
  world.env = { NODE_OPTIONS: `--require ${watch}`, LOADED: loaded };
  const used = { tool_name: "run_shell_command", tool_input: { command: "ls" }, tool_response: { llmContent: "a" } };
  world.hook("prompt", { ...asked("hello there", 9), cwd: world.cwd });
  // The first ones keep what they read and compiled, under names that never return.
  for (const n of [1, 2, 3, 4]) {
    const session_id = NEW.replace(/.$/, `${n}`);
    world.hook(moment, { ...started, ...asked("hello there", n), ...used, session_id, cwd: world.cwd });
  }
  const modules = readFileSync(loaded, "utf8").split("\n");
  expect(modules).toContain("NativeModule vm");
  expect(modules).not.toContain("NativeModule crypto");
  expect(modules).not.toContain("NativeModule os");
});

test("a session that begins as most do is started by the small program alone", () => {
  const world = new TwoWays("alone");
  world.session(OLD);
  world.hook("session-start", { ...started, session_id: OLD.replace("7", "8") });
  const cache = join(world.home, ".claude", "cairn", "cache");
  rmSync(cache, { recursive: true });
  rmSync(join(world.home, ".claude", "cairn", "starts"), { recursive: true, force: true });
  expect(world.hook("session-start", started)).toContain("mend the login test");
  expect(readdirSync(cache)).toHaveLength(1);
});

test("where the disk takes no trail, the person hears of it as ever", () => {
  const world = new TwoWays("refused");
  world.session(OLD);
  mkdirSync(join(world.home, ".claude", "cairn", "sessions", `claude-code-${NEW}.jsonl`));
  const [plain, whole] = world.bothWays(started);
  expect(plain).toEqual(whole);
  expect(JSON.stringify(plain)).toContain("does not work here");
});
