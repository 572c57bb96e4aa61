import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { world } from "../../test/places/world.ts";
import { cairnWith, memoryText, noon, type TestCairn } from "../../test/support/cairn-with.ts";
import { captureFlips } from "../../test/support/capture-flips.ts";
import { dreamFlips } from "../../test/support/dream-flips.ts";
import { say } from "../../test/support/host.ts";
import { personFlips } from "../../test/support/person-flips.ts";
import { scribeFlips } from "../../test/support/scribe-flips.ts";
import { decided, HostSession, waitingIn } from "../../test/support/session.ts";
import { summaryFlips } from "../../test/support/summary-flips.ts";
import { syncFlips } from "../../test/support/sync-flips.ts";
import { synthesisFlips } from "../../test/support/synthesis-flips.ts";
import { triageFlips } from "../../test/support/triage-flips.ts";
import { windowFlips } from "../../test/support/window-flips.ts";
import { openCairn } from "../cairn.ts";
import { type SettingKey, settingKeys, settings } from "../model/settings.ts";
import { bareLines } from "../text/lines.ts";

const DAY_MS = 86_400_000;

/** Another value than the default, and something anybody can see that differs by it. */
interface Flip {
  readonly to: unknown;
  readonly see: (cairn: TestCairn) => Promise<unknown>;
}

async function withMany(cairn: TestCairn, count: number): Promise<TestCairn> {
  for (let n = 0; n < count; n++) {
    const text = memoryText(`fact-${n}`, `# Fact ${n}\n\nA fact of some length, the ${n}th of its kind.`);
    cairn.write(`fact-${n}.md`, text);
  }
  await cairn.ask("rebuild", {});
  return cairn;
}

/** What an agent with an index and a state is given, by the command and as a sub-agent. */
async function agentGiven(cairn: TestCairn) {
  const folder = join(cairn.project, ".agents", "memory", "core", "reviewer");
  mkdirSync(folder, { recursive: true });
  const lines = Array.from({ length: 12 }, (_, n) => `- [Topic ${n}](topic-${n}.md) — about it`);
  writeFileSync(join(folder, "MEMORY.md"), lines.join("\n"));
  writeFileSync(join(folder, "state.md"), "# State\n\nAll reviewed.\n");
  const { sources } = await cairn.ask("agent", { agent: "core/reviewer" });
  const began = { hook_event_name: "SubagentStart", session_id: "s1", agent_id: "a1", agent_type: "reviewer" };
  return { sources: sources.map(({ file }) => file), told: /topic-9/.test(await say(cairn, began)) };
}

async function workspaceLines(cairn: TestCairn) {
  for (let n = 0; n < 30; n++) {
    const cwd = join(cairn.base, `p${n}`);
    mkdirSync(cwd);
    await cairn.ask("remember", { text: "A fact." }, { cwd });
  }
  return bareLines(readFileSync(join(cairn.home, ".claude", "workspace.md"), "utf8")).length;
}

const viewLines = async (cairn: TestCairn) => bareLines((await withMany(cairn, 30)).read("MEMORY.md")).length;

async function retiredLongAgo(cairn: TestCairn, days: number) {
  await cairn.ask("remember", { title: "Old", text: "x", kind: "project" });
  await cairn.ask("forget", { id: "old" });
  cairn.clock.advance(days * DAY_MS);
  return cairn.ask("gc", {});
}

async function partsDropped(cairn: TestCairn, days: number) {
  for (const title of ["One", "Two", "Three"]) {
    await cairn.ask("remember", { title, text: "x".repeat(600_000), kind: "project" });
    cairn.clock.advance(days * DAY_MS);
  }
  return (await cairn.ask("gc", {})).segments;
}

/** What kinds of lines a session that was shown something still has after so many days. */
async function leftOfSession(cairn: TestCairn, days: number) {
  const session_id = "s1";
  await cairn.ask("remember", { text: "Mend the turnstile.", kind: "task" });
  await say(cairn, { hook_event_name: "SessionStart", session_id, source: "startup" });
  await say(cairn, { hook_event_name: "UserPromptSubmit", session_id, prompt: "go on", prompt_id: "p1" });
  cairn.clock.advance(Date.now() - cairn.clock.now().getTime() + days * DAY_MS);
  await cairn.ask("gc", {});
  const folder = join(cairn.cairnHome, "sessions");
  return readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), "utf8").match(/"is":"\w+"/g));
}

/** What is shown unasked of seven notes on one thing. */
/** Two memories, each named in the prompt. */
async function shownUnasked(cairn: TestCairn) {
  for (const name of ["harbour turnstile", "badge ledger"]) {
    const text = `The ${name} opens by badge. It was changed twice in the spring, and the vendor knows of it by letter.`;
    await cairn.ask("remember", { title: `The ${name}`, text, kind: "project", aliases: [name] });
  }
  return (await cairn.ask("relevant", { prompt: "fix the harbour turnstile and the badge ledger" })).hits.length;
}

