/**
 * W(seed): every write verb once or more, in an order in which each finds what it needs. Words and lengths come from the
 * seed; the rest is fixed. A hand act is another program's; nobody kills it.
 */

import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { type Rng, rngFrom } from "../secrets/rng.ts";
import type { World } from "./world.ts";

export interface Act {
  readonly name: string;
  /** What Cairn's clock says. */
  readonly at: string;
  /** Below the world. */
  readonly cwd: string;
  /** Done by another program before, at any time since the last act. */
  readonly hand?: (world: World) => void;
  readonly op: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Words that are nowhere once this act is done. */
  readonly erases?: string;
}

export interface Workload {
  readonly name: "plain" | "shop" | "found";
  readonly seed: number;
  /** What is there before the first act. */
  readonly begin: (world: World) => void;
  readonly acts: readonly Act[];
}

export function workload(name: Workload["name"], seed: number): Workload {
  return { plain, shop, found }[name](seed);
}

/** Whose memories lie in the repository. */
export const agent = "crew/ada";

/** A folder that is no repository: the person's memories and the project's. */
function plain(seed: number): Workload {
  const { day, act, acts } = script("work/plain");
  const { title, text, secretWord } = wording(rngFrom(seed));
  const [wal, wal2, wal3] = [title(), title(), title()] as const;
  const [runbook, tabs, wiki, debt, draft] = [title(), title(), title(), title(), title()] as const;
  const file = { task: "context/current-task.md" };
  const doomed = secretWord();
  const purged = secretWord();

  act("the first decision", "remember", { kind: "decision", title: wal, text: text(200), tags: ["storage"] });
  act("a long runbook", "remember", { kind: "runbook", title: runbook, text: text(9_000) });
  act("a preference of the person", "remember", { kind: "preference", scope: "user", title: tabs, text: text(80) });
  act("more on the runbook", "remember", { kind: "runbook", title: runbook, text: text(700), tags: ["deploy"] });
  act("a changed mind", "remember", { kind: "decision", title: wal2, text: text(5_000), supersedes: idOf(wal) });
  act("an addition", "update", { id: idOf(runbook), append: text(300), tags: ["night"] });
  act("a new text", "update", { id: idOf(wal2), body: text(6_000), reason: "said better" });
  act("the first line of a day", "remember", { kind: "log", text: text(60) });
  act("the next line of the day", "remember", { kind: "log", text: text(5_000) });
  act("a blocker", "remember", { kind: "blocker", text: text(90) });
  act("another blocker", "remember", { kind: "blocker", text: text(90) });
  act("a task", "remember", { kind: "task", text: text(120) });
  act("the next task", "remember", { kind: "task", text: text(140) });
  act("a memory retired", "forget", { id: idOf(tabs), reason: "spaces now" });
  act("a memory restored", "restore", { id: idOf(tabs) });
  act("a memory archived", "archive", { id: idOf(runbook), reason: "old cluster" });
  act("a memory unarchived", "unarchive", { id: idOf(runbook) });
  act("an update undone", "undo", {});
  act("a short-lived reference", "remember", { kind: "reference", title: wiki, text: text(400) });
  act("a create undone", "undo", {});
  act("a mind changed again", "remember", { kind: "decision", title: wal3, text: text(300), supersedes: idOf(wal2) });
  act("a change of mind undone", "undo", {});
  act("one more line of the day", "remember", { kind: "log", text: text(70) });
  act("a line undone", "undo", {});
  act("a hand edit noted", "rebuild", {}, { hand: (world) => editMemory(world, idOf(wal2), `\n${text(90)}\n`) });
  act("a hand deletion noted", "rebuild", {}, { hand: (world) => rmSync(inProject(world, file.task)) });
  act("a deleted file restored", "restore", { id: "current-task" });
  act(
    "an update over a hand edit",
    "update",
    { id: idOf(wal), tags: ["history"] },
    { hand: (world) => editMemory(world, idOf(wal), "\nBy hand.\n") },
  );
  act("a setting", "config", { action: "set", key: "views", value: "MEMORY.md,_index.md" });
  act("a debt", "remember", { kind: "tech_debt", title: debt, text: `${doomed} ${text(200)}` });
  act("a longer debt", "update", { id: idOf(debt), append: text(4_500) });
  act("a draft", "remember", { kind: "topic", title: draft, text: `${purged} ${text(100)}` });
  act("the draft retired", "forget", { id: idOf(draft), reason: "no" });
  act("the person's retired too", "forget", { id: idOf(tabs) });
  day(40);
  act("tidying up", "gc", {});
  act("the draft back", "unarchive", { id: idOf(draft) });
  act("the draft retired again", "forget", { id: idOf(draft) });
  day(40);
  act("purging", "gc", { purge: true }, { erases: purged });
  act("a memory erased", "forget", { id: idOf(debt), hard: true }, { erases: doomed });
  act("the first line of another day", "remember", { kind: "log", text: text(50) });
  act("a dream of the days", "dream", {});
  act("the dream taken back", "undo", { dream: true });
  act("shorter history", "config", { action: "set", key: "history.maxDays", value: 1 });
  day(5);
  act("history trimmed", "gc", {});
  act("a setting reset", "config", { action: "reset", key: "views" });
  act("work across projects", "workspace", { action: "initiative", name: "Moving house", next: "boxes" });
  const last = title();
  const told = secretWord();
  act("a last word", "remember", { kind: "decision", title: last, text: `${told} ${text(100)}` });
  const proposed = title();
  act("a proposal", "draft", { intent: intentFor(title(), text(4_500)) });
  act("a proposal rejected", "review", { reject: ["all"] });
  act("a rejection taken back", "review", { reopen: ["all"] });
  act("a proposal rejected again", "review", { reject: ["all"] });
  act("another proposal", "draft", { intent: intentFor(proposed, text(300)) });
  act("a proposal accepted", "review", { accept: ["all"] });
  act("a proposal about what is there", "draft", { intent: intentFor(proposed, text(200)) });
  act("a proposal merged", "review", { accept: ["all"] });
  act("a session summed up", "summarize", { session: SESSION }, { hand: (world) => leaveSession(world, text(300)) });
  act("its summary brought up to date", "summarize", { session: SESSION, body: `## Completed\n- ${text(40)}\n` });
  const person = (set: Record<string, string>) => ({ action: "update", subject: "preferences", set });
  act("a word on the person", "user", person({ naming: text(60), detail: "short" }));
  act("another word on the person", "user", person({ errors: `${text(60).replaceAll("\n", " ")} tabs` }));
  act("what they said of it forgotten", "user", { action: "forget", subject: "tabs" });
  act("what it all adds up to", "synthesize", {});
  act("a part of it erased", "forget", { id: idOf(last), hard: true }, { erases: told });
  return { name: "plain", seed, begin: makePlain, acts };
}

