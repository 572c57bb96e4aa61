/** A draft in other words, under its old key: what the old text gave, its description too, gives way with it. */

import type { Cairn } from "../cairn.ts";
import { worthOf } from "../conversation/trust-of-words.ts";
import { withDraftBlock } from "../format/draft-block.ts";
import { editMemory } from "../format/edit.ts";
import { parseMemory } from "../format/parse.ts";
import { contentOf } from "../format/sections.ts";
import { kindRow } from "../model/kind.ts";
import { newText, newTitle } from "../model/new-words.ts";
import { isOfAgent, lowestTrust } from "../model/trust.ts";
import { GivenWords } from "../store/given-words.ts";
import type { Waiting } from "../store/inbox.ts";
import { descriptionFrom } from "../store/wish.ts";
import { refuseAgentsRules } from "../trust/refuse-agents.ts";

export interface OtherWords {
  readonly title?: string | undefined;
  readonly body?: string | undefined;
}

/** A new text under the old key. The person's own words need no source; an agent's were held against none. */
export function editedDraft(cairn: Cairn, draft: Waiting, given: OtherWords): Waiting {
  refuseAgentsRules(cairn, draft.written.kind);
  const words = new GivenWords();
  const title = given.title === undefined ? undefined : newTitle(words.title(given.title));
  const body =
    given.body === undefined ? undefined : newText(words.text("body", given.body), "to be rid of the draft, reject it");
  const isAgents = isOfAgent(cairn.surface);
  const own = draft.written.trust ?? "untrusted";
  const trust = isAgents ? lowestTrust(own, worthOf(cairn, undefined, { whole: [body], told: [title] })) : own;
  const description = descriptionOf(draft, { title, body });
  const text = editMemory(draft.text, { title, body, description, trust });
  return noted({ ...draft, text }, isAgents ? UNVERIFIED : { verdict: "PASS", issues: [] });
}

const UNVERIFIED = {
  verdict: "REVISE",
  issues: ["all of it: an agent changed its words, and nothing was held against them"],
} as const;

/** What was said of the old words holds of the new ones only where they still say it. */
function descriptionOf({ written }: Waiting, { title, body }: OtherWords): string | undefined {
  const { kind, description } = written;
  if (body === undefined) return description === written.title ? title : undefined;
  if (flat(body).includes(flat(description.replace(/…$/, "")))) return undefined;
  const section = contentOf({ kind, body })[kindRow(kind).says ?? ""];
  return descriptionFrom(
    typeof section === "string" ? section : body.replace(/^#[ \t]+[^\n]*\n*/, ""),
    title ?? written.title,
  );
}

function flat(text: string): string {
  return text
    .replace(/[\s.]+/g, " ")
    .trim()
    .toLowerCase();
}

/** With another note on it. */
export function noted(draft: Waiting, more: Partial<Waiting["note"]>): Waiting {
  const note = { ...draft.note, ...more };
  const text = withDraftBlock(draft.text, note);
  return { ...draft, note, text, written: parseMemory(text, "").written };
}
