/** A server's word on which files were touched counts only while that very server lives and has dealt with all it was told. */

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { parseOwner, printOwner, selfAs } from "../../disk/owner.ts";
import { isWaiting, startOf } from "../../disk/process.ts";
import { Voucher } from "./voucher.ts";

const base = mkdtempSync(join(tmpdir(), "cairn-voucher-"));
const path = join(base, "vouched");
const M = '{"segments":[]}';
const HERE = "7:42";
const PATIENT = { timeout: 60_000 };

/** Another process, as its owner text says it. */
function serving(code: string): { child: ChildProcess; owner: string } {
  const child = spawn(process.execPath, ["-e", code], { stdio: "ignore" });
  const pid = child.pid!;
  return { child, owner: printOwner({ ...selfAs("vouching"), pid, start: startOf(pid) }) };
}

function vouch(owner: string, { of = M, place = HERE, format = 2, lines = "" } = {}): void {
  writeFileSync(path, `${JSON.stringify({ format, owner, of, in: place })}\n${lines}`);
}

const touched = () => new Voucher(base).touchedSince(M, HERE);

describe.runIf(process.platform === "linux")("beside another process", () => {
  let server: ReturnType<typeof serving>;
  beforeAll(async () => {
    server = serving("setInterval(() => {}, 1e6)");
    await vi.waitUntil(() => isWaiting(server.child.pid!), PATIENT);
  });
  afterAll(() => {
    server.child.kill("SIGKILL");
    rmSync(base, { recursive: true });
  });

  test("that lives and waits, those it names were touched", () => {
    vouch(server.owner, { lines: '"a.md"\n"topics/b.md"\n' });
    expect(touched()).toEqual(["a.md", "topics/b.md"]);
    vouch(server.owner);
    expect(touched()).toEqual([]);
  });

  test("nothing is known of another manifest, folder or form, of half a line, of what is no name or of too many", () => {
    vouch(server.owner, { of: `${M} ` });
    expect(touched()).toBeUndefined();
    vouch(server.owner, { place: "7:43" });
    expect(touched()).toBeUndefined();
    vouch(server.owner, { format: 1 });
    expect(touched()).toBeUndefined();
    vouch(server.owner, { lines: `"${"a".repeat(200_000)}.md"\n` });
    expect(touched()).toBeUndefined();
    vouch(server.owner, { lines: '"a.md"\n"b.m' });
    expect(touched()).toBeUndefined();
    vouch(server.owner, { lines: '"a.md"\n7\n' });
    expect(touched()).toBeUndefined();
    writeFileSync(path, "");
    expect(touched()).toBeUndefined();
    rmSync(path);
    expect(touched()).toBeUndefined();
  });

  test.each(["boot", "namespace", "start"] as const)("nothing of a process of another %s", (part) => {
    const owner = parseOwner(server.owner);
    if (typeof owner === "string") throw new Error(owner);
    vouch(printOwner({ ...owner, [part]: `${owner[part]}1` }));
    expect(touched()).toBeUndefined();
  });

  test("nothing while it is stopped, at work, or gone", async () => {
    const other = serving("setInterval(() => {}, 1e6); process.on('SIGUSR2', () => { for (;;); })");
    const pid = other.child.pid!;
    await expect.poll(() => isWaiting(pid), PATIENT).toBe(true);
    vouch(other.owner);
    expect(touched()).toEqual([]);
    process.kill(pid, "SIGSTOP");
    await expect.poll(() => isWaiting(pid), PATIENT).toBe(false);
    expect(touched()).toBeUndefined();
    process.kill(pid, "SIGCONT");
    await expect.poll(() => isWaiting(pid), PATIENT).toBe(true);
    process.kill(pid, "SIGUSR2");
    await expect.poll(() => isWaiting(pid), PATIENT).toBe(false);
    expect(touched()).toBeUndefined();
    const gone = new Promise((done) => other.child.on("exit", done));
    process.kill(pid, "SIGKILL");
    await gone;
    expect(touched()).toBeUndefined();
  });

  test("a name is added once, and withdrawn all are gone", () => {
    const voucher = new Voucher(base);
    voucher.note("before.md");
    voucher.put(M, HERE);
    for (const name of ["a.md", "a.md", "before.md"]) voucher.note(name);
    expect(readFileSync(path, "utf8").split("\n").slice(1)).toEqual(['"before.md"', '"a.md"', ""]);
    voucher.withdraw();
    expect(existsSync(path)).toBe(false);
    expect(existsSync(path)).toBe(false);
    voucher.put(M, HERE);
    expect(readFileSync(path, "utf8").split("\n").slice(1)).toEqual([""]);
    voucher.withdraw();
  });

  test.each(["a name comes in", "nothing happens"])("who takes it away takes its names away: then %s", (what) => {
    const voucher = new Voucher(base);
    voucher.put(M, HERE);
    voucher.note("a.md");
    rmSync(path);
    if (what === "a name comes in") voucher.note("b.md");
    expect(existsSync(path)).toBe(false);
    voucher.put(`${M}2`, HERE);
    expect([existsSync(path), voucher.isGone]).toEqual([false, true]);
    voucher.withdraw();
    voucher.put(M, HERE);
    expect(readFileSync(path, "utf8").split("\n").slice(1)).toEqual([""]);
    voucher.withdraw();
  });

  test("one that is there no more is not named", () => {
    const voucher = new Voucher(base);
    voucher.note("a.md");
    voucher.note("b.md");
    voucher.drop("a.md");
    voucher.put(M, HERE);
    expect(readFileSync(path, "utf8").split("\n").slice(1)).toEqual(['"b.md"', ""]);
    voucher.withdraw();
  });

  test("with many touched nothing is vouched for", () => {
    const voucher = new Voucher(base);
    voucher.put(M, HERE);
    for (let n = 0; n < 201; n++) voucher.note(`note-${n}.md`);
    expect(existsSync(path)).toBe(false);
    voucher.put(M, HERE);
    expect(existsSync(path)).toBe(false);
  });
});