/** The same folder where files lay before Cairn came: the log begins with what others wrote. */
function found(seed: number): Workload {
  const { act, acts } = script("work/plain");
  const { title, text } = wording(rngFrom(seed ^ 0xf0d));
  const own = title();
  act("files found", "rebuild", {}, { hand: (world) => leaveFiles(world, [text(200), text(300)]) });
  act("a memory beside them", "remember", { kind: "decision", title: own, text: text(150) });
  act("more of it", "update", { id: idOf(own), append: text(80) });
  return { name: "found", seed, begin: makePlain, acts };
}

function leaveFiles(world: World, texts: readonly string[]): void {
  mkdirSync(inProject(world, "topics"), { recursive: true });
  for (const [n, text] of texts.entries())
    writeFileSync(inProject(world, `topics/left-${n}.md`), `# Left ${n}\n\n${text}\n`);
}

/** A repository: the team's memories and an agent's beside the others, and the folder moves. */
function shop(seed: number): Workload {
  const { act, acts, go } = script("work/shop");
  const { title, text, secretWord } = wording(rngFrom(seed ^ 0x5409));
  const [team, own, ada, other] = [title(), title(), title(), title()] as const;
  const doomed = secretWord();

  act("team memory switched on", "config", { action: "set", key: "team.enabled", value: true, project: true });
  act("a team memory", "remember", { kind: "decision", scope: "team", title: team, text: text(300) });
  act("a project memory", "remember", { kind: "constraint", title: own, text: text(4_200) });
  act("an agent's memory", "remember", {
    kind: "topic",
    scope: "agent",
    agent,
    title: ada,
    text: `${doomed} ${text(100)}`,
  });
  act("the agent's memory longer", "update", { id: idOf(ada), agent, append: text(200) });
  act(
    "the team memory updated",
    "update",
    { id: idOf(team), append: text(150) },
    { hand: (world) => editTeam(world, idOf(team)) },
  );
  act("the team memory retired", "forget", { id: idOf(team) });
  act("the retirement undone", "undo", {});
  act("the agent's memory erased", "forget", { id: idOf(ada), agent, hard: true }, { erases: doomed });
  go("work/store");
  act(
    "a memory at the new place",
    "remember",
    { kind: "constraint", title: other, text: text(80) },
    { hand: (world) => renameSync(world.at("work/shop"), world.at("work/store")) },
  );
  act("memories joined", "move", {});
  act("an old memory updated there", "update", { id: idOf(own), append: text(60) });
  act("the update undone there", "undo", {});
  go("work/depot");
  act("memories moved", "move", {}, { hand: (world) => renameSync(world.at("work/store"), world.at("work/depot")) });
  return { name: "shop", seed, begin: makeShop, acts };
}

