import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { cairnWith, memoryText, type TestCairn } from "../../test/support/cairn-with.ts";
import { say } from "../../test/support/host.ts";
import { openCairn } from "../cairn.ts";
import { RootLock } from "../disk/lock.ts";
import { bareLines } from "../text/lines.ts";

const indexes = { views: ["MEMORY.md", "_index.md", "_index-archive.md"] };
const TOKEN = `ghp_${"A1b2C3d4E5".repeat(4).slice(0, 36)}`;

async function rememberAll(cairn: TestCairn, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    await cairn.ask("remember", { title: `Fact ${n}`, text: `This is fact number ${n}.` });
  }
}

test("V4: MEMORY.md is kept with every write of a person; the tables only where the setting names them", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "WAL mode", text: "Many hooks write.", kind: "decision" });
  expect(cairn.paths()).toEqual(["MEMORY.md", expect.stringMatching(/^decisions\/.*_001_wal-mode\.md$/)]);
  expect(cairn.read("MEMORY.md")).toMatch(/^- \[WAL mode\]\(decisions\/\S+\) — Many hooks write\.\n$/);
  const wide = cairnWith({ settings: indexes });
  await wide.ask("remember", { text: "Something worth knowing." });
  expect(wide.paths()).toEqual(["MEMORY.md", "_index-archive.md", "_index.md", "project/something-worth-knowing.md"]);
});

/** Payloads as the real client sends them. */
const session_id = "760f230b-96a5-4c5f-9a53-2f0a6b1c0c11";
const begins = { session_id, hook_event_name: "SessionStart", source: "startup" };
const prompted = { session_id, hook_event_name: "UserPromptSubmit", prompt: "go on", prompt_id: "p1" };
const stops = { session_id, hook_event_name: "Stop", stop_hook_active: false, last_assistant_message: "Done." };
const ends = { session_id, hook_event_name: "SessionEnd", reason: "prompt_input_exit" };
const wrote = (file_path: string, content: string) => ({
  session_id,
  hook_event_name: "PostToolUse",
  tool_name: "Write",
  tool_input: { file_path, content },
  tool_use_id: "toolu_1",
});

test("V3: a write inside an agent's turn leaves the view; whoever comes to the end of the turn prints it", async () => {
  const cairn = cairnWith();
  await say(cairn, begins);
  await say(cairn, prompted);
  const inTurn = { surface: "agent-shell", session: session_id } as const;
  await cairn.ask("remember", { text: "Said by an agent's shell." }, inTurn);
  await cairn.ask("remember", { text: "Said through a tool." }, { surface: "mcp", session: session_id });
  expect(cairn.has("MEMORY.md")).toBe(false);
  await say(cairn, stops);
  expect(bareLines(cairn.read("MEMORY.md"))).toHaveLength(2);
});

test("A5: where no turn is known to be open, what an agent's shell remembers is listed at once", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { text: "Said by an agent's shell." }, { surface: "agent-shell" });
  expect(bareLines(cairn.read("MEMORY.md"))).toHaveLength(1);
});

test("A5: a topic the model writes by itself is listed when its turn ends, in the project and in an agent's folder", async () => {
  const cairn = cairnWith();
  const agents = join(cairn.project, ".agents", "memory", "core", "reviewer");
  mkdirSync(agents, { recursive: true });
  await say(cairn, begins);
  await say(cairn, prompted);
  const own = join(agents, "locks.md");
  cairn.write("topics/retries.md", memoryText("retries", "Jitter."));
  writeFileSync(own, memoryText("locks", "Twice."));
  await say(cairn, wrote(cairn.path("topics/retries.md"), memoryText("retries", "Jitter.")));
  await say(cairn, { ...wrote(own, memoryText("locks", "Twice.")), tool_use_id: "toolu_2" });
  expect(cairn.has("MEMORY.md")).toBe(false);
  await say(cairn, stops);
  expect(cairn.read("MEMORY.md")).toContain("(topics/retries.md)");
  expect(readFileSync(join(agents, "MEMORY.md"), "utf8")).toContain("(locks.md)");
});

test("A5: what was remembered in a turn that was broken off is listed when the session ends, or the next one begins", async () => {
  for (const last of [ends, { ...begins, session_id: "0f0e230b-96a5-4c5f-9a53-2f0a6b1c0c22" }]) {
    const cairn = cairnWith();
    await say(cairn, begins);
    await say(cairn, prompted);
    const server = await cairn.warm({ surface: "mcp", session: session_id });
    await server.ask("remember", { text: "Said before it was broken off." }); // and the server is killed
    if (last !== ends) cairn.clock.advance(86_400_000);
    await say(cairn, last);
    expect(bareLines(cairn.read("MEMORY.md"))).toHaveLength(1);
  }
});

