/** Whose words a sentence is, and what that weighs: a closed table. */

/**
 * What a voice's words weigh, where they say a thing outright and where they only point to it. The person's alone can
 * settle a thing; a page that was brought along, or what was printed and pasted, never does.
 */
export const voices = {
  person: { outright: 2, pointing: 1 },
  agent: { outright: 1, pointing: 0.5 },
  brought: { outright: 0.5, pointing: 0.25 },
  pasted: { outright: 0.25, pointing: 0.125 },
} as const;
export type Voice = keyof typeof voices;
