/**
 * Hints name operations, so that they hold on every surface: `See history.` At a terminal they are what is typed: `See
 * cairn history.` Names that are also said in plain words (`user`, `team`, `log` …) are left as they stand. Pure.
 */

const OPERATIONS =
  "list show history restore undo review doctor recall remember update forget summarize synthesize distill triage config workspace " +
  "rebuild where init uninstall archive unarchive checkpoint recover disable start gc teach why today";
/** Said in two words nothing else is called so. */
const IN_TWO = "help [a-z-]+|team (?:setup|review|check|resolve)|log (?:days|append)|user (?:export|import|history)";
const NAME = `(?:${OPERATIONS.split(" ").join("|")}|${IN_TWO})`;

/** `See history`, `with update`, `Use restore`. */
const BEHIND = new RegExp(
  `\\b(See|see|Use|use|with|Try|or) (?=${NAME}(?: --[a-z]|[.;,:)]|$| again| for | has | [a-z]+-[a-z]+[.;]))`,
  "g",
);
/** `restore brings it back`, `; disable switches it off`. */
const BEFORE = new RegExp(
  `(^|[.;:,?] |\\b(?:and|or|as) )(?=(?:${NAME}|status)(?: --[a-z-]+| <[a-z]+>)? (?:${verbs()})\\b)`,
  "g",
);

/** `Run init codex`: whatever it is given. */
const RUN = new RegExp(`\\b(Run|run) (?=${NAME}\\b)`, "g");

/** `First undo project:12`, `: undo user:1`: a change by its name. */
const UNDO = /(\b[Ff]irst|again,|:) (?=undo (?:[a-z]+:\d|dream-))/g;

export function asTyped(hint: string): string {
  return hint
    .replace(RUN, "$1 cairn ")
    .replace(UNDO, "$1 cairn ")
    .replace(BEHIND, "$1 cairn ")
    .replace(BEFORE, "$1cairn ");
}

function verbs(): string {
  return "adds|brings|finds|has|keeps|lists|makes|names|prints|says|searches|shows|switches|takes|tells|writes";
}