/** Acts a minute apart, unless days pass. */
function script(start: string) {
  const acts: Act[] = [];
  let cwd = start;
  let time = Date.parse("2030-01-15T10:00:00Z");
  const act = (name: string, op: string, input: Act["input"], more: Pick<Act, "hand" | "erases"> = {}): void => {
    acts.push({ name, at: new Date(time).toISOString(), cwd, op, input, ...more });
    time += 60_000;
  };
  const day = (days: number): void => {
    time += days * 86_400_000;
  };
  const go = (folder: string): void => {
    cwd = folder;
  };
  return { acts, act, day, go };
}

const WORDS =
  "amber birch cobalt delta ember fjord garnet harbor indigo juniper kelp lagoon maple nickel opal prairie".split(" ");

function wording(random: Rng) {
  let made = 0;
  const word = () => random.pick(WORDS);
  return {
    title: () => `${word()} ${word()} ${word()} ${(made++).toString(36)}${random.int(1_000)}`,
    text: (length: number) => {
      const wanted = length + random.int(Math.ceil(length / 4));
      let text = word();
      while (text.length < wanted) text += random.int(12) === 0 ? `.\n${word()}` : ` ${word()}`;
      return `${text}.`;
    },
    secretWord: () => `zq${random.chars("bcdfghjklm", 14)}`,
  };
}

function intentFor(title: string, text: string): string {
  const content = { decision: text, rationale: [text.slice(0, 60)] };
  return JSON.stringify({
    category: "decision",
    reason: "said so",
    new_info_summary: text.slice(0, 120),
    partial_content: { title, tags: ["amber"], content },
  });
}

function idOf(title: string): string {
  return title.replaceAll(" ", "-");
}

/** The project's root, wherever the world lies. */
export function inProject(world: World, path: string): string {
  const encoded = world.at("work/plain").replaceAll(/[^A-Za-z0-9]/g, "-");
  return world.at("home/.claude/projects", encoded, "memory", path);
}

const SESSION = "760f230b-96a5-4c5f-9a53-2f0a6b1c0c11";

/** What the host keeps of a session. */
function leaveSession(world: World, said: string): void {
  const entry = (type: string, text: string, minute: number) => {
    const timestamp = `2030-06-01T10:0${minute}:00.000Z`;
    const cwd = world.at("work/plain");
    return `${JSON.stringify({ type, sessionId: SESSION, cwd, timestamp, message: { role: type, content: text } })}\n`;
  };
  const folder = inProject(world, "..");
  mkdirSync(folder, { recursive: true });
  const talk = [
    entry("user", `Please write down: ${said}`, 0),
    entry("assistant", "Added it to the list of notes in notes.md.", 1),
  ];
  writeFileSync(`${folder}/${SESSION}.jsonl`, talk.join(""));
}

/** Decisions lie under a number: found by the end of their name. */
function editMemory(world: World, id: string, added: string): void {
  const path = [...world.tree().keys()].find((one) => one.endsWith(`_${id}.md`));
  appendFileSync(world.at(path as string), added);
}

function editTeam(world: World, id: string): void {
  const path = [...world.tree().keys()].find(
    (one) => one.includes("shop/.claude/memory/") && one.endsWith(`_${id}.md`),
  );
  const place = world.at(path as string);
  writeFileSync(place, readFileSync(place, "utf8").replace("status: active", "status: active\n  reviewed: yes"));
}

function makePlain(world: World): void {
  mkdirSync(world.home);
  mkdirSync(world.at("work/plain"), { recursive: true });
}

/** Shallow, so that the remote alone says which project it is and no git program is asked. */
function makeShop(world: World): void {
  mkdirSync(world.home);
  mkdirSync(world.at("work/shop/.git"), { recursive: true });
  writeFileSync(world.at("work/shop/.git/HEAD"), "ref: refs/heads/main\n");
  writeFileSync(world.at("work/shop/.git/config"), '[remote "origin"]\n\turl = https://example.com/shop.git\n');
  writeFileSync(world.at("work/shop/.git/shallow"), `${"1".repeat(40)}\n`);
}
