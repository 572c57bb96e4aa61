/**
 * An intent as a drafter writes it: JSON with a category and a partial content, perhaps with words around it. Fields
 * the kind does not know are left out and named; what cannot be an intent is refused with the field that is wrong.
 */

import type { Content, Pair } from "../../format/sections.ts";
import { CairnError } from "../../model/error.ts";
import { fieldRule, isKind, type Kind, kindRow, type SectionRule } from "../../model/kind.ts";
import { z } from "../../model/schema.ts";
import type { Trust } from "../../model/trust.ts";
import { wholeStart } from "../../text/lines.ts";
import { cut } from "../../text/sentences.ts";
import { boundedConfidence, type Intent, usualConfidence } from "./intent.ts";
import { jsonIn } from "./json-answer.ts";

const LONGEST_TITLE = 120;

/** A drafter that says too much in a title has still found something. */
const shortTitle = (title: string) => cut(title.replace(/\s+/g, " ").trim(), LONGEST_TITLE);

const IntentFile = z.object({
  category: z.string(),
  action: z.enum(["save", "create", "update", "retire", "delete"]).default("save"),
  reason: z.string().max(2_000).default(""),
  new_info_summary: z.string().min(1).max(4_000),
  lifecycle_event: z
    .enum(["resolved", "removed", "reversed", "superseded", "deprecated"])
    .nullish()
    .transform((event) => event ?? undefined),
  partial_content: z
    .object({
      title: z.string().min(1).max(4_000).transform(shortTitle),
      tags: z.array(z.string().max(128)).max(50).default([]),
      aliases: z.array(z.string().max(200)).max(10).default([]),
      confidence: z.number().default(usualConfidence),
      change_summary: z.string().max(2_000).default(""),
      related_files: z.array(z.string().max(1_000)).max(100).default([]),
      content: z.record(z.string(), z.unknown()).default({}),
    })
    .nullish()
    .transform((content) => content ?? undefined),
});

/** Who wants nothing written need not say anything else, and may say it anyhow. */
const Noop = z.object({
  category: z.unknown().optional(),
  action: z.string().regex(/^noop$/i),
  reason: z.string().catch(""),
  new_info_summary: z.string().catch(""),
});

const wantedBy = {
  save: "CREATE",
  create: "CREATE",
  update: "UPDATE",
  retire: "DELETE",
  delete: "DELETE",
} as const;

interface IntentRead {
  readonly intent: Intent;
  /** What was left out, in sentences. */
  readonly warnings: readonly string[];
}

interface Origin {
  readonly trust: Trust;
  readonly session?: string | undefined;
  /** What was asked for; of somebody who wants nothing, what it would have been. */
  readonly kind?: Kind | undefined;
}

export function readIntent(text: string, origin: Origin): IntentRead {
  return intentFrom(parsed(text), origin);
}

/** The same of what was parsed already. */
export function intentFrom(given: unknown, { trust, session, kind: asked }: Origin): IntentRead {
  const noop = Noop.safeParse(given);
  if (noop.success) return { intent: wantingNothing(noop.data, { trust, session, kind: asked }), warnings: [] };
  const read = IntentFile.safeParse(given);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw refused(`The intent cannot be used: ${wrongIn(issue)}.`, issue?.path.join("."));
  }
  const { category, action, reason, new_info_summary: summary, lifecycle_event: event, partial_content } = read.data;
  const kind = category.toLowerCase();
  if (!isKind(kind)) throw refused("There is no such category.", "category");
  const wanted = wantedBy[action];
  const partial = partial_content ?? {
    title: wholeStart(summary, 120),
    tags: [],
    aliases: [],
    content: {},
    related_files: [],
  };
  if (partial_content === undefined && wanted !== "DELETE")
    throw refused("An intent to save needs its content.", "partial_content");
  const { content, fields, words, strange } = sorted(kind, partial.content);
  const said = partial_content?.change_summary ?? "";
  return {
    intent: {
      kind,
      wanted,
      reason: reason || said,
      title: partial.title,
      summary,
      tags: partial.tags,
      aliases: partial.aliases,
      confidence: boundedConfidence(partial_content?.confidence ?? usualConfidence, trust),
      content,
      fields,
      text: words || (kindRow(kind).sections.length === 0 ? summary : ""),
      files: partial.related_files,
      event,
      trust,
      session,
      turns: [],
    },
    warnings: strange.map((name) => `${kind} has no ${name}: left out.`),
  };
}

