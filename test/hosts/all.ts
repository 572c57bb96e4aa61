/** Every host, beside what its client says: real ones, and one that does not exist. */

import type { Host } from "../../src/hosts/host.ts";
import { defaultHost, hostNamed } from "../../src/hosts/registry.ts";
import { claudeCodeSays } from "./claude-code/said.ts";
import { codexSays } from "./codex/said.ts";
import { copilotCliSays } from "./copilot-cli/said.ts";
import { geminiCliSays } from "./gemini-cli/said.ts";
import { opencodeSays } from "./opencode/said.ts";
import type { Said } from "./said.ts";
import { waymark } from "./waymark/host.ts";
import { waymarkSays } from "./waymark/said.ts";

export const all: readonly (readonly [string, Host, Said])[] = [
  ["Claude Code", defaultHost, claudeCodeSays],
  ["Codex", hostNamed("codex")!, codexSays],
  ["Gemini CLI", hostNamed("gemini-cli")!, geminiCliSays],
  ["Copilot CLI", hostNamed("copilot-cli")!, copilotCliSays],
  ["opencode", hostNamed("opencode")!, opencodeSays],
  ["Waymark", waymark, waymarkSays],
];
