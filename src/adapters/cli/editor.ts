/** A text in the person's own editor, by way of a private file that is gone afterwards. */

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { replaceFile } from "../../disk/durable.ts";
import { bestEffort, readFileAt, removeFile } from "../../disk/files.ts";
import { token } from "../../disk/random.ts";
import { CairnError } from "../../model/error.ts";

const MAX_BYTES = 1_000_000;

export interface Editing {
  /** A folder nobody else reads. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export function edited(text: string, { folder, env }: Editing): string {
  const editor = env["VISUAL"] || env["EDITOR"];
  if (!editor) {
    throw new CairnError("unavailable", "INPUT_ERROR", "No editor is named.", { hint: "Set EDITOR, then try again." });
  }
  const path = join(folder, "edit", `${token()}.md`);
  try {
    replaceFile(path, Buffer.from(text));
    // An editor may be named with options, so the shell splits the words; the path is never part of them.
    const { status } = spawnSync("/bin/sh", ["-c", `${editor} "$1"`, "sh", path], {
      stdio: "inherit",
      env: { ...env },
    });
    if (status !== 0) throw new CairnError("conflict", "INPUT_ERROR", "The editor failed; nothing was changed.");
    return readFileAt(path, MAX_BYTES)?.toString("utf8") ?? "";
  } finally {
    bestEffort(() => removeFile(path));
  }
}
