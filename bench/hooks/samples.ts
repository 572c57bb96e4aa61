/** What one session on the real client took: from a prompt to the request it makes, from one tool to the next, in hooks. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { call, printScript, say } from "../../test/clients/script.ts";
import type { ScriptedModel } from "../../test/clients/scripted-model.ts";
import type { Case } from "./cases.ts";

/** All in milliseconds. */
export interface Samples {
  /** The hook at the session's start, as the client timed it. */
  readonly start: number[];
  /** From the client's own start to the request of the first prompt. */
  readonly first: number[];
  /** From the person's words to the request. */
  readonly prompt: number[];
  /** From the model's words to the request with the tool's result. */
  readonly write: number[];
  readonly bash: number[];
  /** Hooks alone, as the client's log tells. */
  readonly hook: Record<string, number[]>;
}

export function sampled(): Samples {
  return { start: [], first: [], prompt: [], write: [], bash: [], hook: {} };
}

export interface Session {
  readonly turns: number;
  /** Which of the titles are named: none twice in a case. */
  readonly from: number;
}

export async function sampleSession(one: Case, model: ScriptedModel, { turns, from }: Session) {
  const began = performance.now();
  const talk = one.client.talk();
  const samples = sampled();
  for (let turn = 0; turn < turns; turn++) {
    const seen = model.requests.length;
    const said = performance.now();
    await talk.say(promptOf(one, from + turn));
    const [asked, written, ran] = model.requests.slice(seen).filter(({ kind }) => kind === "main");
    if (asked === undefined || written === undefined || ran === undefined) throw new Error("A turn went otherwise.");
    // The first turn waits for the client itself to be ready.
    if (turn === 0) samples.first.push(asked.at - began);
    if (turn === 0) continue;
    samples.prompt.push(asked.at - said);
    samples.write.push(written.at - asked.at);
    samples.bash.push(ran.at - written.at);
  }
  const { code } = await talk.end();
  if (code !== 0) throw new Error(`The client ended with ${code}.`);
  hooksIn(readFileSync(talk.debugLog, "utf8"), samples);
  return { samples, addTo: (all: Samples) => add(all, samples) };
}

function promptOf({ project, titles }: Case, n: number): string {
  const steps = printScript(
    call("Write", { file_path: join(project, `note-${n}.txt`), content: "A line.\n" }),
    call("Bash", { command: "true" }),
    say("over"),
  );
  return `What do we know about ${titles[n % titles.length]}?\n${steps}`;
}

const FINISHED = /Hooks: SessionStart:\S+ \[[^\n]*\] \([^)]*\) finished with status 0 \((\d+)ms\)/;
const CALLING = /^(\S+) \[DEBUG\] Hooks: mcp_tool calling /;
const DONE = /^(\S+) \[DEBUG\] "Hook (\w+)(?::\w+)? \(\w+\) success:/;

/** The client notes when it calls a server's tool and when the answer is there; commands it times itself. */
function hooksIn(log: string, samples: Samples): void {
  const start = FINISHED.exec(log)?.[1];
  if (start !== undefined) samples.start.push(Number(start));
  let called: number | undefined;
  for (const line of log.split("\n")) {
    const [, calledAt] = CALLING.exec(line) ?? [];
    if (calledAt !== undefined) called = Date.parse(calledAt);
    const [, doneAt, event = ""] = DONE.exec(line) ?? [];
    if (doneAt === undefined || called === undefined) continue;
    samples.hook[event] ??= [];
    samples.hook[event].push(Date.parse(doneAt) - called);
    called = undefined;
  }
}

function add(all: Samples, { start, first, prompt, write, bash, hook }: Samples): void {
  all.start.push(...start);
  all.first.push(...first);
  all.prompt.push(...prompt);
  all.write.push(...write);
  all.bash.push(...bash);
  for (const [event, times] of Object.entries(hook)) {
    all.hook[event] ??= [];
    all.hook[event].push(...times);
  }
}
