/** The summary of a session in whoever's words: by rule, or as somebody hands it in. Nothing is saved here. */

import type { Cairn } from "../cairn.ts";
import type { SessionFound } from "../conversation/session-found.ts";
import { recordOfSession } from "../conversation/session-record.ts";
import { retellsIn, worthOf } from "../conversation/trust-of-words.ts";
import { type Content, contentOf, isHeadingOf, sectionsOf } from "../format/sections.ts";
import { CairnError } from "../model/error.ts";
import { kinds } from "../model/kind.ts";
import type { Anchor } from "../model/memory.ts";
import { printPoint } from "../model/tracking-point.ts";
import { isOfAgent, lowestTrust, type Trust } from "../model/trust.ts";
import { descriptionFrom, titleFromText } from "../store/wish.ts";
import { wholeStart } from "../text/lines.ts";
import { tasksOf } from "../trail/notes.ts";
import { AT_TERMINAL } from "../trail/sessions.ts";
import { lastSaid, type Summary, summaryByRule, trustOfTalk } from "./by-rule.ts";

/** Undefined where nothing was said that may be kept. */
export function ruledSummary({ session, home, turns }: SessionFound): Summary | undefined {
  const tasks = tasksOf(home.sessions.trail(session).lines());
  return summaryByRule({ session, turns, tasks, project: home.places.project.path });
}

export function draftByRule(found: SessionFound): Summary {
  const summary = ruledSummary(found);
  if (summary !== undefined) return summary;
  if (found.session.startsWith(AT_TERMINAL)) {
    throw new CairnError("NOT_FOUND", `Nothing was said in session ${found.session}: it was begun at a terminal.`, {
      field: "session",
      hint: "What is summed up is a session with an agent: name one by its id, or how it begins.",
    });
  }
  throw new CairnError("NOT_FOUND", `Nothing was said in session ${found.session} that may be kept.`, {
    field: "session",
    hint: "What is off the record, or taken out for good, is in no summary. Name another session.",
  });
}

/** As somebody wrote it: Markdown with the sections of a summary. */
export interface Handed {
  readonly text: string;
  readonly title?: string | undefined;
  readonly outcome?: string | undefined;
  readonly description?: string | undefined;
  readonly trust?: Trust | undefined;
  readonly tags?: readonly string[];
  readonly files?: readonly Anchor[];
}

/** A session that is summed up from within is summed up to this moment; another, to its last word. */
export function summaryByHand(found: SessionFound, handed: Handed, cairn: Cairn): Summary {
  const { session, turns } = found;
  const { content, title } = parsed(handed);
  const isOwn = session === cairn.sessions.who.session;
  const now = cairn.clock.now().toISOString();
  const goal = content["goal"] ?? content["context"];
  return {
    session,
    title,
    description: handed.description ?? (typeof goal === "string" ? descriptionFrom(goal, title) : ""),
    content,
    outcome: handed.outcome,
    tags: handed.tags ?? [],
    files: handed.files,
    trust: worthOfHanded(found, handed, cairn),
    until: isOwn ? now : (lastSaid(turns) ?? now),
  };
}

/** An agent sums up all that was said: what of it tells again what others said in that session makes it theirs. */
function worthOfHanded(
  { session, home, turns }: SessionFound,
  { text, title = "", trust }: Handed,
  cairn: Cairn,
): Trust {
  const own = worthOf(cairn, trust, { whole: [text], told: [title] });
  if (!isOfAgent(cairn.surface)) return own;
  if (recordOfSession(home, session) !== undefined)
    return lowestTrust(own, retellsIn(home, session, [text, title]) ? "untrusted" : "derived");
  const { hasHeard } = home.sessions.trail(session).state();
  return lowestTrust(own, hasHeard ? "untrusted" : trustOfTalk({ turns }));
}

function parsed({ text, title }: Handed): { content: Content; title: string } {
  const known = contentOf({ kind: "session_summary", body: text });
  if (Object.keys(known).length === 0) throw shapeless(text);
  const content = withOthers(known, text);
  const heading = /^#[ \t]+(.+)/m.exec(text)?.[1]?.trim();
  const goal = content["goal"] ?? content["context"];
  return { content, title: title ?? heading ?? titleFromText(typeof goal === "string" ? goal : text) };
}

/** What stands below a heading of their own is tracked under it: nothing that was handed in is dropped. */
function withOthers(content: Content, text: string): Content {
  const isKnown = (heading: string) => kinds.session_summary.sections.some((rule) => isHeadingOf(rule, heading));
  const others = sectionsOf(text).filter(({ heading }) => !isKnown(heading) && heading !== CHANGES);
  const points = others.flatMap(({ heading, text: below }) => {
    const label = wholeStart(heading.replace(/[*:]/g, " "), LABEL).trim();
    return linesIn(below).map((line) => printPoint({ label, text: line }));
  });
  if (points.length === 0) return content;
  const tracked = [content["tracking_points"] ?? []].flat().filter((line) => typeof line === "string");
  return { ...content, tracking_points: [...tracked, ...points] };
}

const CHANGES = "Changes";
const LABEL = 40;
const BULLET = /^\s*(?:[-*+]|\d{1,3}[.)])\s+/;

/** Of a list its entries, else its paragraphs. */
function linesIn(text: string): string[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const entries = lines.filter((line) => BULLET.test(line)).map((line) => line.replace(BULLET, "").trim());
  return entries.length > 0 ? entries : text.split(/\n{2,}/).map((one) => one.replace(/\s+/g, " ").trim());
}

function shapeless(text: string): CairnError {
  const headings = kinds.session_summary.sections.map(({ heading }) => `## ${heading}`).join(", ");
  const has = sectionsOf(text).map(({ heading }) => heading);
  const found = has.length === 0 ? "It has no sections." : `It has only ${has.join(", ")}.`;
  return new CairnError("VALIDATION_ERROR", `The text is no summary of a session. ${found}`, {
    field: "body",
    hint: `Give it as Markdown with these sections, those that have something to say: ${headings}.`,
  });
}
