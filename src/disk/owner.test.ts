import { spawn } from "node:child_process";
import { once } from "node:events";
import { hostname } from "node:os";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  isRunning,
  judgeNow,
  judgeOwner,
  type Owner,
  type OwnerRead,
  parseOwner,
  printOwner,
  selfAs,
} from "./owner.ts";
import { type ProcessSighting, parseProcStat, sightingOf } from "./process.ts";

const self: Owner = { host: "box/1a2b", boot: "b1", namespace: "pid:[1]", pid: 10, start: "100", token: "self" };
const other: Owner = { ...self, pid: 20, start: "200", token: "other" };

describe("an owner's words", () => {
  test("what is printed parses back to itself", () => {
    const word = fc.stringMatching(/^[a-zA-Z0-9:[\]/ -]{1,20}$/);
    const owner = fc.record({
      host: word,
      boot: word,
      namespace: word,
      pid: fc.nat(),
      start: word,
      token: fc.stringMatching(/^[a-z0-9]{12}$/),
    });
    fc.assert(
      fc.property(owner, (one) => {
        expect(parseOwner(printOwner(one))).toEqual(one);
      }),
    );
  });

  test("any part of an owner is torn, never an owner", () => {
    const whole = printOwner(other);
    for (let length = 0; length < whole.length; length++) {
      expect(parseOwner(whole.slice(0, length)), whole.slice(0, length)).toBe("torn");
      expect(parseOwner(whole.slice(0, length).padEnd(whole.length, "\0"))).toBe("torn");
    }
  });

  test("a later version is not taken for damage", () => {
    expect(parseOwner("2;anything")).toBe("strange");
    expect(parseOwner("10;host;boot")).toBe("strange");
  });
});

test("who is seen to run is taken for nobody who is gone, and nobody else is", async () => {
  expect(isRunning(selfAs("me"))).toBe(process.platform === "linux");
  expect(isRunning({ ...selfAs("me"), start: "1" })).toBe(false);
  expect(isRunning({ ...selfAs("me"), start: "" })).toBe(false);
  expect(isRunning({ ...selfAs("me"), pid: 4_194_305 })).toBe(false);
  expect([isRunning("torn"), isRunning("strange")]).toEqual([false, false]);
});

test.runIf(process.platform === "linux")("the host has the system's own name, and the machine's hash", () => {
  expect(selfAs("me").host.split("/")[0]).toBe(hostname().replaceAll(/[;\s]/g, "-"));
});

describe("judging an owner", () => {
  const rows: Array<[string, OwnerRead, ProcessSighting, string]> = [
    ["a process that runs", other, { start: "200" }, "living"],
    ["a process that is gone", other, "gone", "dead"],
    ["a pid that belongs to a later process", other, { start: "201" }, "dead"],
    ["a process whose start nobody tells", other, {}, "living"],
    ["an owner who did not know its start", { ...other, start: "" }, { start: "200" }, "living"],
    ["another host", { ...other, host: "else" }, "gone", "unknown"],
    ["a machine of the same name", { ...other, host: "box/ffff" }, "gone", "unknown"],
    ["another boot", { ...other, boot: "b0" }, { start: "200" }, "dead"],
    ["a boot without a name", { ...other, boot: "" }, "gone", "unknown"],
    ["another container", { ...other, namespace: "pid:[2]" }, "gone", "unknown"],
    ["a namespace nobody tells", { ...other, namespace: "?" }, "gone", "unknown"],
    ["words torn by a power cut", "torn", { start: "200" }, "dead"],
    ["words of a later version", "strange", "gone", "unknown"],
  ];
  test.each(rows)("%s", (_, owner, seen, expected) => {
    expect(judgeOwner(owner, self, () => seen)).toBe(expected);
  });

  test("two owners on a system that cannot tell its namespace do not judge each other", () => {
    const blind = { ...self, namespace: "?" };
    expect(judgeOwner({ ...other, namespace: "?" }, blind, () => "gone")).toBe("unknown");
  });
});

describe.runIf(process.platform === "linux")("looking at real processes", () => {
  test("the status line is read whatever the process calls itself", () => {
    const fields = ["S", ...Array.from({ length: 18 }, (_, i) => String(i)), "4711", "more"];
    expect(parseProcStat(`12 (a b) c) ${fields.join(" ")}`)).toEqual({ start: "4711" });
    expect(parseProcStat(`12 (a) ${["Z", ...fields.slice(1)].join(" ")}`)).toBe("gone");
    expect(parseProcStat(`12 (a) ${["T", ...fields.slice(1)].join(" ")}`)).toEqual({ start: "4711" });
  });

  test("this process lives; after its end a child is dead", async () => {
    expect(judgeNow(selfAs("me"), selfAs("you"), 0)).toBe("living");
    const child = spawn("sleep", ["60"]);
    const seen = sightingOf(child.pid!, 0);
    const owner = { ...selfAs("child"), pid: child.pid!, start: seen === "gone" ? "" : seen.start! };
    expect(judgeNow(owner, selfAs("me"), 0)).toBe("living");
    child.kill("SIGSTOP");
    expect(judgeNow(owner, selfAs("me"), 0)).toBe("living");
    expect(judgeNow({ ...owner, start: "1" }, selfAs("me"), 0)).toBe("dead");
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(judgeNow(owner, selfAs("me"), 0)).toBe("dead");
  });

  test("a zombie is dead", async () => {
    // The shell leaves a finished child to a `sleep`, which never asks for it.
    const parent = spawn("sh", ["-c", "sleep 0.3 & echo $!; exec sleep 60"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = await once(parent.stdout, "data");
    const pid = Number(String(line));
    try {
      await expect.poll(() => sightingOf(pid, 0), { timeout: 300_000 }).toBe("gone");
      expect(process.kill(pid, 0)).toBe(true);
    } finally {
      parent.kill("SIGKILL");
    }
  });
});
