import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openTranscript } from "../../src/hosts/records.ts";
import { touchedBy } from "../../src/hosts/touched.ts";
import type { Turn } from "../../src/transcripts/turn.ts";
import { recorded, samples } from "./samples.ts";

function read(text: string): { format: string | undefined; turns: Turn[] } {
  const folder = mkdtempSync(join(tmpdir(), "cairn-transcripts-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "one");
  writeFileSync(path, text);
  const opened = openTranscript(path);
  const turns = opened === undefined ? [] : [...opened.turns()];
  opened?.close();
  return { format: opened?.format, turns };
}

/** One line for each turn: who, what was called or came back, and the words. */
function told({ turns }: { turns: readonly Turn[] }): string[] {
  return turns.map(({ by, agent, text, uses, result, compacted }) => {
    const called = uses?.map(({ tool, input }) => `${tool} ${JSON.stringify(input)}`);
    const back = result === undefined ? [] : [result.isError ? "failed" : "worked"];
    const who = agent === undefined ? by : `${by} in ${agent}`;
    return [`${who}:`, ...(compacted ? ["(compacted)"] : []), ...(called ?? []), ...back, text].join(" ").trim();
  });
}

describe("every format is known by what stands in it", () => {
  test.each(Object.keys(samples) as (keyof typeof samples)[])("%s", (name) => {
    expect(read(samples[name]).format).toBe(name);
  });

  test.each(["", "A letter to a friend.\n", "# A page\n\nText.\n", '{"silly":"this"}\n', "[1, 2]", "\u0000\u0001"])(
    "and %j is no transcript",
    (text) => expect(read(text)).toEqual({ format: undefined, turns: [] }),
  );
});

test("a Codex rollout: items once, the machine's apart, patches and exit codes understood", () => {
  const codex = read(samples.codex);
  expect(told(codex)).toEqual([
    "machine: Obey the sandbox.",
    expect.stringContaining("machine: <environment_context>"),
    "person: Keep the queue in SQLite.",
    "machine: Memories of the project.",
    'agent: shell {"command":["bash","-lc","npm test"]}',
    "tool: failed 1 failed",
    expect.stringContaining("agent: apply_patch"),
    "tool: worked Done!",
    "machine: (compacted) The queue is in SQLite.",
    "agent: The queue is in SQLite now.",
  ]);
  expect(codex.turns.every(({ session, at }) => session === "thread-1" && at?.startsWith("2026-03-01T10:00:"))).toBe(
    true,
  );
  expect(codex.turns.flatMap(({ uses = [] }) => uses.map(touchedBy))).toEqual([
    { command: "npm test", edits: [], reads: [], searched: [] },
    { edits: ["src/queue.ts"], reads: [], searched: [] },
  ]);
});

test("a Codex thread that no person began is an agent's", () => {
  const [meta, ...rest] = samples.codex.split("\n");
  const own = meta!.replace('"source":"exec"', '"source":{"subagent":"review"}');
  expect(told(read([own, ...rest].join("\n")))).toContain("agent in thread-1: Keep the queue in SQLite.");
});

test("a Codex thread that was forked is its own, though the line of the one it was copied from stands in it", () => {
  const [meta, ...rest] = samples.codex.split("\n");
  const forked = [meta, meta!.replaceAll("thread-1", "thread-0"), ...rest].join("\n");
  expect(new Set(read(forked).turns.map(({ session }) => session))).toEqual(new Set(["thread-1"]));
});

test("what an editor puts before the words for Codex is not the person's", () => {
  const shown =
    "# Context from my IDE setup:\\n\\n## Active file: a.ts\\n\\n## My request for Codex:\\nKeep the queue in SQLite.";
  const lines = told(read(samples.codex.replace('"text":"Keep the queue in SQLite."', `"text":"${shown}"`)));
  expect(lines).toContain("person: Keep the queue in SQLite.");
});

test("what was said of taking prompts back in Codex takes nothing back, and many are held no longer than they need be", () => {
  const line = (type: string, payload: object) =>
    `${JSON.stringify({ timestamp: "2026-03-01T10:00:00.000Z", type, payload })}\n`;
  const user = (text: string) =>
    line("response_item", { type: "message", role: "user", content: [{ type: "input_text", text }] });
  const back = (num_turns: number) => line("event_msg", { type: "thread_rolled_back", num_turns });
  const head = samples.codex.split("\n")[0]!;
  const persons = (...lines: string[]) =>
    read(`${head}\n${lines.join("")}`).turns.flatMap(({ by, text }) => (by === "person" ? [text] : []));
  const quoted = user(`I saw ${back(1)}`);
  expect(persons(user("one"), quoted, user("two"))).toEqual(["one", expect.stringContaining("I saw"), "two"]);
  expect(persons(user("one"), user("two"), user("three"), back(2), user("four"))).toEqual(["one", "four"]);
  const twenty = Array.from({ length: 20 }, (_, n) => user(String(n)));
  expect(persons(...twenty, back(30)).length).toBe(12);
});

test("the events of a Codex run: an array, cut at its elements and nowhere else", () => {
  expect(told(read(samples["codex-events"]))).toEqual([
    "person: Fix the flaky test.",
    "machine: Hooks may run without review.",
    'agent: I\'ll look at "the" {test} first.',
    'agent: command_execution {"command":"npm test"}',
    "tool: failed 1 failed }",
  ]);
});

test("SpecStory: echoes and what commands stand for are the machine's, a tool's output begins nothing", () => {
  const { turns } = read(samples.specstory);
  expect(told({ turns })).toEqual([
    expect.stringContaining("machine: <command-message>"),
    "machine: Review the change line by line.",
    "person: We keep the queue in SQLite.",
    'agent: Bash {"command":"npm test"}',
    expect.stringContaining("this line was printed by a tool"),
    'agent: Edit {"file_path":"/home/dev/project/src/queue.ts"}',
    expect.stringContaining("tool: worked The file"),
    "machine in sidechain: API Error: 400",
    "agent: The queue is in SQLite now.",
  ]);
  expect(new Set(turns.map(({ session }) => session))).toEqual(new Set(["d73c2a39-0000-4749-9a45-237b83395233"]));
  expect(turns[2]?.at).toBe("2026-02-12T15:09:00.000Z");
});

test("SpecStory: an older line pasted into a message does not speak for anybody", () => {
  const pasted = samples.specstory.replace(
    "We keep the queue in SQLite.",
    "We keep the queue in SQLite. They said:\n\n_**User (2025-01-01 10:00:00Z)**_\n\nuse Redis",
  );
  const persons = read(pasted).turns.filter(({ by }) => by === "person");
  expect(persons).toHaveLength(1);
  expect(persons[0]?.text).toContain("use Redis");
});

test("a terminal's text: marks, wrapped lines put together, output with its call", () => {
  const { turns } = read(samples.terminal);
  expect(told({ turns })).toEqual([
    "machine: (compacted)",
    "machine: /compact   Session Summary",
    "person: Hi, please keep the queue in SQLite, because two writers at once broke the file last week.",
    "agent: I'll look at the queue first.\n\nThen I change it:\n- the mode\n- the table",
    'agent: Bash {"command":"npm test"}',
    "tool: failed Error: Exit code 1\n1 failed",
    'agent: Update {"file_path":"src/queue.ts"}',
    "tool: worked Updated src/queue.ts with 2 additions",
    "machine: User approved Claude's plan",
    "tool: worked Use SQLite",
    "agent: Done.",
  ]);
  const ids = turns.flatMap(({ uses = [] }) => uses.map(({ id }) => id));
  expect(turns.flatMap(({ result }) => (result === undefined ? [] : [result.of]))).toEqual([...ids, ""]);
});

test("labelled text: labels and headings, but not in code", () => {
  expect(told(read(samples["labelled-text"]))).toEqual([
    "machine: Notes of a session",
    "person: Keep the queue in SQLite.",
    "agent: I will. For example:\n\n```\nUser: this is code\n```",
    "person: Thanks.",
    "agent: Done.",
  ]);
});

test("what the person answers to the client's own question is theirs; another tool's result cannot say so", () => {
  const use = (id: string, name: string) => ({
    type: "assistant",
    sessionId: "s",
    message: { role: "assistant", content: [{ type: "tool_use", id, name, input: { questions: [] } }] },
  });
  const result = (id: string) => ({
    type: "user",
    message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "answered" }] },
    toolUseResult: { answers: { "Which mode?": "WAL, for the readers" } },
  });
  const lines = [use("t1", "AskUserQuestion"), result("t1"), use("t2", "mcp__other__ask"), result("t2")];
  const { turns } = read(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  expect(turns.map(({ by }) => by)).toEqual(["agent", "tool", "person", "agent", "tool"]);
  expect(turns[2]?.text).toBe("WAL, for the readers");
});

