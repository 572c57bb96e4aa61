/** Taking a secret out of a file that was written past Cairn. Nothing else in it changes. A plan only. */

import { redact } from "../guard/redact.ts";
import type { ChangeContext } from "./change-context.ts";
import type { Plan } from "./door.ts";

/** How many secrets it takes out. */
export function planCleanse(context: ChangeContext, path: string): Plan<number> {
  const found = context.catalog.file(path);
  const base = found === undefined || found.readOnly ? undefined : context.open(path);
  if (found === undefined || base === undefined) return { steps: [], result: 0 };
  const { text, found: secrets } = redact(base.bytes.toString("utf8"));
  if (secrets.length === 0) return { steps: [], result: 0 };
  const about = { id: context.names.idOf(found), kind: found.written.kind, path };
  const trust = context.trustNow(base);
  const step = { op: "update", ...about, base, after: Buffer.from(text), trust, why: "a secret taken out" } as const;
  return { steps: [step], result: secrets.length };
}
