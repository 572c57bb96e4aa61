/** What a writer asks to be remembered, made ready before any lock: redacted, bounded, completed by rule. Pure. */

import { oneLine } from "../format/markdown.ts";
import { descriptionLength, firstSentence } from "../format/sentence.ts";
import { redact } from "../guard/redact.ts";
import { CairnError } from "../model/error.ts";
import type { Kind } from "../model/kind.ts";
import { kindRow } from "../model/kind.ts";
import { fieldRule, readField } from "../model/kind-field.ts";
import type { Anchor, FieldValue, Source } from "../model/memory.ts";
import type { Trust } from "../model/trust.ts";

const TITLE_LENGTH = 120;
const TITLE_FROM_TEXT = 80;
const TEXT_BYTES = 900_000;
const TAG_LENGTH = 64;
const MOST_WORDS = 100;

export interface Asked {
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
}

export interface Redaction {
  readonly class: string;
  readonly field: string;
}

export interface Wish extends Omit<Asked, "title" | "description" | "fields" | "supersedes"> {
  readonly title: string;
  /** The person gave the title; otherwise it is the first sentence. */
  readonly titled: boolean;
  readonly description: string;
  readonly described: boolean;
  readonly fields: Readonly<Record<string, FieldValue>>;
  readonly supersedes: readonly string[];
  readonly redacted: readonly Redaction[];
}

export function wishFrom(asked: Asked): Wish {
  const seen: Redaction[] = [];
  const clean = (field: string, text: string): string => {
    const { text: kept, found } = redact(text);
    for (const secret of found) seen.push({ class: secret.class, field });
    return kept;
  };
  const text = clean("text", bounded(asked.text));
  const given = asked.title === undefined ? "" : oneLine(clean("title", asked.title));
  const heading = /^#[ \t]+(.+)$/m.exec(text.split("\n", 1)[0] ?? "")?.[1];
  const title = given || oneLine(heading ?? firstSentence(text, TITLE_FROM_TEXT));
  if (title === "") throw nothingSaid();
  if (title.length > TITLE_LENGTH) throw tooLong("title", `${TITLE_LENGTH} characters`);
  const description = oneLine(clean("description", asked.description ?? ""));
  return {
    ...asked,
    text,
    title,
    titled: given !== "",
    description: (description || firstSentence(text) || title).slice(0, descriptionLength),
    described: description !== "",
    tags: words("tags", asked.tags.map((tag) => clean("tags", tag)).map(tagOf)),
    aliases: words(
      "aliases",
      asked.aliases.map((alias) => oneLine(clean("aliases", alias))),
    ),
    fields: fieldsOf(asked.kind, asked.fields, clean),
    supersedes: asked.supersedes === undefined ? [] : [asked.supersedes],
    redacted: unique(seen),
  };
}

/** Lower case, one line, no commas: tags are words, not sentences. */
export function tagOf(tag: string): string {
  return oneLine(tag).toLowerCase().replaceAll(",", " ").replace(/\s+/g, "-");
}

function fieldsOf(kind: Kind, given: Readonly<Record<string, string>>, clean: (field: string, text: string) => string) {
  const fields: Record<string, FieldValue> = Object.create(null);
  for (const [name, text] of Object.entries(given)) {
    const rule = fieldRule(kind, name);
    const value = rule === undefined ? undefined : readField(rule, clean(name, text));
    if (rule === undefined || value === undefined) throw strangeField(kind, name);
    fields[name] = value;
  }
  return fields;
}

function strangeField(kind: Kind, name: string): CairnError {
  const rule = fieldRule(kind, name);
  const known = Object.keys(kindRow(kind).fields).join(", ") || "none";
  const hint =
    rule === undefined
      ? `Fields of ${kind}: ${known}.`
      : rule.as === "enum"
        ? `One of: ${rule.values.join(", ")}.`
        : "Give it a value.";
  return new CairnError(
    "invalid-input",
    "VALIDATION_ERROR",
    `${kind} does not take that ${rule === undefined ? "field" : "value"}.`,
    {
      field: name,
      hint,
    },
  );
}

function words(field: string, all: readonly string[]): string[] {
  const kept = [...new Set(all.filter((word) => word !== ""))];
  if (kept.length > MOST_WORDS) throw tooLong(field, `${MOST_WORDS} of them`);
  if (kept.some((word) => word.length > TAG_LENGTH * 2)) throw tooLong(field, `${TAG_LENGTH * 2} characters each`);
  return kept;
}

function bounded(text: string): string {
  if (Buffer.byteLength(text) > TEXT_BYTES) throw tooLong("text", `${TEXT_BYTES} bytes`);
  if (text.includes("\0"))
    throw new CairnError("invalid-input", "VALIDATION_ERROR", "The text holds a NUL character.", {
      field: "text",
      hint: "Take it out.",
    });
  return text.replace(/\r\n?/g, "\n").trim();
}

function unique(seen: readonly Redaction[]): Redaction[] {
  return seen.filter(
    (one, n) => seen.findIndex((other) => other.class === one.class && other.field === one.field) === n,
  );
}

function tooLong(field: string, limit: string): CairnError {
  return new CairnError("invalid-input", "VALIDATION_ERROR", `The ${field} is too long: at most ${limit}.`, {
    field,
    hint: "Shorten it; one memory holds one thing worth knowing.",
  });
}

function nothingSaid(): CairnError {
  return new CairnError("invalid-input", "VALIDATION_ERROR", "There is nothing to remember.", {
    field: "text",
    hint: "Give a text, or a title.",
  });
}