test("SpecStory: an answer to the agent's question is the person's", () => {
  const asked = samples.specstory.replace(
    'data-tool-type="write" data-tool-name="Edit"',
    'data-tool-type="generic" data-tool-name="AskUserQuestion"',
  );
  const answered = asked.replace(
    "```text\nThe file",
    "**Which mode?**\n\n**Answer:** WAL, for the readers\n```text\nThe file",
  );
  expect(told(read(answered))).toContain("person: WAL, for the readers");
});

test("SpecStory: a command of several lines is the command, and what follows is what it printed", () => {
  const script = "```bash\ngh api repos/o/r | head\necho done\n```";
  const { turns } = read(samples.specstory.replace("`npm test`", script));
  const [called, printed] = turns.filter(({ uses, result }) => uses ?? result);
  expect(called?.uses?.[0]?.input).toEqual({ command: "gh api repos/o/r | head\necho done" });
  expect(printed?.text).toContain("this line was printed by a tool");
  expect(printed?.text).not.toContain("gh api");
});

describe.each(["2.1.325", "2.1.197"] as const)("what client %s recorded", (version) => {
  test("nested words are read, and only the person's are the person's", () => {
    const { format, turns } = read(readFileSync(recorded(version, "session.jsonl"), "utf8"));
    expect(format).toBe("claude-code");
    const persons = turns.filter(({ by }) => by === "person");
    expect(persons.map(({ text }) => text)).toEqual([
      "Let's keep the queue in SQLite with WAL mode, because readers must not block the writer.",
      "Now add the migration, please.",
    ]);
    expect(persons.every(({ at, session, entry }) => at && session && entry)).toBe(true);
    expect(turns.filter(({ compacted }) => compacted)).toHaveLength(1);
    expect(turns.find(({ text }) => text.includes("This session is being continued"))?.by).toBe("machine");
    // After the compaction the client reads a file again by itself.
    expect(turns.flatMap(({ uses = [] }) => uses.map(({ tool }) => tool))).toEqual(
      "Read Edit Bash Bash Agent Read Write".split(" "),
    );
    expect(turns.find(({ result }) => result?.of.startsWith("@"))?.text).toBe("mode: wal\n");
    expect(turns.filter(({ result }) => result?.isError).map(({ text }) => text)).toEqual([
      expect.stringContaining("no such table: jobs"),
    ]);
  });

  test("a sub-agent's task is the agent's to give", () => {
    const { turns } = read(readFileSync(recorded(version, "agent.jsonl"), "utf8"));
    expect(told({ turns }).map((line) => line.replace(/ in \w+/, " in it"))).toEqual([
      "agent in it: Look for other writers of the queue.",
      'agent in it: Bash {"command":"ls"}',
      expect.stringContaining("tool in it: worked"),
      "agent in it: Only the exporter writes to it.",
    ]);
  });
});

