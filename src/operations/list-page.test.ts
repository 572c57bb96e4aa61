import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openCairn } from "../cairn.ts";
import { ListNotes } from "../recall/keep-list.ts";
import { listPageAt, toldFromList } from "../recall/list-page.ts";
import { forget } from "./forget.ts";
import { listing, usualList } from "./listing.ts";
import { invoke, outcomeOf } from "./operation.ts";
import { remember } from "./remember.ts";

let base: string;
let cwd: string;
let env: Record<string, string>;
const program = "this build";

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "cairn-list-page-")));
  cwd = join(base, "project");
  env = { HOME: join(base, "home") };
  mkdirSync(join(home(), "starts"), { recursive: true, mode: 0o700 });
  mkdirSync(cwd);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const home = () => join(env["HOME"]!, ".claude", "cairn");
const memories = () => join(env["HOME"]!, ".claude", "projects", cwd.replace(/[^A-Za-z0-9]/g, "-"), "memory");

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

async function open(surface: "cli" | "agent-shell" = "cli", given: Record<string, string | undefined> = env) {
  return openCairn({ cwd, env: given, surface });
}

/** A list as a process makes it; what it says. */
async function listed(surface: "cli" | "agent-shell" = "cli"): Promise<string> {
  const notes = new ListNotes(env);
  const cairn = await open(surface, notes.env);
  const outcome = await outcomeOf(listing, usualList, cairn);
  notes.end();
  await cairn.close();
  if (!outcome.ok) throw outcome.error;
  notes.keep(cairn, { program, json: false, marks: ["^AGENT$"], text: outcome.text });
  return outcome.text;
}

/** Once nothing is in doubt any more. */
async function prepared(): Promise<string> {
  await listed();
  await pause(80);
  const text = await listed();
  expect(told()).toBe(text);
  return text;
}

function told(asker: Partial<Parameters<typeof toldFromList>[1]> = {}): string | undefined {
  return toldFromList(home(), { cwd, env, program, json: false, isMarked: () => false, ...asker });
}

const page = () => listPageAt(home(), { cwd, json: false });

async function threeMemories(): Promise<void> {
  for (const name of ["one", "two", "three"])
    write(join(memories(), "project", `${name}.md`), `# ${name}\n\nIt is ${name}.\n`);
  const made = await invoke(remember, { text: "The kettle is blue", kind: "project" }, await open());
  expect(made.ok).toBe(true);
  await pause(80);
}

test("what a list said is said again while nothing has changed", async () => {
  await threeMemories();
  expect(await prepared()).toMatch(/kettle[\s\S]*three/);
  expect(told()).toBeDefined();
});

test("a list that has to read very many files keeps none, the next one does", async () => {
  for (let n = 0; n < 90; n++) write(join(memories(), "project", `note-${n}.md`), `# note ${n}\n\nIt is ${n}.\n`);
  await pause(80);
  const text = await listed();
  expect(text).toContain("… and 40 more");
  expect(existsSync(page())).toBe(false);
  await pause(80);
  expect(await listed()).toBe(text);
  expect(told()).toBe(text);
});

test("a session that has begun since is no reason to make it anew", async () => {
  await threeMemories();
  write(join(home(), "sessions", "claude-code-one.jsonl"), "{}\n");
  const text = await prepared();
  write(join(home(), "sessions", "claude-code-two.jsonl"), "{}\n");
  expect(told()).toBe(text);
});

test("where every variable is asked for, the list is made and nothing of it is kept", async () => {
  await threeMemories();
  await prepared();
  rmSync(page());
  env = { ...env, CLAUDE_PROJECT_DIR: cwd, CAIRN_MEMORY_DIR: "/elsewhere" };
  write(join(cwd, ".claude", "settings.json"), '{"env":{"CAIRN_MEMORY_DIR":"/elsewhere"}}');
  await pause(80);
  expect(await listed()).toContain("kettle");
  expect(existsSync(page())).toBe(false);
});

