import { afterEach, expect, test } from "vitest";
import { cairnWith, memoryText } from "../../test/support/cairn-with.ts";
import { type Call, setFaults } from "../disk/faults.ts";

afterEach(() => setFaults(undefined));

/** The calls of one more change, in a root of so many memories that a server has worked in for a while. */
async function callsIn(size: number, operation: "remember" | "update"): Promise<Call[]> {
  const names = Array.from({ length: size }, (_, n) => `part-${n}`);
  const files = names.map((name) => [`project/${name}.md`, memoryText(name, `Part ${name}`)]);
  const server = await cairnWith(Object.fromEntries(files)).warm({ surface: "mcp" });
  const remember = (title: string) => server.ask("remember", { title, text: "One." });
  for (const title of ["Alpha", "Beta", "Gamma", "Delta"]) await remember(title);
  const calls: Call[] = [];
  setFaults(({ call }) => {
    calls.push(call);
    return undefined;
  });
  if (operation === "remember") await remember("Epsilon");
  else await server.ask("update", { id: "alpha", append: "More." });
  setFaults(undefined);
  return calls;
}

test.each(["remember", "update"] as const)(
  "%s asks the disk as often in a large root as in a small one",
  async (verb) => {
    const few = await callsIn(2, verb);
    const many = await callsIn(200, verb);
    expect(many).toEqual(few);
  },
);
