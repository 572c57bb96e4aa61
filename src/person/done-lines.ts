/** What was done to the profile, told to the person: a line of its own for each thing forgotten or taken in. Pure. */

import { counted } from "../text/counted.ts";
import type { UserOutput } from "./output.ts";

const KEPT = [
  "value is kept as it is; --overwrite replaces it",
  "values are kept as they are; --overwrite replaces them",
] as const;

export function personDoneLines(
  { action, profile = [], forgotten = [], imported = [], left = [], changes, draft }: UserOutput,
  verb: string,
): string[] {
  if (changes !== undefined) {
    const lines = changes.map(({ change, at, what, id, by, why }) => `${change}  ${at}  ${what}  ${id}  ${by}: ${why}`);
    return lines.length === 0 ? ["Nothing has happened to the profile yet."] : lines;
  }
  if (verb === "forget") return forgetLines(action, forgotten, left);
  if (verb === "import") return importLines(action, imported);
  if (action === "proposed") return [`Waits for the person as ${draft?.slice(0, 8)}.`];
  const names = profile.map(({ id }) => id).join(", ");
  return [
    action === "unchanged"
      ? "Nothing new."
      : `${action === "created" ? "Kept in" : "Updated"} ${names || "the profile"}.`,
  ];
}

function forgetLines(
  action: UserOutput["action"],
  forgotten: NonNullable<UserOutput["forgotten"]>,
  left: readonly string[],
): string[] {
  if (action === "erased" && left.length === 0) return ["Erased. Nothing of it is left in Cairn's files."];
  if (action === "erased")
    return ["Erased from the profile. The word stands elsewhere still:", ...left.map((line) => `  ${line}`)];
  if (action === "unchanged") return ["Nothing is known of that."];
  const word = action === "proposed" ? "Would be forgotten" : "Forgotten";
  return [`${word}: ${counted(forgotten.length, "thing")}`, ...forgotten.map(({ from, text }) => `  ${from}  ${text}`)];
}

function importLines(action: UserOutput["action"], imported: NonNullable<UserOutput["imported"]>): string[] {
  const marks = { added: "+", replaced: "~", kept: "=", left: "!", same: " " } as const;
  const count = (sort: keyof typeof marks) => imported.filter(({ what }) => what === sort).length;
  const told = imported.filter(({ what }) => what !== "same");
  const [same, kept, left] = [count("same"), count("kept"), count("left")];
  const word = { proposed: "Would import", updated: "Imported" }[action as string] ?? "Nothing new in it";
  return [
    `${word}: ${counted(told.length - kept - left, "line")}${same === 0 ? "" : `, ${same} as they are`}`,
    ...told.map(({ what, category, text }) => `  ${marks[what]} ${category}  ${text}`),
    ...(kept === 0 ? [] : [`${counted(kept, ...KEPT)}.`]),
    ...(left === 0 ? [] : [`${counted(left, "line is", "lines are")} left out (!).`]),
  ];
}
