/** Labelled sessions of a folder: each label with its transcript, wherever below the folder that lies. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

export interface Kept {
  readonly kind: string;
  readonly statement: string;
  readonly saidBy: string;
  readonly evidence: readonly string[];
  readonly must: boolean;
}

export interface Label {
  readonly session: string;
  readonly source: string;
  readonly title: string;
  readonly goal: string;
  readonly goalEvidence: readonly string[];
  readonly completed: readonly string[];
  readonly next: readonly string[];
  readonly keep: readonly Kept[];
  readonly traps: readonly { readonly evidence: string }[];
}

export interface Labelled {
  readonly label: Label;
  readonly path: string;
  /** `owner/name`. */
  readonly repository: string;
}

export function labelledIn(folder: string): { labelled: Labelled[]; missing: string[] } {
  const labels = join(folder, "sessions", "labels");
  if (!existsSync(labels)) throw new Error(`${folder} has no sessions/labels`);
  const files = new Map(transcriptsBelow(folder).map((path) => [basename(path), path]));
  const labelled: Labelled[] = [];
  const missing: string[] = [];
  for (const name of readdirSync(labels)
    .filter((file) => file.endsWith(".json"))
    .sort()) {
    const label = JSON.parse(readFileSync(join(labels, name), "utf8")) as Label;
    const path = files.get(basename(label.session)) ?? files.get(name.slice(0, -".json".length));
    if (path === undefined) missing.push(label.session);
    else labelled.push({ label, path, repository: label.source.split(/[\s@,]/, 1)[0] ?? "" });
  }
  return { labelled, missing };
}

function transcriptsBelow(folder: string): string[] {
  return ["transcripts", join("sessions", "transcripts")].flatMap((below) => {
    const base = join(folder, below);
    if (!existsSync(base)) return [];
    return (readdirSync(base, { recursive: true }) as string[]).map((name) => join(base, name));
  });
}
