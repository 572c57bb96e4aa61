/**
 * A model by way of the `claude` program: headless, without tools, plugins, hooks, servers or anybody's instructions, in
 * an empty folder, its session kept nowhere. It carries CAIRN_SCRIBE=1, so that nothing of Cairn acts in it either.
 */

import { oneLine } from "../../guard/one-line.ts";
import { redact } from "../../guard/redact.ts";
import { CairnError } from "../../model/error.ts";
import { z } from "../../model/schema.ts";
import { jsonFrom } from "../../text/json.ts";
import type { Desk } from "./desk.ts";
import { type Model, modelOver, mostAnswerTokens, type Role } from "./model.ts";
import type { PaidAttempt, Purse } from "./purse.ts";
import { type ProgramRun, runProgram } from "./run-program.ts";

interface ClaudeOptions {
  readonly desk: Pick<Desk, "folder" | "seat" | "rise">;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly modelFor: (role: Role) => string;
  readonly timeoutMs: number;
  readonly purse: Purse;
}

/** What the client says to the model besides, as counted at 2.1.197 and 2.1.325, with room for what comes. */
const OVERHEAD_TOKENS = 1_500;
const LONGEST_REASON = 200;

/** Of the session that runs us, if one does: the new one is not part of it. */
const HOSTS_OWN =
  /^(?:CLAUDECODE|AI_AGENT|CLAUDE_(?:PROJECT_DIR|PLUGIN_\w+|PID|EFFORT|ENV_FILE)|CLAUDE_CODE_(?:SESSION_\w+|ENTRYPOINT|SSE_PORT|CHILD_SESSION|REMOTE\w*)|CAIRN_SESSION)$/;

const Count = z.number().nonnegative().nullish();
const Result = z.object({
  result: z.string().default(""),
  is_error: z.boolean().default(false),
  usage: z
    .object({
      input_tokens: Count,
      output_tokens: Count,
      cache_creation_input_tokens: Count,
      cache_read_input_tokens: Count,
    })
    .optional()
    .catch(undefined),
});

export function claudeModel({ desk, env, modelFor, timeoutMs, purse }: ClaudeOptions): Model {
  return modelOver({
    name: "claude",
    purse,
    overheadTokens: OVERHEAD_TOKENS,
    worded: withoutMentions,
    send: ({ role, system, text }, mostTokens) =>
      purse.spend(mostTokens, async () => {
        const started = { program: "claude", cwd: desk.folder, env: scribeEnv(env), input: text, timeoutMs };
        const words = wordsFor(system, modelFor(role));
        const ran = runProgram({ ...started, words, onStart: (pid) => desk.seat(pid) });
        return answerIn(await ran.finally(() => desk.rise()));
      }),
  });
}

/** The client puts the file behind every `@path` of a prompt into the request (observed, 2.1.197 and 2.1.325). */
function withoutMentions(text: string): string {
  return text.replaceAll("@", "&#64;");
}

function wordsFor(system: string, model: string): string[] {
  const alone = ["--safe-mode", "--strict-mcp-config", "--disable-slash-commands", "--no-session-persistence"];
  const asked = ["-p", "--output-format", "json", "--max-turns", "1", "--model", model];
  return [...asked, ...alone, "--tools", "", "--system-prompt", system];
}

/** Exported for its test. */
export function scribeEnv(env: ClaudeOptions["env"]): Record<string, string | undefined> {
  const kept = Object.entries(env).filter(([name]) => !HOSTS_OWN.test(name));
  return {
    ...Object.fromEntries(kept),
    CAIRN_SCRIBE: "1",
    CLAUDE_CODE_DISABLE_AUTO_MEMORY: "1",
    // Otherwise the older client asks a second time, for a title nobody sees.
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    CLAUDE_CODE_MAX_OUTPUT_TOKENS: String(mostAnswerTokens),
    MAX_THINKING_TOKENS: "0",
  };
}

function answerIn({ code, out, err }: ProgramRun): PaidAttempt<string> {
  const result = Result.safeParse(jsonFrom(out)).data;
  if (result === undefined) throw failed(`It ended with ${code ?? "a signal"}`, err || out);
  if (result.is_error || code !== 0) throw failed("It came to no answer", result.result);
  return { value: result.result, tokens: tokensIn(result.usage) };
}

/** Undefined where nothing was counted: that is not nothing. */
function tokensIn(usage: z.infer<typeof Result>["usage"]): number | undefined {
  const counts = Object.values(usage ?? {}).filter((count) => typeof count === "number");
  return counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0);
}

function failed(what: string, said: string): CairnError {
  const reason = oneLine(redact(said).text, LONGEST_REASON).replace(/\.$/, "");
  const message = `claude was of no help. ${what}${reason === "" ? "" : `: ${reason}`}.`;
  return new CairnError("SCRIBE_ERROR", message, {
    hint: "Try it at a terminal: claude -p hello. With scribe none the rules do it, without a model.",
  });
}