/** Whatever a list depends on, changed one at a time. */
const changes: Readonly<Record<string, () => unknown>> = {
  "words typed into a file": () => write(join(memories(), "project", "one.md"), "# ONE\n\nIt is one.\n"),
  "a new file": () => write(join(memories(), "new.md"), "# New\n"),
  "a new folder": () => write(join(memories(), "deep", "new.md"), "# New\n"),
  "a file that is gone": () => rmSync(join(memories(), "project", "two.md")),
  "a memory saved": async () => invoke(remember, { text: "The cup is red", kind: "project" }, await open()),
  "a memory of yours": async () => invoke(remember, { text: "I drink tea", scope: "user" }, await open()),
  "the settings": () => write(join(home(), "settings.json"), '{"memoryDir":"/elsewhere"}'),
  "the host's settings": () => write(join(env["HOME"]!, ".claude", "settings.json"), "{}"),
  "a repository": () => write(join(cwd, ".git", "HEAD"), "ref: refs/heads/main\n"),
  "the log": () => write(join(home(), "roots", "new", "root.json"), "{}"),
  "memories that are gone": () => rmSync(memories(), { recursive: true }),
};

test.each(Object.keys(changes))("%s makes a miss, and the page goes", async (what) => {
  await threeMemories();
  await prepared();
  await changes[what]!();
  expect(told()).toBeUndefined();
  expect(existsSync(page())).toBe(false);
});

test("every stamp counts", async () => {
  await threeMemories();
  await prepared();
  const kept = readFileSync(page(), "utf8");
  const { looks, files, env: asked } = JSON.parse(kept);
  expect(looks.length).toBeGreaterThan(20);
  const stamps: number = files.flatMap(([, , some]: [string, string[], string[]]) => some).length;
  expect(stamps).toBeGreaterThan(4);
  const changed = (change: (page: ReturnType<typeof JSON.parse>) => void) => {
    const one = JSON.parse(kept);
    change(one);
    writeFileSync(page(), JSON.stringify(one), { mode: 0o600 });
    return told();
  };
  for (const n of looks.keys()) expect(changed((one) => (one.looks[n][2] += "x"))).toBeUndefined();
  for (const [n, [, names]] of files.entries())
    for (const m of names.keys()) expect(changed((one) => (one.files[n][2][m] += "x"))).toBeUndefined();
  for (const n of asked.keys()) expect(changed((one) => (one.env[n][1] = "another"))).toBeUndefined();
  for (const name of ["format", "program", "cwd", "uid"]) {
    expect(changed((one) => (one[name] = "x"))).toBeUndefined();
  }
  expect(changed(() => {})).toBeDefined();
  writeFileSync(page(), kept.slice(0, -5));
  expect(told()).toBeUndefined();
  writeFileSync(page(), kept);
  chmodSync(page(), 0o644);
  expect(told()).toBeUndefined();
});

test("another folder, another home, another build and an agent miss", async () => {
  await threeMemories();
  await prepared();
  expect(told({ cwd: base })).toBeUndefined();
  expect(told({ env: { HOME: base } })).toBeUndefined();
  expect(told({ env: { ...env, CLAUDE_CONFIG_DIR: base } })).toBeUndefined();
  expect(told({ program: "the next" })).toBeUndefined();
  expect(told({ json: true })).toBeUndefined();
  expect(told({ isMarked: (marks) => marks.some((mark) => mark.test("AGENT")) })).toBeUndefined();
  expect(told()).toBeDefined();
});

test("a hard forget takes every page", async () => {
  await threeMemories();
  await prepared();
  const done = await invoke(forget, { id: "the-kettle-is-blue", hard: true }, await open(), { confirmed: true });
  expect(done).toMatchObject({ ok: true });
  expect(existsSync(page())).toBe(false);
});

test("none is kept for an agent, in a session, or of what changed a moment ago", async () => {
  await threeMemories();
  await prepared();
  rmSync(page());
  await listed("agent-shell");
  expect(existsSync(page())).toBe(false);
  env["CLAUDE_CODE_SESSION_ID"] = "760f230b-96a5-4c5f-9a53-2f0a6b1c0001";
  await listed();
  expect(existsSync(page())).toBe(false);
  delete env["CLAUDE_CODE_SESSION_ID"];
  write(join(memories(), "project", "one.md"), "# now\n");
  await listed();
  expect(existsSync(page())).toBe(false);
  await pause(80);
  await listed();
  expect(told()).toContain("now");
});
