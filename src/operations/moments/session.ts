/** A session begins, goes on after its context was lost, and ends. */

import { quotedText } from "../../guard/envelope.ts";
import { headOf } from "../../places/git.ts";
import { noteShown } from "./ledger.ts";
import type { Answer, Called } from "./moment.ts";
import { packThread, stepsInWords, threadOf } from "./thread.ts";

/** What a session may be told at its start, and after a compaction. */
const BUDGET_TOKENS = 1_500;
/** The part of it that is Cairn's own words. */
const OWN_TOKENS = 100;

export async function onStart(called: Called): Promise<Answer> {
  const { cairn, trail, at, source, session } = called;
  const isLost = source === "compact" || source === "clear";
  if (source === "compact") trail.append({ is: "compacted", at });
  cairn.sessions.prune(cairn.settings.get("trail.maxDays"));
  const { project } = cairn.places;
  const branch = project.git === undefined ? undefined : headOf(project.git).branch;
  trail.append({ is: "start", at, source, project: project.key, ...(branch === undefined ? {} : { branch }) });
  const steps = isLost ? stepsInWords(trail.state(), project.path) : [];
  // What a resumed or forked context was shown before still stands in it.
  const shown = new Set(trail.state().shown[""]);
  const thread = (await threadOf(called)).filter(({ scope, id }) => isLost || !shown.has(`${scope}:${id}`));
  const now = packThread(thread, called, BUDGET_TOKENS - OWN_TOKENS, steps);
  if (now.packed.ids.length > 0) noteShown(called, `start:${source}`, BUDGET_TOKENS, now);
  const head = `Cairn keeps this project's memory (session ${session}): recall finds what is known, remember keeps what is settled.`;
  const resume = isLost && now.packed.text !== "" ? ["The conversation was cut. This is the thread of the work:"] : [];
  return { context: [head, ...resume, now.packed.text].filter((line) => line !== "").join("\n") };
}

/** What the summary of a conversation must not lose, in plain words for whoever writes it. */
export async function beforeCompaction(called: Called): Promise<Answer> {
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

export async function onStop({ trail, at, turn, cairn, session }: Called): Promise<Answer> {
  const open = trail.state().turn?.id ?? turn;
  trail.append({ is: "close", at, turn: open });
  trail.sumUp(at);
  await cairn.afterTurn(session);
  return {};
}

export function onEnd({ trail, at, reason }: Called): Answer {
  if (!trail.exists) return {};
  trail.append({ is: "end", at, reason }, { durable: true });
  return {};
}
