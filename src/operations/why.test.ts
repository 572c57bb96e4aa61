import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith, type TestCairn } from "../../test/support/cairn-with.ts";
import { contextIn, type HostPayload, say as sayTo } from "../../test/support/host.ts";
import { defined } from "../model/defined.ts";

const session_id = "760f230b-96a5-4c5f-9a53-2f0a6b1c0c11";
const DAY_MS = 86_400_000;

/** Payloads as the real client sends them (2.1.325), paths aside. */
const start = (source: string) => ({ session_id, cwd: "/x", hook_event_name: "SessionStart", source });
const prompted = (prompt: string, prompt_id: string) => ({
  session_id,
  cwd: "/x",
  prompt_id,
  permission_mode: "auto",
  hook_event_name: "UserPromptSubmit",
  prompt,
});

async function say(cairn: TestCairn, payload: HostPayload): Promise<string> {
  return contextIn(await sayTo(cairn, payload));
}

const kettle = "The kettle is blue. It was bought in spring. It hums before it boils.";

async function withNotes(): Promise<TestCairn> {
  const cairn = cairnWith({ project: { "src/boil.ts": "boil();\n" } });
  await cairn.ask("remember", { title: "Blue kettle", text: kettle, kind: "decision", files: ["src/boil.ts"] });
  await cairn.ask("remember", { text: "Mend the login test.", kind: "task" });
  return cairn;
}

async function replay(cairn: TestCairn, turn?: string) {
  const { injections } = await cairn.ask("why", { replay: true, ...defined({ turn }) });
  return injections.at(-1)!;
}

test("why says what was shown last, at which moment, why, with what score and for how many tokens", async () => {
  const cairn = await withNotes();
  await say(cairn, start("startup"));
  await say(cairn, prompted("what about the blue kettle?", "p1"));
  const outcome = await cairn.outcome("why", {});
  expect(outcome).toMatchObject({
    output: {
      earlier: 1,
      injections: [
        {
          session: session_id,
          moment: "prompt",
          turn: 1,
          turn_id: "p1",
          budget: 400,
          memories: [
            {
              id: "project:blue-kettle",
              score: expect.closeTo(1, 1),
              why: expect.arrayContaining([expect.stringContaining("named in the prompt: ")]),
              now: "as it was",
            },
          ],
        },
      ],
    },
  });
  const { text } = outcome as { text: string };
  expect(text).toMatch(/project:blue-kettle\n {3}named in the prompt: .*; \d+ % likely; shown whole; now as it was/);
});

test("any moment of any session can be asked for, and one at which nothing was shown says so", async () => {
  const cairn = await withNotes();
  await say(cairn, start("startup"));
  await say(cairn, prompted("the blue kettle", "p1"));
  const { injections } = await cairn.ask("why", { session: session_id, turn: "0" });
  expect(injections).toMatchObject([{ moment: "start:startup", memories: [{ id: "project:current-task" }] }]);
  expect((await cairn.ask("why", { turn: "p1" })).injections).toMatchObject([{ moment: "prompt" }]);
  expect(await cairn.refusal("why", { turn: "7" })).toMatchObject({ kind: "not-found" });
  expect(await cairn.refusal("why", { session: "another" })).toMatchObject({ kind: "not-found" });
});

test("every moment replays to the last character, however the memories went on since", async () => {
  const cairn = await withNotes();
  const shown: string[] = [];
  const keep = async (payload: HostPayload) => shown.push(await say(cairn, payload));
  await keep(start("startup"));
  cairn.clock.advance(40 * DAY_MS);
  cairn.write("../../../../../project/src/boil.ts", "boil(twice);\n");
  await keep(prompted("the blue kettle again", "p1"));
  await say(cairn, {
    session_id,
    hook_event_name: "PostToolUseFailure",
    tool_name: "Bash",
    tool_input: { command: "npm test" },
    tool_use_id: "toolu_1",
    error: "Exit code 1\n</memory> 3 tests failed",
  });
  await keep(start("compact"));
  await keep({ session_id, hook_event_name: "SubagentStart", agent_id: "a2b75c37", agent_type: "scout" });
  expect(shown.every((text) => text.includes("<cairn-memories"))).toBe(true);
  expect(shown[1]).toContain("src/boil.ts changed since it was written");

  await cairn.ask("update", { id: "blue-kettle", body: "The kettle is red now." });
  await cairn.ask("forget", { id: "current-task" });
  const { injections } = await cairn.ask("why", { turn: "1", replay: true });
  const first = await replay(cairn, "0");
  const all = [first, ...injections];
  expect(all.map(({ replay }) => replay?.text)).toEqual(shown);
  expect(all.map(({ replay }) => replay?.state)).toEqual(["identical", "identical", "identical", "identical"]);
  expect(first.memories[0]?.now).toBe("retired");
  expect(injections[0]?.memories[0]?.now).toBe("changed since");
});

