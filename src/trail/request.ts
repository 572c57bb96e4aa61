/** What a prompt in a trail asks for, by the rules of every reader of a session: none where it only thanks, greets or agrees. Pure. */

import { OwnWords } from "../text/own-words.ts";
import { isMuch } from "../text/prose.ts";
import { isAssent, type Request, requestIn } from "../text/request.ts";
import { plain } from "../text/sentences.ts";
import type { PromptStep } from "./step.ts";

const LONGEST = 240;
/** More lines than a person types in a box that ends with Enter: behind the first others may be speaking. */
const MOST_LINES = 6;
const FEWEST_WORDS = 2;
const SHORT_WORDS = 12;

/** Says only that the work is to go on. */
const GOES_ON = /^(?:continue|go on|carry on|ship it|approved?)\b/i;
const REFUSAL = /^(?:no|nope|not now|never ?mind|stop|don't)\b/i;
const PICK = /^(?:option |number |#)?(?:\d{1,2}|[a-h])(?:[.):]|\b)(?!\w)/i;

type Asked =
  /** Something is asked for. */
  | (Request & { readonly is: "request" })
  /** The last question or offer is agreed to, or one of it picked. */
  | { readonly is: "assent"; readonly text: string }
  | { readonly is: "nothing" };

export function askedBy({ text, whole }: Pick<PromptStep, "text" | "whole">): Asked {
  const own = ownWordsIn(text, isMuch(whole));
  const count = own.split(/\s+/).filter((word) => word !== "").length;
  const isAnswer = isAssent(own) || GOES_ON.test(own) || PICK.test(own);
  if (count <= SHORT_WORDS && isAnswer && !own.includes("?")) return { is: "assent", text: short(plain(own)) };
  if (REFUSAL.test(own) && count <= 3) return { is: "nothing" };
  const asked = requestIn(own, FEWEST_WORDS);
  if (asked === undefined || asked === "printed") return { is: "nothing" };
  return { is: "request", text: short(asked.text), title: short(asked.title) };
}

/** Of what nobody typed in one go only the line that leads in to it. */
function ownWordsIn(text: string, isBrought: boolean): string {
  const isLong = isBrought || text.split("\n").length > MOST_LINES;
  const { own } = new OwnWords().of(text, isLong);
  return isLong ? own.split("\n", 1)[0]!.trim() : own;
}

/** Without a sign of the cut: what is kept must stand in what was said. */
function short(text: string): string {
  if (text.length <= LONGEST) return text;
  const cut = text.slice(0, LONGEST);
  const space = cut.lastIndexOf(" ");
  return cut.slice(0, space > LONGEST / 2 ? space : LONGEST).replace(/[\ud800-\udbff]$/, "");
}
