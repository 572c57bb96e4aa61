import { describe, expect, test } from "vitest";
import * as newcomer from "../support/newcomer.ts";
import { cairn, cairnClient, timesTold, told, tool } from "./cairn-plugin.ts";
import { clientVersions } from "./install.ts";
import { type Scene, scene } from "./scene.ts";
import { call, printScript, say } from "./script.ts";

const hanging = "The broker of the last run still holds port 5672: make broker-down, then run them again.";
const cents = "Never floats: rounding lost us money.";
const relay = "Its allow list goes by address: ask for the new one to be put on it.";

function keep(at: Scene, kind: string, title: string, text: string, ...more: readonly string[]): void {
  const { code, err } = cairn(at, ["remember", text, "--kind", kind, "--title", title, ...more]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
}

function keepAll(at: Scene): void {
  keep(at, "runbook", "Hanging integration tests", hanging);
  keep(at, "constraint", "Amounts are integers of cents", cents, "--files", "src/money.ts");
  keep(at, "runbook", "The mail relay answers ECONNREFUSED after a deploy", relay);
}

/** Words that need none of them. */
const needless =
  `good morning; thanks; continue; yes please; what time is it; fix the typo in the readme; bump the version;
  write a haiku about autumn; rename this variable to count; sort these imports; explain this regular expression;
  make the heading bold; which branch am I on; undo that; summarize what you did; add a comment here; format the file;
  how are you; open a pull request; stop here`
    .split(";")
    .map((words) => words.trim());

describe.each(clientVersions)("client %s", (version) => {
  test("a paraphrase gets its memory, and prompts that need nothing get nothing in twenty of twenty", async () => {
    const at = await scene();
    keepAll(at);
    const talk = cairnClient(at, { version }).talk();
    for (const prompt of needless) await talk.say(prompt);
    const quiet = told(at.model.last().body).filter(({ event }) => event === "UserPromptSubmit");
    expect(quiet).toEqual([]);
    await talk.say("integration tests freeze on my laptop");
    expect(timesTold(hanging, at.model.last().body)).toBe(1);
    expect((await talk.end()).code).toBe(0);
  });

  test("the edit of a guarded file and a failing command bring what is known of them, each once", async () => {
    const at = await scene();
    keepAll(at);
    const file_path = at.write("project/src/money.ts", "export const total = 1.5;\n");
    const failing = call("Bash", { command: "echo 'connect ECONNREFUSED 10.0.3.7:25' >&2; exit 3" });
    at.model.obey({
      when: { kind: "main", prompt: /^go ahead/ },
      steps: [call("Write", { file_path: `${file_path}.new`, content: "x" }), say("done")],
    });
    at.model.obey({
      when: { kind: "main", prompt: /^do it/ },
      steps: [
        call("Read", { file_path }),
        call("Edit", { file_path, old_string: "1.5", new_string: "2.5" }),
        say("edited"),
      ],
    });
    at.model.obey({ when: { kind: "main", prompt: /^run it/ }, steps: [failing, say("failed")] });
    const talk = cairnClient(at, { version }).talk();
    await talk.say("go ahead");
    expect(timesTold(cents, at.model.last().body)).toBe(0);
    await talk.say("do it");
    const edited = told(at.model.last().body).find(({ text }) => text.includes(cents));
    expect(edited).toMatchObject({ event: expect.stringContaining("PreToolUse") });
    await talk.say("run it");
    const body = at.model.last().body;
    expect([timesTold(cents, body), timesTold(relay, body)]).toEqual([1, 1]);
    expect((await talk.end()).code).toBe(0);
  });

  test("what a session wrote itself is not shown to it, and the next one is shown it", async () => {
    const at = await scene();
    const client = cairnClient(at, { version });
    const text = "It was agreed with the cook.";
    const talk = client.talk();
    await talk.say(
      printScript(tool("remember", { kind: "decision", title: "The samovar boils at noon", text }), say("kept")),
    );
    await talk.say("when does the samovar boil?");
    expect(timesTold(text, at.model.last().body)).toBe(0);
    expect((await talk.end()).code).toBe(0);
    const next = client.talk();
    await next.say("when does the samovar boil?");
    // The thread of the last session quotes what was asked there, and that held the text.
    const shown = told(at.model.last().body).filter(
      ({ event, text: said }) => event === "UserPromptSubmit" && said.includes(text),
    );
    expect(shown).toHaveLength(1);
    expect((await next.end()).code).toBe(0);
  });

  test("a newcomer's prompts: 18 of 36 and more bring their memory, at most 2 another, at most 1 of 10 chores any", async () => {
    const at = await scene();
    const texts = Object.entries(newcomer.taught);
    for (const [, { kind, title, text }] of texts) keep(at, kind, title, text);
    const client = cairnClient(at, { version });
    const [right, wrong, unneeded]: [string[], string[], string[]] = [[], [], []];
    // A context is told a memory once: three sessions, a third of the prompts each.
    for (const third of [0, 1, 2]) {
      const talk = client.talk();
      const isOfThird = (_: unknown, n: number) => n % 3 === third;
      const prompts = [...newcomer.said, ...newcomer.needless.map((prompt) => [prompt, ""] as const)].filter(isOfThird);
      let known: string[] = [];
      for (const [prompt, meant] of prompts) {
        await talk.say(prompt);
        const { body } = at.model.last();
        const now = texts.filter(([, { text }]) => timesTold(text, body) > 0).map(([name]) => name);
        for (const name of now.filter((one) => !known.includes(one)))
          (name === meant ? right : meant === "" ? unneeded : wrong).push(`${prompt}: ${name}`);
        known = now;
      }
      expect((await talk.end()).code).toBe(0);
    }
    expect(right.length, right.join("\n")).toBeGreaterThanOrEqual(18);
    expect(wrong.length, wrong.join("\n")).toBeLessThanOrEqual(2);
    expect(unneeded.length, unneeded.join("\n")).toBeLessThanOrEqual(1);
  });
});
