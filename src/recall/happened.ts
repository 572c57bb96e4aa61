/** One change of a memory as `history` and `user history` tell it. */

import { z } from "../model/schema.ts";
import { ScopeField } from "./memory-output.ts";

export const Happened = z.object({
  change: z.string(),
  at: z.string(),
  what: z.string(),
  id: z.string(),
  scope: ScopeField,
  agent: z.string().optional(),
  by: z.string(),
  why: z.string(),
  undone_by: z.string().optional(),
  redacted: z.array(z.string()).optional(),
});
export type Happened = z.infer<typeof Happened>;
