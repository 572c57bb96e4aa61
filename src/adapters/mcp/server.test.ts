import { existsSync, readFileSync } from "node:fs";
import { PassThrough } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import { cairnWith, memoryText } from "../../../test/support/cairn-with.ts";
import { onWaymark, say } from "../../../test/support/host.ts";
import { fakeCairn, samples } from "../../../test/support/sample-operations.ts";
import { CairnError } from "../../model/error.ts";
import { pageAt } from "../../trail/start-page.ts";
import { registry } from "../registry.ts";
import { cairnServer, type ServerParts } from "./server.ts";
import { StdioTransport } from "./stdio.ts";

type Answer = { id: unknown; result?: Record<string, unknown>; error?: { code: number; message: string } };

/** A client that talks lines, as a real one does. */
class Client {
  readonly reports: string[] = [];
  readonly closed: Promise<void>;
  readonly #input = new PassThrough();
  readonly #answers: Answer[] = [];
  #waiting: (() => void) | undefined;
  #id = 0;

  constructor(parts: Partial<ServerParts> = {}) {
    const { server } = cairnServer({
      registry: samples,
      open: () => fakeCairn(),
      report: (text) => this.reports.push(text),
      ...parts,
    });
    const output = {
      write: (text: string, done: () => void) => {
        for (const line of text.split("\n").filter((part) => part !== "")) this.#answers.push(JSON.parse(line));
        this.#waiting?.();
        setImmediate(done);
      },
      on: () => undefined,
    };
    this.closed = new Promise((resolve) => {
      server.onclose = resolve;
    });
    void server.connect(new StdioTransport(this.#input, output));
  }

  raw(text: string | Buffer): void {
    this.#input.write(text);
  }

  end(): void {
    this.#input.end();
  }

  async next(): Promise<Answer> {
    while (this.#answers.length === 0) await new Promise<void>((resolve) => (this.#waiting = resolve));
    return this.#answers.shift()!;
  }

  send(method: string, params: object = {}): number {
    this.raw(`${JSON.stringify({ jsonrpc: "2.0", id: ++this.#id, method, params })}\n`);
    return this.#id;
  }

  async ask(method: string, params?: object): Promise<Answer> {
    this.send(method, params);
    return this.next();
  }

  async call(name: string, given?: object): Promise<{ text: string; isError: boolean }> {
    const { result, error } = await this.ask("tools/call", { name, arguments: given });
    if (result === undefined) throw new Error(error?.message);
    expect(Object.keys(result).sort()).toEqual(result["isError"] ? ["content", "isError"] : ["content"]);
    const [content] = result["content"] as [{ type: string; text: string }];
    return { text: content.text, isError: result["isError"] === true };
  }
}

const HELLO = { capabilities: {}, clientInfo: { name: "test", version: "1" } };

test.each(["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])(
  "protocol version %s is spoken",
  async (protocolVersion) => {
    const { result } = await new Client().ask("initialize", { ...HELLO, protocolVersion });
    expect(result).toMatchObject({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "cairn" } });
  },
);

test("a version from the future is answered with the newest that is known", async () => {
  const { result } = await new Client().ask("initialize", { ...HELLO, protocolVersion: "2031-01-01" });
  expect(result).toMatchObject({ protocolVersion: "2025-11-25" });
});

test.each(["server/discover", "resources/list", "prompts/list", "nonsense"])(
  "%s is an unknown method, also before initialize",
  async (method) => {
    const client = new Client();
    expect(await client.ask(method)).toMatchObject({ error: { code: -32601 } });
    expect(await client.ask("initialize", { ...HELLO, protocolVersion: "2025-06-18" })).toHaveProperty("result");
  },
);

test("tools are listed in the order of the registry, with hints that follow from their effect", async () => {
  const { result } = await new Client().ask("tools/list");
  const tools = result?.["tools"] as { name: string; description: string; annotations: object; inputSchema: object }[];
  expect(tools.map(({ name }) => name)).toEqual(["greet", "wipe-out", "fail"]);
  expect(tools[0]?.description).toBe("Greet somebody. Use it first.");
  expect(tools.map(({ annotations }) => annotations)).toEqual([
    { readOnlyHint: true },
    { destructiveHint: true, openWorldHint: false },
    { destructiveHint: false, openWorldHint: false },
  ]);
});

test("a call is answered with text only", async () => {
  expect(await new Client().call("greet", { name: "Ada" })).toEqual({ text: "Hello, Ada", isError: false });
});

test("a refusal is an answer with its code, message and hint", async () => {
  const client = new Client();
  expect(await client.call("fail", { how: "conflict" })).toEqual({
    text: "UPDATE_ERROR: It went wrong.\nTry something else.",
    isError: true,
  });
  expect((await client.call("greet", { nmae: "Ada" })).text).toMatch(
    /^INPUT_ERROR: greet has no field called nmae\.\nDid you mean name\?/,
  );
  expect((await client.call("greet")).text).toMatch(/^INPUT_ERROR: name is missing/);
  expect((await client.call("wipe-out", { what: "all" })).text).toMatch(/^CONFIRMATION_NEEDED: Destroy all for good\?/);
});

test("a bug is reported and answered, and the server lives on", async () => {
  const client = new Client();
  const secret = `ghp_${"A1b2C3d4E5".repeat(4).slice(0, 36)}`;
  const { text, isError } = await client.call("fail", { how: "bug", words: secret });
  expect(isError).toBe(true);
  expect(text + client.reports.join()).not.toContain(secret);
  expect(client.reports).toEqual([expect.stringMatching(/TypeError: \[REDACTED[\s\S]*sample-operations/)]);
  expect(await client.call("greet", { name: "Ada" })).toMatchObject({ isError: false });
});

test("an unknown tool is a protocol error", async () => {
  expect(await new Client().ask("tools/call", { name: "nothing" })).toMatchObject({ error: { code: -32602 } });
});

test("no control byte of a memory reaches the client", async () => {
  const { text } = await new Client().call("greet", { name: "\u001b[2J\u202e" });
  expect(text).toBe("Hello, \\x1b[2J\\u202e");
});

test("a Cairn that did not find its places is opened again with the next call, and one that did is kept", async () => {
  const found = [false, true, true];
  let opened = 0;
  const open = () => Object.assign(fakeCairn(), { hasPlaces: found[opened++] });
  const client = new Client({ open });
  for (const _ of found) await client.call("greet", { name: "Ada" });
  expect(opened).toBe(2);
});

test("a Cairn that cannot be opened is told, and tried again with the next call", async () => {
  let tries = 0;
  const open = () => {
    if (++tries === 1) throw new CairnError("ROOT_UNAVAILABLE", "The folder is gone.");
    return fakeCairn();
  };
  const client = new Client({ open });
  expect(await client.call("greet", { name: "Ada" })).toEqual({
    text: "ROOT_UNAVAILABLE: The folder is gone.",
    isError: true,
  });
  expect(await client.call("greet", { name: "Ada" })).toMatchObject({ isError: false });
  await client.call("greet", { name: "Eva" });
  expect(tries).toBe(2);
});

test("many calls at once are all answered, each with its own answer", async () => {
  const client = new Client();
  const ids = Array.from({ length: 50 }, (_, n) =>
    client.send("tools/call", { name: "greet", arguments: { name: `N${n}` } }),
  );
  const answers = new Map<unknown, unknown>();
  for (const _ of ids) {
    const { id, result } = await client.next();
    answers.set(id, (result!["content"] as [{ text: string }])[0].text);
  }
  expect(ids.map((id) => answers.get(id))).toEqual(ids.map((_, n) => `Hello, N${n}`));
});

test.each<[string, string | Buffer, number]>([
  ["no JSON", "{nonsense\n", -32700],
  ["bytes that are no text", Buffer.from([0xff, 0xfe, 0x00, 0x0a]), -32700],
  ["no message", '{"hello":1}\n', -32600],
  ["a bare value", "5\n", -32600],
  ["an older protocol", '{"jsonrpc":"1.0","id":7,"method":"ping"}\n', -32600],
  ["a line of nine million bytes", `"${"x".repeat(9_000_000)}"\n`, -32600],
])("%s is answered with an error and forgotten", async (_, line, code) => {
  const client = new Client();
  client.raw(line);
  expect(await client.next()).toMatchObject({ error: { code } });
  expect(await client.ask("ping")).toMatchObject({ result: {} });
});

test("empty lines, carriage returns and lines in pieces are fine; several messages may share a line", async () => {
  const client = new Client();
  for (const part of ["\n\r\n", '{"jsonrpc":"2.0","id"', ':"a","method":"pi', 'ng"}\r\n']) client.raw(part);
  expect(await client.next()).toMatchObject({ id: "a", result: {} });
  client.raw('[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"ping"}]\n');
  expect([(await client.next()).id, (await client.next()).id]).toEqual([1, 2]);
});

test("the server ends when its input ends, after the last answer", async () => {
  const client = new Client();
  client.send("tools/call", { name: "greet", arguments: { name: "Ada" } });
  client.end();
  expect(await client.next()).toHaveProperty("result");
  await client.closed;
});

test("a cancelled call keeps nobody waiting", async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const client = new Client({ open: () => held.then(() => fakeCairn()) });
  const id = client.send("tools/call", { name: "greet", arguments: { name: "Ada" } });
  client.raw(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } })}\n`);
  client.end();
  // Before it is let go on.
  const waits = new Promise((resolve) => setTimeout(() => resolve("waits"), 20_000).unref());
  expect(await Promise.race([client.closed.then(() => "closed"), waits])).toBe("closed");
  release();
});

test.skipIf(onWaymark)(
  "when a turn has ended and nobody asks any more, the server works out the next start",
  async () => {
    const cairn = cairnWith({ memory: { "a.md": memoryText("a", "The cache is warm.") }, now: new Date() });
    const session_id = "760f230b-96a5-4c5f-9a53-2f0a6b1c0c11";
    const how = { surface: "mcp", env: { CLAUDECODE: "1" } } as const;
    const turn = { session_id, prompt_id: "p1" };
    await say(cairn, { session_id, hook_event_name: "SessionStart", source: "startup" }, how);
    await say(cairn, { ...turn, hook_event_name: "UserPromptSubmit", prompt: "Mend the login test" }, how);
    vi.useFakeTimers({ toFake: ["setTimeout", "Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const client = new Client({ registry, open: () => cairn.open({ ...how, session: session_id }) });
    const payload = JSON.stringify({ ...turn, hook_event_name: "Stop", last_assistant_message: "Mended." });
    await client.call("hook", { host: "claude-code", moment: "stop", payload });
    const page = pageAt(cairn.cairnHome, cairn.project);
    vi.advanceTimersByTime(4_000);
    expect(existsSync(page)).toBe(false);
    vi.advanceTimersByTime(3_600_000); // what was written before it is old, however slow the machine was
    await vi.waitFor(() => expect(readFileSync(page, "utf8")).toContain("Mend the login test"), 300_000);
  },
);
