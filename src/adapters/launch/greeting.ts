/**
 * A client's first questions, answered before the server is loaded: who this is, and which tools it has. Whatever else
 * comes, or comes in another form, is left to the server, which is handed every word from the first.
 */

import { join } from "node:path";
import { read } from "../../disk/calls.ts";
import { readFileAt } from "../../disk/files.ts";
import { plainOutput } from "../cli/plain-output.ts";
import type { FirstWords } from "../mcp/first-words.ts";
import { type Greeted, STARTING_MS } from "../mcp/greeted.ts";

const CHUNK = 65_536;
const NEWLINE = 0x0a;
const MAX_SETTINGS = 1_000_000;
const MAX_LINE = 1_000_000;

type Said = { readonly id?: unknown; readonly method?: unknown; readonly params?: Readonly<Record<string, unknown>> };

/** What is written of a request's answer; empty where none is due, undefined where the server is to see to it. */
type Answer = string | undefined;

/**
 * Reads until something is said that is not in the words, or nothing more is. Nothing else is to be done until a client
 * speaks, so it may wait. `isOver`: the client has left, and nothing it said is left to answer.
 */
export function greet(words: FirstWords): Greeted & { readonly isOver: boolean } {
  const answered: (string | number)[] = [];
  let bytes = Buffer.alloc(0);
  let from = 0;
  for (;;) {
    const end = bytes.indexOf(NEWLINE, from);
    if (end < 0) {
      const more = readMore();
      const isEnd = more?.length === 0;
      if (more === undefined || isEnd || bytes.length > MAX_LINE)
        return { bytes, until: from, answered, isOver: isEnd && from === bytes.length };
      bytes = Buffer.concat([bytes, more]);
      continue;
    }
    const said = parsed(bytes.toString("utf8", from, end));
    const answer = said === undefined ? undefined : answerTo(said, words);
    if (said === undefined || answer === undefined || !isWritten(answer))
      return { bytes, until: from, answered, isOver: false };
    if (answer !== "") answered.push(said.id as string | number);
    from = end + 1;
    // The client has what it needs to begin: what comes next is work.
    if (said.method === "tools/list") return { bytes, until: from, answered, isOver: false };
  }
}

/**
 * Whether any client is told the same: a server that Cairn itself has started has other tools, and where there are no
 * hooks a setting may have it say more. A variable or a settings file that could say so leaves it to the server.
 */
export function isPlainGreeting(
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  home: () => string | undefined,
): boolean {
  if (words.length !== 1 || env["CAIRN_SCRIBE"] !== undefined) return false;
  if (env["CLAUDE_PLUGIN_ROOT"] !== undefined) return true;
  const folder = home();
  if (folder === undefined || Object.keys(env).some((name) => name.startsWith("CAIRN_") && name !== "CAIRN_HOME"))
    return false;
  try {
    const text = readFileAt(join(folder, "settings.json"), MAX_SETTINGS)?.toString("latin1");
    return text === undefined || !/_session\.json|\\/.test(text);
  } catch {
    return false; // whatever is wrong with the file, the server says so
  }
}

/** Until the client says more, or has had time to start whatever else it starts. */
export function untilAsked(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(asked, STARTING_MS);
    process.stdin.once("readable", asked);
    function asked() {
      clearTimeout(timer);
      process.stdin.off("readable", asked);
      resolve();
    }
  });
}

/** Undefined where there may be more, but not yet. */
function readMore(): Buffer | undefined {
  const chunk = Buffer.allocUnsafe(CHUNK);
  try {
    return chunk.subarray(0, read(0, "standard input", chunk));
  } catch {
    return undefined; // EAGAIN, or a terminal that is gone: the server reads as it always does
  }
}

function parsed(line: string): Said | undefined {
  try {
    const said: unknown = JSON.parse(line);
    const isOne = typeof said === "object" && said !== null && "jsonrpc" in said && said.jsonrpc === "2.0";
    return isOne ? (said as Said) : undefined;
  } catch {
    return undefined;
  }
}

function answerTo({ id, method, params }: Said, { protocols, hello, tools }: FirstWords): Answer {
  if (id === undefined) return method === "notifications/initialized" ? "" : undefined;
  // As plain as every client's: what has to be written with care is the server's.
  if (typeof id !== "number" && !(typeof id === "string" && /^[\w-]{1,100}$/.test(id))) return undefined;
  const wanted = method === "initialize" ? protocolOf(params) : undefined;
  const version = JSON.stringify(protocols.includes(wanted ?? "") ? wanted : protocols[0]);
  if (wanted !== undefined) return answer(id, `{"protocolVersion":${version},${hello.slice(1)}`);
  return method === "tools/list" && params?.["cursor"] === undefined ? answer(id, tools) : undefined;
}

/** Undefined where the client does not say all that a client has to. */
function protocolOf(params: Said["params"]): string | undefined {
  const { protocolVersion, capabilities, clientInfo } = params ?? {};
  const isWhole = isRecord(capabilities) && isRecord(clientInfo) && Object.values(capabilities).every(isRecord);
  if (!isWhole || typeof clientInfo["name"] !== "string" || typeof clientInfo["version"] !== "string") return undefined;
  return typeof protocolVersion === "string" ? protocolVersion : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function answer(id: string | number, result: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}\n`;
}

/** False where it cannot be; then the server finds out the same. */
function isWritten(text: string): boolean {
  let isRefused = false;
  const output = plainOutput(1, () => process.stdout);
  if (text !== "")
    output.write(text, (error) => {
      isRefused = Boolean(error);
    });
  return !isRefused;
}
