/**
 * A program called `claude` that does what it is told: it notes how it was started and answers like the client. The form
 * of its answer is that of the real one, whose own suite is in test/clients.
 */

import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** How it was started. */
export interface Started {
  readonly words: readonly string[];
  readonly input: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly pid: number;
}

export const clientTokens = { input: 300, cached: 21, output: 45 };

export class ScriptedClaude {
  readonly folder = mkdtempSync(join(tmpdir(), "cairn-claude-"));
  readonly #notes = join(this.folder, "started.jsonl");
  readonly #answers = join(this.folder, "answers.json");

  constructor() {
    mkdirSync(this.folder, { recursive: true });
    const program = join(this.folder, "claude");
    writeFileSync(program, PROGRAM.replace("NODE", process.execPath));
    chmodSync(program, 0o755);
    this.says({});
  }

  /** By what stands in the system prompt; the first that fits. `hang` never ends, `fail` ends badly, `error` says so; one that begins with `uncounted` is not said to have cost anything. */
  says(answers: Readonly<Record<string, string>>): void {
    writeFileSync(this.#answers, JSON.stringify(answers));
  }

  get started(): Started[] {
    if (!existsSync(this.#notes)) return [];
    const lines = readFileSync(this.#notes, "utf8").split("\n");
    return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
  }

  get path(): string {
    return `${this.folder}:/usr/bin:/bin`;
  }
}

/** Gone when the test is over. */
export function scriptedClaude(): ScriptedClaude {
  const claude = new ScriptedClaude();
  onTestFinished(() => rmSync(claude.folder, { recursive: true, force: true }));
  return claude;
}

const PROGRAM = `#!NODE
const { appendFileSync, readFileSync } = require("node:fs");
const { dirname, join } = require("node:path");
const words = process.argv.slice(2);
const input = readFileSync(0, "utf8");
const here = dirname(process.argv[1]);
const note = { words, input, cwd: process.cwd(), env: process.env, pid: process.pid };
appendFileSync(join(here, "started.jsonl"), JSON.stringify(note) + "\\n");
const system = words[words.indexOf("--system-prompt") + 1];
const answers = Object.entries(JSON.parse(readFileSync(join(here, "answers.json"), "utf8")));
const [, said = "{}"] = answers.find(([part]) => system.includes(part)) ?? [];
const usage = { input_tokens: ${clientTokens.input}, cache_read_input_tokens: ${clientTokens.cached}, output_tokens: ${clientTokens.output} };
const isCounted = !said.startsWith("uncounted ");
if (said === "hang") setInterval(() => {}, 1000);
else if (said === "fail") {
  process.stderr.write("Invalid API key ghp_" + "a1B2c3D4e5F6".repeat(3));
  process.exitCode = 1;
} else {
  const isError = said === "error";
  process.stdout.write(JSON.stringify({ type: "result", is_error: isError, result: said.replace(/^uncounted /, ""), usage: isCounted ? usage : {} }) + "\\n");
  process.exitCode = isError ? 1 : 0;
}
`;
