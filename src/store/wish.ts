/** What a writer asks to be remembered, made ready before any lock: redacted, bounded, completed by rule. Pure. */

import { descriptionLength } from "../format/sentence.ts";
import { CairnError } from "../model/error.ts";
import type { Kind } from "../model/kind.ts";
import type { Anchor, FieldValue, Source } from "../model/memory.ts";
import type { Trust } from "../model/trust.ts";
import { descriptionFrom, titleFromText } from "./derived-words.ts";
import { GivenWords, type Redaction } from "./given-words.ts";

export interface WishAsked {
  readonly kind: Kind;
  readonly text: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly tags: readonly string[];
  readonly aliases: readonly string[];
  readonly files: readonly Anchor[];
  readonly confidence?: number | undefined;
  readonly supersedes?: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
  readonly trust: Trust;
  readonly source: Source;
  /** When it was said, an ISO time, where that is known and may be long ago; else now. */
  readonly said?: string | undefined;
  /** The name its file was promised to have, without the ending. */
  readonly promised?: string | undefined;
}

export interface Wish extends Omit<WishAsked, "title" | "description" | "fields" | "supersedes"> {
  readonly title: string;
  /** The person gave the title; otherwise it is the first sentence. */
  readonly titled: boolean;
  readonly description: string;
  readonly described: boolean;
  readonly fields: Readonly<Record<string, FieldValue>>;
  readonly supersedes: readonly string[];
  readonly redacted: readonly Redaction[];
}

export function wishFrom(asked: WishAsked): Wish {
  const given = new GivenWords();
  const text = given.text("text", asked.text);
  const said = given.title(asked.title ?? "");
  const title = said || titleFromText(text);
  if (title === "") throw nothingSaid();
  const description = given.line("description", asked.description ?? "");
  return {
    ...asked,
    text,
    title,
    titled: said !== "",
    description: description.slice(0, descriptionLength) || descriptionFrom(text, title),
    described: description !== "",
    tags: given.tags("tags", asked.tags),
    aliases: given.names("aliases", asked.aliases),
    fields: given.fields(asked.kind, asked.fields),
    supersedes: asked.supersedes === undefined ? [] : [asked.supersedes],
    redacted: given.redacted,
  };
}

const TAKEN_OUT = /\[REDACTED:[\w-]+\]/g;
/** What a secret is assigned to says nothing without it. */
const ASSIGNED = /^\s*(?:export\s+)?[\w.-]+\s*[:=]\s*["'`]?\s*["'`]?\s*;?\s*$/gm;

/** A memory that was nothing but a secret would only say that there was one. */
export function refuseNothingLeft({ redacted, title, text }: Wish): void {
  if (redacted.length === 0) return;
  const left = `${title}\n${text}`.replace(TAKEN_OUT, "").replace(ASSIGNED, "");
  if (/[\p{L}\p{N}]/u.test(left)) return;
  const classes = [...new Set(redacted.map((one) => one.class))].join(", ");
  throw new CairnError("VALIDATION_ERROR", `That is a secret (${classes}) and nothing else.`, {
    field: "text",
    hint: "Nothing was kept: secrets never are, and nothing is left to remember. Say what it is for and where it lies.",
  });
}

function nothingSaid(): CairnError {
  return new CairnError("VALIDATION_ERROR", "There is nothing to remember.", {
    field: "text",
    hint: "Give a text, or a title.",
  });
}
