/** What the scripted model is told to say: steps, one for each request of a turn, and their form as lines in a prompt. */

export interface ToolCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** One reply. With calls the client comes back with their results, and gets the next step. */
export interface Step {
  readonly say?: string;
  readonly calls?: readonly ToolCall[];
  /** The input tokens reported: above its window the client compacts by itself. */
  readonly usageTokens?: number;
  /** The reply waits for this. Only in rules. */
  readonly after?: Promise<unknown>;
  /** Answers with an HTTP error instead. */
  readonly refuse?: { readonly status: number; readonly type: string; readonly message: string };
}

/** By this refusal the client compacts at once and asks again. */
export const tooLong: Step = {
  refuse: {
    status: 400,
    type: "invalid_request_error",
    message: "prompt is too long: 1200000 tokens > 1000000 maximum",
  },
};

export function say(text: string): Step {
  return { say: text };
}

export function call(name: string, input: ToolCall["input"]): Step {
  return { calls: [{ name, input }] };
}

/** Several tools in one reply, which the client may run side by side. */
export function calls(...list: readonly ToolCall[]): Step {
  return { calls: list };
}

/**
 * Lines that make the model do the steps when they stand in a prompt, a sub-agent's included:
 * `@@say text`, `@@call Name {json}`, `@@calls [json]`, `@@too-long`, and `@@usage tokens` for the step below it.
 */
export function printScript(...steps: readonly Step[]): string {
  return steps.flatMap(linesOf).join("\n");
}

export function parseScript(prompt: string): Step[] {
  const steps: Step[] = [];
  let usage: Pick<Step, "usageTokens"> = {};
  for (const [, word, rest = ""] of prompt.matchAll(/^@@(say|calls?|usage|too-long)(?: (.*))?$/gm)) {
    if (word === "usage") usage = { usageTokens: Number(rest) };
    else {
      steps.push({ ...stepOf(word, rest), ...usage });
      usage = {};
    }
  }
  return steps;
}

function linesOf({ say: text, calls: list, usageTokens, refuse }: Step): string[] {
  if (refuse !== undefined) return ["@@too-long"];
  const usage = usageTokens === undefined ? [] : [`@@usage ${usageTokens}`];
  if (list === undefined) return [...usage, `@@say ${(text ?? "").replaceAll("\n", " ")}`];
  const [only, ...more] = list;
  if (only === undefined || more.length > 0) return [...usage, `@@calls ${JSON.stringify(list)}`];
  return [...usage, `@@call ${only.name} ${JSON.stringify(only.input)}`];
}

function stepOf(word: string | undefined, rest: string): Step {
  if (word === "too-long") return tooLong;
  if (word === "say") return say(rest);
  if (word === "calls") return { calls: JSON.parse(rest) };
  const [, name = "", input = ""] = /^(\S+)\s*(.*)$/.exec(rest) ?? [];
  return call(name, input === "" ? {} : JSON.parse(input));
}
