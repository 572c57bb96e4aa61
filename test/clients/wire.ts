/**
 * What a request to the Messages API holds: its purpose, its texts with their places, and among them what hooks put in.
 * The client has two forms for those, by model: system turns among the messages, and `<system-reminder>` blocks.
 */

export interface Block {
  readonly type: string;
  readonly text?: string;
  readonly content?: string | readonly Block[];
  readonly [field: string]: unknown;
}

export interface Message {
  readonly role: "user" | "assistant" | "system";
  readonly content: string | readonly Block[];
}

export interface RequestBody {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly system?: string | readonly Block[];
  readonly tools?: readonly { readonly name: string }[];
  readonly stream?: boolean;
}

/** What the client wants a request for. `side` is one without tools that is neither a summary nor a title. */
export type RequestKind = "main" | "subagent" | "compact" | "title" | "side";

/** The model that makes the client use a form, in every version tried. */
export const wires = {
  "system-turn": "claude-sonnet-5-5",
  reminder: "claude-haiku-4-5",
} as const;
export type Wire = keyof typeof wires;

/** One text of a request. `where` reads like `messages[1](system)`. */
export interface Place {
  readonly where: string;
  readonly text: string;
}

/** What one hook, or several under one label, put before the model. */
export interface Injected {
  /** The event as the client names it. */
  readonly event: string;
  /** What stands behind the event's name: the source of a start, the tool of a tool event. */
  readonly matched: string | undefined;
  readonly how: "success" | "additional context" | "blocking error";
  readonly text: string;
  readonly where: string;
  readonly wire: Wire;
}

/** Every text of a request, in order. */
export function placesIn(body: RequestBody): Place[] {
  const system = blocksOf(body.system ?? []).map((block, i) => ({ where: `system[${i}]`, text: block.text ?? "" }));
  const messages = body.messages.flatMap(({ role, content }, i) =>
    blocksOf(content).map((block, j) => placeOf(block, `messages[${i}](${role}).content[${j}]`)),
  );
  const tools = (body.tools ?? []).map((tool) => ({ where: `tools.${tool.name}`, text: JSON.stringify(tool) }));
  return [...system, ...messages, ...tools];
}

/** The hooks' texts of a request with their labels, in order and in either form. */
export function injectedIn(body: RequestBody): Injected[] {
  return placesIn(body).flatMap(({ where, text }) => {
    if (/^messages\[\d+\]\(system\)/.test(where)) return labelledIn(text, { where, wire: "system-turn" });
    if (!/^messages\[\d+\]\(user\)/.test(where)) return [];
    const reminders = [...text.matchAll(/<system-reminder>\n([\s\S]*?)\n<\/system-reminder>/g)];
    return reminders.flatMap(([, inside = ""]) => labelledIn(inside, { where, wire: "reminder" }));
  });
}

/** How the client's own texts tell its purposes apart. The first that fits counts. */
export function kindOf({ system = [], messages, tools = [] }: RequestBody): RequestKind {
  const own = textOf(system);
  const last = textOf(messages.findLast(({ role }) => role === "user")?.content ?? "");
  if (/Your task is to create a detailed summary of/.test(last)) return "compact";
  if (tools.length === 0) return /\btitle\b/i.test(`${own}\n${last}`) ? "title" : "side";
  return /cc_is_subagent=true|You are an agent for Claude Code/.test(own) ? "subagent" : "main";
}

/** The newest words of a person, and how often the model has called tools since. */
export function newestPrompt(messages: readonly Message[]): { prompt: string; rounds: number } {
  for (const [index, { role, content }] of [...messages.entries()].reverse()) {
    const blocks = blocksOf(content);
    if (role !== "user" || blocks.some(({ type }) => type === "tool_result")) continue;
    const texts = blocks.map(({ text = "" }) => text.replaceAll(CLIENTS_TAGS, "").trim());
    const prompt = texts.findLast((text) => text !== "");
    if (prompt !== undefined) return { prompt, rounds: toolRounds(messages.slice(index + 1)) };
  }
  return { prompt: "", rounds: 0 };
}

/** The text of a message's blocks, without what tools gave back. */
export function textOf(content: string | readonly Block[]): string {
  return blocksOf(content)
    .map((block) => block.text ?? "")
    .join("\n");
}

export function blocksOf(content: string | readonly Block[]): readonly Block[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

function placeOf(block: Block, where: string): Place {
  if (block.type === "text") return { where, text: block.text ?? "" };
  if (block.type === "tool_result") return { where: `${where}.tool_result`, text: textOf(block.content ?? "") };
  return { where: `${where}.${block.type}`, text: JSON.stringify(block) };
}

const LABEL = /^([A-Z][A-Za-z]+)(?::([\w.-]+))? hook (success|additional context|blocking error)[^:\n]*: /gm;

/** How the parts begin that the client itself puts behind the hooks' texts in one system turn. */
const CLIENTS_OWN = new RegExp(
  `\\n\\n(?:${[
    "# Environment\\n",
    "# MCP Server Instructions\\n",
    "You are powered by the model",
    "Available agent types for the Agent tool",
    "The following (?:skills|deferred tools)",
    "While bypass permissions mode is active",
    "Today's date is ",
    "<total_tokens>",
  ].join("|")})`,
);

function labelledIn(text: string, place: Pick<Injected, "where" | "wire">): Injected[] {
  const labels = [...text.matchAll(LABEL)];
  return labels.map((label, i) => {
    const [whole, event = "", matched, how] = label;
    const rest = text.slice(label.index + whole.length, labels[i + 1]?.index);
    const own = rest.search(CLIENTS_OWN);
    const said = (own < 0 ? rest : rest.slice(0, own)).trimEnd();
    return { event, matched, how: how as Injected["how"], text: said, ...place };
  });
}

const CLIENTS_TAGS = /<(system-reminder|local-command-[a-z]+|command-[a-z]+)>[\s\S]*?<\/\1>/g;

function toolRounds(messages: readonly Message[]): number {
  return messages.filter(({ content }) => blocksOf(content).some(({ type }) => type === "tool_use")).length;
}
