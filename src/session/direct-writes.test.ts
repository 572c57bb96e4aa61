import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith, memoryText, type TestCairn } from "../../test/support/cairn-with.ts";
import { onWaymark, say } from "../../test/support/host.ts";

const session_id = "760f230b-96a5-4c5f-9a53-2f0a6b1c0c11";
const SECRET = `ghp_${"aB3dE5gH7jK9mN1pQ3sT5vW7xY9zA2cD4eF6"}`;
const HIDDEN = "[REDACTED:github-token]";

interface Use {
  readonly tool_name: string;
  readonly tool_input: Readonly<Record<string, unknown>>;
  readonly agent_id?: string;
  readonly tool_use_id?: string;
}

/** What the host is told before a tool is used, as it reads it. */
async function before(cairn: TestCairn, use: Use) {
  const payload = { hook_event_name: "PreToolUse", session_id, tool_use_id: "toolu_1", ...use };
  const text = await say(cairn, payload);
  return text === "" ? {} : JSON.parse(text).hookSpecificOutput;
}

/** The host does what it was going to do, and says so. */
async function carryOut(cairn: TestCairn, path: string, text: string, use: Use): Promise<void> {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  await say(cairn, { hook_event_name: "PostToolUse", session_id, tool_use_id: "toolu_1", ...use });
}

const write = (file_path: string, content: string): Use => ({ tool_name: "Write", tool_input: { file_path, content } });

test.each([
  ["a file", "Write", { content: `It is ${SECRET}.` }, { content: `It is ${HIDDEN}.` }],
  [
    "an edit, which still finds its place",
    "Edit",
    { old_string: SECRET, new_string: `not ${SECRET}`, replace_all: false },
    { old_string: SECRET, new_string: `not ${HIDDEN}`, replace_all: false },
  ],
  [
    "several edits",
    "MultiEdit",
    { edits: [{ old_string: "a", new_string: SECRET }, 7] },
    { edits: [{ old_string: "a", new_string: HIDDEN }, 7] },
  ],
])("a secret is taken out of %s before it is written", async (_, tool_name, given, written) => {
  const cairn = cairnWith();
  const file_path = cairn.path("not/there/yet.md");
  const told = await before(cairn, { tool_name, tool_input: { file_path, ...given } });
  expect(told.updatedInput).toEqual({ file_path, ...written });
  expect(told.additionalContext).toContain("github-token");
  expect(cairn.everything()).not.toContain(SECRET);
});

// Edits of Waymark are all of one file.
test.skipIf(onWaymark)(
  "of edits that name files of their own, those into a memory hold no secret, and the others stay as they are",
  async () => {
    const cairn = cairnWith();
    const memory = cairn.path("topics/here.md");
    const edits = [
      { old_string: "a", new_string: SECRET },
      { file_path: join(cairn.project, "b.ts"), old_string: "a", new_string: SECRET },
      { file_path: memory, old_string: "a", new_string: SECRET },
    ];
    const file_path = join(cairn.project, "a.ts");
    const beside = await before(cairn, { tool_name: "MultiEdit", tool_input: { file_path, edits } });
    expect(beside.updatedInput.edits).toEqual([...edits.slice(0, 2), { ...edits[2], new_string: HIDDEN }]);
    // Some clients put every edit into the one file, whatever an edit names.
    const within = await before(cairn, { tool_name: "MultiEdit", tool_input: { file_path: memory, edits } });
    expect(within.updatedInput.edits).toEqual(edits.map((edit) => ({ ...edit, new_string: HIDDEN })));
  },
);

test("a cell of a notebook below a root holds no secret either", async () => {
  const cairn = cairnWith();
  const tool_input = { notebook_path: cairn.path("notes.ipynb"), cell_id: "c1", new_source: SECRET };
  const told = await before(cairn, { tool_name: "NotebookEdit", tool_input });
  expect(told).toMatchObject({ updatedInput: { cell_id: "c1", new_source: HIDDEN } });
  expect(told.permissionDecision).toBeUndefined();
});

test("the index that every session is shown holds no secret either", async () => {
  const cairn = cairnWith();
  const told = await before(cairn, write(cairn.path("MEMORY.md"), `- [Token](token.md): ${SECRET}\n`));
  expect(told.updatedInput.content).toBe(`- [Token](token.md): ${HIDDEN}\n`);
});