const recalledKinds = (kind: string) => async (cairn: TestCairn) => {
  await cairn.ask("remember", { title: "Turnstile", text: "The turnstile opens by badge.", kind: kind as "decision" });
  return (await cairn.ask("recall", { question: "turnstile" })).kinds;
};

/** What comes up by itself of a memory that came with the repository. */
async function shownOfTeam(cairn: TestCairn, updated: Date) {
  await cairn.ask("config", { action: "set", key: "team.enabled", value: true });
  const folder = join(cairn.project, ".claude", "memory", "project");
  mkdirSync(folder, { recursive: true });
  const text = memoryText("turnstile", "The turnstile opens by badge.", {
    updated: updated.toISOString(),
    aliases: "[turnstile]",
  });
  writeFileSync(join(folder, "turnstile.md"), text);
  return (await cairn.ask("relevant", { prompt: "fix the turnstile" })).hits.length;
}

const flips: Readonly<Record<SettingKey, Flip>> = {
  ...dreamFlips,
  "memory.mode": {
    to: "log",
    see: async (cairn) => (await cairn.ask("remember", { text: "The tests are red since noon." })).memory.kind,
  },
  "team.enabled": {
    to: true,
    see: async (cairn) =>
      (await cairn.outcome("remember", { text: "We share this.", kind: "project", scope: "team" })).ok,
  },
  "team.allowTypes": {
    to: ["feedback"],
    see: async (cairn) => {
      await cairn.ask("config", { action: "set", key: "team.enabled", value: true });
      return (await cairn.outcome("remember", { text: "We share this.", kind: "project", scope: "team" })).ok;
    },
  },
  "team.requireReview": { to: false, see: (cairn) => shownOfTeam(cairn, noon) },
  ...syncFlips,
  "team.maxAgeDays": {
    to: 30,
    see: async (cairn) => {
      await cairn.ask("config", { action: "set", key: "team.requireReview", value: false });
      return shownOfTeam(cairn, new Date(noon.getTime() - 40 * DAY_MS));
    },
  },
  "delete.grace_period_days": { to: 5, see: async (cairn) => (await retiredLongAgo(cairn, 10)).archived },
  "delete.archive_retired": { to: false, see: async (cairn) => (await retiredLongAgo(cairn, 31)).archived },
  "history.maxDays": { to: 5, see: (cairn) => partsDropped(cairn, 10) },
  "history.maxBytes": { to: 1_000_000, see: (cairn) => partsDropped(cairn, 0) },
  "index.maxLines": { to: 10, see: viewLines },
  "index.maxBytes": { to: 1_000, see: viewLines },
  "index.budgetTokens": { to: 300, see: viewLines },
  "index.maxEntries": {
    to: 3,
    see: async (cairn) => {
      await cairn.ask("config", { action: "set", key: "views", value: ["_index.md"] });
      return bareLines((await withMany(cairn, 6)).read("_index.md")).length;
    },
  },
  "agents.load": { to: "alongside", see: async (cairn) => (await agentGiven(cairn)).sources },
  "workspace.maxLines": { to: 30, see: workspaceLines },
  "trail.maxDays": { to: 3, see: (cairn) => leftOfSession(cairn, 10) },
  "recall.otherProjects": {
    to: "deny",
    see: async (cairn) => {
      const tool_input = { question: "x", project: "web" };
      const use = {
        tool_name: "mcp__plugin_cairn_cairn__recall",
        tool_input,
        tool_use_id: "toolu_1",
        session_id: "s1",
      };
      return JSON.parse(await say(cairn, { hook_event_name: "PreToolUse", ...use })).hookSpecificOutput;
    },
  },
  "guard.directWrites": {
    to: "deny",
    see: async (cairn) => {
      const tool_input = { file_path: cairn.path("note.md"), content: "A note." };
      const use = { tool_name: "Write", tool_input, tool_use_id: "toolu_1", session_id: "s1" };
      return JSON.parse(await say(cairn, { hook_event_name: "PreToolUse", ...use })).hookSpecificOutput;
    },
  },
  enabled: {
    to: false,
    see: async (cairn) => {
      const payload = { hook_event_name: "SessionStart", session_id: "s1", source: "startup" };
      return (await say(cairn, payload)) === "";
    },
  },
  "mode.capture": {
    to: "off",
    see: async (cairn) => {
      const session = new HostSession(cairn);
      await session.start();
      await session.turn(decided);
      await session.end();
      return waitingIn(cairn);
    },
  },
  ...captureFlips,
  ...synthesisFlips,
  ...summaryFlips,
  ...personFlips,
  "mode.nudge": {
    to: "off",
    see: async (cairn) => {
      const session = new HostSession(cairn);
      await session.start();
      const first = await session.prompt("No, never log e-mail addresses. We must always hash them first.");
      await session.stop();
      return [first, await session.prompt("Now port the writer to streams, please.")];
    },
  },
  breadcrumb: {
    to: "off",
    see: async (cairn) => {
      await cairn.ask("start", {});
      return (await cairn.ask("recover", {}, { surface: "mcp", session: "s1" })).breadcrumb !== undefined;
    },
  },
  "retrieval.enabled": { to: false, see: shownUnasked },
  "retrieval.max_inject": { to: 1, see: shownUnasked },
  "retrieval.budgetTokens": { to: 100, see: shownUnasked },
  "categories.decision.description": { to: "What we mean by it", see: recalledKinds("decision") },
  "categories.runbook.description": { to: "What we mean by it", see: recalledKinds("runbook") },
  "categories.constraint.description": { to: "What we mean by it", see: recalledKinds("constraint") },
  "categories.tech_debt.description": { to: "What we mean by it", see: recalledKinds("tech_debt") },
  "categories.preference.description": { to: "What we mean by it", see: recalledKinds("preference") },
  "categories.session_summary.description": { to: "What we mean by it", see: recalledKinds("session_summary") },
  ...triageFlips,
  ...windowFlips,
  ...scribeFlips,
  views: { to: [], see: async (cairn) => (await withMany(cairn, 1)).has("MEMORY.md") },
  memoryDir: {
    to: "~/elsewhere",
    see: async (cairn) => {
      await cairn.ask("remember", { title: "Here", text: "x", kind: "project" });
      return existsSync(join(cairn.home, "elsewhere", "project", "here.md"));
    },
  },
  worktrees: { to: "separate", see: async (cairn) => sharedByWorktrees(cairn) },
};

