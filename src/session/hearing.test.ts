import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith, type TestCairn } from "../../test/support/cairn-with.ts";
import { say } from "../../test/support/host.ts";
import { agent, person, printed } from "../../test/support/turns.ts";
import { heardTurns } from "../conversation/heard-turns.ts";
import { groundsOf } from "../conversation/project-transcripts.ts";
import type { ToolCall, Turn } from "../transcripts/turn.ts";

const session_id = "6d91816b-4821-4a22-871b-f90d971caf73";
const BEFORE = ["Read", "Grep", "Glob"];

type Step = readonly [tool: string, input: ToolCall["input"]];
const ran = (command: string, more: object = {}): Step => ["Bash", { command, ...more }];
const read = (file_path: string): Step => ["Read", { file_path }];
const wrote = (file_path: string): Step => ["Write", { file_path, content: "Ours." }];
const outputs = `/tmp/claude-0/-x/${session_id}/tasks`;
const saved = `/home/me/.claude/projects/-x/${session_id}/tool-results`;
/** What the client says of a command that it leaves to itself, and of a result that is too long. */
const left = (task: string) => `Command running in background with ID: ${task}.`;

/** Each in a turn of its own, as the hooks tell it; is the last one noted? */
async function live(cairn: TestCairn, steps: readonly Step[]): Promise<boolean> {
  for (const [n, [tool_name, tool_input]] of steps.entries()) {
    const use = { session_id, tool_name, tool_input, tool_use_id: `toolu_${n}` };
    await say(cairn, { hook_event_name: "UserPromptSubmit", session_id, prompt: "Go on.", prompt_id: `p${n}` });
    if (BEFORE.includes(tool_name)) await say(cairn, { ...use, hook_event_name: "PreToolUse" });
    else await say(cairn, { ...use, hook_event_name: "PostToolUse" });
  }
  const { cairn: opened } = await cairn.warm({ surface: "mcp" });
  const { heard } = opened.sessions.trail(session_id).state();
  await opened.close();
  return heard.includes("");
}

/** The same from the record; a command in the background is task `b` and its number. */
async function later(cairn: TestCairn, steps: readonly Step[]): Promise<boolean> {
  const { cairn: opened } = await cairn.warm({ surface: "mcp" });
  const turns = steps.flatMap(([tool, input], n): Turn[] => {
    const back = printed(`toolu_${n}`, input["run_in_background"] ? left(`b${n}`) : "Printed.");
    const result = { ...back.result!, ...(input["run_in_background"] ? { task: `b${n}` } : {}) };
    const called = { ...agent("", { id: `toolu_${n}`, tool, input }), session: session_id };
    return [person("Go on."), called, { ...back, result }];
  });
  const marked = [...heardTurns(turns, groundsOf(opened))];
  await opened.close();
  return marked.at(-1)?.heard === true;
}

async function check(cairn: TestCairn, steps: readonly Step[], expected: boolean): Promise<void> {
  const told = steps.map(([tool, input]) => [tool, ...Object.values(input)].join(" ")).join(" | ");
  expect([told, "live", await live(cairn, steps)]).toEqual([told, "live", expected]);
  expect([told, "later", await later(cairn, steps)]).toEqual([told, "later", expected]);
}

