/** A disk that refuses one call while a sub-agent ends, or while what the model wrote is taken in. */

import { writeFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { setFaults } from "../../src/disk/faults.ts";
import { cairnWith, memoryText, type Warm } from "../support/cairn-with.ts";
import { sample } from "./report.ts";

const session_id = "760f230b-96a5-4c5f-9a53-2f0a6b1c0c11";
const SECRET = `ghp_${"aB3dE5gH7jK9mN1pQ3sT5vW7xY9zA2cD4eF6"}`;
const HIDDEN = "[REDACTED:github-token]";
const POINTS = 30;
const REFUSALS = ["ENOSPC", "EIO"] as const;

afterEach(() => setFaults(undefined));

/** What a host says to a warm server: the moment, and the fields of its payload. */
type Said = readonly [moment: string, fields: Readonly<Record<string, unknown>>];

const agentSaid = (moment: string, agent_id: string, more: object = {}): Said => [
  moment,
  { agent_id, agent_type: "general-purpose", ...more },
];

async function say(warm: Warm, [moment, fields]: Said): Promise<string> {
  return (await warm.ask("hook", { host: "claude-code", moment, session_id, ...fields })).text;
}

/** How many calls of the disk a moment takes. */
async function callsOf(warm: Warm, said: Said): Promise<number> {
  let calls = 0;
  setFaults(({ n }) => {
    calls = n;
    return undefined;
  });
  await say(warm, said);
  setFaults(undefined);
  return calls;
}

/** The host is answered all the same, with nothing. */
async function sayWhileRefused(warm: Warm, said: Said, call: number): Promise<void> {
  setFaults(({ n }) => (n === call ? { error: REFUSALS[call % REFUSALS.length]! } : undefined));
  try {
    expect(await say(warm, said)).toBe("");
  } finally {
    setFaults(undefined);
  }
}

function someOf(calls: number): number[] {
  return sample(
    Array.from({ length: calls }, (_, n) => n + 1),
    POINTS,
    String,
  );
}

test("a sub-agent's output is whole and told of, or not there, whatever call is refused while it is written", async () => {
  const cairn = cairnWith();
  const warm = await cairn.warm({ surface: "mcp" });
  const agent = async (n: number) => {
    await say(warm, agentSaid("agent-start", `a${n}`));
    return agentSaid("agent-stop", `a${n}`, { last_assistant_message: `The finding of ${n}.` });
  };
  const calls = await callsOf(warm, await agent(0));
  for (const call of someOf(calls)) await sayWhileRefused(warm, await agent(call), call);
  const { memories, problems } = await cairn.ask("list", { kind: "subagent", limit: 1_000 });
  expect(problems).toEqual([]);
  for (const { id } of memories) {
    const { body } = (await cairn.ask("show", { id })).memory;
    expect(body).toMatch(/^# The finding of \d+\.\n\n## Summary\n\nThe finding of \d+\.$/);
  }
  const { agents } = (await cairn.open()).sessions.trail(session_id).state();
  const told = agents.flatMap(({ output }) => output ?? []);
  expect(told.filter((id) => !memories.some((memory) => memory.id === id))).toEqual([]);
  expect(told.length).toBeGreaterThan(0);
  expect((await cairn.ask("doctor", {})).sound).toBe(true);
});

test("a file the model wrote is as it wrote it or without the secret, and no history has the secret", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "One", text: "Something.", kind: "project" });
  const text = (n: number) => memoryText(`token-${n}`, `It reads ${SECRET} now.`);
  const warm = await cairn.warm({ surface: "mcp" });
  const written = (n: number, use = "first"): Said => {
    const file_path = cairn.path(`token-${n}.md`);
    writeFileSync(file_path, text(n));
    const tool_input = { file_path, old_string: "ghp_", new_string: SECRET };
    return ["after-tool", { tool_name: "Edit", tool_input, tool_use_id: `${use}_${n}` }];
  };
  const points = someOf(await callsOf(warm, written(0)));
  for (const call of points) await sayWhileRefused(warm, written(call), call);
  const texts = points.map((call) => [cairn.read(`token-${call}.md`), text(call)] as const);
  for (const [found, before] of texts) expect([before, before.replace(SECRET, HIDDEN)]).toContain(found);
  expect(texts.filter(([found]) => found.includes(HIDDEN)).length).toBeGreaterThan(0);
  for (const { seq } of await cairn.records()) {
    const entry = (await cairn.store()).history.entry(seq);
    const kept = entry === undefined ? {} : (await cairn.store()).history.log.textsOf(entry);
    expect(String(kept.before ?? "") + String(kept.after ?? "")).not.toContain(SECRET);
  }
  // What was left is cleaned when the model touches the file again.
  for (const call of points) await say(warm, written(call, "again"));
  expect(cairn.everything()).not.toContain(SECRET);
});
