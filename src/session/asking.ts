/**
 * The session's own model is asked to keep what was settled, where work concludes: signals are gathered from the trail,
 * quoted in one ask, at most so many a session and none twice. What came from others is not quoted.
 */

import { asksForSomething, askText, closes, isTimeToAsk } from "../capture/conclusions/ask-text.ts";
import { segmentsOf } from "../capture/conclusions/segments-of.ts";
import { type Signal, settledSignals } from "../capture/conclusions/signals.ts";
import { turnsOfTrail } from "../conversation/trail-turns.ts";
import { quotedText } from "../guard/envelope.ts";
import { sha256Of } from "../model/sha256.ts";
import { commitMessageIn } from "../text/commit-message.ts";
import type { Turn } from "../transcripts/turn.ts";
import type { Around, Called } from "./moment.ts";

/** They quote what the agent said or a tool printed, which may be what others said to it. */
const QUOTES_AGENT: ReadonlySet<Signal["is"]> = new Set(["answer", "pick", "yes", "plan", "fixed"]);
const MATTER_DIGITS = 12;
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

function asked({ cairn, trail, at }: Around, moment: "conclusion" | "prompt", isAsking = true): string {
  const { settings } = cairn;
  const { offTheRecord, asks, unkept } = trail.state();
  if (offTheRecord || settings.get("mode.nudge") === "off" || settings.get("mode.capture") === "auto") return "";
  const turns = turnsOfTrail(trail.newest(), { withResults: true });
  const pending = settledSignals(segmentsOf(turns)).filter(
    (signal) =>
      (turns[signal.turn]?.at ?? "") > (unkept.since ?? "") &&
      !asks.matters.includes(matterOf(signal)) &&
      !(QUOTES_AGENT.has(signal.is) && hasHeardBy(turns, signal.turn)),
  );
  const isSettling = pending.some(({ turn, weight }) => weight > SLIGHT && turns[turn]?.at === at);
  if ((!isAsking && !isSettling) || !isTimeToAsk({ pending, asked: asks.count }, moment)) return "";
  const ask = askText(pending);
  if (ask === undefined) return "";
  trail.append({ is: "ask", at, matters: ask.told.map(matterOf) });
  return quotedText(ask.text);
}

/** In which words it was settled: told once, it is not told again. */
function matterOf({ is, quotes }: Signal): string {
  return sha256Of([is, ...quotes].join("\n")).slice(0, MATTER_DIGITS);
}

/** Whether the words of others were read in its turn, or in the one before, where it was offered. */
function hasHeardBy(turns: readonly Turn[], place: number): boolean {
  const persons = [...turns.keys()].filter((at) => at <= place && turns[at]?.by === "person");
  return turns.slice(persons.at(-3) ?? 0, place + 1).some(({ heard }) => heard === true);
}
