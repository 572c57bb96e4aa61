import { type ChildProcess, spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { setFaults } from "./faults.ts";
import { RootLock, type Wait } from "./lock.ts";
import { type Owner, printOwner, selfAs } from "./owner.ts";
import { sightingOf } from "./process.ts";

const SHORT = { waitMs: 60 };
const NO_SUCH_PID = 4_194_305;

let dir: string;
let lock: RootLock;
let children: ChildProcess[];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "cairn-lock-"));
  lock = new RootLock({ folder: dir });
  children = [];
});
afterEach(() => {
  setFaults(undefined);
  vi.restoreAllMocks();
  for (const child of children) child.kill("SIGKILL");
  rmSync(dir, { recursive: true });
});

/** As it would lie there since a while. */
function put(name: string, owner: Owner | string): void {
  const path = join(dir, name);
  writeFileSync(path, typeof owner === "string" ? owner : printOwner(owner));
  utimesSync(path, new Date(0), new Date(Date.now() - 60_000));
}

function dead(token: string): Owner {
  return { ...selfAs(token), pid: NO_SUCH_PID, start: "1" };
}

/** A real process that does nothing but live. */
function living(token: string): Owner & { child: ChildProcess } {
  const child = spawn("sleep", ["60"]);
  children.push(child);
  const seen = sightingOf(child.pid!, 1_000);
  return { ...selfAs(token), pid: child.pid!, start: seen === "gone" ? "" : (seen.start ?? ""), child };
}

function holder(): string | undefined {
  return existsSync(join(dir, "lock")) ? readFileSync(join(dir, "lock"), "utf8").trim().split(";").at(-1) : undefined;
}

function names(): string[] {
  return readdirSync(dir).filter((name) => !name.startsWith("owner."));
}

async function refusal(wait: Wait = SHORT): Promise<unknown> {
  return lock.acquire(wait).then(
    () => "held",
    (error: unknown) => error,
  );
}

const timeout = { kind: "unavailable", code: "LOCK_TIMEOUT_ERROR" };

describe("within one process", () => {
  test("it is held until it is released, and only its owner file stays", async () => {
    const held = await lock.acquire();
    expect(held.stillMine()).toBe(true);
    expect(holder()).toBe(held.token);
    held.release();
    held.release();
    expect(held.stillMine()).toBe(false);
    expect(readdirSync(dir)).toEqual([`owner.${held.token}`]);
  });

  test("everybody waits for their turn, in order, through any number of lock objects", async () => {
    const order: number[] = [];
    let inside = 0;
    await Promise.all(
      [1, 2, 3, 4, 5].map(async (i) => {
        const held = await new RootLock({ folder: dir }).acquire();
        expect(++inside).toBe(1);
        await new Promise((resolve) => setTimeout(resolve, 2));
        order.push(i);
        inside--;
        held.release();
      }),
    );
    expect(order).toEqual([1, 2, 3, 4, 5]);
  });

  test("who waits too long is told so, and the next one still gets it", async () => {
    const held = await lock.acquire();
    expect(lock.tryAcquire()).toBeUndefined();
    expect(await refusal()).toMatchObject(timeout);
    const next = lock.acquire();
    held.release();
    (await next).release();
    const last = lock.tryAcquire();
    expect(last?.stillMine()).toBe(true);
    last?.release();
  });

  test("K4: work under the lock cannot wait for anything", async () => {
    expect(await lock.during((held) => held.stillMine())).toBe(true);
    await expect(lock.during(async () => "later")).rejects.toThrow("synchronous");
    await expect(lock.during(() => Promise.reject(new Error("never seen")).catch(() => 1))).rejects.toThrow(
      "synchronous",
    );
    await expect(
      lock.during(() => {
        throw new Error("broken");
      }),
    ).rejects.toThrow("broken");
    expect(holder()).toBeUndefined();
  });
});

