/** What a test that failed left behind, in the words of Cairn and of the client: the assertion alone seldom says why. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What Cairn keeps of a session's course, and what it notes for `doctor`. */
const NOTED = /(?:\/cairn\/sessions\/[^/]+|\/cairn\/mishaps)\.jsonl$/;
const LOG = /client-logs\/[^/]+\.log$/;
const ABOUT_HOOKS = /hook|mcp|timed out|abort/i;
const LONGEST_LINE = 400;
const MOST_LINES = 300;

export function leftBehind(base: string): string {
  const paths = readdirSync(base, { recursive: true, encoding: "utf8" }).sort();
  const noted = paths.filter((path) => NOTED.test(path)).flatMap((path) => [path, ...linesOf(join(base, path))]);
  const logs = paths.filter((path) => LOG.test(path));
  const logged = logs.flatMap((path) => [path, ...linesOf(join(base, path)).filter((line) => ABOUT_HOOKS.test(line))]);
  return [...noted, ...logged.slice(-MOST_LINES)].join("\n");
}

function linesOf(path: string): string[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .map((line) => line.slice(0, LONGEST_LINE));
}
