/** A recorded session as a fixture: without what the client notes for itself, and without where it ran. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Scene } from "./scene.ts";

/** What Claude Code notes for itself. */
export const BOOKKEEPING =
  /^\{"type":"(?:api-request|cost-state|atis-latch|tools-used|last-prompt)|"type":"(?:prompt_snapshot|skill_listing|agent_listing_delta|deferred_tools_delta|environment|remote_session_change|model|session_context|date)"/;

export function keepTranscript(at: Scene, transcript: string, into: string): void {
  const text = readFileSync(transcript, "utf8")
    .split("\n")
    .filter((line) => !BOOKKEEPING.test(line))
    .join("\n");
  keepText(at, text, into);
}

export function keepText(at: Scene, text: string, into: string): void {
  const encoded = at.base.replaceAll(/[^A-Za-z0-9]/g, "-");
  mkdirSync(dirname(into), { recursive: true });
  writeFileSync(into, text.replaceAll(at.base, "/home/dev").replaceAll(encoded, "-home-dev"));
}
