/** The same story on every surface: the same values, the same words, the same refusals. */

import { beforeAll, expect, test } from "vitest";
import { CairnError } from "../../src/library.ts";
import { defined } from "../../src/model/defined.ts";
import { asTyped } from "../../src/operations/show/as-typed.ts";
import { House, house } from "../support/house.ts";
import { type Answer, type Ask, type Refusal, type Told, tell } from "./scenario.ts";

/** In an agent's shell, so that trust is what the other surfaces give. */
const AGENT = { CLAUDECODE: "1" };

/** What the MCP server does not offer, a command does in its place, so that the story goes on. */
const TOOLS = ["remember", "update", "show", "list", "forget", "status"];

interface Tellings {
  readonly values: Told[];
  readonly texts: Told[];
  readonly library: Told[];
  readonly tools: Told[];
}

let tellings: Tellings;

beforeAll(async () => {
  const places = Array.from({ length: 4 }, () => new House());
  const [values, texts, library, tools] = places as [House, House, House, House];
  const client = await tools.serve();
  tellings = {
    values: told(await tell(commandsIn(values, "json")), values),
    texts: told(await tell(commandsIn(texts, "text")), texts),
    library: told(await tell(await libraryIn(library)), library),
    tools: told(await tell(toolsIn(tools, client)), tools),
  };
  expect(await client.close()).toBe(0);
  expect({ strays: client.strays, err: client.err }).toEqual({ strays: [], err: "" });
  for (const place of places) place.remove();
});

test("the command line with --json and the library give the same values and refuse alike", () => {
  expect(tellings.library).toEqual(tellings.values);
});

test("the command line without --json and MCP say the same words, as they are typed there", () => {
  const words = (all: Told[]) =>
    all.map(({ error, text, ...rest }) => ({
      ...rest,
      text: text?.split("\n").map(asTyped),
      message: error?.message,
      hint: asTyped(error?.hint ?? ""),
    }));
  expect(words(tellings.tools)).toEqual(words(tellings.texts));
});

test("a refusal has the same code, message and hint in values and over MCP", () => {
  const refusals = (all: Told[]) =>
    all.map(
      ({ says, error }) =>
        `${says}: ${error === undefined ? "done" : `${error.code} ${error.message} ${asTyped(error.hint)}`}`,
    );
  expect(refusals(tellings.tools)).toEqual(refusals(tellings.values));
  const codes = new Set(tellings.values.map(({ error }) => error?.code));
  expect([...codes].filter((code) => code !== undefined).sort()).toEqual([
    "AMBIGUOUS_ID",
    "ANTI_RESURRECTION_ERROR",
    "CREATE_OVERWRITE_ERROR",
    "INPUT_ERROR",
    "NOT_FOUND",
    "OCC_CONFLICT",
    "UNDO_CONFLICT",
    "UPDATE_ERROR",
    "VALIDATION_ERROR",
  ]);
});

test("a misspelt field is refused everywhere, as a flag where one types flags", async () => {
  const place = house();
  const client = await place.serve();
  const input = { text: "x", titel: "y" };
  const [value, library, tool] = await Promise.all([
    commandsIn(place, "json")("remember", input),
    (await libraryIn(place))("remember", input),
    toolsIn(place, client)("remember", input),
  ]);
  await client.close();
  expect(value.error).toMatchObject({ code: "INPUT_ERROR", message: "There is no flag called --titel." });
  expect(library.error).toMatchObject({ code: "INPUT_ERROR", message: "remember has no field called titel." });
  expect(tool.error).toMatchObject({ code: "INPUT_ERROR", message: "remember has no field called titel." });
  for (const { error } of [value, library, tool]) expect(error?.hint).toMatch(/^Did you mean (--)?title\?/);
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
    const answer =
      manner === "json" ? answerFrom(out) : code === 0 ? { text: out.trimEnd() } : { error: refusalFrom(err) };
    return answer.error === undefined ? answer : { error: byFields(answer.error) };
  };
}

/** Where one types flags a refusal names them so, with a line to type; here it names fields, as everywhere else. */
function byFields(error: Refusal): Refusal {
  const named = (text: string) => text.replace(/--([a-z]+)(?= must\b|:)|<([a-z]+)>(?= is missing|:)/g, "$1$2");
  return { ...error, message: named(error.message), hint: named(error.hint).replace(/ Try: cairn .*$/, "") };
}

function answerFrom(out: string): Answer {
  const value = JSON.parse(out) as { error?: Refusal };
  return value.error === undefined ? { output: value } : { error: value.error };
}

/** Text has no code. */
function refusalFrom(err: string): Refusal {
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
      return { error: { code, kind, message, hint, ...defined({ field }) } };
    }
  };
}

function toolsIn(place: House, client: Awaited<ReturnType<House["serve"]>>): Ask {
  const command = commandsIn(place, "text");
  return async (operation, input) => {
    if (!TOOLS.includes(operation)) return withCode(place, operation, input, command);
    const { text, isError } = await client.call(operation, input);
    if (!isError) return { text };
    const [, code = "", message = "", hint = ""] = /^([A-Z_]+): ([^\n]*)\n?(.*)$/s.exec(text) ?? [];
    return { error: { code, message, hint } };
  };
}

/** Done once, by a command; its code is only known to the JSON, so a refusal is asked for a second time. */
async function withCode(
  place: House,
  operation: string,
  input: Record<string, unknown>,
  command: Ask,
): Promise<Answer> {
  const answer = await command(operation, input);
  if (answer.error === undefined) return answer;
  const again = await commandsIn(place, "json")(operation, input);
  return { error: { ...answer.error, code: again.error?.code ?? "" } };
}

/** Without what differs from run to run: times, hashes, the surface's own name, where the house stands. */
function told(all: Told[], place: House): Told[] {
  return JSON.parse(
    JSON.stringify(all)
      .replaceAll(place.base, "BASE")
      .replaceAll(place.base.replace(/[^A-Za-z0-9]/g, "-"), "BASE")
      .replace(/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z/g, "TIME")
      .replace(/\b[0-9a-f]{64}\b/g, "HASH")
      .replace(/\b(?:agent-shell|library|mcp)\b/g, "SURFACE")
      // A command prints the views when it ends, a program that goes on when it closes.
      .replace(/"(pointers|without_pointer)":\s*\d+/g, '"$1":0'),
  );
}