/** Is what one work tree remembers known in another? */
async function sharedByWorktrees(cairn: TestCairn): Promise<boolean> {
  const here = world();
  const main = here.repository("main");
  here.git(main, "worktree", "add", "-q", here.at("other"));
  const ask = async (cwd: string) =>
    (await (await openCairn({ cwd, env: cairn.env, surface: "cli" })).stores()).of("project");
  await cairn.ask("remember", { title: "Known", text: "x", kind: "project" }, { cwd: main });
  return (await ask(here.at("other"))).memories().length > 0;
}

test("every setting there is has a row here", () => {
  expect(Object.keys(flips).sort()).toEqual([...settingKeys].sort());
});

const seen = new Map<Flip["see"], unknown>();

/** What is seen with every setting at its default: looked at once, however many settings change it. */
async function usually(see: Flip["see"]): Promise<unknown> {
  if (!seen.has(see)) seen.set(see, await see(cairnWith()));
  return seen.get(see);
}

test.each(settingKeys)("flipping %s changes what Cairn does", async (key) => {
  const { to, see } = flips[key];
  expect(to).not.toEqual(settings[key].fallback);
  const usual = await usually(see);
  const flipped = await see(cairnWith({ settings: { [key]: to } }));
  expect(flipped).not.toEqual(usual);
});

test.each(settingKeys)("%s can be set for one project alone, and reset", async (key) => {
  const cairn = cairnWith();
  const value = flips[key].to as never;
  await cairn.ask("config", { action: "set", key, value, project: true });
  mkdirSync(join(cairn.base, "elsewhere"));
  const here = async (cwd: string) => (await cairn.ask("config", { action: "get", key }, { cwd })).settings[0];
  expect(await here(cairn.project)).toMatchObject({ value, source: "project" });
  expect(await here(join(cairn.base, "elsewhere"))).toMatchObject({ source: "default" });
  await cairn.ask("config", { action: "reset", key, project: true });
  expect(await here(cairn.project)).toMatchObject({ source: "default" });
});

test("who changes a setting that the project has its own value of is told that it has no effect here", async () => {
  const cairn = cairnWith();
  await cairn.ask("config", { action: "set", key: "enabled", value: false, project: true });
  const changed = [
    await cairn.ask("config", { action: "set", key: "enabled", value: true }),
    await cairn.ask("config", { action: "reset", key: "enabled" }),
    await cairn.ask("config", { action: "reset" }, { confirmed: true }),
  ];
  const told = "this project has its own value of enabled, which holds here; --project changes that.";
  for (const { warnings } of changed) expect(warnings).toEqual([told]);
  expect((await cairn.ask("config", { action: "reset", key: "enabled", project: true })).warnings).toEqual([]);
});

test("all settings are reset only after a yes", async () => {
  const cairn = cairnWith({ settings: { "index.maxLines": 10 } });
  expect(await cairn.refusal("config", { action: "reset" })).toMatchObject({ code: "CONFIRMATION_NEEDED" });
  expect((await cairn.ask("config", { action: "get", key: "index.maxLines" })).settings[0]?.value).toBe(10);
  await cairn.ask("config", { action: "reset" }, { confirmed: true });
  expect((await cairn.ask("config", { action: "get", key: "index.maxLines" })).settings[0]?.source).toBe("default");
});
