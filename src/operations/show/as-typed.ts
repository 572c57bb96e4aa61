/**
 * Hints name operations, so that they hold on every surface: `See history.` At a terminal they are what is typed: `See
 * cairn history.` Names that are also said in plain words (`user`, `team`, `log` …) are left as they stand. Pure.
 */

import type { Caller } from "../../model/trust.ts";

const OPERATIONS =
  "list show history restore undo review doctor recall remember update forget summarize synthesize distill triage config workspace " +
  "rebuild where init uninstall archive unarchive checkpoint recover disable start gc teach why today move";
/** Said in two words nothing else is called so. */
const IN_TWO =
  "help [a-z-]+|team (?:setup|review|check|resolve)|log (?:days|append)|user (?:update|export|import|history)";
const NAME = `(?:${OPERATIONS.split(" ").join("|")}|${IN_TWO})`;

/** `See history`, `with update`, `Use restore`. */
const BEHIND = new RegExp(
  `\\b(See|see|Use|use|with|Try|or) (?=${NAME}(?: --[a-z]|[.;,:)](?!\\w)|$| again| for | has | to | [a-z]+-[a-z]+[.;]))`,
  "g",
);
/** `restore brings it back`, `; disable switches it off`. */
const BEFORE = new RegExp(
  `(^|[.;:,?] |\\b(?:and|or|as) )(?=(?:${NAME}|status|share)(?: --[a-z-]+| <[a-z]+>| [a-z0-9][a-z0-9:-]*)? (?:${verbs()})\\b)`,
  "g",
);

/** `Run init codex`, `after that restore <id>`: whatever it is given. */
const RUN = new RegExp(`\\b(Run|run|after that) (?=${NAME}\\b)`, "g");
/** `To add to the log: log append.`, `anew: remember --scope team`, `To add to it: update beta;` */
const COLON = new RegExp(
  `(: )(?=${NAME}(?: --[a-z]|[.;](?!\\w)|$)|(?:update|restore|forget|undo) (?!it\\b)[a-z0-9:-]+[.;,])`,
  "g",
);

/** `First undo project:12`, `: undo user:1`: a change by its name. */
const UNDO = /(\b[Ff]irst|again,|:) (?=undo (?:[a-z]+:\d|dream-))/g;

/** `with supersedes beta`, `leave title out`: a field is a flag at a terminal. */
const FIELDS = "supersedes|anyway|accept|reopen|reject|scribe|kind|scope";
const FLAGS = new RegExp(
  `\\b(with|without|say|Add|Use) (?=(?:${FIELDS})\\b(?! of\\b))|\\b([Ll]eave) (?=(?:${FIELDS}|agent|title|outcome|body) out\\b)`,
  "g",
);
/** `: undo, then …` */
const THEN = /(: )(?=undo, then\b)/g;

/** A line of an answer, for who may have to type what it names. */
export function linesTyped(lines: readonly string[], surface: Caller): readonly string[] {
  return surface === "mcp" || surface === "library" ? lines : lines.map(asTyped);
}

export function asTyped(hint: string): string {
  return hint
    .replace(FLAGS, (_, said, left) => `${said ?? left} --`)
    .replace(THEN, "$1cairn ")
    .replace(COLON, "$1cairn ")
    .replace(RUN, "$1 cairn ")
    .replace(UNDO, "$1 cairn ")
    .replace(BEHIND, "$1 cairn ")
    .replace(BEFORE, "$1cairn ");
}

function verbs(): string {
  return "adds|brings|finds|gives|has|keeps|lists|makes|names|prints|says|searches|shows|switches|takes|tells|writes";
}
