import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { createInterface } from "node:readline";

/** A running server, asked one question at a time over its streams. */
export class AskedServer {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;
  #id = 0;

  constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child;
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }

  greet(): Promise<unknown> {
    const clientInfo = { name: "bench", version: "1" };
    return this.ask("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
  }

  /** As a client does once it is greeted: from then on the server gets ready too, as long as nobody asks. */
  tellReady(): Promise<unknown> {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
    return this.ask("tools/list", {});
  }

  /** As the client's hooks call it. */
  hook(moment: string, fields: object): Promise<unknown> {
    return this.ask("tools/call", { name: "hook", arguments: { host: "claude-code", moment, ...fields } });
  }

  async ask(method: string, params: object): Promise<unknown> {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: ++this.#id, method, params })}\n`);
    const { value, done } = await this.#lines.next();
    if (done) throw new Error("The server is gone.");
    return JSON.parse(value);
  }
}
