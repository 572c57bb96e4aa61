/** Who is at the command line: a person, or an agent's shell, whose words count for less. */

import { hosts } from "../../hosts/registry.ts";
import { isMarked } from "./agent-marks.ts";

/** What agent programs that are no hosts yet set for the commands they run. Folder and key settings of theirs do not tell. */
const signs = [
  { agent: "any", variable: /^AI_AGENT$/ },
  { agent: "Copilot CLI", variable: /^COPILOT_(CLI|AGENT_SESSION_ID)$/ },
  { agent: "Cursor", variable: /^CURSOR_(AGENT|TRACE_ID)$/ },
  { agent: "opencode", variable: /^OPENCODE(?:_CLIENT)?$/ },
  { agent: "Amp", variable: /^AMP_CURRENT_THREAD_ID$/ },
  { agent: "Antigravity", variable: /^ANTIGRAVITY_AGENT$/ },
  { agent: "Augment", variable: /^AUGMENT_AGENT$/ },
  { agent: "Cline", variable: /^CLINE_ACTIVE$/ },
  { agent: "Goose", variable: /^GOOSE_TERMINAL$/ },
  { agent: "Pi", variable: /^PI_CODING_AGENT$/ },
  { agent: "Qwen Code", variable: /^QWEN_CODE$/ },
  { agent: "Trae", variable: /^TRAE_AI_SHELL_ID$/ },
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** `above`: with what the programs above it were started: a command may have cleared its own. */
export function callerOf(env: Environment, above: Iterable<Environment> = []): "cli" | "agent-shell" {
  const marks = agentMarks();
  return isMarked([env], marks) || isMarked(above, marks) ? "agent-shell" : "cli";
}

/** Of all agents that are known. */
export function agentMarks(): RegExp[] {
  return [...hosts().map(({ environment }) => environment.marks), ...signs.map(({ variable }) => variable)];
}