test("by way of a link too: what counts is where the file comes to lie", async () => {
  const cairn = cairnWith({ memory: { "there.md": "words" } });
  symlinkSync(cairn.root, join(cairn.project, "memory"));
  symlinkSync(cairn.path("new.md"), join(cairn.project, "new.md"));
  for (const path of ["memory/there.md", "memory/new.md", "memory/sub/new.md", "new.md"]) {
    const told = await before(cairn, write(join(cairn.project, path), SECRET));
    expect([path, told.updatedInput?.content]).toEqual([path, HIDDEN]);
  }
});

test("a file that is nobody's memory is the host's own business", async () => {
  const cairn = cairnWith({ memory: { "there.md": "words" } });
  symlinkSync(cairn.project, cairn.path("out"));
  const places = [join(cairn.project, "a.md"), `${cairn.root}-beside/a.md`, cairn.path("out/a.md"), "", "a.md"];
  for (const path of places) expect(await before(cairn, write(path, SECRET))).toEqual({});
});

const KEPT = memoryText("wal", "Because of the hooks.", {
  kind: "decision",
  created: "2025-01-01T00:00:00Z",
  trust: "stated",
  shelf: "7",
});
const REWRITTEN = "---\nname: wal\ndescription: Why\nmetadata:\n  type: project\n---\n\nRewritten.\n";

test("a rewrite keeps every key of the file, and its own words", async () => {
  const cairn = cairnWith({ memory: { "wal.md": KEPT } });
  const { updatedInput } = await before(cairn, write(cairn.path("wal.md"), REWRITTEN));
  for (const key of ["kind: decision", "created: 2025", "trust: stated", "shelf: 7", "description: Why", "Rewritten."])
    expect(updatedInput.content).toContain(key);
  expect(updatedInput.content).not.toContain("Because of the hooks.");
});

test("a file written as it should be is written as it is, without a question", async () => {
  const cairn = cairnWith({ memory: { "wal.md": KEPT } });
  const ask = (file_path: string) => before(cairn, write(file_path, KEPT));
  for (const path of [cairn.path("wal.md"), cairn.path("new.md"), join(cairn.userRoot, "editor.md")]) {
    const { permissionDecision, updatedInput } = await ask(path);
    expect({ permissionDecision, updatedInput }).toEqual({ permissionDecision: "allow", updatedInput: undefined });
  }
});

test("what lies in a repository is asked for like any other file of it", async () => {
  const cairn = cairnWith({ settings: { "team.enabled": true }, project: { ".git/HEAD": "ref: refs/heads/main\n" } });
  const told = await before(cairn, write(join(cairn.project, ".claude/memory/a.md"), SECRET));
  expect(told).toMatchObject({ updatedInput: { content: HIDDEN } });
  expect(told.permissionDecision).toBeUndefined();
});

test("what the model wrote is in the history at once, as its own and worth no more than what is found", async () => {
  const cairn = cairnWith({ memory: { "wal.md": KEPT } });
  await cairn.ask("rebuild", {});
  cairn.write("other.md", memoryText("other", "By an editor."));
  await carryOut(cairn, cairn.path("wal.md"), REWRITTEN, write(cairn.path("wal.md"), REWRITTEN));
  const records = (await cairn.records()).filter(({ op }) => op === "outside");
  expect(records.map(({ path, by, trust }) => [path, by?.session, trust])).toEqual([
    ["wal.md", undefined, "imported"],
    ["wal.md", session_id, "imported"],
    ["other.md", undefined, "imported"],
  ]);
  expect(cairn.read("wal.md")).toBe(REWRITTEN);
});

test("a secret that only the whole file shows goes at once, and nothing else of the file", async () => {
  const cairn = cairnWith();
  const text = memoryText("token", `It reads ${SECRET} now.\n\nIt is old.`);
  const edit = { old_string: "ghp_", new_string: SECRET };
  await carryOut(cairn, cairn.path("token.md"), text, {
    tool_name: "Edit",
    tool_input: { file_path: cairn.path("token.md"), ...edit },
  });
  expect(cairn.read("token.md")).toBe(text.replace(SECRET, HIDDEN));
  expect(cairn.everything()).not.toContain(SECRET);
  expect((await cairn.ask("show", { id: "token" })).memory.trust).toBe("imported");
});

