/** `triage`: what a session is worth keeping of, and why. */

import { type Conclusion, conclusionsIn } from "../capture/conclusions/conclusions.ts";
import { quotedLineOf } from "../capture/context-file.ts";
import { type Because, triage as judge, type TriagedPassage, type TriageVerdict } from "../capture/triage.ts";
import { triageRules } from "../capture/triage-rules.ts";
import { closeHome, type SessionRead } from "../conversation/session-found.ts";
import { otherProjectOf, SessionOrFileField, sessionOrFile } from "../conversation/session-or-file.ts";
import { unlessRefused } from "../disk/files.ts";
import { redact } from "../guard/redact.ts";
import { defined } from "../model/defined.ts";
import { z } from "../model/schema.ts";
import { counted } from "../text/counted.ts";
import { operation } from "./operation.ts";

const why: Readonly<Record<Because, string>> = {
  stated: "you said so",
  said: "the agent said so, with its reasons",
  active: "much was done",
  faint: "what was found is below the threshold",
  nothing: "nothing points to it",
  disabled: "switched off",
  "not-captured": "not captured by itself (auto_capture)",
};

const PassageOut = z.object({
  turn: z.number(),
  at: z.string().optional(),
  voice: z.string(),
  score: z.number(),
  from_line: z.number(),
  to_line: z.number(),
  text: z.array(z.string()),
  by: z.string(),
});

const VerdictOut = z.object({
  kind: z.string(),
  keep: z.boolean(),
  because: z.string(),
  why: z.string(),
  score: z.number(),
  threshold: z.number(),
  passages: z.array(PassageOut),
  activity: z.object({ uses: z.number(), tools: z.number(), exchanges: z.number() }).optional(),
});

const ConcludedOut = z.object({
  kind: z.string(),
  title: z.string(),
  /** By what it was heard: an answer, a pick, a yes, a correction, a rule, a report, a plan. */
  by: z.string(),
  /** `certain` by its form, or it `waits` for who decides. */
  standing: z.enum(["certain", "waits"]),
  turns: z.array(z.number()),
});

export const triage = operation({
  name: "triage",
  summary: "Say what of a session is worth keeping, and why.",
  effect: "read",
  surfaces: ["cli", "library"],
  positional: "session",
  examples: ["cairn triage 760f230b-3c1e --explain", "cairn triage notes/session.md --json"],
  input: z.strictObject({
    session: SessionOrFileField,
    explain: z.boolean().default(false).describe("Also what was left, and what each verdict rests on"),
  }),
  output: z.object({
    session: z.string(),
    /** Whose session it is, where that is another project than this. */
    project: z.string().optional(),
    from: z.enum(["trail", "transcript"]),
    turns: z.number(),
    verdicts: z.array(VerdictOut),
    /** What the session settled, as the rules would draft it. */
    concluded: z.array(ConcludedOut),
  }),

  async run({ session: named }, cairn) {
    const found = await sessionOrFile(cairn, named);
    try {
      return { ...judged(found), ...otherProjectOf(found, cairn) };
    } finally {
      await unlessRefused(() => closeHome(found, cairn));
    }
  },

  show({ session, project, turns, verdicts, concluded }, { explain }) {
    const kept = verdicts.filter(({ keep }) => keep);
    const listed = explain ? verdicts : kept;
    const whose = project === undefined ? "" : ` (project ${project})`;
    const kinds = [...new Set([...kept, ...concluded].map(({ kind }) => kind))];
    const head = `${session}${whose}: ${counted(turns, "turn", "turns")}, ${kinds.length === 0 ? "nothing worth keeping" : `worth keeping: ${kinds.join(", ")}`}.`;
    const lines = concluded.map(({ kind, title, by, turns }) => `* ${kind} by ${by}, turn ${turns.at(-1)}: ${title}`);
    return [head, ...lines, ...listed.flatMap((verdict) => inWords(verdict, explain))].join("\n");
  },
});

function judged({ session, from, turns, home }: SessionRead) {
  const verdicts = judge(turns, triageRules(home.settings));
  const concluded = home.settings.get("triage.enabled") ? conclusionsIn(turns).map(concludedOut) : [];
  return { session, from, turns: turns.length, verdicts: verdicts.map(shown), concluded };
}

function shown({
  kind,
  keep,
  because,
  score,
  threshold,
  passages,
  activity,
}: TriageVerdict): z.output<typeof VerdictOut> {
  const rest = defined({ activity });
  return { kind, keep, because, why: why[because], score, threshold, passages: passages.map(passageOut), ...rest };
}

function concludedOut({ kind, title, carrier, standing, turns }: Conclusion): z.output<typeof ConcludedOut> {
  return { kind, title: redact(title).text, by: carrier, standing, turns: [...turns] };
}

function passageOut(passage: TriagedPassage): z.output<typeof PassageOut> {
  const { turn, at, voice, score, fromLine, toLine, sentences, by } = passage;
  return {
    turn,
    ...defined({ at }),
    voice,
    score,
    from_line: fromLine,
    to_line: toLine,
    text: sentences.map((text) => redact(text).text),
    by,
  };
}

/** Of each kind, unless everything is asked for. */
const MOST_SHOWN = 5;

function inWords(verdict: z.output<typeof VerdictOut>, explain: boolean): string[] {
  const { kind, keep, why: reason, score, threshold, passages, activity } = verdict;
  const done =
    activity === undefined
      ? ""
      : ` (${activity.uses} tool uses of ${activity.tools} tools, ${activity.exchanges} exchanges)`;
  const head = `${keep ? "+" : "-"} ${kind} ${score.toFixed(2)} ${keep ? "≥" : "of"} ${threshold}: ${reason}${done}`;
  const listed = explain ? passages : passages.slice(0, MOST_SHOWN);
  const rest = passages.length - listed.length;
  const more = rest === 0 ? [] : [`    and ${counted(rest, "more", "more")}; --explain shows all`];
  return [head, ...listed.flatMap((passage) => passageInWords(passage, explain)), ...more];
}

function passageInWords(passage: z.output<typeof PassageOut>, explain: boolean): string[] {
  const { turn, voice, score, from_line, to_line, text, by } = passage;
  const words = text.map((sentence) => quotedLineOf(sentence)).join(" … ");
  if (!explain) return [`    ${voice}, turn ${turn}: ${words}`];
  return [
    `    ${voice}, turn ${turn}, lines ${from_line}–${to_line}, ${score.toFixed(2)}: ${words}`,
    `      by: ${by}`,
  ];
}
