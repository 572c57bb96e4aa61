/**
 * What an agent noticed of the person and they have not said: a draft that waits for their word. It is accepted by them,
 * or by the agent in a turn in which their own prompt names it by its key; never unasked.
 */

import type { Cairn } from "../cairn.ts";
import { isNamedInPrompt, isPickedInPrompt } from "../conversation/trust-of-words.ts";
import { withDraftBlock } from "../format/draft-block.ts";
import { printMemory } from "../format/print.ts";
import { descriptionLength } from "../format/sentence.ts";
import { oneLine } from "../guard/one-line.ts";
import { type Accepted, type Accepting, planAccept, writtenBy } from "../inbox/accept.ts";
import { noteDraft } from "../inbox/capture-notes.ts";
import { shortKey } from "../inbox/inbox-drafts.ts";
import { defined } from "../model/defined.ts";
import { type DraftKey, type DraftNote, isDraftKey } from "../model/draft.ts";
import { CairnError } from "../model/error.ts";
import { idFromPath } from "../model/id.ts";
import { sha256Of } from "../model/sha256.ts";
import type { Trust } from "../model/trust.ts";
import { introduceRoot } from "../places/known-root.ts";
import type { ChangeContext } from "../store/change-context.ts";
import type { Plan } from "../store/door.ts";
import type { Proposed, Waiting } from "../store/inbox.ts";
import type { Store } from "../store/store.ts";
import { categoryRow, isCategory } from "./categories.ts";
import { printSheetField } from "./edit-sheet.ts";
import { changing, planPerson } from "./plan-person.ts";
import { type PersonStatement, refusePrivate, statedLinesOf, statementIn } from "./statement.ts";

const LONGEST_TITLE = 110;
const BECAUSE = "an agent noticed it; the person has not said so";

interface Observed {
  readonly key: DraftKey;
  readonly state: Proposed;
}

export async function proposeOf(
  cairn: Cairn,
  store: Store,
  statement: PersonStatement,
  trust: Trust,
): Promise<Observed> {
  await cairn.prepareWrite();
  introduceRoot(cairn.places.cairnHome, store.root, cairn.clock.now());
  const { key, text, note, written } = draftOf(cairn, statement, trust);
  const state = await store.locked(cairn.by, () => {
    store.inbox.tidy(cairn.clock.now());
    return store.inbox.propose(key, text);
  });
  if (state === "waiting") noteDraft(cairn, "proposed", { key, note, written });
  return { key, state };
}

interface Drafted extends Pick<Waiting, "key" | "note" | "text"> {
  readonly written: Pick<Waiting["written"], "kind" | "title">;
}

function draftOf(cairn: Cairn, statement: PersonStatement, trust: Trust): Drafted {
  const { category } = statement;
  const words = statedLinesOf(statement);
  const key = sha256Of(`${category}\n${words.join("\n")}`).slice(0, 32);
  if (!isDraftKey(key)) throw new Error("a hash is no key");
  const now = cairn.clock.now().toISOString();
  const { session } = cairn.sessions.who;
  const note: DraftNote = {
    action: "CREATE",
    verdict: "PASS",
    because: BECAUSE,
    proposed: now,
    issues: [],
    turns: [],
    ...defined({ session }),
  };
  const title = oneLine(`${categoryRow(category).title}: ${words.join("; ")}`, LONGEST_TITLE);
  const printed = printMemory({
    name: idFromPath(`${category}.md`),
    kind: "user_profile",
    title,
    body: linesOf(statement),
    description: oneLine(words.join("; "), descriptionLength),
    trust,
    source: cairn.sourceFor("user"),
  });
  return { key, note, text: withDraftBlock(printed, note), written: { kind: "user_profile", title } };
}

/** As `statementIn` reads them again. */
function linesOf({ change }: PersonStatement): string {
  const entries = change.add.map(({ topic, text }) => (topic === undefined ? text : printSheetField(topic, text)));
  return [...change.set.map(([key, value]) => printSheetField(key, value)), ...entries].join("\n");
}

/** Any draft as a plan for the door; one of the profile goes by its lines. */
export function planAccepted(context: ChangeContext, accepting: Accepting): Plan<Accepted> {
  const { draft, trust } = accepting;
  refusePrivate(draft.written, [draft.written.title, draft.written.body]);
  if (draft.written.kind !== "user_profile") return planAccept(context, accepting);
  const written = writtenBy(context, draft.key);
  if (written !== undefined) return { steps: [], result: { action: "unchanged", id: written, warnings: [] } };
  const category = draft.written.name;
  if (!isCategory(category)) {
    throw new CairnError("VALIDATION_ERROR", "The draft names no part of the profile.", {
      hint: "Nothing was done. Reject it, and keep what it says with user update.",
    });
  }
  const said = draft.written.body.replace(/^#[ \t]+[^\n]*\n*/, "");
  const { change, warnings } = statementIn(category, said, draft.note.proposed.slice(0, 10));
  // A person's own yes is more than an agent's guess, and less than their own words. Nobody else comes this far.
  const worth = trust === "derived" ? "observed" : trust;
  const { steps, result } = planPerson(context, {
    category,
    ...changing(category, change),
    trust: worth,
    source: draft.written.source ?? {},
  });
  return {
    steps: steps.map((step, n) => (n === 0 ? { ...step, draft: draft.key } : step)),
    result: { ...result, warnings },
  };
}

/**
 * True if the person's own prompt names the draft by its key or number, and no “no” stands before it: then an agent
 * may hand in that answer for them.
 */
export function isNamedByPerson(cairn: Cairn, { key }: Pick<Waiting, "key">): boolean {
  if (isNamedInPrompt(cairn, shortKey(key))) return true;
  const { session } = cairn.sessions.who;
  const place = session === undefined ? -1 : cairn.sessions.trail(session).state().listed.indexOf(key);
  return place >= 0 && isPickedInPrompt(cairn, place + 1);
}