function wrongIn(issue: { readonly message: string; readonly path: readonly PropertyKey[] } | undefined): string {
  const name = issue?.path.join(".") ?? "";
  if (issue === undefined || name === "") return "it must be one JSON object";
  return issue.message.endsWith("received undefined") ? `${name} is missing` : `${name}: ${issue.message}`;
}

function wantingNothing(noop: z.infer<typeof Noop>, { trust, session, kind: asked }: Origin): Intent {
  const named = String(noop.category ?? "").toLowerCase();
  const kind = isKind(named) ? named : asked;
  if (kind === undefined) throw refused("There is no such category.", "category");
  const summary = wholeStart(noop.new_info_summary, 4_000);
  const said = {
    reason: wholeStart(noop.reason, 2_000),
    title: wholeStart(summary, 120),
    summary,
    tags: [],
    files: [],
  };
  const none = { confidence: usualConfidence, content: {}, fields: {}, text: "", turns: [] };
  return { kind, wanted: "NOOP", ...said, ...none, trust, session };
}

function parsed(text: string): unknown {
  const read = jsonIn(text);
  if ("problem" in read) throw refused(`The intent is ${read.problem}.`);
  return read.value;
}

interface Sorted {
  readonly content: Content;
  readonly fields: Record<string, string>;
  readonly words: string;
  readonly strange: string[];
}

function sorted(kind: Kind, given: Readonly<Record<string, unknown>>): Sorted {
  const content: Record<string, Content[string]> = Object.create(null);
  const fields: Record<string, string> = Object.create(null);
  const strange: string[] = [];
  let words = "";
  for (const [name, value] of Object.entries(flattened(given))) {
    const rule = kindRow(kind).sections.find(({ field }) => field === name);
    const part = rule === undefined ? undefined : sectionValue(rule, value);
    if (part !== undefined) content[name] = part;
    else if (fieldRule(kind, name) !== undefined && isPlain(value)) fields[name] = String(value);
    else if (name === "text" && typeof value === "string") words = value;
    else strange.push(wholeStart(name, 40));
  }
  return { content, fields, words, strange };
}

/** `examples: { prefer, avoid }` are two sections. */
function flattened(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { examples, ...rest } = given;
  if (typeof examples !== "object" || examples === null || Array.isArray(examples)) return { ...given };
  return {
    ...rest,
    ...Object.fromEntries(Object.entries(examples).map(([name, value]) => [`examples.${name}`, value])),
  };
}

function sectionValue({ as }: SectionRule, value: unknown): Content[string] | undefined {
  const parts = Array.isArray(value) ? value : [value];
  if (as === "pairs") {
    const pairs = parts.map(pairOf);
    return pairs.every((pair) => pair !== undefined) ? (pairs as Pair[]) : undefined;
  }
  if (!parts.every((part) => typeof part === "string")) return undefined;
  const texts = parts as string[];
  return as === "prose" ? texts.join("\n\n") : texts;
}

function pairOf(part: unknown): Pair | undefined {
  if (typeof part === "string") return { option: part, reason: "" };
  if (typeof part !== "object" || part === null) return undefined;
  const { option, rejected_reason, reason } = part as Record<string, unknown>;
  if (typeof option !== "string") return undefined;
  const why = rejected_reason ?? reason ?? "";
  return typeof why === "string" ? { option, reason: why } : undefined;
}

function isPlain(value: unknown): boolean {
  return typeof value === "string" || typeof value === "boolean" || typeof value === "number";
}

function refused(message: string, field?: string): CairnError {
  const hint = "Give JSON with category, new_info_summary and partial_content (title, tags, confidence, content).";
  return new CairnError("INPUT_ERROR", message, { field: field || "intent", hint });
}
