/**
 * Keeping `_about.md` on disk: the page that explains a store to whoever opens its folder, where there is something in it
 * that grew. Always the same words; one that a person changed or took away is left alone.
 */

import type { Kind } from "../model/kind.ts";
import type { Memory } from "../model/memory.ts";
import { isKeptUnasked } from "../model/placeholder.ts";
import { isNoted, keepNoted, noLines, type ViewShelf } from "./note.ts";
import type { SwapResult } from "./swap.ts";

export const aboutFile = "_about.md";

const GROWN: ReadonlySet<Kind> = new Set(["session_summary", "master"]);

export function showsGrowth(memory: Memory): boolean {
  return GROWN.has(memory.kind) && !isKeptUnasked(memory);
}

export function keepAbout(shelf: ViewShelf): SwapResult {
  return keepNoted(shelf, aboutFile, (text, note) => {
    const isTheirs = text === undefined ? note.wrote !== "" : !isNoted(note, text);
    return isTheirs && text !== ABOUT ? { text: text ?? "" } : { text: ABOUT, note: noLines };
  });
}

/** Of the program, not of any memory: there is nothing in it to forget. */
const ABOUT = `# What lies here

The memory of one project, kept by Cairn for the agents and people who work on it. Every memory is a Markdown file: read,
edit, move, delete and commit them as you like. Cairn notices, keeps the old text in its history, and rewrites nothing of
yours. This page is no memory, and nobody reads it but you: change or delete it, and it stays so.

| file | what it is |
| --- | --- |
| \`MEMORY.md\` | one line for each memory; the host loads it into every session |
| \`sessions/<session id>.md\` | one summary for each session: context, points with their reasons, what is next |
| \`master.md\` | what all summaries, decisions and documents add up to, by theme |
| \`decisions/\` \`runbooks/\` \`constraints/\` \`tech-debt/\` \`preferences/\` | one thing each, worth knowing |
| \`logs/\` \`topics/\` | a day's log, and what was distilled from logs |
| \`context/\` \`progress/\` | the task at hand, what blocks it, how far it is |

How it grows: when a session in which something was done ends, what it was about is kept by rule; \`cairn summarize\` does it
at any time, \`cairn synthesize\` distils all of them into the master, \`cairn recall\` shows the master, or answers a
question. In Claude Code the same are \`/cairn:summarize\`, \`/cairn:synthesize\` and \`/cairn:recall\`. \`cairn config set
mode.summary off\` leaves summaries to you.

A summary is its session's for good: made once, updated in place, never merged with another. The master can be made anew
from them at any time. \`cairn history\` and \`cairn undo\` bring back every earlier text; \`cairn forget --hard\` takes words
out for good. What a summary says up to when stands in its front matter; if the session went on, it is shown as behind.
`;
