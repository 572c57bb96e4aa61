/** What differs by each setting of triage: a session in which every kind is said once, triaged. */

import { triagedKinds } from "../../src/capture/triaged-kinds.ts";
import type { SettingKey } from "../../src/model/settings.ts";
import type { TestCairn } from "./cairn-with.ts";

type TriageKey = Extract<SettingKey, `triage.${string}` | `categories.${string}.${"enabled" | "auto_capture"}`>;
interface Flip {
  readonly to: unknown;
  readonly see: (cairn: TestCairn) => Promise<unknown>;
}

const SAID = [
  "We decided to use Postgres for the event store.",
  "The root cause was a stale lock file, deleting it helped.",
  "The importer does not support zip archives, because the vendor forbids them.",
  "That hard-coded id is technical debt.",
  "From now on run the linter before a commit.",
];
const FILLERS = 12;
const EDITS = 12;

export async function sessionWithEverything(cairn: TestCairn): Promise<void> {
  const trail = (await cairn.open()).sessions.trail("s1");
  const at = cairn.clock.now().toISOString();
  const prompts = [...SAID, ...Array.from({ length: FILLERS }, (_, n) => `Please look at part ${n}.`)];
  for (const text of prompts) trail.append({ is: "prompt", at, text });
  for (let n = 0; n < EDITS; n++) trail.append({ is: "edit", at, path: `/a/${n}.ts` });
}

async function triaged(cairn: TestCairn) {
  await sessionWithEverything(cairn);
  const { verdicts } = await cairn.ask("triage", { session: "s1" });
  return verdicts.filter(({ keep }) => keep).map(({ kind }) => kind);
}

const flip = (to: unknown): Flip => ({ to, see: triaged });

export const triageFlips = {
  "triage.enabled": flip(false),
  ...Object.fromEntries(
    triagedKinds.flatMap((kind) => [
      [`categories.${kind}.enabled`, flip(false)],
      [`categories.${kind}.auto_capture`, flip(false)],
      [`triage.thresholds.${kind}`, flip(0.95)],
    ]),
  ),
} as Readonly<Record<TriageKey, Flip>>;
