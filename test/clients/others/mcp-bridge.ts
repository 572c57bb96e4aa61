/**
 * `cairn mcp` behind HTTP on loopback, for the one suite that speaks nothing else. Each session is a server process of
 * its own; what is said goes through as it is, but for what the suite cannot know: the version a client asks for, and
 * which of Cairn's tools stands for one that the suite calls by a name of its own.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";

type Message = {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
};

export interface InPlace {
  readonly protocolVersion: string;
  /** By the name the suite calls. */
  readonly tools: Readonly<Record<string, { readonly name: string; readonly arguments: object }>>;
}

export interface Bridge {
  readonly url: string;
  /** What the server answered each `initialize` with. */
  readonly spoken: string[];
  stop(): Promise<void>;
}

interface Started {
  readonly command: string;
  readonly words: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

export async function bridge(started: Started, { protocolVersion, tools }: InPlace): Promise<Bridge> {
  const sessions = new Map<string, Session>();
  const spoken: string[] = [];
  const server = createServer(async (request, response) => {
    const message = await messageOf(request);
    const name = String(request.headers["mcp-session-id"] ?? randomUUID());
    if (request.method !== "POST" || message === undefined) {
      if (request.method === "DELETE") await sessions.get(name)?.end();
      response.writeHead(request.method === "DELETE" ? 200 : 405).end();
      return;
    }
    const session = sessions.get(name) ?? new Session(started);
    sessions.set(name, session);
    const isHello = message.method === "initialize";
    const instead = isHello ? { protocolVersion } : tools[String(message.params?.["name"])];
    const answer = await session.ask({ ...message, ...(instead && { params: { ...message.params, ...instead } }) });
    if (isHello) spoken.push(JSON.parse(answer ?? "{}").result?.protocolVersion);
    const head = { "content-type": "application/json", "mcp-session-id": name };
    if (answer === undefined) response.writeHead(202).end();
    else response.writeHead(200, head).end(answer);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    spoken,
    stop: async () => {
      await Promise.all([...sessions.values()].map((session) => session.end()));
      server.closeAllConnections();
      server.close();
    },
  };
}

class Session {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<string | number, (line: string | undefined) => void>();

  constructor({ command, words, cwd, env }: Started) {
    this.#child = spawn(command, words, { cwd, env, stdio: ["pipe", "pipe", "inherit"] });
    createInterface({ input: this.#child.stdout! }).on("line", (line) => {
      const { id } = JSON.parse(line) as Message;
      if (id !== undefined) this.#waiting.get(id)?.(line);
    });
    this.#child.once("close", () => {
      for (const answer of this.#waiting.values()) answer(undefined);
    });
  }

  /** Undefined where none is due, or the server has ended. */
  ask(message: Message): Promise<string | undefined> {
    const { id, method } = message;
    const answered =
      id === undefined || method === undefined
        ? Promise.resolve(undefined)
        : new Promise<string | undefined>((resolve) => this.#waiting.set(id, resolve));
    this.#child.stdin?.write(`${JSON.stringify(message)}\n`);
    return answered;
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    this.#child.stdin?.end();
    await once(this.#child, "close");
  }
}

async function messageOf(request: IncomingMessage): Promise<Message | undefined> {
  try {
    return JSON.parse(await text(request)) as Message;
  } catch {
    return undefined;
  }
}
