/** What a person asks for with a prompt, in their own words and short: none where it only thanks, greets or agrees. Pure. */

import { isMuch, paragraphsOf } from "../text/prose.ts";
import { plain, sentencesIn } from "../text/sentences.ts";
import type { PromptStep } from "./step.ts";

const LONGEST = 240;
/** More lines than a person types in a box that ends with Enter: behind the first others may be speaking. */
const MOST_LINES = 6;
const FEWEST_WORDS = 2;

const ASSENT =
  /^(?:y|yes|yep|yeah|yup|ok(?:ay)?|sure|do it|go(?: ahead| on| for it)?|continue|proceed|agreed|correct|right|exactly|sounds good|looks good|lgtm|perfect|great|please do|yes please|that works|approved?|ship it)\b/i;
const REFUSAL = /^(?:no|nope|not now|never ?mind|stop|don't)\b/i;
const PICK = /^(?:option |number |#)?(?:\d{1,2}|[a-h])(?:[.):]|\b)(?!\w)/i;
const NO_TASK =
  /^(?:hi|hello|hey|thanks?|thank you|thx|cheers|nice|cool|good (?:morning|evening|night|job)|well done|bye|test(?:ing)?|that(?:'s| is| will be) (?:all|it)|see you|done)\b[^?]{0,40}$/i;
/** As a page names itself: who wrote it and when. */
const BYLINE =
  /^(?:by [A-Z][\p{L}.'-]+(?: [A-Z][\p{L}.'-]+){0,3}\b|(?:posted|published|updated|last (?:updated|modified)|written)(?: on| by|:)|©|copyright\b|\d+ min(?:ute)?s? read)/imu;

type Asked =
  /** Something is asked for. */
  | { readonly is: "request"; readonly text: string }
  /** The last question or offer is agreed to, or one of it picked. */
  | { readonly is: "assent"; readonly text: string }
  | { readonly is: "nothing" };

export function askedBy({ text, whole }: Pick<PromptStep, "text" | "whole">): Asked {
  const own = ownWordsIn(text, isMuch(whole));
  const sentences = sentencesIn(own).filter((sentence) => !NO_TASK.test(sentence));
  if (words(own) <= 12 && (ASSENT.test(own) || PICK.test(own)) && !own.includes("?")) {
    return { is: "assent", text: short(plain(own)) };
  }
  if (REFUSAL.test(own) && words(own) <= 3) return { is: "nothing" };
  const said = sentences.join(" ");
  return words(said) < FEWEST_WORDS && !/\p{Script=Han}{3}/u.test(said)
    ? { is: "nothing" }
    : { is: "request", text: short(said) };
}

/** Of what nobody typed in one go only what leads in to it. */
function ownWordsIn(text: string, isBrought: boolean): string {
  const page = BYLINE.exec(text);
  const before = page === null ? text : text.slice(0, Math.max(0, text.lastIndexOf("\n", page.index - 2)));
  const paragraphs = paragraphsOf(before).filter(({ isPasted }) => !isPasted);
  const isLong = isBrought || before.split("\n").length > MOST_LINES;
  if (!isLong)
    return paragraphs
      .map((one) => one.text)
      .join("\n")
      .trim();
  const [first] = paragraphs;
  return first === undefined || first.line > 1 ? "" : (first.text.split("\n")[0] ?? "").trim();
}

function words(text: string): number {
  return text.split(/\s+/).filter((word) => word !== "").length;
}

/** Without a sign of the cut: what is kept must stand in what was said. */
function short(text: string): string {
  if (text.length <= LONGEST) return text;
  const cut = text.slice(0, LONGEST);
  const space = cut.lastIndexOf(" ");
  return cut.slice(0, space > LONGEST / 2 ? space : LONGEST).replace(/[\ud800-\udbff]$/, "");
}
