/**
 * The session's own model is asked to keep what was settled, where work concludes: signals are gathered from the trail,
 * quoted in one ask, at most so many a session and none twice. What came from others is not quoted.
 */

import { ASKS_A_SESSION, asksForSomething, askText, isTimeToAsk } from "../capture/conclusions/ask-text.ts";
import { closes } from "../capture/conclusions/closing-prompt.ts";
import { segmentsAsItGoes } from "../capture/conclusions/segments-of.ts";
import { matterOf, mayBeOthers, type SaidSignals, settledSignals } from "../capture/conclusions/signals.ts";
import { turnsOfTrail } from "../conversation/trail-turns.ts";
import { quotedText } from "../guard/envelope.ts";
import { commitMessageIn } from "../text/commit-message.ts";
import type { Around, Called } from "./moment.ts";

/** A yes, or a sentence that may be anything. */
const SLIGHT = 2;

/** With a prompt: only one that asks for something, or settles something itself. */
export function askWithPrompt(called: Called<"prompt">): string {
  return closes(called.text) ? asked(called, "conclusion") : asked(called, "prompt", asksForSomething(called.text));
}

/** After a tool with which work concludes. */
export function askAfterTool(called: Called<"after-tool">): string {
  return called.agent === "" && isConclusion(called) ? asked(called, "conclusion") : "";
}

/** The context was cut: what was settled in it is nowhere else by now. */
export function askAfterCompaction(around: Around): string {
  return asked(around, "conclusion");
}

/** A commit or pull request, a check that failed and passes, a plan approved, all to-dos done, questions answered. */
function isConclusion({ deed, trail }: Called<"after-tool">): boolean {
  switch (deed.is) {
    case "command":
      return commitMessageIn(deed.text) !== undefined || isMended(deed.text, trail.newest());
    case "todos": {
      const { todos } = trail.state();
      return todos.length > 0 && todos.every(({ done }) => done);
    }
    case "plan":
    case "answers":
      return true;
    default:
      return false;
  }
}

function isMended(command: string, lines: ReturnType<Around["trail"]["newest"]>): boolean {
  const failed = lines.findLastIndex((line) => line.is === "failure" && line.command === command);
  const passed = lines.slice(failed + 1).filter((line) => line.is === "command" && line.text === command);
  return failed >= 0 && passed.length === 1;
}

function asked(around: Around, moment: "conclusion" | "prompt", isAsking = true): string {
  const { cairn, trail, at } = around;
  const isAuto = cairn.settings.get("mode.capture") === "auto";
  const { offTheRecord, asks, unkept, turns: begun } = trail.state();
  if (offTheRecord || (isAuto ? !mayAskToDraft(around) : cairn.settings.get("mode.nudge") === "off")) return "";
  // With the first prompt nothing was settled yet: what it says is told with what follows.
  if ((moment === "prompt" && begun < 2) || (!isAuto && asks.count >= ASKS_A_SESSION)) return "";
  const turns = turnsOfTrail(trail.newest(), { withResults: true });
  const { segmentsOf, said } = gatheredIn(trail);
  const pending = settledSignals(segmentsOf(turns), said).filter(
    (signal) =>
      (turns[signal.turn]?.at ?? "") > (unkept.since ?? "") &&
      !asks.matters.includes(matterOf(signal)) &&
      !mayBeOthers(signal, turns),
  );
  if (isAuto) {
    const weight = pending.reduce((sum, one) => sum + one.weight, 0);
    if (!isAsking || weight < NEEDED_TO_DRAFT[moment]) return "";
    trail.append({ is: "ask", at, matters: [] });
    return DRAFT_ASK;
  }
  const isSettling = pending.some(({ turn, weight }) => weight > SLIGHT && turns[turn]?.at === at);
  if ((!isAsking && !isSettling) || !isTimeToAsk({ pending, asked: asks.count }, moment)) return "";
  const ask = askText(pending);
  if (ask === undefined) return "";
  trail.append({ is: "ask", at, matters: ask.told.map(matterOf) });
  return quotedText(ask.text);
}

/** What a prompt takes once something may have been settled, over words that are nobody's: notes nothing, tells nothing. */
export function runOnce(prompt: string): void {
  const turns = [
    { from: 0, by: "person", text: prompt },
    { from: 1, by: "agent", text: `Two ways:\n\n1. Keep it as it is.\n2. ${prompt}\n\nWhich one do you prefer?` },
    { from: 2, by: "person", text: `The second one, please. ${prompt} We should always keep it small.` },
  ] as const;
  const signals = settledSignals(segmentsAsItGoes()(turns));
  if (asksForSomething(prompt) || closes(prompt)) askText(signals.slice(0, 1));
  for (const signal of signals) matterOf(signal);
}

/** What was made of each session's trail before: a long one is not gone through again with every prompt. */
const gathered = new WeakMap<Around["trail"], Gathered>();

interface Gathered {
  readonly segmentsOf: ReturnType<typeof segmentsAsItGoes>;
  readonly said: SaidSignals;
}

function gatheredIn(trail: Around["trail"]): Gathered {
  const known = gathered.get(trail) ?? { segmentsOf: segmentsAsItGoes(), said: new WeakMap() };
  gathered.set(trail, known);
  return known;
}

/** Once a session, and not where nobody sits before it unless that is wanted. */
function mayAskToDraft({ cairn, trail }: Around): boolean {
  const { asks, unattended } = trail.state();
  return asks.count === 0 && (!unattended || cairn.settings.get("capture.headless"));
}

/** There is one ask: with a prompt, which may be in the middle of the work, it waits until much has gathered. */
const NEEDED_TO_DRAFT = { conclusion: 3, prompt: 12 } as const;

/** In the open: whose words these are, which setting asks, what for. Short: it stays in the session's context. */
const DRAFT_ASK =
  'Cairn (mode.capture auto): when your task is done, start one sub-agent cairn:draft (prompt "Draft.", run_in_background false) for what was settled here, then answer as ever.';
