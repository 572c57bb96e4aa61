/** What the settings say about triage: thresholds, and kinds that are off. */

import type { Cairn } from "../cairn.ts";
import { oneLine } from "../guard/one-line.ts";
import { redact } from "../guard/redact.ts";
import { kindRow } from "../model/kind.ts";
import type { TriageRules } from "./triage.ts";
import { type TriagedKind, triagedKinds } from "./triaged-kinds.ts";

const LONGEST_DESCRIPTION = 500;

type Settings = Cairn["settings"];

export function triageRules(settings: Settings): TriageRules {
  const off = triagedKinds.flatMap((kind) => {
    const why = offBecause(settings, kind);
    return why === undefined ? [] : [[kind, why] as const];
  });
  return { thresholds: perKind((kind) => settings.get(`triage.thresholds.${kind}`)), off: Object.fromEntries(off) };
}

/** What a kind is, in the person's words or in Cairn's, on one line. */
export function descriptionOf({ settings }: Cairn, kind: TriagedKind): string {
  const own = settings.get(`categories.${kind}.description`);
  return oneLine(redact(own === "" ? kindRow(kind).description : own).text, LONGEST_DESCRIPTION);
}

function offBecause(settings: Settings, kind: TriagedKind): "disabled" | "not-captured" | undefined {
  if (!settings.get("triage.enabled") || !settings.get(`categories.${kind}.enabled`)) return "disabled";
  return settings.get(`categories.${kind}.auto_capture`) ? undefined : "not-captured";
}

function perKind<T>(read: (kind: TriagedKind) => T): Record<TriagedKind, T> {
  return Object.fromEntries(triagedKinds.map((kind) => [kind, read(kind)])) as Record<TriagedKind, T>;
}
