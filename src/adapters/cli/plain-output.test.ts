import { spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { plainOutput } from "./plain-output.ts";
import type { Stream } from "./screen.ts";

const folder = mkdtempSync(join(tmpdir(), "cairn-output-"));
afterAll(() => rmSync(folder, { recursive: true }));

const unused = () => {
  throw new Error("not needed");
};

test("what is written is out when it is said to be", async () => {
  const file = join(folder, "out");
  const fd = openSync(file, "w");
  const text = "line\n".repeat(100_000);
  await new Promise<void>((done) => plainOutput(fd, unused).write(text, () => done()));
  expect(readFileSync(file, "utf8")).toBe(text);
  closeSync(fd);
});

test("a pipe that takes no more is handed over with what is left, and nothing is lost or doubled", async () => {
  const child = spawn(process.execPath, ["-e", "process.stdin.pause(); setTimeout(() => {}, 60_000)"], {
    stdio: ["pipe", "ignore", "ignore"],
  });
  try {
    const { fd } = (child.stdin as unknown as { _handle: { fd: number } })._handle;
    const taken: (string | Uint8Array)[] = [];
    const fallback = (): Stream => ({
      write(text, done) {
        taken.push(text);
        done();
      },
    });
    const text = Array.from({ length: 200_000 }, (_, n) => String(n)).join("\n");
    await new Promise<void>((done) => plainOutput(fd, fallback).write(text, () => done()));
    expect(taken).toHaveLength(1);
    const rest = Buffer.from(taken[0]!).toString();
    expect(rest.length).toBeGreaterThan(0);
    expect(rest.length).toBeLessThan(text.length);
    expect(text.endsWith(rest)).toBe(true);
  } finally {
    child.kill("SIGKILL");
  }
});

test("a device that is full is told of, not thrown", async () => {
  const fd = openSync("/dev/full", "w");
  const error = await new Promise((done) => plainOutput(fd, unused).write("x", done));
  expect(error).toMatchObject({ code: "ENOSPC" });
  closeSync(fd);
});
