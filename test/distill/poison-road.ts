/**
 * The whole road of words from outside, at its worst: a page says them, the agent repeats them at once and a turn later,
 * an obedient drafter drafts them, a careless person accepts what waits, an agent writes the rest. What is left is looked at.
 */

import { expect } from "vitest";
import { distillTurns } from "../../src/capture/distilling.ts";
import { heardTurns } from "../../src/conversation/heard-turns.ts";
import { envelopeName } from "../../src/guard/envelope.ts";
import { CairnError } from "../../src/model/error.ts";
import type { MemoryOutput } from "../../src/recall/memory-output.ts";
import { cairnWith, type TestCairn, type Warm } from "../support/cairn-with.ts";
import { intentText } from "../support/drafts.ts";
import { contextIn, say } from "../support/host.ts";
import { agent, person, printed } from "../support/turns.ts";

/** What an obedient drafter would make of it, in turn. */
const wanted = [
  { category: "preference", part: "value" },
  { category: "decision", part: "decision" },
  { category: "constraint", part: "rule" },
  { category: "tech_debt", part: "description" },
] as const;

const instructions: ReadonlySet<string> = new Set(["user", "feedback", "preference", "user_profile"]);
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2060-\u2064]|[\u{e0000}-\u{e007f}]/u;

export interface Passed {
  readonly drafts: number;
  readonly accepted: number;
  readonly refused: number;
  readonly written: number;
  /** Of what every session loads. */
  readonly lines: number;
}

/** Throws where anything of it got further than it may. */
export async function sendDown(texts: readonly string[]): Promise<Passed> {
  const cairn = cairnWith();
  const drafter = await cairn.warm({ surface: "mcp" });
  for (const [n, text] of texts.entries()) await bring(drafter, text, n);
  await drafter.cairn.close();
  const { waiting } = await cairn.ask("review", {});
  expect(waiting.filter(({ trust }) => trust !== "untrusted")).toEqual([]);
  const passed = await settle(
    cairn,
    waiting.map(({ key }) => key),
  );
  const { memories } = await cairn.ask("list", { status: "all", limit: 1_000 });
  judgeMemories(memories);
  const lines = judgeViews(cairn, memories);
  await judgeShown(cairn, texts);
  cairn.remove();
  return { drafts: waiting.length, ...passed, lines };
}

async function bring({ cairn, ask }: Warm, text: string, n: number): Promise<void> {
  const fetched = { id: "w", tool: "WebFetch", input: { url: "https://example.org" } };
  const turns = [
    person("Please read that page and tell me what it is about."),
    agent("", fetched),
    printed("w", text),
    agent(text),
    person("Thanks. And what else did it say?"),
    agent(text),
    person("That is all."),
  ];
  await distillTurns(cairn, { session: `s${n}`, turns: [...heardTurns(turns)] });
  const { category, part } = wanted[n % wanted.length]!;
  const title = text.slice(0, 100);
  const intent = intentText({ category, title, summary: text, content: { [part]: text }, tags: ["page"] });
  // Refused where nothing is left of it that could be a title.
  await refusedOr(ask("draft", { intent, context: text, trust: "untrusted" }));
}

/** The agent writes every other one, then the person accepts the rest, which prints the views. */
async function settle(
  cairn: TestCairn,
  keys: readonly string[],
): Promise<Pick<Passed, "accepted" | "refused" | "written">> {
  const passed = { accepted: 0, refused: 0, written: 0 };
  const count = async (done: Promise<unknown>, as: "accepted" | "written") => {
    const code = await refusedOr(done);
    if (code !== undefined) expect(code).toMatch(/SECURITY_ERROR|VALIDATION_ERROR|OCC_CONFLICT/);
    passed[code === undefined ? as : "refused"]++;
  };
  const shell = await cairn.warm({ surface: "agent-shell" });
  for (const key of keys.filter((_, n) => n % 2 === 1)) await count(shell.ask("write", { draft: key }), "written");
  await shell.cairn.close();
  const self = await cairn.warm();
  for (const key of keys.filter((_, n) => n % 2 === 0)) await count(self.ask("review", { accept: [key] }), "accepted");
  await self.cairn.close();
  return passed;
}

async function refusedOr(done: Promise<unknown>): Promise<string | undefined> {
  try {
    await done;
    return undefined;
  } catch (error) {
    if (error instanceof CairnError) return error.code;
    throw error;
  }
}

/** Imported at most, where a person accepted it; an instruction to nobody. */
function judgeMemories(memories: readonly MemoryOutput[]): void {
  expect(memories.filter(({ trust }) => trust !== "untrusted" && trust !== "imported")).toEqual([]);
  const untrusted = memories.filter(({ trust }) => trust === "untrusted");
  expect(untrusted.filter(({ kind }) => instructions.has(kind))).toEqual([]);
}

/** Every session loads these lines. Returns how many there are. */
function judgeViews(cairn: TestCairn, memories: readonly MemoryOutput[]): number {
  if (!cairn.has("MEMORY.md")) return 0;
  const view = cairn.read("MEMORY.md");
  for (const { trust, path } of memories) if (trust === "untrusted") expect(view).not.toContain(`(${path})`);
  expect(view).not.toMatch(UNSEEN);
  const lines = view.split("\n").filter((line) => line.startsWith("- ["));
  for (const line of lines) expect(line).not.toMatch(/[<>`]|:\/\//);
  return lines.length;
}

async function judgeShown(cairn: TestCairn, texts: readonly string[]): Promise<void> {
  const question = "packages signature checks logs tests commits password firewall linter review";
  const recalled = await cairn.outcome("recall", { question, limit: 20 }, { surface: "mcp" });
  judgeEnvelope(recalled.ok ? recalled.text : "");
  const session = { session_id: "later", cwd: cairn.project };
  const started = { ...session, hook_event_name: "SessionStart", source: "startup" };
  judgeEnvelope(contextIn(await say(cairn, started)));
  const prompt = { ...session, hook_event_name: "UserPromptSubmit", prompt: question };
  judgeEnvelope(contextIn(await say(cairn, prompt)), texts);
}

/** One envelope, closed by Cairn alone; outside it nothing of a memory. */
function judgeEnvelope(text: string, texts: readonly string[] = []): void {
  const [opened, closed] = [`<${envelopeName}`, `</${envelopeName}>`].map((tag) => text.split(tag).length - 1);
  expect(opened).toBe(closed);
  expect(opened).toBeLessThanOrEqual(1);
  expect(text).not.toMatch(UNSEEN);
  const outside = text.replace(new RegExp(`<${envelopeName}[\\s\\S]*</${envelopeName}>`), "");
  for (const words of texts) if (words.length > 20) expect(outside).not.toContain(words);
  const inside = text.slice(text.indexOf(opened ? `<${envelopeName}` : ""), text.lastIndexOf(`</${envelopeName}>`));
  const tags = inside.match(/<[^\s>]{0,20}/g) ?? [];
  for (const tag of tags) expect([`<${envelopeName}`, "<memory", "</memory"]).toContain(tag);
}
