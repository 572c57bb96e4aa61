/** A change of a file of the host's, as a person is shown it: exact and short, or line by line, with nothing secret in it. */

import { basename, dirname, sep } from "node:path";
import { redact } from "../../guard/redact.ts";
import { difference } from "../../install/difference.ts";
import type { FileChange } from "../../install/plan.ts";
import { valueDifference } from "../../install/value-difference.ts";
import { z } from "../../model/schema.ts";
import { counted } from "../../text/counted.ts";

export const ChangeOutput = z.object({
  path: z.string(),
  what: z.enum(["create", "change", "remove"]),
  /** The client it is for, as people call it. */
  client: z.string().optional(),
  /** A whole file of Cairn's own. */
  own: z.boolean().optional(),
  /** Each begins with what happens to it: `+`, `-` or a space. */
  lines: z.array(z.string()),
  /** The same value by value, where it is a file of settings. */
  values: z.array(z.string()).optional(),
});
type ChangeOutput = z.infer<typeof ChangeOutput>;

export function changeOutput({ path, before, after, isOurs, client }: FileChange): ChangeOutput {
  const what = before === undefined ? "create" : after === undefined ? "remove" : "change";
  const values = isOurs === true && !path.endsWith(".json") ? undefined : valueDifference(before, after);
  const bare = (lines: readonly string[]) => redact(lines.join("\n")).text.split("\n");
  return {
    path,
    what,
    ...(client === undefined ? {} : { client }),
    ...(isOurs === true ? { own: true } : {}),
    lines: bare(difference(before ?? "", after ?? "")),
    ...(values === undefined ? {} : { values: bare(values) }),
  };
}

interface Shown {
  readonly done: boolean;
  /** Every line of every file, those of Cairn's own too. */
  readonly whole?: boolean;
}

/** While it is only planned, what comes and goes; when it is done, what happened to which file. */
export function changeLines(changes: readonly ChangeOutput[], { done, whole = false }: Shown): string[] {
  const shelves = shelvesOf(changes, whole);
  if (done) return shelves.map((shelf) => `${past(shelf)}: ${placeOf(shelf)}`);
  const shown = shelves.flatMap((shelf, n) => {
    const [{ client }] = shelf;
    const head = client === undefined || client === shelves[n - 1]?.[0].client ? [] : ["", client];
    return [...head, ...shelfLines(shelf, whole).map((line) => (client === undefined ? line : `  ${line}`))];
  });
  return shown.length === 0 ? [] : [...(shown[0] === "" ? [] : [""]), ...shown, ""];
}

type Shelf = readonly [ChangeOutput, ...ChangeOutput[]];

/** Files of Cairn's own in one folder are one thing, unless every line is to be seen. */
function shelvesOf(changes: readonly ChangeOutput[], whole: boolean): Shelf[] {
  const shelves: [ChangeOutput, ...ChangeOutput[]][] = [];
  for (const change of changes) {
    const last = shelves.at(-1);
    const isSame = (one: ChangeOutput) =>
      one.what === change.what && one.values === undefined && dirname(one.path) === dirname(change.path);
    if (!whole && last && change.own === true && change.values === undefined && last[0].own === true && isSame(last[0]))
      last.push(change);
    else shelves.push([change]);
  }
  return shelves;
}

function past([{ what }]: Shelf): string {
  return what.replace(/e?$/, "ed");
}

function placeOf(shelf: Shelf): string {
  const [{ path }] = shelf;
  return shelf.length === 1 ? path : `${dirname(path)}${sep} (${counted(shelf.length, "file")})`;
}

function shelfLines(shelf: Shelf, whole: boolean): string[] {
  const [{ path, what, own, lines, values }] = shelf;
  const exact = whole ? lines : (values ?? lines);
  if (whole || own !== true || values !== undefined) return [`${path} (${what})`, ...exact.map((line) => `  ${line}`)];
  if (shelf.length === 1) return [`${path} (${what}: Cairn's own, ${counted(lines.length, "line")})`];
  const names = shelf.map((one) => basename(one.path)).join(" ");
  return [`${dirname(path)}${sep} (${what}: ${shelf.length} files of Cairn's own)`, `  ${names}`];
}