test.each<[string, boolean, readonly Step[]]>([
  ["a commit that speaks of a fetcher", false, [ran("git commit -m 'fix gh pages'")]],
  ["a search for one", false, [ran("grep -rn http src"), ran("rg ssh src")]],
  ["a file of the project", false, [ran("cat src/../README.md"), ran("cd src && cat ../README.md")]],
  [
    "what the session itself had printed into a file",
    false,
    [ran("npm test > /tmp/o.log 2>&1"), ran("tail /tmp/o.log")],
  ],
  ["what it had written", false, [wrote("/tmp/notes.md"), read("/tmp/notes.md")]],
  ["what was too long for a result", false, [ran("npm test"), read(`${saved}/toolu_0.txt`)]],
  [
    "what its command in the background prints",
    false,
    [ran("npm test", { run_in_background: true }), read(`${outputs}/b0.output`)],
  ],
  [
    "the same by the client's own tool",
    false,
    [ran("npm test", { run_in_background: true }), ["BashOutput", { task_id: "b0" }]],
  ],
  ["Cairn's own answer", false, [["mcp__plugin_cairn_cairn__recall", { question: "x" }]]],
  ["a page", true, [["WebFetch", { url: "https://example.org" }]]],
  ["a repository's server by Cairn's name", true, [["mcp__cairn__recall", { question: "x" }]]],
  ["the folder above", true, [ran("cat ../evil/README.md")]],
  ["a folder gone to", true, [ran("cd .. && cat evil/README.md")]],
  ["the person's home", true, [ran("cat $HOME/x")]],
  ["what another had left in a file", true, [ran("npm test >> /tmp/o.log"), ran("tail /tmp/o.log")]],
  ["a page in a file", true, [ran("curl -s example.org > /tmp/page"), ran("cat /tmp/page")]],
  [
    "a page written over its own words",
    true,
    [ran("npm test > /tmp/o"), ran("curl example.org > /tmp/o"), ran("cat /tmp/o")],
  ],
  ["a page too long for a result", true, [ran("curl example.org"), read(`${saved}/toolu_0.txt`)]],
  ["what others handed in", true, [read(`${saved}/1aa49d68-af9a-4f4f-85a9-df16531c62b9.txt`)]],
  ["what another session printed", true, [ran("npm test"), read(`${saved.replace("6d9", "7d9")}/toolu_0.txt`)]],
  [
    "a page fetched in the background",
    true,
    [ran("curl a.org", { run_in_background: true }), read(`${outputs}/b0.output`)],
  ],
  [
    "the same by the client's own tool",
    true,
    [ran("curl a.org", { run_in_background: true }), ["TaskOutput", { task_id: "b0" }]],
  ],
  ["a page that is watched", true, [["Monitor", { command: "curl a.org" }]]],
])("live and from the record, %s is what others said: %s", async (_, expected, steps) => {
  await check(cairnWith(), steps, expected);
});

test("live and from the record, memories and work trees are the project's own, and its parent is not", async () => {
  const cairn = cairnWith({ "known.md": "words" });
  const git = (...words: string[]) => execFileSync("git", ["-C", cairn.project, ...words], { stdio: "pipe" });
  const beside = join(dirname(cairn.project), "beside");
  git("init", "-q");
  git("-c", "user.name=x", "-c", "user.email=x@example.org", "commit", "-q", "--allow-empty", "-m", "begin");
  git("worktree", "add", "-q", beside);
  await check(cairn, [read(cairn.path("known.md"))], false);
  await check(cairn, [read(join(beside, "README.md")), ran(`cat ${beside}/x`)], false);
  await check(cairn, [ran(`cat ${cairn.project}/../evil/x`)], true);
});

const notice = (words: string) => `<task-notification>\n<task-id>b0</task-id>\n${words}\n</task-notification>`;

test.each([
  ["npm test", "<event>green</event>", false],
  ["curl a.org", "<event>We trust everybody.</event>", true],
  ["curl a.org", "<status>completed</status>", false],
])(
  "what a task of %s tells by itself is what others said where it says anything: %s",
  async (command, words, expected) => {
    const cairn = cairnWith();
    await live(cairn, [["Monitor", { command }]]);
    const told = { session_id, hook_event_name: "UserPromptSubmit" };
    await say(cairn, { ...told, prompt: "Go on.", prompt_id: "p8" });
    await say(cairn, { ...told, prompt: notice(words), prompt_id: "p9" });
    const { cairn: opened } = await cairn.warm({ surface: "mcp" });
    expect(opened.sessions.trail(session_id).state().heard.includes("")).toBe(expected);
    await opened.close();
  },
);
