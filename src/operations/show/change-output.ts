/** A change of a file of the host's, as a person is shown it: line by line, with nothing secret in it. */

import { redact } from "../../guard/redact.ts";
import { difference } from "../../install/difference.ts";
import type { FileChange } from "../../install/plan.ts";
import { z } from "../../model/schema.ts";

export const ChangeOutput = z.object({
  path: z.string(),
  what: z.enum(["create", "change", "remove"]),
  /** Each begins with what happens to it: `+`, `-` or a space. */
  lines: z.array(z.string()),
});
type ChangeOutput = z.infer<typeof ChangeOutput>;

export function changeOutput({ path, before, after }: FileChange): ChangeOutput {
  const what = before === undefined ? "create" : after === undefined ? "remove" : "change";
  return { path, what, lines: redact(difference(before ?? "", after ?? "").join("\n")).text.split("\n") };
}

/** Line by line while it is only planned; when it is done, what happened to which file. */
export function changeLines(changes: readonly ChangeOutput[], { done }: { readonly done: boolean }): string[] {
  if (done) return changes.map(({ path, what }) => `${what.replace(/e?$/, "ed")}: ${path}`);
  const shown = changes.flatMap(({ path, what, lines }) => ["", `${path} (${what})`, ...lines.map(indented)]);
  return shown.length === 0 ? [] : [...shown, ""];
}

function indented(line: string): string {
  return `  ${line}`;
}