describe("an owner that lives", () => {
  test("K3: it keeps the lock, running or stopped, and is named to those who wait", async () => {
    const owner = living("alive");
    put("lock", owner);
    expect(lock.tryAcquire()).toBeUndefined();
    owner.child.kill("SIGSTOP");
    const error = await refusal({ waitMs: 300 });
    expect(error).toMatchObject(timeout);
    expect(error).toHaveProperty("message", expect.stringContaining(`process ${owner.pid} on `));
    expect(error).toHaveProperty("hint", expect.stringContaining("doctor"));
    expect(lock.breakForeign()).toBe(false);
    expect(holder()).toBe("alive");
    expect(names()).toEqual(["lock", "waiting"]);
  });

  test("C7: who can wait waits as long as it changes hands, and gives up where one owner sits on it", async () => {
    const owner = living("first");
    let time = 0n;
    vi.spyOn(process.hrtime, "bigint").mockImplementation(() => (time += 100_000_000n));
    let attempts = 0;
    setFaults(({ call, to }) => {
      if (call !== "link" || to !== join(dir, "lock")) return;
      attempts++;
      if (attempts <= 20) put("lock", { ...owner, token: `turn${attempts + 2_000}` });
      else rmSync(join(dir, "lock"));
    });
    const held = await lock.acquire({ waitMs: 300, inAllMs: 60_000 });
    held.release();
    expect(attempts).toBe(21);
    attempts = 0;
    expect(await refusal({ waitMs: 300 })).toMatchObject(timeout);
    attempts = -1_000;
    expect(await refusal({ waitMs: 300, inAllMs: 3_000 })).toMatchObject(timeout);
    setFaults(undefined);
    put("lock", owner);
    expect(await refusal({ waitMs: 300, inAllMs: 60_000_000 })).toMatchObject(timeout);
  });

  test("those on another host, in another container or of a later version are never succeeded", async () => {
    for (const foreign of [
      { ...dead("far"), host: "elsewhere" },
      { ...dead("far"), namespace: "pid:[1]" },
      "2;a;later;kind;of;owner\n",
    ]) {
      put("lock", foreign);
      expect(await refusal()).toMatchObject(timeout);
      expect(readFileSync(join(dir, "lock"), "utf8")).toBe(typeof foreign === "string" ? foreign : printOwner(foreign));
    }
  });

  test("a foreign lock can be shown, and removed when a person asks for it", async () => {
    put("lock", { ...dead("far"), host: "elsewhere/0a1b" });
    expect(lock.inspect()).toMatchObject({ judged: "unknown", pid: NO_SUCH_PID, host: "elsewhere" });
    expect(Math.abs(lock.inspect()!.since.getTime() - Date.now())).toBeLessThan(60_000);
    expect(lock.breakForeign()).toBe(true);
    expect(lock.inspect()).toBeUndefined();
    expect(names()).toEqual([]);
    (await lock.acquire(SHORT)).release();
  });

  test("who let go sees that others wait and stays away for a moment", async () => {
    const held = await lock.acquire();
    put("waiting", living("patient"));
    held.release();
    expect(names()).toEqual([]);
    const before = performance.now();
    (await lock.acquire()).release();
    expect(performance.now() - before).toBeGreaterThan(8);
  });
});

