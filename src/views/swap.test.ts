import {
  chmodSync,
  closeSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { type Attempt, setFaults } from "../disk/faults.ts";
import { inFolder } from "../disk/files.ts";
import { keepView, obstacleTo, type SwapResult } from "./swap.ts";

afterEach(() => setFaults(undefined));

const name = "VIEW.md";
const now = new Date("2025-06-02T12:00:00Z");
const HAND = "hand line\n";
const OWN = "- own line\n";

class Desk {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "cairn-swap-")));
  readonly file = join(this.folder, name);

  constructor(text?: string) {
    if (text !== undefined) this.write(text);
    onTestFinished(() => rmSync(this.folder, { recursive: true }));
  }

  write(text: string | Buffer, ageMs = 60_000, mode = 0o600): void {
    writeFileSync(this.file, text);
    chmodSync(this.file, mode);
    const time = new Date(now.getTime() - ageMs);
    utimesSync(this.file, time, time);
  }

  /** As an editor saves that writes a new file beside the old one. */
  replace(text: string): void {
    writeFileSync(`${this.file}~`, text);
    renameSync(`${this.file}~`, this.file);
  }

  read(): string {
    return readFileSync(this.file, "utf8");
  }

  /** What Cairn would do: a person's lines as they are, one line of its own at the end. */
  keep(isOurs = (_: string) => false): SwapResult {
    const print = (text = "") => ({ text: text.replaceAll(OWN, "") + OWN });
    return inFolder(this.folder, (folder) => keepView({ folder, name, now, isOurs, print })).kept;
  }

  /** Runs `act` right before the n-th system call of a keep; false once there is no such call. */
  keepDisturbed(n: number, act: (attempt: Attempt) => void): boolean {
    let done = false;
    setFaults((attempt) => {
      if (attempt.n !== n) return undefined;
      done = true;
      setFaults(undefined);
      act(attempt);
      return undefined;
    });
    try {
      this.keep();
    } finally {
      setFaults(undefined);
    }
    return done;
  }
}

test("a view is written once, and not again while its bytes are right", () => {
  const desk = new Desk(HAND);
  expect(desk.keep()).toBe("written");
  expect(desk.read()).toBe(HAND + OWN);
  const before = statSync(desk.file, { bigint: true }).ctimeNs;
  expect(desk.keep()).toBe("unchanged");
  expect(statSync(desk.file, { bigint: true }).ctimeNs).toBe(before);
});

test("a view that is not there is made, for its owner alone", () => {
  const desk = new Desk();
  expect(desk.keep()).toBe("written");
  expect(desk.read()).toBe(OWN);
  expect(statSync(desk.file).mode & 0o777).toBe(0o600);
});

test("a view keeps its mode, and nothing stays beside it", () => {
  const desk = new Desk(HAND);
  chmodSync(desk.file, 0o640);
  expect(desk.keep()).toBe("written");
  expect(statSync(desk.file).mode & 0o777).toBe(0o640);
  expect(readdirSync(desk.folder)).toEqual([name]);
});

test("V3: a file younger than two seconds is left to its editor, unless Cairn itself wrote it", () => {
  const desk = new Desk();
  desk.write(HAND, 1_900);
  expect(desk.keep()).toBe("too-fresh");
  expect(desk.keep((text) => text === HAND)).toBe("written");
  desk.write(HAND, -500); // touched after the time was asked for
  expect(desk.keep()).toBe("too-fresh");
  for (const age of [2_000, -3_600_000]) {
    desk.write(HAND, age);
    expect(desk.keep()).toBe("written");
  }
});

test("a link is never written through, read-only and odd files are left alone, and each can be named", () => {
  const cases: [string, (desk: Desk) => void][] = [
    ["is a symbolic link", (desk) => symlinkSync(join(desk.folder, "elsewhere.md"), desk.file)],
    ["is read-only", (desk) => desk.write(HAND, 60_000, 0o400)],
    ["is too large", (desk) => desk.write("x".repeat(1_000_001))],
    ["is not UTF-8 text", (desk) => desk.write(Buffer.from([0x61, 0xff, 0xfe]))],
  ];
  for (const [reason, prepare] of cases) {
    const desk = new Desk();
    writeFileSync(join(desk.folder, "elsewhere.md"), HAND);
    prepare(desk);
    const stamp = () => {
      const { ino, size, mtimeNs, ctimeNs } = lstatSync(desk.file, { bigint: true });
      return { ino, size, mtimeNs, ctimeNs };
    };
    const before = stamp();
    expect([reason, desk.keep()]).toEqual([reason, "left-alone"]);
    expect(stamp()).toEqual(before);
    expect(readFileSync(join(desk.folder, "elsewhere.md"), "utf8")).toBe(HAND);
    expect(inFolder(desk.folder, (folder) => obstacleTo(folder, name))).toBe(reason);
  }
});

