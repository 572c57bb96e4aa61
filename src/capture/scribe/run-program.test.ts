import { expect, test, vi } from "vitest";
import { Purse } from "./purse.ts";
import { runProgram } from "./run-program.ts";

/** What comes of a few lines of JavaScript as a program. */
function run(code: string, { timeoutMs = 20_000, input = "words" } = {}) {
  const env = { PATH: process.env["PATH"] };
  return runProgram({ program: process.execPath, words: ["-e", code], cwd: process.cwd(), env, input, timeoutMs });
}

test("what it was given and what it said are whole", async () => {
  const echo = "process.stdin.on('data', (part) => process.stdout.write(String(part).toUpperCase()))";
  const input = "ä".repeat(300_000);
  expect(await run(echo, { input })).toEqual({ code: 0, out: input.toUpperCase(), err: "" });
});

test("a program that ends without reading is heard all the same", async () => {
  const input = "x".repeat(2_000_000);
  expect(await run("console.error('no'); process.exit(3)", { input })).toEqual({ code: 3, out: "", err: "no\n" });
});

test("one that will not end is ended, even where it does not listen", async () => {
  const stubborn = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
  await expect(run(stubborn, { timeoutMs: 300 })).rejects.toMatchObject({ code: "SCRIBE_ERROR", kind: "unavailable" });
});

test("one behind a wrapper is ended with it, and nobody waits for what it left", async () => {
  const words = ["-c", "sleep 30; echo late"];
  const given = { program: "/bin/sh", words, cwd: process.cwd(), env: {}, input: "", timeoutMs: 300 };
  let group = 0;
  const before = performance.now();
  const running = runProgram({ ...given, onStart: (pid) => (group = pid) });
  await expect(running).rejects.toMatchObject({ code: "SCRIBE_ERROR", message: expect.stringContaining("was ended") });
  expect(performance.now() - before).toBeLessThan(15_000);
  await vi.waitFor(() => expect(() => process.kill(-group, 0)).toThrow("ESRCH"), 300_000);
});

test("on Windows nothing is started", async () => {
  const given = { program: process.execPath, words: ["-v"], cwd: process.cwd(), env: {}, input: "", timeoutMs: 5_000 };
  await expect(runProgram(given, "win32")).rejects.toMatchObject({ hint: expect.stringContaining("WSL") });
});

test("one that says more than any draft is ended", async () => {
  const loud = "setInterval(() => process.stdout.write('x'.repeat(1e6)), 1)";
  await expect(run(loud)).rejects.toThrow("said more than any draft is long");
});

test("one that is not there is told so", async () => {
  const given = { program: "no-such-program", words: [], cwd: process.cwd(), env: {}, input: "", timeoutMs: 1_000 };
  await expect(runProgram(given)).rejects.toMatchObject({
    hint: "Install it, or put it on the PATH; with scribe none the rules do it, without a model.",
  });
});

test("a program that could not be started costs nothing; one that was, and failed, what it may have cost", async () => {
  const purse = new Purse(10_000);
  const started = { words: ["-e", ""], cwd: process.cwd(), env: {}, input: "", timeoutMs: 20_000 };
  const missing = async () => ({ value: await runProgram({ ...started, program: "/nowhere/claude" }) });
  await expect(purse.spend(4_000, missing)).rejects.toThrow(/could not be started/);
  expect(purse.spent).toBe(0);
  await expect(purse.spend(4_000, () => Promise.reject(new Error("no answer")))).rejects.toThrow();
  expect(purse.spent).toBe(4_000);
});