test("A5: rebuild takes entries out that point at files that are gone, and no other line", async () => {
  const cairn = cairnWith({ "here.md": memoryText("here", "Words.") });
  const hand =
    "# Mine\n- [Gone](gone.md) — x\n- [Here](here.md) — y\nSee [gone](gone.md) and `x`.\n- [Up](../up.md) — z\n";
  cairn.write("MEMORY.md", hand);
  await cairn.ask("remember", { title: "Other", text: "Stays." });
  expect(cairn.read("MEMORY.md")).toContain("gone.md) — x");
  await cairn.ask("rebuild", {});
  expect(cairn.read("MEMORY.md")).toContain(hand.replace("- [Gone](gone.md) — x\n", ""));
  expect(cairn.read("MEMORY.md")).not.toContain("gone.md) — x");
});

test("V3: a view a person touched a moment ago waits for the next quiet moment", async () => {
  const cairn = cairnWith();
  cairn.clock.advance(1_000); // a request comes a second later than it is asked for
  cairn.write("MEMORY.md", "being typed\n", 500);
  await cairn.ask("remember", { text: "The first thing." });
  expect(cairn.read("MEMORY.md")).toBe("being typed\n");
  cairn.clock.advance(2_000);
  await cairn.ask("remember", { text: "The second thing." });
  expect(bareLines(cairn.read("MEMORY.md"))).toHaveLength(3);
});

test("V2: a person's lines outlive every kind of change", async () => {
  const cairn = cairnWith({ "MEMORY.md": "# Mine\n\nread me first\n" });
  const { memory } = await cairn.ask("remember", { title: "Alpha", text: "One." });
  await cairn.ask("remember", { title: "Beta", text: "Two." });
  cairn.change("MEMORY.md", (text) => `${text}last words\n`);
  await cairn.ask("update", { id: memory.id, description: "Another description" });
  await cairn.ask("forget", { id: "beta" });
  await cairn.ask("undo", {});
  await cairn.ask("archive", { id: "beta" });
  await cairn.ask("forget", { id: "alpha", hard: true }, { confirmed: true });
  await cairn.ask("rebuild", {});
  expect(cairn.read("MEMORY.md")).toBe("# Mine\n\nread me first\nlast words\n");
});

test("a view is not written again while its bytes stay the same", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Alpha", text: "One. Two." });
  const before = statSync(cairn.path("MEMORY.md"), { bigint: true }).ctimeNs;
  await cairn.ask("update", { id: "alpha", append: "Three." });
  await cairn.ask("rebuild", {});
  expect(statSync(cairn.path("MEMORY.md"), { bigint: true }).ctimeNs).toBe(before);
});

test("a deleted MEMORY.md comes back; a pointer taken out stays out until its memory changes", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Alpha", text: "One." });
  await cairn.ask("remember", { title: "Beta", text: "Two." });
  cairn.change("MEMORY.md", (text) => text.replace(/^.*alpha.*\n/m, ""));
  await cairn.ask("rebuild", {});
  cairn.delete("MEMORY.md");
  await cairn.ask("rebuild", {});
  expect(cairn.read("MEMORY.md")).toBe("- [Beta](project/beta.md) — Two.\n");
  await cairn.ask("update", { id: "alpha", append: "More." });
  expect(cairn.read("MEMORY.md")).toContain("project/alpha.md");
});

test("a MEMORY.md that is a link is never written through; status and doctor say so", async () => {
  const cairn = cairnWith({ "a.md": memoryText("a", "Words.") });
  const outside = join(cairn.base, "outside.md");
  writeFileSync(outside, "not ours\n");
  symlinkSync(outside, cairn.path("MEMORY.md"));
  for (const view of ["_index.md", "_index-archive.md"]) symlinkSync(outside, cairn.path(view));
  await cairn.ask("config", { action: "set", key: "views", value: ["MEMORY.md", "_index.md", "_index-archive.md"] });
  await cairn.ask("remember", { text: "Something else." });
  await cairn.ask("rebuild", {});
  expect(readFileSync(outside, "utf8")).toBe("not ours\n");
  expect((await cairn.ask("status", {})).index[0]).toMatchObject({ left_alone: "is a symbolic link" });
  const { checks } = await cairn.ask("doctor", {});
  expect(checks.find(({ what }) => what === "project view")).toMatchObject({ state: "warning" });
});

