/** What differs by each setting of retention: memories old and many, and one more draft that is written. */

import { triagedKinds } from "../../src/capture/triaged-kinds.ts";
import type { Kind } from "../../src/model/kind.ts";
import type { SettingKey } from "../../src/model/settings.ts";
import type { TestCairn } from "./cairn-with.ts";
import { contextText as context, intentText } from "./drafts.ts";

type WindowKey = Extract<
  SettingKey,
  `categories.${string}.${"retention_days" | "max_retained"}` | "max_memories_per_category"
>;
interface Flip {
  readonly to: unknown;
  readonly see: (cairn: TestCairn) => Promise<unknown>;
}

const DAY_MS = 86_400_000;

export async function writeDraft(cairn: TestCairn): Promise<readonly string[]> {
  const { key } = await cairn.ask("draft", { intent: intentText(), context });
  return key === null ? ["nothing was written"] : (await cairn.ask("write", { draft: key })).warnings;
}

const agedMemory = (kind: Kind) => async (cairn: TestCairn) => {
  await cairn.ask("remember", { kind, title: "Old turnstile", text: "The turnstile is old." }, { session: "s-old" });
  cairn.clock.advance(40 * DAY_MS);
  await writeDraft(cairn);
  return (await cairn.ask("show", { id: kind === "session_summary" ? "s-old" : "old-turnstile" })).memory.status;
};

export async function summaries(cairn: TestCairn, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const summary = { kind: "session_summary", title: `Session ${n}`, text: `## Goal\nPart ${n}` } as const;
    await cairn.ask("remember", summary, { session: `session-${n}` });
  }
}

async function retained(cairn: TestCairn) {
  await summaries(cairn, 4);
  return writeDraft(cairn);
}

async function oneMore(cairn: TestCairn) {
  await cairn.ask("remember", { kind: "decision", title: "Turnstiles", text: "Turnstiles open by badge." });
  return (await cairn.ask("draft", { intent: intentText(), context })).issues;
}

export const windowFlips = {
  max_memories_per_category: { to: 1, see: oneMore },
  "categories.session_summary.max_retained": { to: 2, see: retained },
  ...Object.fromEntries(
    triagedKinds.map((kind) => [`categories.${kind}.retention_days`, { to: 30, see: agedMemory(kind) }]),
  ),
} as Readonly<Record<WindowKey, Flip>>;
