/**
 * The same session in each of the five, and its record as the client wrote it held to what `test/transcripts/contract.test.ts`
 * holds the recorded ones to. With CAIRN_RECORD=1 they are recorded anew.
 */

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { everyTranscript, transcriptsAt, turnsOf } from "../../../src/hosts/records.ts";
import { databaseText, keptFile, shortened } from "../../transcripts/kept-records.ts";
import {
  ASKED_OF_AGENT,
  DONE,
  expectNoPerson,
  expectSameSession,
  PASTED,
  WISH,
} from "../../transcripts/same-session.ts";
import { aboutLocks, keepBoth } from "../cairn-plugin.ts";
import { BOOKKEEPING } from "../kept-session.ts";
import { type Scene, scene } from "../scene.ts";
import { printScript, say } from "../script.ts";
import { everyClient, withCairn } from "./every-client.ts";
import { otherProgram } from "./programs.ts";

/** A session of a client that takes seconds to start. */
vi.setConfig({ testTimeout: 240_000 });

/** All rows, with a Node that reads SQLite. */
function databaseOf(at: Scene): string {
  const database = join(at.home, ".local", "share", "opencode", "opencode.db");
  const { stdout, stderr } = spawnSync(otherProgram("node"), ["-e", databaseText, database], { encoding: "utf8" });
  if (stdout === "") throw new Error(stderr);
  return stdout;
}

test.each(Object.keys(everyClient))(
  "what %s records of a session is read as what was said and done in it",
  async (name) => {
    const at = await scene();
    keepBoth(at);
    const client = await withCairn(at, name);
    const script = printScript(
      client.shell("sleep 2; echo all is well"),
      client.shell("echo it is broken; exit 3"),
      client.recall("nightly export"),
      ...client.agent(ASKED_OF_AGENT),
      say(DONE),
    );
    const ended = await client.run(at, `${WISH} ${aboutLocks}\n\n${PASTED}\n\n${script}`);
    expect(ended.code).toBe(0);

    const homes = {
      configDir: join(at.home, ".claude"),
      home: at.home,
      hostHomes: {},
      cairnHome: join(at.home, ".claude", "cairn"),
    };
    if (name === "opencode") {
      const text = databaseOf(at);
      if (process.env["CAIRN_RECORD"] !== undefined) keep(at, text, keptFile(name, "database.jsonl"));
      return;
    }
    const files = transcriptsAt([at.project], homes);
    const [main, ...agents] = files;
    expect(everyTranscript(homes).map(({ path }) => path)).toContain(main?.path);
    if (process.env["CAIRN_RECORD"] !== undefined) {
      for (const { path, agent } of files)
        keep(at, readFileSync(path, "utf8"), keptFile(name, agent === undefined ? "session.jsonl" : "agent.jsonl"));
    }
    expectSameSession([...turnsOf(main!.path)]);
    for (const { path } of agents) expectNoPerson([...turnsOf(path)]);
  },
);

/** Without where it ran, and without what Claude Code notes for itself. */
function keep(at: Scene, text: string, into: string): void {
  const isOwn = (line: string) => into.includes("claude-code") && BOOKKEEPING.test(line);
  const lines = text.split("\n").filter((line) => !isOwn(line));
  const encoded = at.base.replaceAll(/[^A-Za-z0-9]/g, "-");
  writeFileSync(
    into,
    shortened(lines.join("\n"))
      .replaceAll(at.base, "/home/dev")
      .replaceAll(at.base.slice(1), "home/dev")
      .replaceAll(encoded, "-home-dev")
      .replaceAll(process.cwd(), "/home/dev/cairn"),
  );
}