test("lines of a person over the host's caps: left alone, and said so", async () => {
  const text = "a line of mine\n".repeat(250);
  const cairn = cairnWith({ "MEMORY.md": text });
  await cairn.ask("remember", { text: "Something worth knowing." });
  expect(cairn.read("MEMORY.md")).toBe(text);
  expect((await cairn.ask("status", {})).index[0]?.left_alone).toMatch(/more than the 200 lines/);
});

test("untrusted memories, and those a secret was typed into, have no line anywhere", async () => {
  const cairn = cairnWith({ settings: indexes });
  await cairn.ask("remember", { title: "From the web", text: "A page said so.", trust: "untrusted" });
  await cairn.ask("remember", { title: "Clean", text: "Fine." });
  await cairn.ask("remember", { title: "Later dirty", text: "Fine too." });
  cairn.change("project/later-dirty.md", (text) => text.replace("Fine too.", `key ${TOKEN}`));
  await cairn.ask("rebuild", {});
  for (const view of indexes.views) {
    expect(cairn.read(view)).not.toMatch(/from-the-web|later-dirty/);
    expect(cairn.read(view)).not.toContain(TOKEN);
  }
  expect(cairn.read("MEMORY.md")).toContain("project/clean.md");
});

test("each scope has its own MEMORY.md, and only a project has tables", async () => {
  const cairn = cairnWith({ settings: { ...indexes, "team.enabled": true } });
  await cairn.ask("remember", { text: "I prefer tabs.", scope: "user" });
  await cairn.ask("remember", { text: "We deploy on Mondays.", scope: "team", kind: "project" });
  expect(readFileSync(join(cairn.userRoot, "MEMORY.md"), "utf8")).toContain("i-prefer-tabs.md");
  expect(readFileSync(join(cairn.project, ".claude/memory/MEMORY.md"), "utf8")).toContain("we-deploy-on-mondays.md");
  expect(() => statSync(join(cairn.userRoot, "_index.md"))).toThrow();
});

test("the index holds twenty rows, the archive the rest with the time they left; nothing leaves the disk", async () => {
  const cairn = cairnWith({ settings: indexes });
  await rememberAll(cairn, 20);
  await cairn.ask("remember", { title: "One more", text: "The twenty-first." });
  const rows = (view: string) => bareLines(cairn.read(view)).filter((line) => line.startsWith("| Project |"));
  expect(rows("_index.md")).toHaveLength(20);
  expect(rows("_index.md")[0]).toContain("project/one-more.md");
  expect(rows("_index-archive.md")).toHaveLength(1);
  expect(rows("_index-archive.md")[0]).toContain("project/fact-0.md");
  expect(rows("_index-archive.md")[0]).toContain(`| ${cairn.clock.now().toISOString()} |`);
  expect(cairn.paths().filter((path) => path.startsWith("project/"))).toHaveLength(21);
});

test("a rebuild keeps the current state that only the index knows, and whatever else a person wrote there", async () => {
  const cairn = cairnWith({ settings: indexes });
  await cairn.ask("remember", { text: "Something worth knowing." });
  cairn.change("_index.md", (text) =>
    text.replace("**Task**: None", "**Task**: port the parser").replace("## Quick", "## People\n\nAda\n\n## Quick"),
  );
  await cairn.ask("rebuild", {});
  expect(cairn.read("_index.md")).toContain("- **Task**: port the parser\n");
  expect(cairn.read("_index.md")).toContain("## People\n\nAda\n");
  await cairn.ask("remember", { kind: "task", text: "Now the printer." });
  expect(cairn.read("_index.md")).toContain("- **Task**: Now the printer.\n");
});

test("views are neither memories nor problems", async () => {
  const cairn = cairnWith({ settings: indexes, memory: { "_session.json": "{}", "MEMORY-archive.md": "old\n" } });
  await cairn.ask("remember", { text: "The only one." });
  expect(await cairn.ask("list", {})).toMatchObject({ total: 1, problems: [] });
});

test("where the lock is held, the view waits; the next quiet moment prints it", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { text: "The first thing." });
  cairn.delete("MEMORY.md");
  const [own, store] = [await cairn.open(), await cairn.store()];
  const held = await new RootLock({ folder: store.state }).acquire();
  expect(await own.printViews(store)).toEqual({});
  held.release();
  expect(await own.printViews(store)).toEqual({ "MEMORY.md": "written" });
});

