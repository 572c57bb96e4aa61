/** The features a leaf or group is scored by, and what each says in words. Closed tables: the weights name their rows. */

/** In the order in which they are worked out. */
export const leafFeatures = {
  own: "words of the question in it",
  p1: "in the one before",
  p2: "in the second before",
  p3: "in the third before",
  n1: "in the one after",
  n2: "in the second after",
  n3: "in the third after",
  idfc: "share of the question it holds, rare words counting more",
  cov: "share of the question's words it holds",
  win: "share of the question in it and right beside it",
  rar: "its rarest word of the question",
  sess: "how well all of it, or the session it came from, fits",
  smax: "the best passage of it, or of its session",
  s2: "the second best passage of it, or of its session",
  spk: "said by the person named",
  ownspk: "words, said by the person named",
  date: "date asked for",
  isq: "is itself a question",
  prevQ: "follows a question",
  len: "length",
  first: "is the first of its session",
  whenT: "asked when, and holds a time",
  hmQ: "asked how many, and holds a number",
  rec5: "very recent",
  rec20: "recent",
  rec80: "not old",
  later: "how many of its session come after it",
} as const;
export type LeafFeature = keyof typeof leafFeatures;
export const leafFeatureNames = Object.keys(leafFeatures) as LeafFeature[];

const groupFeatures = {
  gs: "words of the question in all of it",
  smax: "its best part",
  s2: "its second best part",
  s3: "its third best part",
  nb: "its best part with what stands around it",
  scov: "share of the question, by rarity",
  user: "what the user said in it",
  tcov: "share of its title in the question",
  date: "date asked for",
  rec20: "recent",
  rec80: "not old",
  leaf: "its best part, by everything known of parts",
  leaf2: "its second best part, likewise",
  lsum: "all its parts together, likewise",
  gsR20: "words, if recent",
  gsR80: "words, if not old",
} as const;
export type GroupFeature = keyof typeof groupFeatures;
export const groupFeatureNames = Object.keys(groupFeatures) as GroupFeature[];

export type Weights<F extends string> = Readonly<Record<F, number>>;
export type Values<F extends string> = Record<F, number>;

export function dot<F extends string>(names: readonly F[], values: Values<F>, weights: Weights<F>): number {
  let sum = 0;
  for (const name of names) sum += values[name] * weights[name];
  return sum;
}

/** A row of numbers in the order of `leafFeatures`, by name. Written out: an object made in one go costs a tenth. */
export function leafValuesIn(row: Float64Array): Values<LeafFeature> {
  return {
    own: row[0]!,
    p1: row[1]!,
    p2: row[2]!,
    p3: row[3]!,
    n1: row[4]!,
    n2: row[5]!,
    n3: row[6]!,
    idfc: row[7]!,
    cov: row[8]!,
    win: row[9]!,
    rar: row[10]!,
    sess: row[11]!,
    smax: row[12]!,
    s2: row[13]!,
    spk: row[14]!,
    ownspk: row[15]!,
    date: row[16]!,
    isq: row[17]!,
    prevQ: row[18]!,
    len: row[19]!,
    first: row[20]!,
    whenT: row[21]!,
    hmQ: row[22]!,
    rec5: row[23]!,
    rec20: row[24]!,
    rec80: row[25]!,
    later: row[26]!,
  };
}
