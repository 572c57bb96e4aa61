/** Cairn's own folder: its format, its rights, its settings, and what a person should know about places. */

import { isWritable, statOf } from "../../disk/files.ts";
import { readFormat } from "../../places/format-version.ts";
import { lookAtPage } from "../../views/workspace/keep.ts";
import { pageName } from "../../views/workspace/page.ts";
import { type Checking, type Finding, ok, readOnly, warning, wrong } from "./check.ts";

export const checkState: Checking = ({ places: { cairnHome, configDir, notes }, settings: { warnings } }) => [
  formatOf(cairnHome),
  privacyOf(cairnHome),
  isWritable(cairnHome) ? ok("state", "CAIRN_HOME can be written") : readOnly("state", "CAIRN_HOME"),
  ...(warnings.length === 0
    ? [ok("settings", "sound")]
    : warnings.map((found) =>
        warning("settings", found, "Mend that file by hand; where it is sound JSON, config can."),
      )),
  ...lookAtPage(configDir).warnings.map((found) => warning(pageName, found, "Mend it by hand; Cairn leaves it alone.")),
  ...notes.map(({ message }) => warning("places", message, "See where.")),
];

function formatOf(cairnHome: string): Finding {
  const format = readFormat(cairnHome);
  if (Number.isNaN(format))
    return wrong("format", "format.json cannot be read", 'Remove it, or put back {"version":1}.');
  return ok("format", format === undefined ? "nothing written yet" : `version ${format}`);
}

function privacyOf(cairnHome: string): Finding {
  const home = statOf(cairnHome);
  if (home === undefined) return ok("privacy", "CAIRN_HOME is not there yet");
  if ((home.mode & 0o077) !== 0)
    return wrong("privacy", "others can read CAIRN_HOME", "Take their rights away: chmod 700.");
  return ok("privacy", "only you can read CAIRN_HOME");
}
