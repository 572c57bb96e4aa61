// npm test: every check and every test but the slow ones. Changes nothing; the last line counts.

import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ensureInstalled } from "./install.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

const CHECKS = [
  { name: "format and lint", run: () => tool("@biomejs/biome/bin/biome", ["check", "."]) },
  { name: "types", run: () => tool("typescript/bin/tsc", ["--noEmit", "-p", "."]) },
  { name: "generated pages", run: () => node("scripts/docs.mjs", ["--check"]) },
  { name: "build", run: () => node("scripts/fresh.mjs", []) },
];

function check() {
  if (!ensureInstalled()) return { passed: 0, failed: 1 };
  const counts = { passed: 0, failed: 0 };
  for (const { name, run } of CHECKS) {
    const good = run();
    console.log(`${good ? "ok" : "FAILED"}  ${name}`);
    counts[good ? "passed" : "failed"]++;
  }
  const tests = runTests(process.argv.slice(2));
  return { ...tests, passed: counts.passed + tests.passed, failed: counts.failed + tests.failed };
}

/** Vitest with whatever it is told. A run that ends badly without a failed test counts as one failure. */
export function runTests(words, env = {}) {
  const folder = join(root, "node_modules", ".cache", "cairn");
  const report = join(folder, `tests-${process.pid}.json`);
  mkdirSync(folder, { recursive: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const good = tool("vitest/vitest.mjs", ["run", ...reporters, ...words], env);
  try {
    const { numPassedTests: passed, testResults } = JSON.parse(readFileSync(report, "utf8"));
    const red = testResults.flatMap(redIn);
    return { passed, failed: red.length === 0 && !good ? 1 : red.length, red };
  } catch {
    return { passed: 0, failed: 1 }; // no report: vitest did not even start
  } finally {
    rmSync(report, { force: true });
  }
}

/** A file's failed tests, a line each; a file that did not even load is one. */
function redIn({ name, status, message, assertionResults }) {
  const file = relative(root, name);
  const failed = assertionResults.filter((test) => test.status === "failed");
  if (failed.length === 0 && status === "failed") return [`${file}: ${firstLine(message)}`];
  return failed.map(({ fullName, failureMessages: [why = ""] }) => `${file}: ${fullName}: ${firstLine(why)}`);
}

function firstLine(text = "") {
  return text.split("\n", 1)[0];
}

function tool(path, words, env) {
  return node(join("node_modules", path), words, env);
}

function node(path, words, env = {}) {
  const given = { cwd: root, stdio: ["ignore", "inherit", "inherit"], env: { ...process.env, ...env } };
  return spawnSync(process.execPath, [path, ...words], given).status === 0;
}

/** Prints what failed and the line every caller looks for, and ends with the exit code that goes with it. */
export function conclude({ passed, failed, red = [] }) {
  for (const line of red) console.log(`failed: ${line}`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) conclude(check());
