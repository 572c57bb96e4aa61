/** A draft as every surface shows it. */

import { defined } from "../model/defined.ts";
import { draftActions, verdicts } from "../model/draft.ts";
import { z } from "../model/schema.ts";
import { KindField, ScopeField, TrustField } from "../recall/memory-output.ts";
import type { Waiting } from "../store/inbox.ts";
import type { Store } from "../store/store.ts";
import { shortKey } from "./inbox-drafts.ts";

export const DraftOutput = z.object({
  key: z.string(),
  scope: ScopeField,
  action: z.enum(draftActions),
  because: z.string(),
  kind: KindField,
  title: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  trust: TrustField,
  confidence: z.number().optional(),
  verdict: z.enum(verdicts),
  issues: z.array(z.string()),
  proposed: z.string(),
  candidate: z.string().optional(),
  possible_duplicate_of: z.string().optional(),
  session: z.string().optional(),
  turns: z.array(z.number()),
  body: z.string(),
});
export type DraftOutput = z.infer<typeof DraftOutput>;

export function draftOutput({ key, written, note }: Waiting, { root }: Store): DraftOutput {
  const { action, because, verdict, issues, proposed, candidate, duplicate, session, turns } = note;
  const { kind, title, description, tags, trust, confidence, body } = written;
  return {
    key,
    scope: root.scope,
    action,
    because,
    kind,
    title,
    description,
    tags: [...tags],
    trust: trust ?? "untrusted",
    ...defined({ confidence }),
    verdict,
    issues: [...issues],
    proposed,
    ...defined({ candidate, possible_duplicate_of: duplicate, session }),
    turns: [...turns],
    body,
  };
}

const verdictWords = { PASS: [], REVISE: ["worth another look"], BLOCK: ["its source does not bear it out"] };
const words = { CREATE: "new", UPDATE: "update", DELETE: "retire" } as const;

/** One line a draft: as much of its key as is needed to name it. */
export function draftLine({ key, action, kind, title, candidate, verdict, trust }: DraftOutput): string {
  const at = candidate === undefined ? "" : ` of ${candidate}`;
  const doubts = [...verdictWords[verdict], ...(trust === "untrusted" ? [trust] : [])];
  return `${shortKey(key)}  ${words[action]}${at}  ${kind}  ${title}${doubts.length === 0 ? "" : `  (${doubts.join(", ")})`}`;
}