describe("an owner that died", () => {
  const deaths: Array<[string, () => Owner | string]> = [
    ["its process is gone", () => dead("gone")],
    ["its pid belongs to a later process", () => ({ ...living("reused"), start: "1" })],
    ["the machine was started again since", () => ({ ...living("earlier"), boot: "another-boot" })],
    ["a power cut tore its words", () => "1;half;an;ow"],
    ["a power cut emptied its words", () => ""],
  ];
  test.runIf(process.platform === "linux").each(deaths)("it is succeeded when %s", async (_, owner) => {
    put("lock", owner());
    const held = await lock.acquire(SHORT);
    expect(holder()).toBe(held.token);
    expect(names()).toEqual(["lock"]);
    held.release();
    expect(names()).toEqual([]);
  });

  test("it is waited for when its words are torn but were written a moment ago", async () => {
    writeFileSync(join(dir, "lock"), "");
    expect(await refusal()).toMatchObject(timeout);
    expect(names()).toEqual(["lock", "waiting"]);
  });

  test("a chain of heirs that died half-way is succeeded, and nothing of them stays", async () => {
    put("lock", dead("a"));
    put("claim.a", dead("b"));
    put("claim.b", dead("c"));
    put("new.c", dead("c"));
    for (const token of ["a", "b", "c"]) put(`owner.${token}`, dead(token));
    const held = await lock.acquire(SHORT);
    expect(readdirSync(dir).sort()).toEqual(["lock", `owner.${held.token}`]);
    held.release();
  });

  test("an heir that was killed after it took the lock is succeeded by the next", async () => {
    put("lock", dead("b"));
    put("claim.a", dead("b"));
    const held = await lock.acquire(SHORT);
    expect(names()).toEqual(["lock"]);
    held.release();
  });

  test("an heir that lives is waited for", async () => {
    const heir = living("heir");
    put("lock", dead("a"));
    put("claim.a", heir);
    expect(await refusal()).toHaveProperty("message", expect.stringContaining(`process ${heir.pid} on `));
    expect(holder()).toBe("a");
    heir.child.kill("SIGKILL");
    const held = await lock.acquire({ waitMs: 5_000 });
    expect(names()).toEqual(["lock", "waiting"]);
    held.release();
    expect(names()).toEqual([]);
  });

  test("K2: a late claimer sees that the lock went to somebody else, and withdraws", async () => {
    put("lock", dead("a"));
    const winner = living("winner");
    setFaults(({ call, to }) => {
      // Between our judging and our claim another one inherited, and removed its claim.
      if (call === "link" && to?.endsWith("claim.a")) put("lock", winner);
      return undefined;
    });
    expect(await refusal()).toMatchObject(timeout);
    expect(holder()).toBe("winner");
    expect(names()).toEqual(["lock", "waiting"]);
  });

  test("a late claimer whose lock was meanwhile released takes it in the ordinary way", async () => {
    put("lock", dead("a"));
    setFaults(({ call, to }) => {
      if (call === "link" && to?.endsWith("claim.a")) rmSync(join(dir, "lock"));
      return undefined;
    });
    const held = await lock.acquire(SHORT);
    expect(held.stillMine()).toBe(true);
    expect(names()).toEqual(["lock"]);
    held.release();
  });

  test("owner files of the dead are swept by the next holder, those of the living and the unknown stay", async () => {
    put("owner.dead", dead("dead"));
    put("owner.torn", "1;half");
    put("owner.far", { ...dead("far"), host: "elsewhere" });
    put("owner.alive", living("alive"));
    put("claim.old", dead("dead"));
    const held = await lock.acquire(SHORT);
    expect(readdirSync(dir).sort()).toEqual(["lock", "owner.alive", "owner.far", `owner.${held.token}`].sort());
    held.release();
  });
});

describe("when something goes wrong", () => {
  test("a lock removed by hand is noticed by its holder, who removes nobody else's", async () => {
    const held = await lock.acquire();
    rmSync(join(dir, "lock"));
    expect(held.stillMine()).toBe(false);
    put("lock", living("other"));
    expect(held.stillMine()).toBe(false);
    held.release();
    expect(holder()).toBe("other");
  });

  test("a removed owner file is made again, and the lock is still known as ours", async () => {
    const first = await lock.acquire();
    rmSync(join(dir, `owner.${first.token}`));
    expect(first.stillMine()).toBe(true);
    first.release();
    expect(holder()).toBeUndefined();
    const second = await lock.acquire(SHORT);
    expect(second.stillMine()).toBe(true);
    second.release();
  });

  test("a state folder that was removed is made again", async () => {
    (await lock.acquire()).release();
    rmSync(dir, { recursive: true });
    (await lock.acquire(SHORT)).release();
    expect(existsSync(dir)).toBe(true);
  });

  test("a folder or something huge in place of a lock or an owner counts as unknown", async () => {
    mkdirSync(join(dir, "owner.folder"));
    put("owner.huge", "x".repeat(5_000));
    (await lock.acquire(SHORT)).release();
    expect(readdirSync(dir)).toHaveLength(3);
    mkdirSync(join(dir, "lock"));
    expect(await refusal()).toMatchObject(timeout);
    expect(lock.inspect()).toMatchObject({ judged: "unknown" });
  });

  test.each(["EPERM", "ENOTSUP", "ENOSYS"])("without hard links (%s) it says where to move", async (code) => {
    setFaults(({ call }) => (call === "link" ? { error: code } : undefined));
    expect(await refusal()).toMatchObject({ kind: "unavailable", hint: expect.stringContaining("CAIRN_HOME") });
  });
});
