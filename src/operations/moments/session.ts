/** A session begins, goes on after its context was lost, and ends. */

import { quotedText } from "../../guard/envelope.ts";
import { hasSecret } from "../../guard/redact.ts";
import { headOf } from "../../places/git.ts";
import { changesBesides } from "./changes-besides.ts";
import { noteShown } from "./ledger.ts";
import type { Answer, Called } from "./moment.ts";
import { packThread, stepsInWords, threadOf } from "./thread.ts";

/** What a session may be told at its start, and after a compaction. */
const BUDGET_TOKENS = 1_500;
const HEAD = "Cairn keeps this project's memory: recall finds what is known, remember keeps what is settled.";
const CUT = "The conversation was cut. This is the thread of the work:";

export async function onStart(called: Called<"session-start">): Promise<Answer> {
  const { cairn, trail, at, source, session } = called;
  if (source === "compact" && trail.state().stopped) return {};
  const isLost = source === "compact" || source === "clear";
  const isKnown = source === "resume" && trail.state().started !== undefined;
  if (source === "compact") trail.append({ is: "compacted", at });
  else if (trail.state().stopped) trail.append({ is: "flag", at, flag: "stopped", on: false });
  const { project } = cairn.places;
  const branch = project.git === undefined ? undefined : headOf(project.git).branch;
  trail.append({ is: "start", at, source, project: project.key, ...(branch === undefined ? {} : { branch }) });
  const steps = isLost ? stepsInWords(trail.state(), project.path) : [];
  // What a resumed or forked context was shown before still stands in it.
  const shown = new Set(trail.state().shown[""]);
  const thread = (await threadOf(called)).filter(({ scope, id }) => isLost || !shown.has(`${scope}:${id}`));
  const before = isKnown ? "" : [greeting(session), ...(isLost && steps.length > 0 ? [CUT] : [])].join("\n");
  const notice = source === "compact" ? "" : await changesBesides(called);
  const now = packThread(thread, called, { budgetTokens: BUDGET_TOKENS, before, steps, notice });
  if (now.packed.places.length === 0) return { context: before };
  noteShown(called, { moment: `start:${source}`, budgetTokens: BUDGET_TOKENS }, now);
  return { context: now.packed.text };
}

function greeting(session: string): string {
  return isPlain(session) ? `${HEAD} Session ${session}.` : HEAD;
}

/** Shown as it is only where it can hold nothing but a name. */
function isPlain(session: string): boolean {
  return /^[\w-]{1,64}$/.test(session) && !hasSecret(session);
}

/** What the summary of a conversation must not lose, in plain words for whoever writes it. */
export async function beforeCompaction(called: Called<"before-compaction">): Promise<Answer> {
  const { trail, at, cairn } = called;
  trail.sumUp(at);
  const steps = stepsInWords(trail.state(), cairn.places.project.path).map((step) => quotedText(step));
  return {
    instructions: [
      "Keep in the summary: the task and its state, every decision with its reason, open questions and blockers,",
      "what was tried and failed, the names of files and commands, and what the person asked for in their own words.",
      ...steps.map((step) => `- ${step}`),
    ].join("\n"),
  };
}

export async function onStop({ trail, at, turn, cairn, session }: Called<"stop">): Promise<Answer> {
  const open = trail.state().turn?.id ?? turn;
  trail.append({ is: "close", at, turn: open });
  trail.sumUp(at);
  await cairn.afterTurn(session);
  return {};
}

export function onEnd({ trail, at, reason }: Called<"session-end">): Answer {
  if (!trail.exists) return {};
  trail.append({ is: "end", at, reason }, { durable: true });
  return {};
}
