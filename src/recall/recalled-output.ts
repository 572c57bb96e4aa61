/** A memory that was found, as `recall` and `relevant` hand it out. */

import { z } from "../model/schema.ts";
import { anchorStates } from "./anchors.ts";
import { MemoryOutput } from "./memory-output.ts";

export const RecalledMemory = z.object({
  memory: MemoryOutput,
  why: z.array(z.string()),
  /** In words: today, yesterday, 12 days ago. */
  age: z.string(),
  /** What to mind about its age, from the second day on. */
  caveat: z.string().optional(),
  snippet: z.string(),
  /** How the files it is about stand to what they were. */
  files: z.array(z.object({ path: z.string(), state: z.enum(anchorStates) })).optional(),
});
export type RecalledMemory = z.infer<typeof RecalledMemory>;
