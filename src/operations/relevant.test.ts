import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith, memoryText, type TestCairn } from "../../test/support/cairn-with.ts";
import { tokensOf } from "../text/tokens.ts";

async function withNotes(settings: Readonly<Record<string, unknown>> = {}): Promise<TestCairn> {
  const cairn = cairnWith({ settings, project: { "src/login.ts": "x" } });
  const remember = (title: string, text: string, more: object = {}) =>
    cairn.ask("remember", { title, text, kind: "project", ...more });
  await remember("Flaky login test", "It waits for a clock that a fake one never moves.", { aliases: ["login test"] });
  await remember("Session store", "Sessions live in memory only.", { files: ["src/login.ts"] });
  await remember("Deploy window", "Deploys happen on Tuesdays.");
  return cairn;
}

const ids = ({ hits }: { hits: readonly { memory: { id: string } }[] }) => hits.map(({ memory }) => memory.id);

test("a memory named in the prompt comes in, with the reason", async () => {
  const said = await (await withNotes()).ask("relevant", { prompt: "fix the flaky login test please" });
  expect(ids(said)).toEqual(["flaky-login-test"]);
  expect(said.hits[0]?.why[0]).toContain("named in the prompt");
  expect(said.text).toContain("It waits for a clock");
  expect(said.tokens).toBe(tokensOf(said.text));
});

test.each(["hello", "what time is it", "write a parser for csv", "", "store"])(
  "where nothing bears on %j, nothing is shown",
  async (prompt) => {
    expect(await (await withNotes()).ask("relevant", { prompt })).toMatchObject({ hits: [], text: "", tokens: 0 });
  },
);

test("a touched file makes a memory about it likelier, however its path is written, and is no door by itself", async () => {
  const cairn = await withNotes();
  const ask = (prompt: string, files: readonly string[]) => cairn.ask("relevant", { prompt, files: [...files] });
  for (const file of ["src/login.ts", join(cairn.project, "src/login.ts")]) {
    expect(ids(await ask("where are sessions kept", [file]))).toEqual(["session-store"]);
    expect(ids(await ask("go on", [file]))).toEqual([]);
  }
});

test("what was said before brings nothing in: it had its turn", async () => {
  const cairn = await withNotes();
  const said = await cairn.ask("relevant", {
    prompt: "and the flaky login test?",
    recent: ["when is the deploy window"],
    tools: ["Edit"],
  });
  expect(ids(said)).toEqual(["flaky-login-test"]);
});

test.each([
  ["the login spec is intermittent", "flaky-login-test"],
  ["is the login test nondeterministic?", "flaky-login-test"],
])("a memory is found by other words for the same: %j", async (prompt, id) => {
  const said = await (await withNotes()).ask("relevant", { prompt });
  expect(ids(said)).toEqual([id]);
  expect(said.hits[0]?.probability).toBeGreaterThanOrEqual(0.5);
  expect(said.hits[0]?.why.join()).toContain(" for ");
});

test("nothing is shown twice in one context", async () => {
  const cairn = await withNotes();
  for (const shown of ["flaky-login-test", "project:flaky-login-test"])
    expect((await cairn.ask("relevant", { prompt: "flaky login test", shown: [shown] })).hits).toEqual([]);
});

test("the budget and the host's cap hold", async () => {
  const cairn = await withNotes({ "retrieval.budgetTokens": 120 });
  const { text, tokens } = await cairn.ask("relevant", {
    prompt: "flaky login test, session store, deploy window",
  });
  expect(tokens).toBeLessThanOrEqual(120);
  expect(text).not.toBe("");
  expect((await cairn.ask("relevant", { prompt: "flaky login test", units: 100 })).text).toBe("");
});

test("retired and superseded memories are never shown unasked", async () => {
  const cairn = await withNotes();
  await cairn.ask("forget", { id: "flaky-login-test" });
  expect((await cairn.ask("relevant", { prompt: "flaky login test" })).hits).toEqual([]);
});

test("what came from elsewhere is marked as such where it is shown", async () => {
  const cairn = cairnWith({ memory: { "samovar.md": memoryText("samovar", "The samovar boils at noon") } });
  const { text } = await cairn.ask("relevant", { prompt: "when does the samovar boil at noon?" });
  expect(text).toMatch(/trust\W+imported/);
});
