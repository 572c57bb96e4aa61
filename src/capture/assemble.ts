/**
 * From what a drafter wants to a draft that can wait: completed by rule, resolved against the memory it might
 * duplicate, held against its source, and named by its key. Decides and writes nothing. Pure.
 */

import { withDraftBlock } from "../format/draft-block.ts";
import { printContent } from "../format/sections.ts";
import { redact } from "../guard/redact.ts";
import { type Merged, mergeInto } from "../inbox/merge.ts";
import { defined } from "../model/defined.ts";
import type { DraftKey, DraftNote } from "../model/draft.ts";
import { hashOf, idFromTitle } from "../model/id.ts";
import { goesByTitle } from "../model/kind.ts";
import type { Anchor, Source } from "../model/memory.ts";
import { printWish, type Wish, wishFrom } from "../store/wish.ts";
import { aliasesFrom } from "../text/aliases.ts";
import { stemsOf } from "../text/analyse.ts";
import type { Judged } from "./candidate.ts";
import type { News } from "./likeness.ts";
import { type Resolution, resolve } from "./resolve.ts";
import type { Intent } from "./scribe/intent.ts";
import { issueLines, type Verified, verify } from "./verify.ts";

const KEY_DIGITS = 32;

interface Assembling {
  readonly intent: Intent;
  readonly judged: Judged;
  readonly files: readonly Anchor[];
  readonly source: Source;
  /** The text it was made from; without one nothing vouches for it. */
  readonly context: string | undefined;
  readonly now: Date;
  /** When it was said, where its source tells. */
  readonly said?: string | undefined;
  /** 0 to 1: from here on a second memory of the same thing is none. */
  readonly sameFrom: number;
}

export interface Draft {
  readonly is: "draft";
  readonly key: DraftKey;
  /** The same statement, whatever it is held beside. */
  readonly also: readonly DraftKey[];
  readonly note: DraftNote;
  readonly text: string;
  readonly wish: Wish;
  readonly verified: Verified;
}

export interface Nothing {
  readonly is: "nothing";
  readonly because: string;
}

export function newsOf({ kind, title, summary, tags }: Intent): News {
  return { kind, title, text: summary, tags };
}

export function assemble(asked: Assembling): Draft | Nothing {
  const { intent, judged, now } = asked;
  const resolution = resolutionOf(asked);
  const { action } = resolution;
  if (action === "NOOP") return { is: "nothing", because: resolution.because };
  const verified = action === "DELETE" ? ENDS : verifiedBy(wishOf(asked), action, asked.context);
  const wish = withoutTags(wishOf(asked), verified);
  const { candidate } = judged;
  const merged = action === "UPDATE" && candidate !== undefined ? mergedWith(asked, wish) : undefined;
  if (merged?.changes.length === 0) return { is: "nothing", because: `${candidate?.memory.id} says all of it already` };
  const beside = action === "CREATE" ? undefined : candidate?.memory.id;
  const [key, bare] = [keyOf(intent, wish, beside), keyOf(intent, wish, undefined)];
  const also = key === bare ? [] : [bare];
  const note = { ...noteOf(asked, { ...resolution, action }, verified), ...(also[0] ? { statement: also[0] } : {}) };
  const text = withDraftBlock(printWish(wish, idFromTitle(wish.title, wish.kind), now), note);
  return { is: "draft", key, also, note, text, wish, verified };
}

/** What changes in the memory if this is accepted. */
function mergedWith({ judged }: Assembling, wish: Wish): Merged {
  const memory = judged.candidate?.memory;
  return mergeInto(printedFor(memory), memory?.path ?? "", { ...wish, body: wish.text });
}

/** Enough of a file for the parts that merging looks at. */
function printedFor(memory: NonNullable<Judged["candidate"]>["memory"] | undefined): string {
  if (memory === undefined) return "";
  const { id, kind, title, body, tags, files, fields } = memory;
  const wish = { kind, title, text: body, description: "", aliases: [], supersedes: [], tags, files, fields };
  return printWish({ ...wish, trust: "derived", source: {} } as unknown as Wish, id, new Date(0));
}

function wishOf({ intent, files, source, said }: Assembling): Wish {
  const { kind, content, text, title, summary, tags, aliases = [], confidence, fields, trust } = intent;
  const words = [text, printContent(kind, content)].filter((part) => part.trim() !== "").join("\n\n");
  return wishFrom({
    kind,
    text: words === "" ? summary : words,
    title,
    description: summary,
    tags,
    aliases: aliases.length === 0 && goesByTitle(kind) ? aliasesFrom(redact(title).text, redact(words).text) : aliases,
    files,
    confidence,
    fields,
    trust,
    said,
    source: { ...source, ...defined({ session: intent.session }) },
  });
}

function resolutionOf({ intent, judged, sameFrom }: Assembling): Resolution {
  const { structural, vetoes, candidate } = judged;
  const { wanted, reason } = intent;
  const beside = candidate && { id: candidate.memory.id, similarity: candidate.similarity };
  return resolve({ structural, wanted, vetoes, candidate: beside, reason, sameFrom });
}

/** It says nothing that could be held against a source. */
const ENDS: Verified = { verdict: "PASS", issues: [] };

const UNVERIFIED: Verified = {
  verdict: "REVISE",
  issues: [{ severity: "revise", claim: "all of it", problem: "no source was given to hold it against" }],
};

function verifiedBy(wish: Wish, action: Resolution["action"], context: string | undefined): Verified {
  if (context === undefined) return UNVERIFIED;
  // The draft has lost its secrets already: its source is read without them too.
  return verify({ ...wish, body: wish.text }, redact(context).text, { adds: action === "UPDATE" });
}

/** A tag that nobody spoke of is left out, and the issue says so: the rest holds without it. */
function withoutTags(wish: Wish, { issues }: Verified): Wish {
  const strange = new Set(issues.filter(({ severity }) => severity === "advise").map(({ claim }) => claim));
  return strange.size === 0 ? wish : { ...wish, tags: wish.tags.filter((tag) => !strange.has(tag)) };
}

function noteOf(
  { intent, judged, now }: Assembling,
  resolution: Resolution & { readonly action: DraftNote["action"] },
  verified: Verified,
): DraftNote {
  const { action, because, possibleDuplicateOf: duplicate } = resolution;
  const memory = action === "CREATE" ? undefined : judged.candidate?.memory;
  return {
    action,
    because: redact(intent.reason === "" ? because : `${intent.reason} (${because})`).text,
    proposed: now.toISOString(),
    ...noteOfVerdict(verified),
    turns: intent.turns,
    ...(memory === undefined ? {} : { candidate: memory.id, hash: memory.hash }),
    ...defined({ duplicate, session: intent.session }),
  };
}

export function noteOfVerdict({ verdict, issues }: Verified): Pick<DraftNote, "verdict" | "issues"> {
  return { verdict, issues: issueLines(issues) };
}

/**
 * The draft's key: its kind, its words by their stems, and the memory it stands beside. A summary goes by its session,
 * however it is worded.
 */
function keyOf({ kind, session }: Pick<Intent, "kind" | "session">, wish: Wish, beside: string | undefined): DraftKey {
  const isOfSession = kind === "session_summary" && session !== undefined;
  const statement = stemsOf(`${wish.title}\n${wish.text}`).join(" ");
  const said = isOfSession ? `${session}\n${statement}` : statement;
  return hashOf(`${kind}\n${said}\n${beside ?? ""}`, KEY_DIGITS) as DraftKey;
}
