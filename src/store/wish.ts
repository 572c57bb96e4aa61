/** What a writer asks to be remembered, made ready before any lock: redacted, bounded, completed by rule. Pure. */

import { joinedLine, scanMarkdown } from "../format/markdown.ts";
import { titleHeading } from "../format/outline.ts";
import { printMemory } from "../format/print.ts";
import { tellingPart } from "../format/sections.ts";
import { descriptionLength, firstSentence } from "../format/sentence.ts";
import { CairnError } from "../model/error.ts";
import { type Kind, kindRow } from "../model/kind.ts";
import { saidBy } from "../model/local-day.ts";
import type { Anchor, FieldValue, MemoryId, Source, Written } from "../model/memory.ts";
import type { Trust } from "../model/trust.ts";
import { wholeStart } from "../text/lines.ts";
import { GivenWords, type Redaction } from "./given-words.ts";
import { mostTags } from "./protect.ts";

export interface WishAsked {
  readonly kind: Kind;
  readonly text: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly tags?: readonly string[];
  readonly aliases?: readonly string[];
  readonly files?: readonly Anchor[];
  readonly confidence?: number | undefined;
  readonly supersedes?: string | undefined;
  readonly fields?: Readonly<Record<string, string>>;
  readonly trust: Trust;
  readonly source: Source;
  /** Not written where a memory says something similar: its writer is told first. */
  readonly isCareful?: boolean;
  /** Not written where a memory of another kind says it in the same words: one sentence is kept once. */
  readonly isOnce?: boolean;
  /** The id it is to have, where a text that is handed in names itself. */
  readonly name?: MemoryId | undefined;
  /** When it was said, an ISO time, where that is known and may be long ago; else now. */
  readonly said?: string | undefined;
  /** The name its file was promised to have, without the ending. */
  readonly promised?: string | undefined;
}

type Completed = "title" | "description" | "tags" | "aliases" | "files" | "fields" | "supersedes";

export interface Wish extends Omit<WishAsked, Completed> {
  readonly title: string;
  /** The person gave the title; otherwise it is the first sentence. */
  readonly titled: boolean;
  readonly description: string;
  readonly described: boolean;
  readonly tags: readonly string[];
  readonly aliases: readonly string[];
  readonly files: readonly Anchor[];
  readonly fields: Readonly<Record<string, FieldValue>>;
  readonly supersedes: readonly string[];
  readonly redacted: readonly Redaction[];
}

export function wishFrom(asked: WishAsked): Wish {
  const given = new GivenWords();
  const text = given.text("text", asked.text);
  const said = given.title(asked.title ?? "");
  const title = said || titleFromText(text);
  if (title === "") {
    throw new CairnError("VALIDATION_ERROR", "There is nothing to remember.", {
      field: "text",
      hint: "Give a text, or a title; at the command line, --body-file - reads the text from standard input.",
    });
  }
  const description = given.line("description", asked.description ?? "");
  return {
    ...asked,
    text,
    title,
    titled: said !== "",
    description: wholeStart(description, descriptionLength) || descriptionFrom(text, title, asked.kind),
    described: description !== "",
    tags: given.tags("tags", asked.tags ?? []),
    aliases: given.names("aliases", asked.aliases ?? []),
    files: asked.files ?? [],
    fields: given.fields(asked.kind, asked.fields ?? {}),
    supersedes: asked.supersedes === undefined ? [] : [asked.supersedes],
    redacted: given.redacted,
  };
}

const TAKEN_OUT = /\[REDACTED:[\w-]+\]/g;
/** What a secret is assigned to. */
const NAMED = /^(?:export[ \t]+)?[\w.-]+[ \t]*[:=]/;

/** A memory that was nothing but a secret would only say that there was one. */
export function refuseNothingLeft({ redacted, title, text }: Wish): void {
  if (redacted.length === 0) return;
  const left = `${title}\n${text}`.replace(TAKEN_OUT, "").split("\n");
  if (left.some(saysMore)) return;
  const classes = [...new Set(redacted.map((one) => one.class))].join(", ");
  throw new CairnError("VALIDATION_ERROR", `That is a secret (${classes}) and nothing else.`, {
    field: "text",
    hint: "Nothing was kept: secrets never are, and nothing is left to remember. Say what it is for and where it lies.",
  });
}

