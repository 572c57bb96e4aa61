/** What a person rejected on review comes back in no summary that is made for them; what they hand in is theirs to say. */

import type { Cairn } from "../../cairn.ts";
import { contentOf } from "../../format/sections.ts";
import type { Kind } from "../../model/kind.ts";
import type { Written } from "../../model/memory.ts";
import { parsePoint } from "../../model/tracking-point.ts";
import { isAlike } from "../../summary/alike.ts";
import type { Summary } from "../../summary/by-rule.ts";
import { everyRejected, inboxStores } from "../capture/inbox-drafts.ts";

/** Which section of a draft says what a point of a summary would say. */
const SAYS: Partial<Readonly<Record<Kind, string>>> = {
  decision: "decision",
  preference: "value",
  constraint: "rule",
  tech_debt: "description",
};

export async function withoutRejected(home: Cairn, summary: Summary): Promise<Summary> {
  const points = summary.content["tracking_points"];
  if (typeof points !== "object") return summary;
  const rejected = everyRejected(await inboxStores(home, undefined)).map(({ draft }) => saidBy(draft.written));
  const lines = points.filter((line) => typeof line === "string");
  const taken = lines.filter((line) => rejected.some((said) => isAlike(parsePoint(line).text, said)));
  if (taken.length === 0) return summary;
  const kept = lines.filter((line) => !taken.includes(line));
  return { ...summary, content: { ...summary.content, tracking_points: kept }, without: taken };
}

function saidBy(draft: Written): string {
  const said = contentOf(draft)[SAYS[draft.kind] ?? ""];
  return typeof said === "string" ? said : draft.description;
}
