import { expect, test } from "vitest";
import { cairnWith, type TestCairn } from "../../test/support/cairn-with.ts";
import { say } from "../../test/support/host.ts";

const FACES = "😀".repeat(400);
/** As bytes or escaped: JSON and YAML write half a character as its number. */
const HALF =
  /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|\ufffd|\\u[dD][89abAB]\w\w(?!\\u[dD][c-fC-F])/;
const session_id = "760f230b-96a5-4c5f-9a53-2f0a6b1c0c11";

/** Each keeps words that are longer than their place, once with a character across its end whatever that is. */
const roads: Readonly<Record<string, (cairn: TestCairn, words: string) => Promise<unknown>>> = {
  "a description": (cairn, words) => cairn.ask("remember", { title: "Alpha", text: "One.", description: words }),
  "a description made of the text": (cairn, words) => cairn.ask("remember", { text: words }),
  "a new description": async (cairn, words) => {
    await cairn.ask("remember", { title: "Alpha", text: "One." });
    await cairn.ask("update", { id: "alpha", description: words });
  },
  "what is resolved": async (cairn, words) => {
    await cairn.ask("remember", { kind: "blocker", text: `The vendor is down ${words}` });
    await cairn.ask("remember", { kind: "blocker", text: `Resolved: the vendor is down ${words}` });
  },
  "a prompt and the task at hand": async (cairn, words) => {
    await say(cairn, { session_id, hook_event_name: "UserPromptSubmit", prompt: words, prompt_id: "p1" });
    await cairn.ask("checkpoint", { task: words, progress: words }, { session: session_id });
  },
  "what a sub-agent said": (cairn, words) =>
    say(cairn, {
      session_id,
      hook_event_name: "SubagentStop",
      agent_id: "a1",
      agent_type: words,
      last_assistant_message: words,
    }),
};

test.each(Object.entries(roads))("%s is cut between two characters", async (_, road) => {
  for (const lead of ["", "x"]) {
    const cairn = cairnWith();
    await road(cairn, lead + FACES);
    const kept = Buffer.from(cairn.everything(), "latin1").toString("utf8");
    expect(kept).toContain("😀");
    expect(HALF.exec(kept)).toBeNull();
  }
});

test("a title's length is counted in characters", async () => {
  const cairn = cairnWith();
  const title = `Faces ${"😀".repeat(70)}`;
  await cairn.ask("remember", { title, text: "One." });
  expect((await cairn.ask("list", {})).memories.map((memory) => memory.title)).toEqual([title]);
  const refused = await cairn.refusal("remember", { title: "😀".repeat(121), text: "One." });
  expect(refused.message).toContain("120 characters");
});