test("a link put in the file's place at any moment is never followed", () => {
  for (let n = 1; ; n++) {
    const desk = new Desk(HAND);
    const outside = join(desk.folder, "outside.md");
    writeFileSync(outside, "secret\n");
    const more = desk.keepDisturbed(n, () => {
      rmSync(desk.file, { force: true });
      symlinkSync(outside, desk.file);
    });
    expect(readFileSync(outside, "utf8")).toBe("secret\n");
    if (!more) return expect(n).toBeGreaterThan(8);
  }
});

test("V2: a line typed into the file in place, before any system call of the rewrite, is there afterwards", () => {
  for (let n = 1; ; n++) {
    const desk = new Desk(HAND);
    const more = desk.keepDisturbed(n, () => writeFileSync(desk.file, `typed\n${desk.read()}`));
    expect(`${n}: ${desk.read().replaceAll(OWN, "")}`).toBe(`${n}: ${more ? "typed\n" : ""}${HAND}`);
    if (!more) return expect(n).toBeGreaterThan(8);
  }
});

test("an edit that is noticed in time is not even replaced: the editor's own file stands", () => {
  const desk = new Desk(HAND);
  const before = statSync(desk.file).ino;
  setFaults(({ call, path }) => {
    if (call === "write" && path.endsWith(".tmp")) writeFileSync(desk.file, "typed\n");
    return undefined;
  });
  expect(desk.keep()).toBe("too-fresh");
  expect([desk.read(), statSync(desk.file).ino]).toEqual(["typed\n", before]);
});

test("V2: the same typed through a descriptor that was open long before", () => {
  for (let n = 1; ; n++) {
    const desk = new Desk(HAND);
    const pen = openSync(desk.file, "a");
    let typed = false;
    const more = desk.keepDisturbed(n, ({ call }) => {
      typed = call !== "close"; // the old file has been read for the last time by then
      if (typed) writeSync(pen, "typed\n");
    });
    closeSync(pen);
    expect(`${n}: ${desk.read().replaceAll(OWN, "")}`).toBe(`${n}: ${HAND}${typed ? "typed\n" : ""}`);
    if (!more) return expect(n).toBeGreaterThan(8);
  }
});

test("V2: a file replaced by an editor is not replaced again, but for the instant of the rename itself", () => {
  for (let n = 1; ; n++) {
    const desk = new Desk(HAND);
    let last = "";
    const more = desk.keepDisturbed(n, ({ call }) => {
      last = call;
      if (call !== "rename") desk.replace(`typed\n${desk.read()}`);
    });
    if (more && last !== "rename") expect(desk.read()).toContain("typed\n");
    expect(desk.read()).toContain(HAND);
    if (!more) return expect(n).toBeGreaterThan(8);
  }
});

test("a file that comes or goes at any moment of the rewrite costs no words", () => {
  for (let n = 1; ; n++) {
    const desk = new Desk();
    if (!desk.keepDisturbed(n, () => desk.replace("came\n"))) break;
    expect(desk.read()).toContain("came\n");
  }
  for (let n = 1; ; n++) {
    const desk = new Desk(HAND);
    if (!desk.keepDisturbed(n, () => rmSync(desk.file, { force: true }))) break;
    expect(readdirSync(desk.folder).filter((file) => file !== name)).toEqual([]);
  }
});

test("a disk that refuses leaves the old view whole, and nothing beside it", () => {
  for (let n = 1, more = true; more; n++) {
    const desk = new Desk(HAND);
    more = false;
    setFaults((attempt) => {
      if (attempt.n !== n || attempt.call === "unlink" || attempt.call === "close") return undefined;
      more = true;
      return { error: "ENOSPC" };
    });
    try {
      desk.keep();
    } catch (error) {
      expect((error as NodeJS.ErrnoException).code).toBe("ENOSPC");
    }
    setFaults(undefined);
    expect([HAND, HAND + OWN]).toContain(desk.read());
  }
});
