/**
 * Whether Gemini CLI trusts a folder: in one it does not trust it runs neither hooks nor servers, the person's own
 * included. Read as it reads it (0.61.0); the person alone says it, in Gemini CLI.
 */

import { dirname, join } from "node:path";
import { readHostFile } from "../../install/host-file.ts";
import { valueAt } from "../../install/json-edit.ts";
import type { Site } from "../../install/wanted.ts";
import { realPath } from "../../places/paths.ts";
import { isJsonObject } from "../../text/json.ts";
import type { Environment } from "../host.ts";
import { isAt } from "../record-files.ts";
import { geminiHome } from "./home.ts";

/** `refused`: the person said no. `unasked`: nobody has said anything yet. */
export type FolderTrust = "trusted" | "refused" | "unasked";

/** `settings`: the text of its settings. Throws what is wrong with a file. */
export function folderTrust(site: Site, env: Environment, settings: string): FolderTrust {
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