test("a hard forget leaves no word of a memory in any view or in what Cairn notes of it", async () => {
  const cairn = cairnWith({ settings: indexes });
  await cairn.ask("remember", { title: "Zanzibar plan", text: "Quokkas everywhere." });
  await cairn.ask("remember", { title: "Other", text: "Stays." });
  await cairn.ask("forget", { id: "zanzibar-plan", hard: true }, { confirmed: true });
  expect(cairn.everything()).not.toMatch(/zanzibar|quokka/i);
  expect(cairn.read("MEMORY.md")).toBe("- [Other](project/other.md) — Stays.\n");
});

/** 400 edits, forty words a line, with a pause in the middle that is long enough for Cairn to come in between. */
const EDITOR = `
  const fs = require("node:fs");
  const [file, how] = process.argv.slice(1);
  const wait = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  for (let n = 0; n < 400; n++) {
    const words = "edit" + n + ";" + (n % 40 === 39 ? "\\n" : "");
    const text = fs.existsSync(file) ? fs.readFileSync(file, "utf8") : "";
    if (how === "append") fs.appendFileSync(file, words);
    else if (how === "in-place") fs.writeFileSync(file, text + words);
    else { fs.writeFileSync(file + "~", text + words); fs.renameSync(file + "~", file); }
    wait(n === 200 ? 2_600 : n % 8 === 0 ? 6 : 1);
  }
`;

async function keepAgainstEditor(how: string) {
  const cairn = cairnWith({ "project/alpha.md": "---\nname: alpha\ndescription: One.\n---\n# Alpha\n\nOne.\n" });
  const own = await openCairn({ cwd: cairn.project, env: cairn.env, surface: "cli" });
  const store = (await own.stores()).of("project");
  const editor = spawn(process.execPath, ["-e", EDITOR, cairn.path("MEMORY.md"), how], { stdio: "inherit" });
  const kept: string[] = [];
  while (!cairn.has("MEMORY.md")) await pause(1);
  for (let over = false; !over || kept.at(-1) === "too-fresh"; await pause(over ? 50 : 3)) {
    over = editor.exitCode !== null;
    kept.push((await own.printViews(store))["MEMORY.md"] ?? "busy");
  }
  return { kept, text: cairn.read("MEMORY.md") };
}

test("V2: of 400 edits by another program while Cairn tries to keep the view, none is lost", async () => {
  const edits = Array.from({ length: 400 }, (_, n) => `edit${n};`);
  for (const { text, kept } of await Promise.all(["append", "in-place", "by-rename"].map(keepAgainstEditor))) {
    expect(text.match(/edit\d+;/g)).toEqual(edits);
    expect(bareLines(text)).toContain("- [Alpha](project/alpha.md) — One.");
    expect(kept).toEqual(expect.arrayContaining(["too-fresh", "written"]));
  }
});

test("after a hard forget the index goes on: what is retired leaves it, what changes is told anew", async () => {
  const cairn = cairnWith();
  const remember = (title: string) => cairn.ask("remember", { title, text: `About ${title}.`, kind: "project" });
  for (const title of ["five", "six", "seven"]) await remember(title);
  await cairn.ask("forget", { id: "seven", hard: true }, { confirmed: true });
  await cairn.ask("forget", { id: "five" });
  await cairn.ask("update", { id: "six", description: "six improved" });
  cairn.clock.advance(60_000);
  await remember("eight");
  const lines = bareLines(cairn.read("MEMORY.md")).filter((line) => line.startsWith("- ["));
  expect(lines.map((line) => /^- \[(.*?)\]/.exec(line)?.[1]).sort()).toEqual(["eight", "six"]);
  expect(lines.join("\n")).toContain("six improved");
});

test("A16, E10: a memory of one sentence is not told twice in the index", async () => {
  const cairn = cairnWith();
  const long =
    "We run Postgres in read-committed isolation because the exporter must not wait for the writers of the day";
  for (const text of ["Many hooks write.", `${long}.`]) await cairn.ask("remember", { text, kind: "project" });
  const lines = bareLines(cairn.read("MEMORY.md"));
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(line).toMatch(/\.md\)$/);
});

test("what came after a person's own line is listed with the next command, whatever that is", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "First", text: "One.", kind: "project" });
  cairn.write("MEMORY.md", `${cairn.read("MEMORY.md")}- my own line\n`, -500);
  await cairn.ask("remember", { title: "Second", text: "Two.", kind: "project" });
  expect(cairn.read("MEMORY.md")).not.toContain("Second");
  cairn.clock.advance(10_000);
  await cairn.ask("list", {});
  expect(cairn.read("MEMORY.md")).toContain("Second");
  expect(cairn.read("MEMORY.md")).toContain("- my own line");
});
