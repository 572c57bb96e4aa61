/**
 * What the profile of a person holds: six categories, each a file of its own in the person's root, with the fields it
 * has names for. A key that is not listed is kept too. To add a field, add a row.
 */

import { hasSecret } from "../guard/redact.ts";
import type { Memory } from "../model/memory.ts";

interface PersonField {
  readonly about: string;
  /** The values there are, each with other words for it; without them any line of text. */
  readonly choices?: Readonly<Record<string, readonly string[]>>;
  /** Other names it is read by, as keys. */
  readonly also?: readonly string[];
  /** Words it is spoken of by, in a prompt. */
  readonly spoken?: readonly string[];
}

interface CategoryRow {
  readonly about: string;
  /** What the file is called at its top. */
  readonly title: string;
  /** `fields`: one value a key. `entries`: what is said is added, with its day. */
  readonly holds: "fields" | "entries";
  readonly fields: Readonly<Record<string, PersonField>>;
  /** Any key is as good as another: none is met with a warning. */
  readonly isFree: boolean;
}

/** In the order in which a session is told of them. */
const categories = {
  preferences: {
    about: "how sessions should go",
    title: "Preferences",
    holds: "fields",
    isFree: false,
    fields: {
      detail: {
        about: "how long answers are",
        choices: {
          short: ["brief", "concise", "terse", "minimal", "low"],
          normal: ["medium", "balanced", "moderate"],
          full: ["detailed", "long", "verbose", "high", "comprehensive"],
        },
        also: ["detail-level", "verbosity"],
        spoken: ["details", "answer", "answers", "reply", "replies", "response", "responses", "output"],
      },
      explanation: { about: "how things are explained", also: ["explanation-style", "explanations"] },
      feedback: { about: "how you want to be told of mistakes", also: ["feedback-style"] },
      comments: { about: "comments in code", also: ["code-comments", "commenting"] },
      naming: {
        about: "how things are named",
        also: ["naming-convention", "naming-conventions", "naming-style"],
        spoken: ["names", "variables", "identifiers"],
      },
      errors: { about: "how errors are dealt with", also: ["error-handling"] },
      planning: { about: "how work is planned", also: ["planning-style"] },
      review: { about: "how changes are reviewed", also: ["review-style", "code-review"] },
      testing: { about: "how things are tested", also: ["testing-approach", "tests"] },
      persona: { about: "whom the agent should be like" },
      thinking: { about: "how long the agent should think", also: ["thinking-depth"] },
      compression: { about: "how much is left out", also: ["compression-level"] },
    },
  },
  communication: {
    about: "how you like to be talked to",
    title: "Communication",
    holds: "fields",
    isFree: true,
    fields: {},
  },
  profile: {
    about: "who you are",
    title: "Profile",
    holds: "fields",
    isFree: false,
    fields: {
      name: { about: "what they are called" },
      role: { about: "what they do", also: ["title", "job-title", "position"] },
      experience: { about: "how long and with what", also: ["experience-level", "level"] },
      background: { about: "where they come from in their trade" },
      style: { about: "how they work", also: ["working-style", "work-style"] },
    },
  },
  technical: {
    about: "what they work with and know",
    title: "Technical",
    holds: "fields",
    isFree: true,
    fields: {},
  },
  feedback: {
    about: "what worked and what did not",
    title: "Feedback",
    holds: "entries",
    isFree: true,
    fields: {
      worked: { about: "what went well", also: ["positive", "what-worked", "liked"] },
      "did-not": {
        about: "what did not",
        also: ["negative", "didnt", "did-not-work", "what-did-not-work", "disliked"],
      },
    },
  },
  observations: {
    about: "what agents noticed, and you agreed to",
    title: "Observations",
    holds: "entries",
    isFree: true,
    fields: {},
  },
} as const satisfies Readonly<Record<string, CategoryRow>>;

export type Category = keyof typeof categories;
export const categoryNames = Object.keys(categories) as [Category, ...Category[]];

export function categoryRow(category: Category): CategoryRow {
  return categories[category];
}

export function isCategory(name: unknown): name is Category {
  return typeof name === "string" && Object.hasOwn(categories, name);
}

/** The category a memory is the file of. */
export function categoryOf({ scope, kind, path }: Pick<Memory, "scope" | "kind" | "path">): Category | undefined {
  const name = path.replace(/\.md$/, "");
  return scope === "user" && kind === "user_profile" && isCategory(name) ? name : undefined;
}

const KEY = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._+#/-]{0,59}$/u;

/** A label as a key: `Detail Level` is `detail-level`. Undefined where nothing of the sort can be a key; a secret is none. */
export function labelKeyOf(label: string): string | undefined {
  const key = label
    .normalize("NFC")
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, "-");
  return KEY.test(key) && !hasSecret(label) ? key : undefined;
}

/** The name of the field that a key means. */
export function fieldNamed(category: Category, key: string): string {
  const { fields } = categoryRow(category);
  if (Object.hasOwn(fields, key)) return key;
  const meant = Object.entries(fields).find(([, { also = [] }]) => also.includes(key));
  return meant?.[0] ?? key;
}

export function isKnownKey(category: Category, key: string): boolean {
  const { isFree, fields } = categoryRow(category);
  return isFree || Object.hasOwn(fields, key);
}

/** The choice that a word means; any text where the field has no choices; undefined where it is none of them. */
export function choiceFor(category: Category, key: string, value: string): string | undefined {
  const { fields } = categoryRow(category);
  const choices = Object.hasOwn(fields, key) ? fields[key]?.choices : undefined;
  if (choices === undefined) return value;
  const said = value.trim().toLowerCase();
  return Object.keys(choices).find((choice) => choice === said || choices[choice]?.includes(said));
}

/** Other words for a choice, itself included; the value alone where it is no choice. */
export function wordsFor(category: Category, key: string, value: string): readonly string[] {
  const { fields } = categoryRow(category);
  const choices = Object.hasOwn(fields, key) ? fields[key]?.choices : undefined;
  return [value, ...((choices !== undefined && Object.hasOwn(choices, value) && choices[value]) || [])];
}

/** What a field is called, in keys and in prompts. */
export function namesFor(category: Category, key: string): readonly string[] {
  const { fields } = categoryRow(category);
  const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
  return [key, ...(field?.also ?? []), ...(field?.spoken ?? [])];
}
