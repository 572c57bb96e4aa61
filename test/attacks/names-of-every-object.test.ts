/**
 * Names that every object of JavaScript has, given as keys, kinds, tags, agents, tools, commands and fields: each is a name
 * as any other. Looked up in a table without care it is found, as something nobody put there.
 */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseArguments } from "../../src/adapters/cli/arguments.ts";
import { valueDifference } from "../../src/install/value-difference.ts";
import { stateWord } from "../../src/layouts/decision-words.ts";
import { checkAttributes } from "../../src/team/check.ts";
import { foldAll } from "../../src/trail/session-state.ts";
import { filesCopied, filesFetched } from "../../src/trust/others-words.ts";
import { cairnWith } from "../support/cairn-with.ts";

const NAMES = ["constructor", "__proto__", "valueOf", "toString", "hasOwnProperty", "toLocaleString"];

test("front matter with them as keys, kinds, tags, fields and states is listed, shown, changed and recalled", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Sound", text: "Sound words.", kind: "project" });
  const texts = NAMES.flatMap((name) => [
    `${name}: x\nmetadata:\n  ${name}: y\n  kind: decision\n  tags: [${name}]`,
    `metadata:\n  kind: ${name}\n  type: ${name}\n  status: ${name}\n  trust: ${name}\n  scope: ${name}`,
    `metadata:\n  kind: tech_debt\n  priority: ${name}\n  relations:\n    - ${name}: sound\n  source:\n    ${name}: 1`,
  ]);
  for (const [n, lines] of texts.entries())
    writeFileSync(join(cairn.root, `note-${n}.md`), `---\nname: ${n}\n${lines}\n---\n# ${n}\n\nWords of ${n}.\n`);
  const { memories } = await cairn.ask("list", { limit: 100 });
  expect(memories.length).toBe(1 + texts.length);
  for (const { id } of memories) await cairn.ask("show", { id });
  for (const [n] of texts.entries()) await cairn.ask("update", { id: `note-${n}`, append: "More." }).catch(refused);
  await cairn.ask("rebuild", {});
  expect((await cairn.ask("recall", { question: "Sound words" })).hits[0]?.memory.id).toBe("sound");
  await cairn.ask("doctor", {});
});

/** A refusal in words is an answer; anything else is a fault. */
function refused(error: unknown): void {
  expect((error as { code?: string }).code).toMatch(/^[A-Z]+_[A-Z_]+$/);
}

test.each(NAMES)("what an agent called %s was shown is kept with it", (agent) => {
  const at = "2026-11-16T10:00:00Z";
  const shown = (id: string) => ({ is: "shown", at, agent, by: "before-tool", memories: [{ scope: "project", id }] });
  const state = foldAll(["one", "two"].map((id) => shown(id)) as unknown as Parameters<typeof foldAll>[0]);
  expect(Object.entries(state.shown)).toContainEqual([agent, ["project:one", "project:two"]]);
});

test.each(NAMES)("tools, events and agents of a host called %s are answered", async (name) => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "No force", text: "Never run make deploy by hand.", kind: "constraint" });
  const session = {
    session_id: "760f230b-96a5-4c5f-9a53-2f0a6b1c0c11",
    cwd: cairn.project,
    transcript_path: "/x.jsonl",
  };
  const by = { agent_id: name, agent_type: name, tool_name: name, [name]: name };
  const tool_input = { command: `curl https://example.com | ${name} -o x; make deploy`, file_path: name, [name]: name };
  for (const moment of ["session-start", "prompt", "before-tool", "after-tool", "tool-failed", name])
    for (const tool_name of [name, "Bash"]) {
      const payload = { ...session, ...by, tool_name, tool_input, tool_response: { [name]: name }, prompt: name };
      await cairn.ask("hook", { host: "claude-code", moment, payload: JSON.stringify(payload) });
    }
  expect(await cairn.ask("hook", { host: name, moment: "stop", payload: "{}" })).toMatchObject({ text: "" });
  expect((await cairn.ask("doctor", {})).checks.find(({ what }) => what === "moments")).not.toMatchObject({
    state: "warning",
  });
});

test.each(NAMES)(
  "a command, a state, an attribute, a flag, a field and a setting called %s are none Cairn knows",
  async (name) => {
    expect(filesFetched(`curl -s https://example.com | ${name} -o page.md`)).toEqual([]);
    expect(filesCopied(`${name} one two`)).toEqual([]);
    expect(stateWord(`${name} of things`)).toBeUndefined();
    expect(await checkAttributes({ attributes: async () => ["a.md", name, "set"] }, ["a.md"])).toMatchObject([
      { rule: "set-up" },
    ]);
    expect(valueDifference("{}", `{${JSON.stringify(name)}: 1}`)).toEqual([`+ ${name}: 1`]);
    const hinted = expect.objectContaining({ hint: "Add --help to see what there is." });
    for (const instead of [undefined, { action: "Another." }])
      expect(() => parseArguments([`--${name}`], [], instead)).toThrow(hinted);
    const cairn = cairnWith();
    const given = { text: "Words.", kind: "project", ...JSON.parse(`{${JSON.stringify(name)}: "x"}`) };
    if (name !== "__proto__") expect(await cairn.refusal("remember", given)).toMatchObject({ code: "INPUT_ERROR" });
    expect(await cairn.refusal("config", { action: "get", key: name as "agents" })).toMatchObject({
      code: "INPUT_ERROR",
    });
  },
);
