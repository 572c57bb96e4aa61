/** A draft after a model has looked at it: as it was, worse spoken of, or mended once. The rules' verdict always stands. */

import type { Cairn } from "../cairn.ts";
import { CairnError } from "../model/error.ts";
import type { Draft } from "./assemble.ts";
import { draftFrom } from "./drafting.ts";
import type { Model } from "./scribe/model.ts";
import { saidIn, sourceText } from "./scribe/passage-text.ts";
import type { Assignment, Scribe } from "./scribe/scribe.ts";
import type { Verified } from "./verify.ts";
import { type DraftText, draftWords, unchecked, verifyByModel, withVerdict } from "./verify-by-model.ts";

export interface SecondLook {
  readonly assignment: Assignment;
  readonly scribe: Scribe;
  readonly verifier: Model;
}

export async function secondLook(cairn: Cairn, draft: Draft, look: SecondLook): Promise<Draft> {
  if (draft.note.verdict === "BLOCK" || draft.note.action === "DELETE") return draft;
  const opinion = await opinionOn(draft, look);
  const first = withVerdict(draft, opinion.verified);
  if (!opinion.isAsked || opinion.verified.verdict !== "REVISE") return first;
  const mended = await mendedOnce(cairn, first, look);
  if (mended === undefined || mended.note.verdict === "BLOCK") return first;
  const second = withVerdict(mended, (await opinionOn(mended, look)).verified);
  return second.note.verdict === "BLOCK" ? first : second;
}

function textOf({ wish, note }: Draft): DraftText {
  return { ...wish, action: note.action };
}

async function opinionOn(draft: Draft, { assignment, verifier }: SecondLook) {
  try {
    return { isAsked: true, verified: await verifyByModel(verifier, textOf(draft), assignment.shown().text) };
  } catch (error) {
    if (!(error instanceof CairnError)) throw error;
    return { isAsked: false, verified: unchecked(error.message) satisfies Verified };
  }
}

/** Undefined where the drafter has nothing better. */
async function mendedOnce(cairn: Cairn, first: Draft, { assignment, scribe }: SecondLook): Promise<Draft | undefined> {
  try {
    const written = await scribe.revise?.(assignment, { draft: draftWords(textOf(first)), issues: first.note.issues });
    const intent = written?.penned[0]?.intent;
    if (intent === undefined) return undefined;
    const context = sourceText(assignment, intent.turns);
    const said = saidIn(assignment, intent.turns);
    const { outcome } = await draftFrom(cairn, { intent, scope: "project", context, said });
    return outcome.is === "draft" ? outcome : undefined;
  } catch (error) {
    if (error instanceof CairnError) return undefined; // the first draft stands, with what was said of it
    throw error;
  }
}
