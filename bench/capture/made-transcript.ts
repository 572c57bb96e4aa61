/**
 * A made-up session as the client records one: prompts, answers, calls, what tools printed, and the client's own notes,
 * in about the shares of a real one. Sentences speak of choices, failures and habits, so that triage has work to do.
 */

import { closeSync, openSync, writeSync } from "node:fs";
import { randomFrom } from "../train/queries.ts";

/** What most of a session is. */
const ROUTINE = [
  "Let me look at how the exporter reads its settings before I change anything.",
  "Now I'll update the three places that import it.",
  "There are 14 files left, most of them tests.",
  "Can you show me the diff first?",
  "`npm test` takes about a minute on this machine.",
  "The header is parsed twice, once for the length and once for the names.",
  "I have renamed the module and moved its tests beside it.",
  "Good, that compiles.",
  "Next comes the reader of the index file, which has its own copy of the table.",
  "The function returns early when the list is empty, so the loop below is never reached.",
  "Here is what each part does:",
  "Reading the test first, then the code it covers.",
];
/** What triage is after: about one sentence in twelve. */
const WORTH_KEEPING = [
  "Let's go with SQLite in WAL mode, because readers must not block the writer.",
  "The build failed again with ECONNREFUSED when the registry was asked for the lockfile.",
  "We decided against Redis: one more process to run, and nobody needs the speed.",
  "Please always run the linter before you commit.",
  "The root cause was a lock that was never released after a crash.",
  "That fixed it, the tests pass now.",
  "For now the importer skips links; we should come back to that later.",
  "The limit of the API is ten requests a second and cannot be raised.",
  "I prefer small commits with one sentence each.",
];
const CODE = "  const found = entries.filter(({ kind }) => kind === wanted).map(({ name }) => join(folder, name));\n";

/** Returns how many bytes it has. */
export function writeTranscript(path: string, turns: number): number {
  const random = randomFrom(7);
  const sentence = () => {
    const some = random() < 1 / 12 ? WORTH_KEEPING : ROUTINE;
    return some[Math.floor(random() * some.length)];
  };
  const sentences = (most: number) => Array.from({ length: 1 + Math.floor(random() * most) }, sentence).join(" ");
  const file = openSync(path, "w");
  let [bytes, waiting] = [0, ""];
  for (let n = 0; n < turns; n++) {
    waiting += `${JSON.stringify(entryOf(n, sentences, random))}\n`;
    if (n % 7 === 0)
      waiting += `${JSON.stringify({ type: "last-prompt", lastPrompt: sentences(1), leafUuid: `u${n}`, sessionId: "made" })}\n`;
    if (waiting.length < 1_000_000 && n < turns - 1) continue;
    bytes += writeSync(file, waiting);
    waiting = "";
  }
  closeSync(file);
  return bytes;
}

function entryOf(n: number, sentences: (most: number) => string, random: () => number): object {
  const common = {
    parentUuid: n === 0 ? null : `u${n - 1}`,
    isSidechain: false,
    userType: "external",
    cwd: "/home/dev/project",
    sessionId: "made",
    version: "2.1.325",
    gitBranch: "main",
    uuid: `u${n}`,
    timestamp: new Date(Date.UTC(2026, 0, 1) + n * 5_000).toISOString(),
  };
  const said = (content: unknown) => ({
    role: "assistant",
    id: `m${n}`,
    type: "message",
    content,
    usage: { input_tokens: 9, output_tokens: 9 },
  });
  if (n % 20 === 0)
    return { ...common, type: "user", message: { role: "user", content: sentences(4) }, turnOrigin: "human" };
  if (n % 4 === 1) return { ...common, type: "assistant", message: said([{ type: "text", text: sentences(6) }]) };
  if (n % 4 === 2) {
    const use = { type: "tool_use", id: `t${n}`, name: "Bash", input: { command: "npm test -- src/queue" } };
    return { ...common, type: "assistant", message: said([use]) };
  }
  const content = CODE.repeat(1 + Math.floor(random() * 40));
  const result = { type: "tool_result", tool_use_id: `t${n - 1}`, content, is_error: n % 40 === 3 };
  return {
    ...common,
    type: "user",
    message: { role: "user", content: [result] },
    toolUseResult: { stdout: content, stderr: "", interrupted: false, isImage: false },
    sourceToolAssistantUUID: `u${n - 1}`,
  };
}
