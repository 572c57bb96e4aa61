/** What an operation only showed is done by the same words without the flag that stopped it, and a yes. */

import type { Cairn } from "../../cairn.ts";
import type { Carried } from "../../operations/carried.ts";
import { fieldsOf } from "../../operations/fields.ts";
import type { Operation, Outcome } from "../../operations/operation.ts";
import { shellWord } from "../../text/shell-word.ts";

/** The answer to a preview that was asked for, with what to type next where something is left to do. */
export async function withNextStep(
  outcome: Extract<Outcome, { ok: true }>,
  op: Operation,
  input: Readonly<Record<string, unknown>>,
  cairn: Cairn,
  { argv, carried }: { readonly argv: readonly string[]; readonly carried: Carried },
): Promise<Outcome> {
  const previewed = Object.entries(op.preview ?? {});
  if (previewed.length === 0 || previewed.some(([name, value]) => input[name] !== value)) return outcome;
  const names = new Set(previewed.map(([name]) => name));
  const meant = Object.fromEntries(Object.entries(input).filter(([name]) => !names.has(name)));
  const question = await op.confirm?.(op.input.parse(meant), cairn, carried);
  return question === undefined ? outcome : nextStep(outcome, op, argv);
}

export function nextStep(outcome: Outcome, op: Operation, argv: readonly string[]): Outcome {
  if (!outcome.ok) return outcome;
  const dropped = new Set([
    "--yes",
    "-y",
    ...fieldsOf(op)
      .filter(isPreviewing(op))
      .map(({ flag }) => `--${flag}`),
  ]);
  const words = argv.filter((word) => !dropped.has(word.split("=")[0]!));
  return { ...outcome, text: `${outcome.text}\nDo it with: ${["cairn", ...words, "--yes"].map(shellWord).join(" ")}` };
}

function isPreviewing({ preview = {} }: Operation): (field: { readonly name: string }) => boolean {
  return ({ name }) => Object.hasOwn(preview, name);
}
