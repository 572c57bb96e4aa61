/** The words a writer gives, taken in one by one: redacted, bounded, tidied. What was taken out is kept count of. */

import { joinedLine } from "../format/markdown.ts";
import { redact } from "../guard/redact.ts";
import { CairnError } from "../model/error.ts";
import { fieldRule, type Kind, kindRow, readField } from "../model/kind.ts";
import type { FieldValue } from "../model/memory.ts";
import { largestText } from "../model/new-words.ts";
import { wholeStart } from "../text/lines.ts";

const TITLE_LENGTH = 120;
const WORD_LENGTH = 128;
const MOST_WORDS = 100;

export interface Redaction {
  readonly class: string;
  readonly field: string;
}

export class GivenWords {
  readonly #seen = new Map<string, Redaction>();

  /** What was taken out, once for each class and field. */
  get redacted(): Redaction[] {
    return [...this.#seen.values()];
  }

  text(field: string, given: string): string {
    if (Buffer.byteLength(given) > largestText) throw tooLong(field, `${largestText} bytes`);
    if (given.includes("\0")) {
      throw new CairnError("VALIDATION_ERROR", `The ${field} holds a NUL character.`, { field, hint: "Take it out." });
    }
    return this.#clean(field, given).replace(/\r\n?/g, "\n").trim();
  }

  line(field: string, given: string, longest = largestText): string {
    return wholeStart(joinedLine(this.#clean(field, given)), longest);
  }

  title(given: string): string {
    const title = this.line("title", given);
    if ([...title].length > TITLE_LENGTH) throw tooLong("title", `${TITLE_LENGTH} characters`);
    return title;
  }

  /** Lower case, one line, no commas: tags are words, not sentences. */
  tags(field: string, given: readonly string[]): string[] {
    const tagged = (tag: string) => tag.toLowerCase().replaceAll(",", " ").trim().replace(/\s+/g, "-");
    return few(
      field,
      given.map((tag) => tagged(this.line(field, tag))),
    );
  }

  names(field: string, given: readonly string[]): string[] {
    return few(
      field,
      given.map((name) => this.line(field, name)),
    );
  }

  /** The kind's own fields, by its rules. */
  fields(kind: Kind, given: Readonly<Record<string, string>>): Record<string, FieldValue> {
    const fields: Record<string, FieldValue> = Object.create(null);
    for (const [name, text] of Object.entries(given)) {
      const rule = fieldRule(kind, name);
      const value = rule === undefined ? undefined : readField(rule, this.#clean(name, text));
      if (value === undefined) throw strangeField(kind, name);
      fields[name] = value;
    }
    return fields;
  }

  #clean(field: string, given: string): string {
    const { text, found } = redact(given);
    for (const secret of found) this.#seen.set(`${secret.class} ${field}`, { class: secret.class, field });
    return text;
  }
}

function few(field: string, words: readonly string[]): string[] {
  const kept = [...new Set(words.filter((word) => word !== ""))];
  if (kept.length > MOST_WORDS) throw tooLong(field, `${MOST_WORDS} of them`);
  if (kept.some((word) => word.length > WORD_LENGTH)) throw tooLong(field, `${WORD_LENGTH} characters each`);
  return kept;
}

function strangeField(kind: Kind, name: string): CairnError {
  const rule = fieldRule(kind, name);
  const known = Object.keys(kindRow(kind).fields).join(", ") || "none";
  const what = rule === undefined ? "field" : "value";
  const hint =
    rule === undefined
      ? `Fields of ${kind}: ${known}.`
      : rule.as === "enum"
        ? `One of: ${rule.values.join(", ")}.`
        : rule.as === "flag"
          ? "One of: true, false."
          : "Give it a text that is not empty.";
  const of = rule === undefined ? "" : ` for ${name}`;
  return new CairnError("VALIDATION_ERROR", `${kind} does not take that ${what}${of}.`, {
    field: name,
    hint,
  });
}

function tooLong(field: string, limit: string): CairnError {
  return new CairnError("VALIDATION_ERROR", `The ${field} is too long: at most ${limit}.`, {
    field,
    hint: "Shorten it; one memory holds one thing worth knowing.",
  });
}
