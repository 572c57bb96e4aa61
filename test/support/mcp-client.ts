/** An MCP client by hand: JSON-RPC lines over the streams of a real `cairn mcp`. */

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { program, type Running } from "./program.ts";

/** What a tool answered. */
export interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: what a server says is looked into by the tests, field by field
type Message = any;

export class McpClient {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, (message: Message) => void>();
  readonly #closed: Promise<number | null>;
  #id = 0;
  #err = "";
  /** Lines that are no answer to anything asked: there should be none. */
  readonly strays: string[] = [];

  private constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child;
    createInterface({ input: child.stdout }).on("line", (line) => this.#take(line));
    child.stdin.on("error", () => {});
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#err += text;
    });
    this.#closed = new Promise((resolve) => {
      child.once("close", (code) => {
        for (const answer of this.#waiting.values()) answer({ error: { code: 0, message: "the server is gone" } });
        resolve(code);
      });
    });
  }

  static start(running: Running, words: readonly string[] = []): Promise<McpClient> {
    return McpClient.of(process.execPath, [program(), "mcp", ...words], running);
  }

  /** Started as a client's settings say. */
  static async of(command: string, words: readonly string[], { cwd, env }: Running): Promise<McpClient> {
    const child = spawn(command, words, { cwd, env: { ...env }, stdio: "pipe" });
    const client = new McpClient(child);
    const clientInfo = { name: "by-hand", version: "1" };
    await client.request("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
    client.say({ jsonrpc: "2.0", method: "notifications/initialized" });
    return client;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get err(): string {
    return this.#err;
  }

  /** A message that gets no answer, or a line that is none. */
  say(message: unknown): void {
    this.#child.stdin.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`);
  }

  /** The whole answer: `result` or `error`. */
  request(method: string, params: unknown = {}): Promise<Message> {
    const id = ++this.#id;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.say({ jsonrpc: "2.0", id, method, params });
    });
  }

  async call(name: string, args: unknown = {}): Promise<ToolAnswer> {
    const { result, error } = await this.request("tools/call", { name, arguments: args });
    if (error !== undefined) return { text: `${error.code}: ${error.message}`, isError: true };
    return { text: result.content[0].text, isError: result.isError === true };
  }

  /** Ends its input, and gives back the exit code. */
  close(): Promise<number | null> {
    this.#child.stdin.end();
    return this.#closed;
  }

  kill(): Promise<number | null> {
    this.#child.kill("SIGKILL");
    return this.#closed;
  }

  #take(line: string): void {
    let message: Message;
    try {
      message = JSON.parse(line);
    } catch {
      this.strays.push(line); // not JSON: the server's output must hold nothing else
      return;
    }
    const answer = this.#waiting.get(message.id);
    if (answer === undefined) this.strays.push(line);
    this.#waiting.delete(message.id);
    answer?.(message);
  }
}