/** A name that a secret was assigned to says nothing without it. */
function saysMore(line: string): boolean {
  const name = NAMED.exec(line.trim())?.[0] ?? "";
  const said = line.trim().slice(name.length);
  return /[\p{L}\p{N}]/u.test(said) || (/[^\s"'`;]/.test(said) && /[\p{L}\p{N}]/u.test(name));
}

const TITLE_FROM_TEXT = 80;

/**
 * Where its writer gave none, and again when the text is replaced: the heading it begins with, else its first sentence; of
 * steps in one line, what leads to them.
 */
export function titleFromText(text: string): string {
  const title = leadOf(text);
  return STEPS.exec(title)?.[1] ?? title;
}

function leadOf(text: string): string {
  const heading = /^#[ \t]+(.+)/.exec(text)?.[1];
  return firstSentence(joinedLine(heading ?? firstSentence(text, TITLE_FROM_TEXT)), TITLE_FROM_TEXT);
}

const STEPS = /^((?:[^\s:]+ ){2,12}[^\s:]+):\s\(?1[.)]\s/;

/** Its title from before short forms and steps were known: there are memories that have it, and an id made of it. */
export function formerTitleFromText(text: string): string {
  return asBefore(leadOf(text));
}

function asBefore(sentence: string): string {
  const end = /[.!?](?=["')\]]*(?:\s+(?![a-z\s])|$))/.exec(sentence);
  return end === null ? sentence : sentence.slice(0, end.index + 1);
}

/** Of a memory of a kind with sections, what its telling one says. */
export function descriptionFrom(text: string, title: string, kind: Kind = "project"): string {
  return wholeStart(firstSentence(tellingPart(kind, text)) || title, descriptionLength);
}

/** What the old text had given them gives way to what the new one gives; what somebody gave stays. */
export function derivedAgain({ kind, title, description, body }: Written, text: string): Partial<Written> {
  const old = bodyBelowTitle(body);
  const isMade = title === titleFromText(old) || title === formerTitleFromText(old);
  const keepsTitle = !isMade || titleHeading(scanMarkdown(text).headings) !== undefined;
  const newTitle = keepsTitle ? title : titleFromText(text) || title;
  const made = descriptionFrom(old, title, kind);
  const isDescribed = description !== made && description !== asBefore(made);
  return {
    ...(newTitle === title ? {} : { title: newTitle }),
    ...(isDescribed ? {} : { description: descriptionFrom(text, newTitle, kind) }),
  };
}

export function bodyBelowTitle(body: string): string {
  const heading = titleHeading(scanMarkdown(body).headings);
  return heading === undefined ? body : `${body.slice(0, heading.start)}${body.slice(heading.next)}`.trim();
}

/** A wish as the first text of its memory. */
export function printWish(wish: Wish, id: MemoryId, now: Date): string {
  const at = now.toISOString();
  const said = saidBy(wish.said, now);
  const { kind, title, text, description, aliases, confidence, trust, source, files, supersedes } = wish;
  return printMemory({
    name: id,
    kind,
    title,
    body: text,
    description,
    tags: wish.tags.slice(0, mostTags),
    aliases,
    confidence,
    trust,
    created: said,
    updated: said,
    source,
    files,
    supersedes,
    fields: fieldsOf(wish),
    // What was done to the file has its own times: how long it lies there is counted from them.
    // A day's log is only ever added to at its end: nothing else may stand there.
    changes: kindRow(kind).naming.by === "day" ? [] : [{ at, summary: "created" }],
  });
}

/** What the file name cannot say faithfully stands inside: the analysed path, the session's own id. */
function fieldsOf({ kind, files, fields, source }: Wish): Readonly<Record<string, FieldValue>> {
  const { by } = kindRow(kind).naming;
  if (by === "path" && files[0] !== undefined) return { path: files[0].path, ...fields };
  if (by === "session" && source.session !== undefined) return { session: source.session, ...fields };
  return fields;
}
