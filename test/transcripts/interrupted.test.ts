import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { encodePath } from "../../src/places/root-names.ts";
import { type House, house } from "../support/house.ts";
import { program } from "../support/program.ts";

const SESSIONS = 30;
const question = ["recall", "when did we name the airship", "--in", "transcripts", "--limit", "50"];

/** About 60 MB, most of it what tools printed, and in each session one thing worth finding. */
function putSessions({ home, project }: House): void {
  const folder = join(home, ".claude", "projects", encodePath(project));
  mkdirSync(folder, { recursive: true });
  const common = { sessionId: "s", timestamp: "2026-03-01T10:00:00Z", cwd: project };
  const printed = JSON.stringify({
    ...common,
    type: "user",
    message: {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: "t", content: "line of a log\n".repeat(700) }],
    },
  });
  for (let n = 0; n < SESSIONS; n++) {
    const said = JSON.stringify({ ...common, type: "user", message: { role: "user", content: `Airship ${n} it is.` } });
    writeFileSync(join(folder, `session-${n}.jsonl`), `${said}\n${`${printed}\n`.repeat(200)}`);
  }
}

/** The files the search keeps, without those of its lock. */
function kept({ home }: House): string[] {
  const folder = join(home, ".claude", "cairn", "transcripts");
  if (!existsSync(folder)) return [];
  const all = readdirSync(folder, { recursive: true }) as string[];
  return all
    .filter((path) => /(?:ledger|manifest|seg-\w+\.bin)$/.test(path) && statSync(join(folder, path)).size > 0)
    .sort();
}

test("stopped in the middle of reading, it goes on from there the next time and answers like one that was not", async () => {
  const place = house();
  putSessions(place);
  const child = spawn(process.execPath, [program(), ...question], {
    cwd: place.project,
    env: { ...place.env },
    stdio: "ignore",
  });
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.once("exit", (_, signal) => resolve(signal)));
  while (!kept(place).some((path) => path.endsWith("manifest")) && child.exitCode === null) {
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  child.kill("SIGINT");
  expect(await ended).toBe("SIGINT");
  const half = kept(place).filter((path) => path.includes("seg-"));
  expect(half.length).toBeGreaterThan(0);

  const { turns } = await place.ask(question);
  expect(turns).toHaveLength(SESSIONS);
  expect(kept(place)).toEqual(expect.arrayContaining(half));
  const fresh = house();
  putSessions(fresh);
  const words = (all: readonly { words: string }[]) => all.map((turn) => turn.words).sort();
  expect(words(turns)).toEqual(words((await fresh.ask(question)).turns));
});
