/** What a look at one thing found: how it is, and what to do if it is not as it should be. */

export const findingStates = ["ok", "warning", "wrong"] as const;

export interface Finding {
  readonly what: string;
  readonly state: (typeof findingStates)[number];
  readonly found: string;
  readonly next: string;
}

export function ok(what: string, found: string): Finding {
  return { what, state: "ok", found, next: "" };
}

export function warning(what: string, found: string, next: string): Finding {
  return { what, state: "warning", found, next };
}

export function wrong(what: string, found: string, next: string): Finding {
  return { what, state: "wrong", found, next };
}
