/** A session's summary in a model's words: shown the session as data, held against it by rule, and looked at once more. */

import type { AtWork } from "../capture/scribe/at-work.ts";
import type { Intent } from "../capture/scribe/intent.ts";
import { sourceText } from "../capture/scribe/passage-text.ts";
import type { Assignment } from "../capture/scribe/scribe.ts";
import { shownToDrafter } from "../capture/shown-to-drafter.ts";
import { type TriageVerdict as Triaged, triage } from "../capture/triage.ts";
import { issueLines, verify } from "../capture/verify.ts";
import { type DraftText, draftWords, verifyByModel } from "../capture/verify-by-model.ts";
import type { SessionFound } from "../conversation/session-found.ts";
import { printContent } from "../format/sections.ts";
import { redact } from "../guard/redact.ts";
import { defined } from "../model/defined.ts";
import { CairnError } from "../model/error.ts";
import { lowestTrust } from "../model/trust.ts";
import { tasksOf } from "../trail/notes.ts";
import { lastSaid, type Summary } from "./by-rule.ts";

/** As many places as a drafter is pointed to. */
const MOST_PASSAGES = 12;

/** Undefined where the model finds nothing to add to what is known. What it leaves out the rules say. */
export async function byModel(found: SessionFound, work: AtWork, ruled: Summary): Promise<Summary | undefined> {
  const { session, home, turns } = found;
  const assignment = await assignmentFor(found);
  home.progress(`${work.scribe.name} writes the summary of session ${session}`);
  const intent = (await work.scribe.write(assignment)).penned[0]?.intent;
  if (intent === undefined || intent.wanted === "DELETE") return undefined;
  const { title, summary, content, fields, tags, trust } = await checked(intent, assignment, work);
  const related = ruled.content["related_files"];
  return {
    session,
    title,
    description: summary,
    content: { ...defined({ related_files: related }), ...content },
    outcome: fields["outcome"] ?? ruled.outcome,
    tags,
    trust: lowestTrust("derived", trust),
    until: lastSaid(turns),
  };
}

/** The session at a glance: its ends, and the places where something was settled. */
async function assignmentFor({ session, home, turns }: SessionFound): Promise<Assignment> {
  const verdicts = triage(turns);
  const passages = strongest(verdicts);
  const verdict = { ...verdicts.find(({ kind }) => kind === "session_summary")!, passages };
  const shown = await shownToDrafter(home, verdict, { session, turns });
  const tasks = tasksOf(home.sessions.trail(session).lines());
  const project = home.places.project.path;
  return { kind: "session_summary", session, turns, passages, tasks, project, shown: () => shown };
}

function strongest(verdicts: readonly Triaged[]): Triaged["passages"] {
  const kept = verdicts.filter(({ keep }) => keep).flatMap(({ passages }) => passages);
  return [...kept].sort((a, b) => b.score - a.score).slice(0, MOST_PASSAGES);
}

/** Doubted by the rules or by the model, it is written once more; what the rules call invented is not kept. */
async function checked(first: Intent, assignment: Assignment, work: AtWork): Promise<Intent> {
  const doubts = [...invented(first, assignment), ...(await opinionOn(first, assignment, work))];
  if (doubts.length === 0) return first;
  const again = await work.scribe.revise?.(assignment, { draft: draftWords(textOf(first)), issues: doubts });
  const second = again?.penned[0]?.intent ?? first;
  const [wrong] = invented(second, assignment);
  if (wrong === undefined) return second;
  throw new CairnError("SCRIBE_ERROR", `The model's summary says what the session does not: ${redact(wrong).text}.`, {
    hint: "Nothing was saved. Try again, or with scribe none, which asks no model.",
  });
}

/** What does not stand in the session, by rule. */
function invented(intent: Intent, assignment: Assignment): string[] {
  const all = assignment.turns.map((_, place) => place);
  const source = `${sourceText(assignment, all)}\n${assignment.shown().text}`;
  const { text, ...rest } = textOf(intent);
  const { issues } = verify({ ...rest, body: text, files: [] }, redact(source).text);
  return issueLines(issues.filter(({ severity }) => severity === "block"));
}

async function opinionOn(intent: Intent, assignment: Assignment, { verifier }: AtWork): Promise<string[]> {
  if (verifier === undefined) return [];
  try {
    const { verdict, issues } = await verifyByModel(verifier, textOf(intent), assignment.shown().text);
    return verdict === "PASS" ? [] : issueLines(issues);
  } catch (error) {
    // A second opinion that cannot be had: the rules and the person are left to judge it.
    if (error instanceof CairnError) return [];
    throw error;
  }
}

function textOf({ kind, title, summary, tags, content }: Intent): DraftText {
  return { kind, title, description: summary, tags, text: printContent(kind, content), action: "CREATE" };
}
