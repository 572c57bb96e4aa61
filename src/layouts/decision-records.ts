/** One architecture decision record as a memory: MADR (its front matter or its list), Nygard's sections, log4brains. Pure. */

import { frontOf } from "../format/front.ts";
import { sectionsOf } from "../format/sections.ts";
import { readTime, textOf } from "../format/values.ts";
import { readField } from "../model/kind.ts";
import { kinds } from "../model/kind-table.ts";
import type { FieldValue } from "../model/memory.ts";
import { nameIn } from "../text/relative-path.ts";
import type { FoundRecord } from "./layout.ts";
import { type MarkdownFile, markdownRecord } from "./markdown-record.ts";

const NUMBERED = /^(?:adr[-_])?(\d{1,8})[-_](.+)$/i;
const LISTED = /^[-*] (Status|Date|Deciders|Tags):[ \t]*(.*)$/gim;
const HEADINGS =
  /^## (?:Context(?: and Problem Statement)?|Considered Options|Decision(?: Outcome)?|Decision Drivers|Consequences)\s*$/gim;
/** Their headings, and ours. */
const HEADED: readonly (readonly [RegExp, string])[] = [
  [/^## Context and Problem Statement[^\S\n]*$/im, "## Context"],
  [/^## Decision Outcome[^\S\n]*$/im, "## Decision"],
  [/^## Considered Options[^\S\n]*$/im, "## Alternatives Considered"],
  [/^## Decision Drivers[^\S\n]*(?:<!--.*-->)?$/im, "## Rationale"],
];
/** Words for the state of a decision that the table has no word for. */
export const decisionStates: ReadonlyMap<string, string> = new Map([
  ["rejected", "deprecated"],
  ["draft", "proposed"],
  ["in progress", "proposed"],
  ["implemented", "accepted"],
  ["approved", "accepted"],
]);

export function isDecisionRecord(text: string, name: string): boolean {
  if (/^(?:readme|index|template|adr-template)\.md$/i.test(name)) return false;
  const headings = text.match(HEADINGS)?.length ?? 0;
  return (
    headings >= 2 &&
    (NUMBERED.test(name) ||
      /^\d{8}[-_]/.test(name) ||
      /^## Status\s*$/im.test(text) ||
      /^[-*] Status:/im.test(text) ||
      /^status:/im.test(text))
  );
}

export function decisionFrom(file: MarkdownFile): FoundRecord {
  const stem = nameIn(file.from).replace(/\.md$/i, "");
  const [, , words] = NUMBERED.exec(stem) ?? [];
  const listed = new Map(
    [...file.text.matchAll(LISTED)].map(([, label = "", value = ""]) => [label.toLowerCase(), value.trim()]),
  );
  const { map } = frontOf(file.text);
  const keyed = (name: string) => {
    const node = map.entries.find(({ key }) => key === name)?.node;
    return node === undefined ? undefined : textOf(node);
  };
  const section = sectionsOf(file.text).find(({ heading }) => heading.toLowerCase() === "status")?.text;
  const said = keyed("status") ?? listed.get("status") ?? section?.split("\n")[0] ?? "";
  const date = readTime(keyed("date") ?? listed.get("date") ?? dateLine(file.text) ?? "") ?? dayOf(stem);
  const { record } = markdownRecord(file, { kind: "decision", id: words ?? stem, isKindCertain: true });
  const title = record.memory.title.replace(/^(?:ADR[-\s]?)?\d+[.:)]\s+/i, "");
  const status = stateOf(said);
  const successor = /superseded by\s+(?:\[?(?:adr[-\s]?)?0*(\d+)|\[([^\]]+)\])/i.exec(`${said} ${section ?? ""}`);
  const fields: Record<string, FieldValue> = status === undefined ? {} : { status };
  const body = HEADED.reduce((text, [theirs, ours]) => text.replace(theirs, ours), record.memory.body);
  const lossy =
    successor === null
      ? []
      : [`that ${successor[1] ?? successor[2]} took its place: link them with remember --supersedes`];
  return {
    ...record,
    lossy,
    ...(date === undefined ? {} : { isUndated: false }),
    memory: { ...record.memory, title, body, fields, ...(date === undefined ? {} : { created: date }) },
  };
}

function stateOf(said: string): FieldValue | undefined {
  const word = said
    .toLowerCase()
    .replace(/[*_`~[\]]/g, "")
    .trim();
  const rule = kinds.decision.fields.status;
  const first = /^[a-z]+(?: progress)?/.exec(word)?.[0] ?? "";
  return readField(rule, decisionStates.get(first) ?? first);
}

function dateLine(text: string): string | undefined {
  return /^Date:[ \t]*(\d{4}-\d{2}-\d{2})/im.exec(text)?.[1];
}

/** log4brains puts the day before the name. */
function dayOf(stem: string): string | undefined {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})[-_]/.exec(stem) ?? [];
  return year === undefined ? undefined : readTime(`${year}-${month}-${day}`);
}
