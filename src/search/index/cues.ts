/** What a sentence holds that an answer may need: a question mark, a time, a number, a user's voice. Pure. */

import { leafFlag } from "./unit.ts";

const TIME =
  /\d|\b(?:yesterday|today|tonight|tomorrow|(?:last|next|this|past|previous|following) (?:week|month|year|night|weekend|summer|winter|spring|fall|autumn|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|(?:a|an|one|two|three|four|five|six|seven|few|couple of|several) (?:day|week|month|year|hour|minute)s?|(?:day|week|month|year)s? ago|ago|recently|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|april|june|july|august|september|october|november|december|weekend|since|morning|afternoon|evening)\b/i;
const NUMBER =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|million|once|twice|couple|several|few|many|both|half)\b/i;
const USER = /^(?:user|human|person)$/i;
/** Words that say what a speaker is, not who: they are ordinary words in a question. */
export const roleNames: ReadonlySet<string> = new Set(
  "user human person assistant agent system tool ai bot claude model".split(" "),
);

export function flagsOf(text: string, speaker: string | undefined): number {
  let flags = 0;
  if (text.trimEnd().endsWith("?")) flags |= leafFlag.question;
  if (TIME.test(text)) flags |= leafFlag.time;
  if (NUMBER.test(text)) flags |= leafFlag.number;
  if (speaker !== undefined && USER.test(speaker)) flags |= leafFlag.fromUser;
  return flags;
}
