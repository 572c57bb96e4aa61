/** A draft as every surface shows it. */

import { defined } from "../model/defined.ts";
import { draftActions, MISSING_SECTION, verdicts } from "../model/draft.ts";
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

const words = { CREATE: "new", UPDATE: "update", DELETE: "retire" } as const;

/** One line a draft: as much of its key as is needed to name it. */
export function draftLine(draft: DraftOutput): string {
  const { key, action, kind, title, candidate, trust } = draft;
  const at = candidate === undefined ? "" : ` of ${candidate}`;
  const doubts = [...doubtOf(draft), ...(trust === "untrusted" ? [trust] : [])];
  return `${shortKey(key)}  ${words[action]}${at}  ${kind}  ${title}${doubts.length === 0 ? "" : `  (${doubts.join(", ")})`}`;
}

/** What stands against it, in a word or two; whole it says more. */
function doubtOf({ verdict, issues, because }: DraftOutput): string[] {
  if (verdict === "PASS") return [];
  if (verdict === "BLOCK") return ["its source does not say so"];
  const missing = issues.flatMap((issue) => (issue.endsWith(MISSING) ? [issue.slice(0, -MISSING.length)] : []));
  if (missing.length > 0) return [`no ${missing.join(", ").toLowerCase()} given`];
  return [
    /^it (?:replaces|rewrites|adds to|retires) /.test(because) ? "against a memory of yours" : "look at it first",
  ];
}

const MISSING = `: ${MISSING_SECTION}`;
