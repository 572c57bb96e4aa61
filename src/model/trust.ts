/**
 * How far a memory may be believed. Trust comes from where a text came from, never from what it says;
 * it is lowered by anyone and raised by nobody but a person's own command.
 */

/** Highest first. */
export const trusts = ["stated", "observed", "derived", "imported", "untrusted"] as const;
export type Trust = (typeof trusts)[number];

/** The lower of the given trusts; a text made from several has the lowest of its sources. */
export function lowestTrust(first: Trust, ...others: readonly (Trust | undefined)[]): Trust {
  let lowest = trusts.indexOf(first);
  for (const other of others) if (other) lowest = Math.max(lowest, trusts.indexOf(other));
  return trusts[lowest] ?? "untrusted";
}

/** A way of reaching Cairn, and what a text that arrives there is worth before anything is known of it. */
export const surfaceTrust = {
  cli: "stated",
  "agent-shell": "derived",
  mcp: "derived",
  library: "derived",
  hook: "observed",
  import: "imported",
  outside: "imported",
} as const satisfies Record<string, Trust>;
export type TrustSurface = keyof typeof surfaceTrust;

/** Where a request came from; decides the trust of what it writes. */
export type Caller = Extract<TrustSurface, "cli" | "agent-shell" | "mcp" | "library">;

/** Surfaces an agent uses: what comes in there is an agent's word, and a model reads the answer. */
export function isOfAgent(surface: TrustSurface): boolean {
  return surface === "mcp" || surface === "agent-shell";
}

/** A person's terminal or their own program: nothing that a hook or a text from elsewhere brings. */
export function isByPerson(surface: TrustSurface): boolean {
  return surface === "cli" || surface === "library";
}

/** What was brought in, from a store or by others, takes the place of nothing that is worth more, whatever it claims. */
export function mayTakePlace(standing: Trust, claiming: Trust): boolean {
  const isBroughtIn = claiming === "imported" || claiming === "untrusted";
  return !isBroughtIn || trusts.indexOf(claiming) <= trusts.indexOf(standing);
}
