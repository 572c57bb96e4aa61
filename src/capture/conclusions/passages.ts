/** Neighbouring sentences as one passage, so that what is said can be understood: a short paragraph whole, a long one in parts. Pure. */

import { standsAlone, withoutLead } from "../../text/sentences.ts";
import { isOfPerson, isPlainQuestion, isToldForGood, personCues } from "./said-cues.ts";
import type { TextUnit } from "./units.ts";
import { unitsIn } from "./units.ts";

export interface ProsePassage {
  readonly text: string;
  readonly sentences: readonly string[];
  readonly under: string;
  readonly form: TextUnit["form"];
  readonly isSub: boolean;
  readonly hasLead: boolean;
  /** Its place among the passages of its message. */
  readonly place: number;
  readonly of: number;
}

/** A prompt as a person types it is one passage up to here, whatever its lines. */
const WHOLE_WORDS = 55;
const PART_WORDS = 42;
const AGENT_WORDS = 55;

export function personPassages(own: string): ProsePassage[] {
  const all = unitsIn(own);
  // How one wants to be spoken to goes with no other matter.
  const apart = all.filter(({ text }) => isOfPerson(text));
  const units = all.filter((unit) => !apart.includes(unit));
  const rest = ruleByRule(units).flatMap((own) => {
    const words = own.reduce((sum, { text }) => sum + wordCountOf(text), 0);
    return words <= WHOLE_WORDS ? [own] : grouped(own, PART_WORDS, () => true);
  });
  return numbered([...apart.map((unit) => [unit]), ...rest]);
}

/** Two rules are two memories, each with what is said after it; where there is one, the message is about it. */
function ruleByRule(units: readonly TextUnit[]): TextUnit[][] {
  const starts = units.flatMap(({ text }, at) => (isRuleByItself(text) ? [at] : []));
  if (starts.length < 2) return [[...units]];
  const [first = 0] = starts;
  return [units.slice(0, first), ...starts.map((from, n) => units.slice(from, starts[n + 1]))];
}

const RULE_WORDS = 4;

/** Says how it is to be in general, and needs no other sentence for it. */
function isRuleByItself(sentence: string): boolean {
  const isRule = isToldForGood(sentence) || personCues.strongRule.test(sentence);
  return isRule && !isPlainQuestion(sentence) && standsAlone(withoutLead(sentence), RULE_WORDS);
}

export function agentPassages(text: string): ProsePassage[] {
  return numbered(grouped(unitsIn(text), AGENT_WORDS, isOneThought));
}

/** Sentences of one paragraph belong together; each entry of a list is its own, unless it is short. */
function isOneThought(before: TextUnit, next: TextUnit): boolean {
  if (before.under !== next.under || before.form !== next.form) return false;
  return before.form === "prose" && !next.hasLead;
}

function grouped(
  units: readonly TextUnit[],
  most: number,
  belongs: (before: TextUnit, next: TextUnit) => boolean,
): TextUnit[][] {
  const groups: TextUnit[][] = [];
  let size = 0;
  for (const unit of units) {
    const words = wordCountOf(unit.text);
    const last = groups.at(-1);
    if (last !== undefined && size + words <= most && belongs(last.at(-1)!, unit)) {
      last.push(unit);
      size += words;
    } else {
      groups.push([unit]);
      size = words;
    }
  }
  return groups;
}

function numbered(groups: readonly (readonly TextUnit[])[]): ProsePassage[] {
  const filled = groups.filter((units) => units.length > 0);
  return filled.map((units, place) => {
    const { under, form, isSub, hasLead } = units[0]!;
    const sentences = units.map(({ text }) => text);
    return { text: joined(sentences), sentences, under, form, isSub, hasLead, place, of: filled.length };
  });
}

function joined(sentences: readonly string[]): string {
  return sentences
    .map((one, n) => (n < sentences.length - 1 && !/[.!?:;,。！？]$/.test(one) ? `${one}.` : one))
    .join(" ");
}

export function wordCountOf(text: string): number {
  const spaces = text.match(/\s+/g)?.length ?? 0;
  const unspaced = EASTERN.test(text)
    ? (text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu) ?? []).length
    : 0;
  return spaces + 1 + Math.round(unspaced / 2);
}

/** Below it no script is written without spaces. */
const EASTERN = /[\u2e80-\uffff]/;
