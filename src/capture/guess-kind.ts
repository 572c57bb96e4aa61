/**
 * The rule that picks a kind when a writer names none: the first row whose words the text has. Patterns are lists of
 * words, matched in linear time, and the reason names our word, never the writer's text.
 */

import type { Kind } from "../model/kind.ts";

export interface Guess {
  readonly kind: Kind;
  readonly because: string;
}

interface Rule {
  readonly kind: Kind;
  readonly words: RegExp;
  /** A second sort of word that must be there too. */
  readonly and?: RegExp;
}

const longest = 65_536;

const rules: readonly Rule[] = [
  {
    kind: "decision",
    words:
      /(?<!\bnot |\bnever |n't )\b(?:decided|decision|chose|chosen|selected|went with|going with|go with|picked|opted|opting for|settled on|adopting|adopted|switched to|switching to)\b/i,
  },
  {
    kind: "tech_debt",
    words:
      /\b(?:todo|fixme|tech debt|technical debt|deferred|deferring|put off|hack|for now|temporarily|address later|clean up later|refactor later)\b/i,
  },
  {
    kind: "feedback",
    words:
      /^\s*(?:no|nope|stop|wrong|nein)[,.!:]\s+(?:\p{L}+,\s+)?(?:please\s+)?(?:don['’]t|do not|never|not|stop|use|keep|leave|that['’]s|this is|it)\b/iu,
  },
  // What may not be done to the project is a limit; how one likes to have it, a preference.
  {
    kind: "constraint",
    words:
      /^\s*(?:never|don['’]?t ever|do not ever) (?:deploy|release|ship|publish|push|merge|migrate|delete|drop|restart|expose|log|store|send)\b/i,
  },
  {
    kind: "preference",
    words:
      /^\s*(?:always|never|please|don't|do not|avoid|use(?! (?:(?:only|up to|at most|at least|about|approx\.) )?\d))\b|\b(?:always use|never use|prefer|prefers|preferred|convention|from now on|going forward|default to|stick with|stick to|our style|my style|i like to|i like|coding style)\b/i,
  },
  {
    kind: "runbook",
    words:
      /\b(?:errors?|exceptions?|traceback|stack trace|fails?|failed|failure|crash|crashes|crashed|hangs?|err_|econn|enoent|eacces|eperm|eaddrinuse|etimedout)/i,
    and: /\b(?:fix|fixed|fixes|resolved|resolve|solution|workaround|root cause|restart|rerun|re-run|if|when|whenever|run|clear|delete|reinstall)\b/i,
  },
  {
    kind: "constraint",
    words:
      /\b(?:cannot|can't|can not|must not|may not|not allowed|not supported|does not support|doesn't support|unsupported|limitation|limit|limits|limited to|quota|rate limit|at most|no more than|restricted|forbidden|required by|policy|only supports|incompatible|deadline)\b/i,
  },
  {
    kind: "user",
    words:
      /\b(?:i am|i'm|my name|my role|my job|my team|my background|i work|i know|i have|i've been|the user is|the user has|the user works)\b/i,
  },
  {
    kind: "reference",
    words:
      /\bhttps?:\/\/|\b(?:dashboard|wiki|tracker|tracked in|jira|linear|confluence|notion|grafana|slack channel|runs at|documented at|is documented in|is described in)\b/i,
  },
];

export function guessKind(text: string): Guess {
  const start = text.slice(0, longest);
  for (const { kind, words, and } of rules) {
    const found = words.exec(start);
    if (found !== null && (and === undefined || and.test(start))) return { kind, because: reason(found[0]) };
  }
  return usualKind;
}

export const usualKind: Guess = { kind: "project", because: "no word in it speaks for another kind" };

function reason(found: string): string {
  const word = found.trim().toLowerCase();
  return word.includes("://") ? "it names an address" : `it says "${word}"`;
}
