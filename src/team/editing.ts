/**
 * What others brought, let in with other words: the text becomes yours and counts as accepted in one change, so that no
 * session is ever told what stood there before. Those very bytes that were listed are written over, and no others.
 */

import type { Cairn } from "../cairn.ts";
import { isNamedInPrompt } from "../conversation/trust-of-words.ts";
import { formOf } from "../format/handed-form.ts";
import { CairnError } from "../model/error.ts";
import { newText, newTitle } from "../model/new-words.ts";
import { isOfAgent } from "../model/trust.ts";
import type { ChangeContext } from "../store/change-context.ts";
import { GivenWords } from "../store/given-words.ts";
import { planRevise } from "../store/revise.ts";
import type { Store } from "../store/store.ts";
import { refuseUnasked } from "./in-session.ts";
import { notPending, type PendingChange } from "./reviewing.ts";
import { Scrubber } from "./scrub.ts";

/** Its id. */
export async function editPending(
  cairn: Cairn,
  store: Store,
  one: Pick<PendingChange, "id" | "memory">,
  body: string,
): Promise<string> {
  refuseUnasked(cairn, store, [one], "edit");
  await cairn.prepareWrite();
  const { path, kind } = one.memory;
  const found = store.catalog.file(path);
  if (found === undefined) throw notPending(one.id);
  if (isOfAgent(cairn.surface) && !isNamedInPrompt(cairn, body)) throw notTheirWords();
  const form = formOf(body, kind);
  const given = new GivenWords();
  const scrubber = new Scrubber(cairn);
  const title = form.heading === undefined || form.title === undefined ? undefined : given.title(form.title);
  const revision = {
    id: store.names.idOf(found),
    expect: found.hash,
    text: newText(scrubber.text(given.text("text", form.text)), "to keep it out, decline it"),
    title: title === undefined ? undefined : newTitle(scrubber.text(title)),
    fields: scrubber.fields(given.fields(kind, form.fields)),
    // Others' words stand in it still.
    trust: "imported" as const,
    reason: "changed in review",
    isPersons: true,
  };
  const plan = (context: ChangeContext) => ({ ...planRevise(context, revision), isLetIn: true as const });
  await cairn.change(store, plan);
  return one.id;
}

/** An agent may have been talked into it by what it read. */
function notTheirWords(): CairnError {
  return new CairnError("SECURITY_ERROR", "Only the person says how what others brought is to read.", {
    field: "text",
    hint: "Nothing was done. Give their own words, as they stand in their answer; or they do it at their own terminal: cairn team review --edit <id>.",
  });
}
