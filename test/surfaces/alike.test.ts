/** The same story on every surface: the same values, the same words, the same refusals. */

import { expect, test } from "vitest";
import { CairnError } from "../../src/library.ts";
import { type House, house } from "../support/house.ts";
import { type Answer, type Ask, type Refusal, type Told, tell } from "./scenario.ts";

/** In an agent's shell, so that trust is what the other surfaces give. */
const AGENT = { CLAUDECODE: "1" };

/** What the MCP server does not offer, a command does in its place, so that the story goes on. */
const TOOLS = ["remember", "update", "show", "list", "forget", "status"];

test("the command line with --json and the library give the same values and refuse alike", async () => {
  const [first, second] = [house(), house()];
  const commands = await tell(commandsIn(first, "json"));
  const library = await tell(await libraryIn(second));
  expect(told(library, second)).toEqual(told(commands, first));
});

test("the command line without --json and MCP say the same words and refuse alike", async () => {
  const [first, second] = [house(), house()];
  const commands = await tell(commandsIn(first, "text"));
  const client = await second.serve();
  const tools = await tell(toolsIn(second, client));
  expect(await client.close()).toBe(0);
  expect({ strays: client.strays, err: client.err }).toEqual({ strays: [], err: "" });
  expect(told(tools, second)).toEqual(told(commands, first));
});

test("a refusal has the same code on every surface", async () => {
  const [first, second] = [house(), house()];
  const values = await tell(commandsIn(first, "json"));
  const client = await second.serve();
  const tools = await tell(toolsIn(second, client));
  await client.close();
  const codes = (all: Told[]) => all.map(({ says, error }) => `${says}: ${error?.code ?? "done"}`);
  expect(codes(tools)).toEqual(codes(values));
  expect(new Set(codes(values).map((line) => line.split(": ")[1])).size).toBeGreaterThan(8);
});

/** Flags as a person would type them. */
function wordsFor(operation: string, input: Record<string, unknown>): string[] {
  const flags = Object.entries(input).map(([name, value]) => {
    const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return `--${flag}=${Array.isArray(value) ? value.join(",") : String(value)}`;
  });
  return [operation, ...flags];
}

function commandsIn(place: House, manner: "json" | "text"): Ask {
  return async (operation, input) => {
    const words = wordsFor(operation, input);
    const { code, out, err } = await place.cli(manner === "json" ? [...words, "--json"] : words, { env: AGENT });
    if (manner === "json") return valueOf(out);
    if (code === 0) return { text: out.trimEnd() };
    return { error: await refusalFrom(err) };
  };
}

function valueOf(out: string): Answer {
  const value = JSON.parse(out) as { error?: Refusal };
  return value.error === undefined ? { output: value } : { error: value.error };
}

/** Text has no code: what is left out here is compared by the third test. */
async function refusalFrom(err: string): Promise<Refusal> {
  const [first = "", second = ""] = err.trimEnd().split("\n");
  return { code: "", message: first.replace(/^cairn: /, ""), hint: second.trim() };
}

async function libraryIn(place: House): Promise<Ask> {
  const library = (await place.library()) as unknown as Record<string, (input: unknown) => Promise<unknown>>;
  return async (operation, input) => {
    try {
      return { output: await library[operation]!(input) };
    } catch (error) {
      if (!(error instanceof CairnError)) throw error;
      const { code, kind, message, hint, field } = error;
      return { error: { code, kind, message, hint, ...(field === undefined ? {} : { field }) } };
    }
  };
}

function toolsIn(place: House, client: Awaited<ReturnType<House["serve"]>>): Ask {
  const command = commandsIn(place, "text");
  return async (operation, input) => {
    if (!TOOLS.includes(operation)) return withCode(place, operation, input, command);
    const { text, isError } = await client.call(operation, input);
    if (!isError) return { text };
    const [, code = "", message = "", hint = ""] = /^([A-Z_]+): ([^\n]*)\n?([^]*)$/.exec(text) ?? [];
    return { error: { code, message, hint } };
  };
}

/** Done once, by a command; its code is only known to the JSON, so a refusal is asked for a second time. */
async function withCode(place: House, operation: string, input: Record<string, unknown>, command: Ask): Promise<Answer> {
  const answer = await command(operation, input);
  if (answer.error === undefined) return answer;
  const again = await commandsIn(place, "json")(operation, input);
  return { error: { ...answer.error, code: again.error?.code ?? "" } };
}

/** Without what differs from run to run: times, hashes, the surface's own name, where the house stands. */
function told(all: Told[], place: House): unknown {
  const text = JSON.stringify(all.map((one) => ({ ...one, error: withoutCode(one) })), null, 1);
  return JSON.parse(
    text
      .replaceAll(place.base, "BASE")
      .replace(/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z/g, "TIME")
      .replace(/\b[0-9a-f]{64}\b/g, "HASH")
      .replace(/\b(?:agent-shell|library|mcp)\b/g, "SURFACE"),
  );
}

function withoutCode({ error, text, output }: Told): Partial<Refusal> | undefined {
  if (error === undefined || output !== undefined || text !== undefined || error.kind !== undefined) return error;
  return { message: error.message, hint: error.hint };
}