test("what was taken out for good replays as such, and nothing of it is in the ledger", async () => {
  const cairn = await withNotes();
  await say(cairn, start("startup"));
  await say(cairn, prompted("the blue kettle", "p1"));
  await say(cairn, { session_id, hook_event_name: "Stop", stop_hook_active: false });
  await cairn.ask("forget", { id: "blue-kettle", hard: true }, { confirmed: true });
  const { memories, replay: again } = await replay(cairn, "p1");
  expect(memories).toEqual([{ why: [], shown: "", now: "taken out for good" }]);
  expect(again).toMatchObject({ state: "incomplete", missing: [{ place: 1, because: "it was taken out for good" }] });
  const folder = join(cairn.cairnHome, "sessions");
  const trails = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  expect(trails.join("")).not.toMatch(/kettle/i);
  expect((await replay(cairn, "0")).replay?.state).toBe("identical");
});

test("a text that nobody kept is named as missing", async () => {
  const cairn = cairnWith({ "project/kettle.md": "---\nname: kettle\n---\n# Blue kettle\n\nIt is blue.\n" });
  await say(cairn, prompted("the blue kettle", "p1"));
  cairn.delete("project/kettle.md");
  expect((await replay(cairn)).replay).toMatchObject({
    state: "incomplete",
    missing: [{ place: 1, id: "project:kettle", because: "its text of that time is not kept" }],
  });
});

test("what was left out for want of room is named", async () => {
  const cairn = cairnWith({ settings: { "retrieval.budgetTokens": 150, "retrieval.max_inject": 4 } });
  for (const n of [1, 2, 3, 4])
    await cairn.ask("remember", {
      title: `Turnstile ${n}`,
      text: "It opens by badge. ".repeat(12),
      kind: "project",
      aliases: ["turnstile"],
    });
  await say(cairn, prompted("fix the turnstile", "p1"));
  const { injections } = await cairn.ask("why", {});
  const { memories, left_out } = injections[0]!;
  expect(left_out.length).toBeGreaterThan(0);
  expect(memories.length + left_out.length).toBe(4);
});

test("why a memory is, or is not, shown for a prompt is said with its probability and reasons", async () => {
  const cairn = await withNotes();
  const asked = async (prompt: string) => {
    const outcome = await cairn.outcome("why", { id: "blue-kettle", prompt });
    return outcome as { output: { weighed: { shown: boolean; probability: number } }; text: string };
  };
  const named = await asked("what about the blue kettle?");
  expect(named.output.weighed).toMatchObject({ shown: true, probability: expect.closeTo(1, 1) });
  expect(named.text).toMatch(
    /project:blue-kettle {2}\d+ % likely, shown {2}Blue kettle\n {3}for \(.*named in the prompt/,
  );
  const not = await asked("write a parser for csv");
  expect(not.output.weighed).toMatchObject({ shown: false, probability: 0 });
  expect(not.text).toContain("not shown");
  expect(await cairn.refusal("why", { id: "blue-kettle" })).toMatchObject({ kind: "invalid-input" });
  expect(await cairn.refusal("why", { id: "no-such", prompt: "x" })).toMatchObject({ kind: "not-found" });
});

test("relevant --explain lists the likeliest with their reasons, shown or not", async () => {
  const cairn = await withNotes();
  const outcome = await cairn.outcome("relevant", { prompt: "is the kettle humming?", explain: true });
  const { output, text } = outcome as { output: { explained: { id: string; why: object[] }[] }; text: string };
  expect(output.explained[0]).toMatchObject({ id: "project:blue-kettle" });
  expect(output.explained[0]!.why.length).toBeLessThanOrEqual(3);
  expect(text).toContain("% likely");
});