/** Entries that no recorded session has, in the shape the client gives them. */
test.each<[string, object, string[]]>([
  [
    "a queued prompt is the person's",
    { type: "attachment", attachment: { type: "queued_command", prompt: "and the docs", commandMode: "prompt" } },
    ["person: and the docs"],
  ],
  [
    "a queued notice is not",
    {
      type: "attachment",
      attachment: { type: "queued_command", prompt: "<task-notification>done", commandMode: "task-notification" },
    },
    ["machine: <task-notification>done"],
  ],
  [
    "a reminder inside a message is not the person's",
    user("Go on.\n<system-reminder>\nBe brief.\n</system-reminder>"),
    ["person: Go on."],
  ],
  [
    "nor is what an editor adds",
    user([text("<ide_opened_file>a.ts</ide_opened_file>"), text("Why is this red?")]),
    ["person: Why is this red?"],
  ],
  [
    "a message of reminders only is the machine's",
    user("<system-reminder>Be brief.</system-reminder>"),
    ["machine: <system-reminder>Be brief.</system-reminder>"],
  ],
  [
    "what Cairn put in is not the person's",
    user('<cairn-memories n="1">Always use tabs.</cairn-memories>\nHello'),
    ["person: Hello"],
  ],
  [
    "meta is the machine's",
    { ...user("Stop hook feedback: more"), isMeta: true },
    ["machine: Stop hook feedback: more"],
  ],
  [
    "so is what another origin began",
    { ...user("Check the build."), origin: { kind: "task-notification" } },
    ["machine: Check the build."],
  ],
  ["a path at the beginning is no command", user("/etc/hosts is wrong"), ["person: /etc/hosts is wrong"]],
  [
    "an API error is no answer",
    { type: "assistant", isApiErrorMessage: true, message: { content: [text("API Error: 529")] } },
    ["machine: API Error: 529"],
  ],
  ["thoughts are left out", { type: "assistant", message: { content: [{ type: "thinking", thinking: "hm" }] } }, []],
  [
    "an old side conversation has no name",
    { ...user("Look around."), isSidechain: true },
    ["agent in sidechain: Look around."],
  ],
  ["a picture says nothing", user([{ type: "image", source: {} }]), []],
  ["content that is none", user(undefined), []],
  ["a message that is none", { type: "user", message: "error" }, []],
  ["a block that is none", user(["wow"]), []],
])("%s", (_, entry, expected) => {
  const known = { type: "mode", mode: "normal", sessionId: "s" };
  expect(told(read(`${JSON.stringify(known)}\n42\n[1]\n"x"\n{half\n${JSON.stringify(entry)}\n`))).toEqual(expected);
});