test("with guard.directWrites at deny, memories are kept by Cairn's tools alone", async () => {
  const cairn = cairnWith({ settings: { "guard.directWrites": "deny" }, memory: { "wal.md": KEPT } });
  for (const path of ["wal.md", "new.md", "MEMORY.md", "decisions/x.md"]) {
    const told = await before(cairn, write(cairn.path(path), "words"));
    expect(told.permissionDecision).toBe("deny");
    for (const word of ["remember", "update", "forget"]) expect(told.permissionDecisionReason).toContain(word);
  }
  expect(await before(cairn, write(join(cairn.project, "wal.md"), "words"))).toEqual({});
  const read = { tool_name: "Read", tool_input: { file_path: cairn.path("wal.md") } };
  expect(await before(cairn, read)).toMatchObject({ permissionDecision: "allow" });
});

test.each([
  ["Grep", "", "allow"],
  ["Glob", "decisions", "allow"],
  ["LS", "wal.md", "allow"],
  ["Grep", "..", undefined],
])("looking with %s into %j of a root is %s", async (tool_name, folder, decision) => {
  const cairn = cairnWith({ memory: { "wal.md": KEPT } });
  const tool_input = { pattern: "x", path: join(cairn.root, folder) };
  expect((await before(cairn, { tool_name, tool_input })).permissionDecision).toBe(decision);
  expect(await before(cairn, { tool_name, tool_input: { pattern: "x" } })).toEqual({});
});

test("what a command that names the root did there is the model's own doing, and another's is not", async () => {
  const cairn = cairnWith({ memory: { "wal.md": KEPT } });
  await cairn.ask("rebuild", {});
  const ran = async (command: string, use: string) => {
    const payload = { session_id, tool_name: "Bash", tool_input: { command }, tool_use_id: use };
    await say(cairn, { hook_event_name: "PostToolUse", ...payload });
    return (await cairn.records()).filter(({ op, by }) => op === "outside" && by?.session !== undefined).length;
  };
  cairn.change("wal.md", (text) => `${text}\nBy sed.\n`);
  expect(await ran("npm install", "t1")).toBe(0);
  cairn.change("wal.md", (text) => `${text}\nAnd ${SECRET} again.\n`);
  const folder = cairn.root.replace(cairn.home, "~");
  expect(await ran(`sed -i s/a/b/ ${folder}/wal.md`, "t2")).toBe(1);
  expect(cairn.read("wal.md")).toContain(`And ${HIDDEN} again.`);
});

test("the list of projects may be read, the memories of others where you allow it, and nothing else the host keeps there", async () => {
  const settings = { "recall.otherProjects": "allow" };
  const cairn = cairnWith({ memory: { "wal.md": KEPT }, settings });
  const careful = cairnWith({ memory: { "wal.md": KEPT } });
  const asking = join(careful.home, ".claude", "projects/-x/memory/a.md");
  const asked = await before(careful, { tool_name: "Read", tool_input: { file_path: asking } });
  expect(asked.permissionDecision).toBeUndefined();
  const decisionOn = async (path: string) => {
    const file_path = join(cairn.home, ".claude", path);
    return (await before(cairn, { tool_name: "Read", tool_input: { file_path } })).permissionDecision;
  };
  for (const path of ["workspace.md", "projects/-x/memory/a.md", "projects/-x/memory/_index.md", "user/profile.md"])
    expect([path, await decisionOn(path)]).toEqual([path, "allow"]);
  for (const path of ["settings.json", "projects/-x/s.jsonl", "projects/-x/memory/a.json", "cairn/key", "CLAUDE.md"])
    expect([path, await decisionOn(path)]).toEqual([path, undefined]);
});

test("what the model writes in a turn in which it read the text of others is untrusted, and in the next it is not", async () => {
  const cairn = cairnWith();
  const turn = (prompt_id: string) =>
    say(cairn, { hook_event_name: "UserPromptSubmit", session_id, prompt: "go on", prompt_id });
  const keep = async (name: string) => {
    const text = memoryText(name, "Read somewhere.");
    await carryOut(cairn, cairn.path(`${name}.md`), text, {
      ...write(cairn.path(`${name}.md`), text),
      tool_use_id: name,
    });
    return (await cairn.ask("show", { id: name })).memory.trust;
  };
  await turn("p1");
  const fetched = { tool_name: "WebFetch", tool_input: { url: "https://example.com" }, tool_use_id: "toolu_web" };
  await say(cairn, { hook_event_name: "PostToolUse", session_id, ...fetched });
  expect(await keep("heard")).toBe("untrusted");
  await turn("p2");
  expect(await keep("thought")).toBe("imported");
});
