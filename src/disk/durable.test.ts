import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createFile, isTempName, replaceFile, replaceFileQuick, tempName, writeTemp } from "./durable.ts";
import { type Attempt, setFaults } from "./faults.ts";
import { inFolder, notSaved } from "./files.ts";
import { token } from "./random.ts";

const CODES = ["ENOSPC", "EDQUOT", "EIO", "EROFS", "EMFILE", "ENFILE", "EACCES", "EPERM", "EBUSY", "EXDEV"];
const OLD = "old text";
const NEW = Buffer.from("the new text");

let dir: string;
let path: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "cairn-durable-"));
  path = join(dir, "file");
  // Until the folder's times tell that it is in use; some file systems count time in steps of milliseconds.
  do {
    rmSync(path, { force: true });
    writeFileSync(path, OLD, { mode: 0o640 });
  } while (lstatSync(dir).mtimeMs === lstatSync(dir).birthtimeMs);
});
afterEach(() => {
  setFaults(undefined);
  rmSync(dir, { recursive: true });
});

function attemptsOf(act: () => void): Attempt[] {
  const seen: Attempt[] = [];
  setFaults((attempt) => {
    seen.push(attempt);
    return undefined;
  });
  act();
  setFaults(undefined);
  return seen;
}

function resultOf(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

function text(): string {
  return readFileSync(path, "utf8");
}

describe("replacing a file", () => {
  test("temporary file, sync, reading back, rename and folder sync come in this order", () => {
    const order = attemptsOf(() => replaceFile(path, NEW))
      .filter((attempt) => attempt.path.startsWith(dir)) // not what it reads to know itself
      .map(({ call }) => call);
    const steps = order.filter((call) => ["write", "chmod", "sync", "read", "rename"].includes(call));
    expect(steps.filter((call, i) => call !== steps[i - 1])).toEqual([
      "write",
      "chmod",
      "sync",
      "read",
      "rename",
      "sync",
    ]);
    expect(text()).toBe(NEW.toString());
    expect(readdirSync(dir)).toEqual(["file"]);
  });

  test("the file keeps its mode, and a new one is for the owner alone", () => {
    replaceFile(path, NEW);
    replaceFile(join(dir, "other", "new"), NEW);
    expect(lstatSync(path).mode & 0o777).toBe(0o640);
    expect(lstatSync(join(dir, "other", "new")).mode & 0o777).toBe(0o600);
    expect(lstatSync(join(dir, "other")).mode & 0o777).toBe(0o700);
  });

  test("a link a person put there stays, and what it points to is replaced", () => {
    symlinkSync("file", join(dir, "link"));
    replaceFile(join(dir, "link"), NEW);
    expect(lstatSync(join(dir, "link")).isSymbolicLink()).toBe(true);
    expect(text()).toBe(NEW.toString());
  });

  test("an error at any call, of any sort, leaves the old text or the new one and is never a false success", () => {
    const calls = attemptsOf(() => replaceFile(path, NEW));
    let refused = 0;
    for (const { n, call } of calls) {
      for (const error of CODES) {
        writeFileSync(path, OLD);
        setFaults((attempt) => (attempt.n === n ? { error } : undefined));
        const result = resultOf(() => replaceFile(path, NEW));
        setFaults(undefined);
        if (result === undefined) expect([call, text()]).toEqual(["close", NEW.toString()]);
        else expect(result).toMatchObject({ kind: "unavailable", code: "NOT_SAVED" });
        if (result !== undefined) refused++;
        expect([OLD, NEW.toString()]).toContain(text());
        expect(readdirSync(dir)).toEqual(["file"]);
      }
    }
    // All calls but closing a folder, which happens twice here at most.
    expect(refused).toBeGreaterThanOrEqual((calls.length - 2) * CODES.length);
  });

  test("a disk that fails for good from any call on is reported too", () => {
    for (const { n } of attemptsOf(() => replaceFile(path, NEW)).slice(0, -1)) {
      writeFileSync(path, OLD);
      setFaults((attempt) => (attempt.n >= n ? { error: "EIO" } : undefined));
      expect(resultOf(() => replaceFile(path, NEW))).toMatchObject({ code: "NOT_SAVED" });
      setFaults(undefined);
      expect([OLD, NEW.toString()]).toContain(text());
    }
  });

  test("a short write is completed, a half write with an error is thrown away", () => {
    setFaults(({ call }) => (call === "write" ? { half: true } : undefined));
    replaceFile(path, NEW);
    expect(text()).toBe(NEW.toString());
    setFaults(({ call }) => (call === "write" ? { half: true, error: "ENOSPC" } : undefined));
    const result = resultOf(() => replaceFile(path, Buffer.from("third")));
    expect(result).toMatchObject({ code: "NOT_SAVED", hint: "The disk is full: free some space and try again." });
    expect(text()).toBe(NEW.toString());
    expect(readdirSync(dir)).toEqual(["file"]);
  });

  test("bytes that come back different are not saved", () => {
    const damage = ({ call, path: at }: Attempt) =>
      call === "sync" && isTempName(at.slice(dir.length + 1))
        ? { after: () => writeFileSync(at, "THE NEW TEXT") }
        : undefined;
    setFaults(damage);
    expect(resultOf(() => replaceFile(path, NEW))).toMatchObject({ code: "NOT_SAVED" });
    expect(text()).toBe(OLD);
    expect(readdirSync(dir)).toEqual(["file"]);
  });

  test("when only the folder's sync fails, nobody claims to know", () => {
    setFaults(({ call, path: at }) => (call === "sync" && at === dir ? { error: "EIO" } : undefined));
    expect(resultOf(() => replaceFile(path, NEW))).toMatchObject({
      code: "NOT_SAVED",
      message: "It is not certain that file was saved (EIO).",
    });
  });

  test("a derived file is replaced whole but not synced", () => {
    const calls = attemptsOf(() => replaceFileQuick(path, NEW)).map(({ call }) => call);
    expect(calls).not.toContain("sync");
    expect(calls).toContain("rename");
    expect(text()).toBe(NEW.toString());
  });
});

describe("creating a file", () => {
  test("a taken name is left alone", () => {
    expect(createFile(path, NEW)).toBe(false);
    expect(createFile(join(dir, "new"), NEW)).toBe(true);
    expect(text()).toBe(OLD);
    expect(readFileSync(join(dir, "new"), "utf8")).toBe(NEW.toString());
    expect(readdirSync(dir)).toEqual(["file", "new"]);
  });

  test("an error at any call leaves nothing or the whole, and is reported", () => {
    const target = join(dir, "new");
    const calls = attemptsOf(() => createFile(target, NEW));
    for (const { n, call } of calls) {
      rmSync(target, { force: true });
      setFaults((attempt) => (attempt.n === n ? { error: "EIO" } : undefined));
      const result = resultOf(() => createFile(target, NEW));
      setFaults(undefined);
      if (result === true) expect(["close", "unlink"]).toContain(call);
      else expect(result).toMatchObject({ code: "NOT_SAVED" });
      const there = resultOf(() => readFileSync(target, "utf8"));
      if (typeof there === "string" || result === true) expect(there).toBe(NEW.toString());
    }
  });
});

describe("temporary files", () => {
  test("they are known by their name", () => {
    expect(isTempName(tempName(token()))).toBe(true);
    for (const name of [".cairn-.tmp", "cairn-a.tmp", ".cairn-a.tmp.md", ".cairn-A.tmp", "a.md"]) {
      expect(isTempName(name), name).toBe(false);
    }
  });

  test("one is made exclusively, with the mode asked for", () => {
    inFolder(dir, (folder) => {
      expect(writeTemp(folder, "abc", NEW, 0o644).name).toBe(".cairn-abc.tmp");
      expect(folder.stat(".cairn-abc.tmp")?.mode).toBe(0o644);
      expect(resultOf(() => writeTemp(folder, "abc", NEW))).toMatchObject({ code: "EEXIST" });
      expect(folder.readFile(".cairn-abc.tmp", 100)?.equals(NEW)).toBe(true);
    });
  });

  test("tokens are short, plain and never alike", () => {
    const made = Array.from({ length: 5_000 }, () => token());
    expect(new Set(made).size).toBe(made.length);
    expect(made.every((one) => /^[a-z0-9]{12}$/.test(one))).toBe(true);
  });
});

test.runIf(process.platform === "linux" && process.getuid?.() !== 0)(
  "a folder that may not be written is said so",
  () => {
    chmodSync(dir, 0o500);
    expect(resultOf(() => replaceFile(path, NEW))).toMatchObject({ kind: "unavailable", code: "NOT_SAVED" });
    chmodSync(dir, 0o700);
  },
);

test("what is no refusal of the disk stays the error it is", () => {
  const bug = new TypeError("x is undefined");
  expect(notSaved(bug, "the memory")).toBe(bug);
});
