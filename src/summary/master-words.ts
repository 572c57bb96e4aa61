/** The master in words: for a person in short, for a model whole and quoted, within a budget. */

import { defined } from "../model/defined.ts";
import { packable } from "../recall/recalled.ts";
import { pack } from "../search/rank/pack.ts";
import type { MasterOutput } from "./master-told.ts";

const KEEP =
  "The project's master memory. Tell the person the status, the key decisions and what blocks the work in a few lines, and keep the rest in mind.";
const SHORT = 1_200;

export function masterInShort(master: MasterOutput): string {
  const { memory, age, caveat, status, decisions, questions, blockers, missing, summaries, import_line } = master;
  const head = memory === undefined ? [] : [`project:${memory.id}  ${caveat ?? age ?? ""}  trust: ${memory.trust}`];
  const newest = summaries.map(({ id, title, age: old }) => `- ${id}  ${title} (${old})`);
  const sessions = [...newest, ...beyond(master).map((line) => `- ${line}`)];
  return [
    ...(master.last_session === "" ? [] : [master.last_session, ""]),
    ...head,
    ...part("Status", status),
    ...part("Key decisions", decisions),
    ...part("In the way", blockers.map((line) => `- ${line}`).join("\n")),
    ...part("Open questions", questions),
    ...part("Sessions since", sessions.join("\n")),
    ...part("Missing", missing.map((line) => `- ${line}`).join("\n")),
    ...(import_line === undefined
      ? []
      : ["", `To load it with every session, at its tokens every time, in CLAUDE.md: ${import_line}`]),
  ].join("\n");
}

/** As data: what a master says was said in sessions, and is weighed like every memory. */
export function masterQuoted(master: MasterOutput, budgetTokens: number): string {
  const { memory, age = "", caveat, body, missing, blockers, summaries, import_line: line } = master;
  const loading = line === undefined ? [] : [`In CLAUDE.md this line loads it every time: ${line}`];
  const newer = summaries.map(({ id, age: old }) => `Newer: ${id} (${old}).`);
  const after = [...missing, ...newer, ...beyond(master), ...loading].join("\n");
  const { last_session: thread } = master;
  const last = thread === "" ? [] : [{ id: "thread", about: { kind: "thread" }, texts: [thread] }];
  if (memory === undefined) return [pack(last, { budgetTokens }).text, after].filter((part) => part !== "").join("\n");
  const said = { memory, why: [], age, snippet: body.slice(0, SHORT), ...defined({ caveat }) };
  const waiting = blockers.map((line) => `- ${line}`).join("\n");
  const others = waiting === "" ? [] : [{ id: "blockers", about: { kind: "blockers" }, texts: [waiting] }];
  const parts = [...last, packable(said, body), ...others];
  return (
    pack(parts, { budgetTokens, before: KEEP, after }).text || `It does not fit ${budgetTokens} tokens: show master.`
  );
}

function beyond({ more_summaries: more = 0 }: MasterOutput): string[] {
  return more === 0 ? [] : [`and ${more} more: list --kind session_summary`];
}

function part(heading: string, text: string): string[] {
  return text === "" ? [] : ["", heading, ...text.split("\n").map((line) => `  ${line}`)];
}
