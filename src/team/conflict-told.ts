/** How a conflict reads: whose each version is, and what each choice would take. */

import { envelope } from "../guard/envelope.ts";
import { oneLine } from "../guard/one-line.ts";
import { printable } from "../guard/terminal.ts";
import type { TeamOutput } from "./acts.ts";

type Contested = NonNullable<TeamOutput["contested"]>;
type Version = Contested[number]["versions"][number] & { readonly part: string };

const LONGEST = 80;

export function conflictLines(output: TeamOutput, isAgents: boolean): string {
  const { memory, contested = [] } = output;
  const id = `${memory?.scope}:${memory?.id}`;
  if (output.action === "resolved") return settledLines(output, id, isAgents).join("\n");
  const versions = contested.flatMap(({ part, versions: all }) => all.map((version) => ({ ...version, part })));
  const shown = isAgents
    ? [envelope(versions.map(({ text, ...one }) => ({ about: aboutOf(id, one), text })))]
    : versions.flatMap((version) => {
        const { n, part, at, text } = version;
        const lines = text.split("\n").map((line) => `  ${line}`);
        return [`${n}. ${part}, of ${at}, ${whoseOf(version)}:`, ...lines].map(printable);
      });
  return [...shown, choices(contested, id)].join("\n");
}

function aboutOf(id: string, { n, part, at, whose, by }: Omit<Version, "text">): Record<string, string> {
  return { id, n: `${n}`, part, of: at, whose, ...(by === undefined ? {} : { by }) };
}

function whoseOf({ whose, by }: Version): string {
  const said = { ours: "this machine's (ours)", theirs: "another's (theirs)", unknown: "whose is not known here" }[
    whose
  ];
  return by === undefined ? said : `${said}, by ${by}`;
}

/** Only what would be taken as it is called. */
function choices(contested: Contested, id: string): string {
  const numbers = (whose: "ours" | "theirs") => {
    const found = contested.map(({ versions }) => versions.filter((version) => version.whose === whose));
    return found.every(({ length }) => length === 1) ? [...new Set(found.flat().map(({ n }) => n))].sort() : [];
  };
  const named = (["ours", "theirs"] as const).flatMap((whose) => {
    const taken = numbers(whose);
    return taken.length === 0 ? [] : [`${whose} (${taken.join(", ")}${whose === "ours" ? ", this machine's" : ""})`];
  });
  const all = [...named, named.length === 0 ? "the number of one" : "a number"];
  const why = named.length === 0 ? "Which one is this machine's cannot be told here. " : "";
  return `${why}Choose: cairn team resolve ${id} --take ${all.join(" or ")}.`;
}

function settledLines({ memory, settled = [], open = [] }: TeamOutput, id: string, isAgents: boolean): string[] {
  const commit = memory?.scope === "team" ? " Commit it." : "";
  const said = isAgents ? [] : settled.map(({ part, text }) => printable(`  ${part}: ${oneLine(text, LONGEST)}`));
  const left =
    open.length === 0 ? [] : [`Still open: ${open.map(printable).join(", ")}. See cairn team resolve ${id}.`];
  return [`Settled ${id}.${commit}`, ...said, ...left];
}
