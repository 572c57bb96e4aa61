/** What speaks for a memory at a moment, and for saying nothing. Closed tables: the weights name their rows. */

/** Learned, in the order in which they are worked out. */
const doorFeatures = {
  words: "telling words that it shares, or says otherwise",
  second: "its second most telling one: two agree",
  title: "share of its title that was said, or said otherwise",
  body: "most telling word said that stands in its text",
  tags: "tags that were said",
  topic: "word of both its title and its tags that was said",
  covers: "share of what was said that it holds: of few words each is held by chance",
  chooses: "a choice is asked for or made, and it is a decision",
  refersTo: "a question, and it is a reference or an analysis",
  file: "a file it is about was touched",
  folder: "a file below a folder it is about was touched",
  path: "words it shares with the path of a file that was touched",
} as const;
export type DoorFeature = keyof typeof doorFeatures;
export const doorFeatureNames = Object.keys(doorFeatures) as DoorFeature[];

const nothingFeatures = {
  bias: "most moments need nothing",
  cosmetic: "a matter of looks or wording",
  chore: "a chore: tests, tidying, versions",
  talk: "of the work itself: a review, a summary, this file",
  deed: "it begins with something to do",
  many: "the more memories there are, the more of them share a word by chance",
} as const;
export type NothingFeature = keyof typeof nothingFeatures;
export const nothingFeatureNames = Object.keys(nothingFeatures) as NothingFeature[];

export type DoorValues = Readonly<Record<DoorFeature, number>>;
export type NothingValues = Readonly<Record<NothingFeature, number>>;

export interface DoorWeights {
  readonly memory: DoorValues;
  readonly nothing: NothingValues;
}

/** Too rare in any set to be learned: each is nearly proof. */
const fixedFeatures = {
  named: "its title or an alias was said",
  code: "a name, path or code that was said stands in it",
  guards: "it is a constraint or runbook about a file that is about to be changed",
} as const;
export type FixedFeature = keyof typeof fixedFeatures;
export const fixedFeatureNames = Object.keys(fixedFeatures) as FixedFeature[];
export type FixedValues = Readonly<Record<FixedFeature, number>>;
export const fixedWeights: FixedValues = { named: 4, code: 2.5, guards: 4 };
