/** What docs/hosts.md shows of each client is what the program prints, in a home with that client alone. */

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { hostCaptures } from "../src/adapters/docs/host-captures.ts";
import { program } from "./support/program.ts";

/** What is there before, below the home. */
const before: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  codex: { ".codex/config.toml": 'model = "gpt-5.5"\n' },
  "gemini-cli": { ".gemini/settings.json": "{}\n" },
  opencode: { ".config/opencode/opencode.json": "{}\n" },
  "copilot-cli": { ".copilot/config.json": "{}\n" },
};

test.each(Object.entries(hostCaptures))("%s", (host, lines) => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "cairn-docs-")));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const dist = join(home, "cairn", "dist");
  cpSync(dirname(program()), dist, { recursive: true });
  const app = join(home, "app");
  mkdirSync(app);
  for (const [name, text] of Object.entries(before[host] ?? {})) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), text);
  }
  const run = (words: string) => {
    const env = { HOME: home, PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };
    const given = [join(dist, "cairn.cjs"), ...words.split(" ")];
    return execFileSync(process.execPath, given, { cwd: app, encoding: "utf8", env }).trimEnd();
  };
  const said = lines
    .flatMap((line) => (line.startsWith("$ cairn ") ? [["", line], run(line.slice(8)).split("\n")] : []))
    .flat()
    .filter((line) => !line.startsWith("ok "))
    .map((line) => line.replaceAll(home, "~"));
  const plain = (all: readonly string[]) =>
    all.filter((line) => line !== "").map((line) => line.replace(/backups\/\S+?-1-/, "backups/…-1-"));
  expect(plain(said)).toEqual(plain(lines));
});
