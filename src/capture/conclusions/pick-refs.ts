/** The labels a person names in a prompt ("2", "option B", "apply #1 and #3"), each with the clause it stands in. Pure. */

import { splitAtStops } from "../../text/sentences.ts";

export interface Ref {
  readonly label: string;
  readonly noun: string;
  readonly clause: string;
  readonly question?: string;
  /** One of several points that are answered each by itself: the others are not turned down by it. */
  readonly isPoint?: true;
}

const CLAUSE_WORDS = 40;
const REF_NOUN =
  /\b(?:options?|findings?|issues?|improvements?|suggestions?|approach|phases?|steps?|questions?|choices?|items?|alternatives?|proposals?|points?|observations?|recommendations?|tasks?|numbers?|nr\.?|no\.|вариант|пункт|选项|方案|第)\s*#?((?:\d{1,2}|[a-h]\b)(?:\s*(?:,|and|&|\+|или|и|和|、)\s*#?(?:\d{1,2}|[a-h])\b)*)/giu;
const REF_VERB =
  /\b(?:address|for|try|drop|fix|apply|do|use|take|pick|choose|implement|skip|keep|include|undertake|go with|with|let's do|prefer|yes to|agree with|handle|ignore|defer)\s+(?:both\s+|only\s+|just\s+)?#?((?:\d{1,2}|[A-H])(?:\s*(?:,|and|&|\+)\s*#?(?:\d{1,2}|[A-H])\b)*)(?=\s*(?:[,.;:!)\n-]|and\b|then\b|first\b|but\b|with\b|please\b|now\b|as\b|drop\b|is\b|$))/gi;
const REF_HASH = /(?:^|[\s(])#(\d{1,2})\b/g;
const REF_LINE = /^\s*[-*]?\s*\(?(?:re:?\s*)?(\d{1,2}|[A-Ha-h])\s*(?:[).:,]|[-–—]|\s(?=[a-z]))/;
const WHOLE = /^\s*(?:option\s+)?[#(]?(\d{1,2}|[a-h])[).!]*\s*(?:please|pls|then|it is)?\s*[.!]*\s*$/i;
/** "Finding 2": go there, nothing is chosen. */
const NAVIGATES =
  /^\s*(?:ok(?:ay)?,?\s+)?(?:(?:now|next|then|on to|move on to|let'?s (?:look at|see|do|go to|talk about|discuss)|go to|show(?: me)?|explain|what about)\s+)?(?:finding|issue|question|point|step|phase|task|item|comment|observation|bug)\s+#?\d{1,2}[\s.!?]*$/i;
const SEVERAL = /^\s*[#(]?(\d{1,2}|[a-h])(?:\s*(?:,|and|&|\+|\s)\s*#?(?:\d{1,2}|[a-h])){1,6}\s*[.!]*\s*$/i;

/** Every label a person names, with the clause it stands in. */
export function refsIn(own: string): Ref[] {
  if (NAVIGATES.test(own)) return [];
  const whole = WHOLE.exec(own)?.[1];
  if (whole !== undefined) return [{ label: whole.toUpperCase(), noun: "", clause: own.trim() }];
  if (SEVERAL.test(own)) return labelsIn(own).map((label) => ({ label, noun: "", clause: own.trim() }));
  const refs = new Map<string, Ref>();
  const add = (ref: Ref) => {
    if (!refs.has(ref.label)) refs.set(ref.label, ref);
  };
  const isNumbered = [...own.matchAll(POINT)].length >= 2;
  for (const line of own.split(isNumbered ? POINT_START : "\n")) {
    const question = /^\s*(\d{1,2})\s*(?:questions?|вопрос|问题)?\s*[-–—:.)]*\s*option\s+([a-h\d]{1,2})\b/i.exec(line);
    if (question !== null) {
      add({ label: question[2]!.toUpperCase(), question: question[1]!, noun: "option", clause: line.trim() });
      continue;
    }
    const first = REF_LINE.exec(line)?.[1];
    if (first !== undefined && !/^\s*[aA]\s/.test(line))
      add({ label: first.toUpperCase(), noun: "", clause: clipped(line), ...(isNumbered ? { isPoint: true } : {}) });
    for (const clause of clausesIn(line)) {
      for (const pattern of [REF_NOUN, REF_VERB, REF_HASH]) {
        for (const [all, labels = ""] of clause.matchAll(pattern)) {
          const noun = pattern === REF_NOUN ? (/^\p{L}+/u.exec(all)?.[0] ?? "").toLowerCase().replace(/s$/, "") : "";
          for (const label of labelsIn(labels)) add({ label, noun, clause: clipped(clause) });
        }
      }
    }
  }
  return [...refs.values()];
}

/** "(1) agree. (2) yes, but …": each point is answered by itself. */
const POINT = /(?:^|[\s.;,])\((\d{1,2})\)\s/g;
const POINT_START = /(?=\(\d{1,2}\)\s)|\n/;

function labelsIn(text: string): string[] {
  return [...text.matchAll(/(?<![\p{L}\p{N}])(\d{1,2}|[a-h])(?![\p{L}\p{N}])/giu)].map(([, label]) =>
    label!.toUpperCase(),
  );
}

function clausesIn(line: string): string[] {
  const clauses = splitAtStops(line).flatMap((sentence) => sentence.split(/(?<=;)\s+/));
  return clauses.filter((clause) => clause.trim() !== "");
}

export function clipped(text: string): string {
  const words = text.trim().split(/\s+/);
  return words.length <= CLAUSE_WORDS ? words.join(" ") : `${words.slice(0, CLAUSE_WORDS).join(" ")}…`;
}
