/** The person has said something: the few memories that bear on it, or nothing. */

import { closes } from "../capture/conclusions/closing-prompt.ts";
import { relevantNow } from "../recall/relevant-now.ts";
import { withAfter } from "../search/rank/pack.ts";
import type { SessionState } from "../trail/session-state.ts";
import type { Bearing } from "./at-hand.ts";
import { captureNews } from "./capture-news.ts";
import { changesBesides } from "./changes-besides.ts";
import { noteNotice } from "./hearing.ts";
import { noteShown } from "./ledger.ts";
import { type Answer, type Around, type Called, isFirst, mayBeAsked } from "./moment.ts";
import { whatCameBack } from "./returns.ts";

const RECENT_FILES = 5;

/** The person's own words for it, said first or alone. */
const LEAD = "(?:(?:ok|okay|please|now|this|that|it|we|i|let'?s|go|going|keep|stay|be|is|are|we're|i'm|back)\\W+){0,4}";
/** A question mark that follows at once asks whether it is so; one at the end of other words asks something else, in any script. */
const OFF = new RegExp(`^\\W*${LEAD}off[ -]the[ -]record\\b(?![^\\w\\u0080-\\uffff]*[?？])`, "i");
/** What ends it says nothing else, in its first sentence: kept is only what is meant to be. */
const ON_AGAIN = new RegExp(
  `^\\W*${LEAD}on[ -]the[ -]record(?:[ ,]+(?:again|now|please|then|from (?:here|now)(?: on)?)){0,3}\\s*(?:[.!\\n]|[,;:—–-]\\s[^?？.!\\n]*(?:[.!\\n]|$)|$)`,
  "i",
);
/** Whoever asks whether it is so wants an answer, and nothing changed. */
const ASKS = /^\W*(?:(?:ok|okay|so|and|wait|now|please)\W+)*(?:is|are|am)\b/i;
const IS_OFF = "Off the record from here on: Cairn keeps nothing of this session, and neither should you.";
const IS_ON = "On the record again: what is settled from here on may be kept.";

/** Commands are no words of a person's but for these: what is typed behind them they say of themselves, or want done. */
const OF_THEMSELVES = /^\s*\/(?:cairn:)?(?:user|memory(?=\s+(?:disable|--restore)\b))\s+(\S.*)$/i;
/** What is typed to be kept, with the word for it. */
const TO_KEEP = /^\s*\/(?:cairn:)?(save\s+\S.*)$/i;

export async function onPrompt(called: Called<"prompt">): Promise<Answer> {
  const { cairn, trail, at, text, turn, by, units, asks } = called;
  if (!isFirst(called, "prompt", turn)) return {};
  trail.append({ is: "open", at, turn, ...(by === "machine" ? { by } : {}) });
  if (by === "machine") noteNotice(called);
  if (asks !== undefined) trail.append({ is: asks.is === "plan" ? "plan" : "asked", at, text: asks.text });
  const typed = by === "machine" ? (OF_THEMSELVES.exec(text) ?? TO_KEEP.exec(text)) : null;
  const ofThemselves = typed?.[1];
  if (ofThemselves !== undefined) trail.append({ is: "prompt", at, text: ofThemselves });
  if (by === "machine") await keepNoticed(called);
  const back = whatCameBack(called);
  if (text.trim() === "" || by === "machine") return back;
  const change = await changeOfRecord(called);
  if (change !== undefined) return { context: change };
  const { prompts, files, shown, ancestors } = trail.state();
  trail.append({ is: "prompt", at, text });
  const found = await relevantTo(called, text, { prompts, files, shown, ancestors, units });
  const lines = [back.context ?? "", await changesOnce(called), await askedToKeep(called), captureNews(called)];
  const after = lines.filter((line) => line !== "").join("\n");
  if (found.packed.text === "") return after === "" ? back : { context: after };
  const packed = withAfter(found.packed, after);
  const budgetTokens = cairn.settings.get("retrieval.budgetTokens");
  noteShown(called, { moment: "prompt", turn, budgetTokens }, { ...found, packed });
  return { context: packed.text };
}

type Before = Pick<SessionState, "prompts" | "files" | "shown" | "ancestors"> & { readonly units?: number };

function relevantTo({ cairn, session }: Around, prompt: string, { prompts, files, shown, ancestors, units }: Before) {
  return relevantNow(cairn, {
    prompt,
    recent: prompts.slice(-1),
    tools: [],
    files: files.slice(-RECENT_FILES),
    shown: shown[""] ?? [],
    units,
    writtenIn: [session, ...ancestors],
  });
}

/** The context was cut: what bears on what the person said last no longer stands in it. */
export async function bearingOnLast(called: Around): Promise<readonly Bearing[]> {
  const { offTheRecord, prompts, files, shown, ancestors } = called.trail.state();
  const last = prompts.at(-1);
  if (last === undefined || offTheRecord) return [];
  return (await relevantTo(called, last, { prompts: prompts.slice(0, -1), files, shown, ancestors })).hits;
}

/** The host gives notice of a sub-agent whose end it has told nobody of. */
async function keepNoticed(called: Called<"prompt">): Promise<void> {
  const { trail, text, cairn } = called;
  const isNoticed = (agent: string) => text.includes(agent);
  if (!trail.state().agents.some(({ agent, output }) => output === undefined && isNoticed(agent))) return;
  const { keepAgentsLeft } = await import("./agents-left.ts");
  await cairn.sessions.quietly("agent-stop", () => keepAgentsLeft(called, isNoticed));
}

/** The start of a session has no time to look at many files: its first prompt has. */
async function changesOnce(called: Called<"prompt">): Promise<string> {
  const isDue = !called.trail.state().offTheRecord && isFirst(called, "changes", "besides");
  return isDue ? changesBesides(called) : "";
}

/** Only where something was settled before: this prompt goes on from it. */
async function askedToKeep(called: Called<"prompt">): Promise<string> {
  const isOnlyBegun = called.trail.state().turns < 2 && !closes(called.text);
  if (isOnlyBegun || !mayBeAsked(called)) return "";
  return (await import("./asking.ts")).askWithPrompt(called);
}

/** Before anything of the prompt is written. */
async function changeOfRecord({ cairn, session, trail, at, text }: Called<"prompt">): Promise<string | undefined> {
  const { offTheRecord } = trail.state();
  const isChange = !ASKS.test(text) && (offTheRecord ? ON_AGAIN : OFF).test(text);
  if (!isChange) return undefined;
  trail.append({ is: "flag", at, flag: "off-the-record", on: !offTheRecord }, { durable: true });
  if (offTheRecord) return IS_ON;
  await (await import("../capture/staging.ts")).dropProposed(cairn, session);
  await (await import("./never-met.ts")).forgetProjectIfOnlyMetHere(cairn, session);
  return IS_OFF;
}
