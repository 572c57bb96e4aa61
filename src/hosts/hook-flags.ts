/**
 * What Node is told on its command line where Cairn itself wrote the line. A Node without such a flag would not start at all:
 * these are V8's own names of them, not `--no-opt`, which V8 calls a temporary alias.
 */

/** Nothing is optimised that ends in a few hundredths of a second. Said there, it spares the process the module that sets it. */
export const UNOPTIMISED = "--no-turbofan";
/** Takes that back. */
export const OPTIMISED = "--turbofan";
/** Room for all that a prompt makes and drops, in megabytes: as much as V8 would come to, so that it collects nothing. */
export const ROOMY = "--min-semi-space-size=16";

export function hookFlags(moment: string): readonly string[] {
  return moment === "prompt" ? [UNOPTIMISED, ROOMY] : [UNOPTIMISED];
}