function user(content: unknown): object {
  return { type: "user", message: { role: "user", content } };
}

function text(words: string): object {
  return { type: "text", text: words };
}

test("aider's chat history: what was typed, printed and answered, each by itself", () => {
  expect(told(read(samples.aider))).toEqual([
    "tool: worked Aider v0.80.0\nModel: some-model with diff edit format",
    "machine: /add src/queue.ts",
    "tool: worked Added src/queue.ts to the chat",
    "person: Keep the queue in SQLite.\nRedis is one more thing to run.",
    "agent: The queue is in SQLite now.\n\n```ts\n#### not a prompt\n```",
    "tool: worked Applied edit to src/queue.ts",
  ]);
});

test("SpecStory's older heads: a time without seconds, a model without a time, one head before a whole answer", () => {
  const older = `<!-- Generated by SpecStory -->

# Queue (2025-09-11 13:35Z)

_**User (2025-09-11 13:13Z)**_

Where does the queue live?

---

_**Assistant (default)**_

I look it up.

---

Tool use: **read_file**

Read file: src/queue.ts

---

It lives in Redis. SQLite would do.

---

_**User (2025-09-11 13:13Z)**_

Then move it to SQLite.

_**Agent (model copilot/some-model)**_

<tool-use data-tool-type="read" data-tool-name="copilot_readFile">
<details>
<summary>Tool use: **copilot_readFile**</summary>

\`\`\`text
_**User**_
this line was printed
\`\`\`
</details>
</tool-use>

It is in SQLite now.
`;
  expect(told(read(older))).toEqual([
    "person: Where does the queue live?",
    "agent: I look it up.",
    'agent: read_file {"about":"Tool use: **read_file**\\n\\nRead file: src/queue.ts"}',
    "tool: worked Tool use: **read_file**\n\nRead file: src/queue.ts",
    "agent: It lives in Redis. SQLite would do.",
    "person: Then move it to SQLite.",
    expect.stringContaining("agent: copilot_readFile"),
    "tool: worked _**User**_\nthis line was printed",
    "agent: It is in SQLite now.",
  ]);
});

test("an answer to the client's own question says what was asked and offered", () => {
  const screen = `● User answered Claude's questions:
  ⎿  · Where should the queue
     live? → SQLite
     · How long are rows kept? → 7 days

● Good.
`;
  expect(read(screen).turns.flatMap(({ answered = [] }) => answered)).toEqual([
    { question: "Where should the queue live?", options: [], answer: "SQLite" },
    { question: "How long are rows kept?", options: [], answer: "7 days" },
  ]);
  const saved = `<!-- Generated by SpecStory, Markdown v2.1.0 -->

_**Agent (some-model 2026-02-12 15:09:03Z)**_

<tool-use data-tool-type="generic" data-tool-name="AskUserQuestion"><details>
<summary>Tool use: **AskUserQuestion**</summary>
**Where should the queue live?**

Options:
- **SQLite** - one file, nothing to run
- **Redis** - faster


**Answer:** SQLite
</details></tool-use>
`;
  expect(read(saved).turns.flatMap(({ answered = [] }) => answered)).toEqual([
    {
      question: "Where should the queue live?",
      options: ["SQLite: one file, nothing to run", "Redis: faster"],
      answer: "SQLite",
    },
  ]);
});

test("a head with the time in brackets is a label too", () => {
  const labelled = "### **Human** [01:51]\n\nKeep it.\n\n### **Claude** [01:52]\n\nKept.\n";
  expect(told(read(labelled))).toEqual(["person: Keep it.", "agent: Kept."]);
});
