/**
 * Whether Gemini CLI trusts a folder: in one it does not trust it runs neither hooks nor servers, the person's own
 * included. Read as it reads it (0.61.0); the person alone says it, in Gemini CLI.
 */

import { dirname, join } from "node:path";
import { readHostFile } from "../../install/host-file.ts";
import { valueAt } from "../../install/json-edit.ts";
import type { Site } from "../../install/wanted.ts";
import { CairnError } from "../../model/error.ts";
import { type Finding, ok, warning, wrong } from "../../model/finding.ts";
import { realPath } from "../../places/paths.ts";
import { isJsonObject } from "../../text/json.ts";
import { JsonFault } from "../../text/json-text.ts";
import type { Environment } from "../host.ts";
import { isAt } from "../record-files.ts";
import { geminiHome, TITLE } from "./host.ts";

const UNTRUSTED = `${TITLE} runs no hooks and no servers in this folder`;

/** For doctor; `settings`: where they lie. */
export function trustFindings(site: Site, env: Environment, settings: string): Finding[] {
  try {
    return [told(folderTrust(site, env, readHostFile(settings).text ?? "{}"))];
  } catch (error) {
    const isFault = error instanceof JsonFault || error instanceof CairnError;
    if (!isFault) throw error;
    return [wrong("trust", `its file of trusted folders: ${error.message}`, "Mend it, then run doctor again.")];
  }
}

function told(trust: FolderTrust): Finding {
  if (trust === "trusted") return ok("trust", "this folder");
  const type = "type /permissions trust";
  return trust === "unasked"
    ? warning(
        "trust",
        `installed, not trusted yet: ${UNTRUSTED}`,
        `Open ${TITLE} here and say yes to its question, or ${type}.`,
      )
    : warning("trust", `installed, not trusted: ${UNTRUSTED}, as you told it`, `In ${TITLE}, ${type}.`);
}

/** `refused`: the person said no. `unasked`: nobody has said anything yet. */
type FolderTrust = "trusted" | "refused" | "unasked";

/** `settings`: the text of its settings. Throws what is wrong with a file. */
function folderTrust(site: Site, env: Environment, settings: string): FolderTrust {
  const said = env["GEMINI_CLI_TRUST_WORKSPACE"];
  if (said === "true") return "trusted";
  if (said === "false" || env["GEMINI_RESTRICTED_MODE"] === "true") return "refused";
  if (valueAt(settings, ["security", "folderTrust", "enabled"]) === false) return "trusted";
  const { text = "{}" } = readHostFile(trustFile(site, env));
  const rules = valueAt(text, []);
  return isJsonObject(rules) ? ruledBy(rules, site.project) : "unasked";
}

function trustFile(site: Site, env: Environment): string {
  return env["GEMINI_CLI_TRUSTED_FOLDERS_PATH"] || join(geminiHome(site), "trustedFolders.json");
}

/** Of all that hold here the one of the longest path counts. */
function ruledBy(rules: Readonly<Record<string, unknown>>, folder: string): FolderTrust {
  const here = realPath(folder) ?? folder;
  const holding = Object.entries(rules).filter(([path, level]) => {
    const meant = level === "TRUST_PARENT" ? dirname(path) : path;
    return isAt(here, [realPath(meant) ?? meant]);
  });
  const [rule] = holding.sort(([one], [other]) => other.length - one.length);
  if (rule?.[1] === "DO_NOT_TRUST") return "refused";
  return rule?.[1] === "TRUST_FOLDER" || rule?.[1] === "TRUST_PARENT" ? "trusted" : "unasked";
}
