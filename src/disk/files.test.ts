import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Attempt, gate, setFaults } from "./faults.ts";
import {
  appendLine,
  codeOf,
  fileExists,
  folderEntries,
  isMissing,
  linkTargetOf,
  NotAFileError,
  notSaved,
  openAt,
  readFileAt,
  realPathOf,
  removeFile,
  stampOf,
  statOf,
  TooLargeError,
} from "./files.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "cairn-files-"));
});
afterEach(() => {
  setFaults(undefined);
  rmSync(dir, { recursive: true });
});

function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
}

/** As the kernel refuses what it is given below an open descriptor. */
function refusedByKernel(syscall: string): never {
  const path = "/proc/self/fd/19/new.md";
  throw Object.assign(new Error(`EACCES: permission denied, ${syscall} '${path}'`), { code: "EACCES", syscall, path });
}

test.each([
  ["makeFolder", "mkdir", "/memory"],
  ["rename", "rename", "/memory"],
  ["chmod", "chmod", "/memory/new.md"],
] as const)(
  "a refused %s names what refuses: not a descriptor, and no file that is not there",
  (call, syscall, named) => {
    const error = notSaved(
      thrownBy(() => gate(call, "/memory/new.md", () => refusedByKernel(syscall))),
      "the memory",
    );
    expect(error).toHaveProperty("hint", expect.stringContaining(`Check who owns ${named}, `));
  },
);

test("a file that cannot be made is the matter of its folder, one that is there its own", () => {
  setFaults(({ call }) => (call === "open" ? { error: "EACCES" } : undefined));
  const hintFor = (path: string) =>
    notSaved(
      thrownBy(() => appendLine(path, "x")),
      "it",
    );
  expect(hintFor(join(dir, "new"))).toHaveProperty("hint", expect.stringContaining(`who owns ${dir}, `));
  writeFileSync(join(dir, "old"), "");
  expect(hintFor(join(dir, "old"))).toHaveProperty("hint", expect.stringContaining(`who owns ${join(dir, "old")}, `));
});

describe("files by path", () => {
  test("what is missing is undefined, not an error", () => {
    const missing = join(dir, "no", "such");
    expect(statOf(missing)).toBeUndefined();
    expect(readFileAt(missing, 10)).toBeUndefined();
    expect(folderEntries(missing)).toBeUndefined();
    expect(realPathOf(missing)).toBeUndefined();
    expect(linkTargetOf(missing)).toBeUndefined();
    expect(fileExists(missing)).toBe(false);
    expect(removeFile(missing)).toBe(false);
    writeFileSync(join(dir, "file"), "");
    expect(statOf(join(dir, "file", "below"))).toBeUndefined();
    expect(isMissing(thrownBy(() => openAt(missing, "read")))).toBe(true);
  });

  test("a link is seen as a link, and read through", () => {
    writeFileSync(join(dir, "real"), "text");
    symlinkSync("real", join(dir, "link"));
    expect(statOf(join(dir, "link"))?.kind).toBe("link");
    expect(linkTargetOf(join(dir, "link"))).toBe("real");
    expect(readFileAt(join(dir, "link"), 10)?.toString()).toBe("text");
    expect(codeOf(thrownBy(() => openAt(join(dir, "link"), "append")))).toBe("ELOOP");
    expect(realPathOf(join(dir, "link"))).toBe(realPathOf(join(dir, "real")));
  });

  test("a file is read up to its bound and not a byte further", () => {
    const path = join(dir, "file");
    writeFileSync(path, "12345");
    expect(readFileAt(path, 5)?.toString()).toBe("12345");
    expect(thrownBy(() => readFileAt(path, 4))).toMatchObject({ name: "TooLargeError", size: 5, maxBytes: 4 });
  });

  test("a file that grows while it is read is read to its end, or refused", () => {
    const path = join(dir, "file");
    const grow = (attempt: Attempt) =>
      attempt.call === "fstat" ? { after: () => writeFileSync(path, "x".repeat(70_000), { flag: "a" }) } : undefined;
    writeFileSync(path, "12345");
    setFaults(grow);
    expect(readFileAt(path, 100_000)?.length).toBe(70_005);
    expect(thrownBy(() => readFileAt(path, 80_000))).toBeInstanceOf(TooLargeError);
  });

  test.skipIf(process.platform === "win32")("a pipe is refused at once instead of waiting for its other end", () => {
    execFileSync("mkfifo", [join(dir, "pipe")]);
    expect(statOf(join(dir, "pipe"))?.kind).toBe("other");
    expect(thrownBy(() => readFileAt(join(dir, "pipe"), 10))).toBeInstanceOf(NotAFileError);
    expect(thrownBy(() => readFileAt(dir, 10))).toBeInstanceOf(NotAFileError);
  });

  test("lines are appended whole, each by one write", () => {
    const writes: string[] = [];
    setFaults(({ call, bytes }) => {
      if (call === "write") writes.push(Buffer.from(bytes!).toString());
      return undefined;
    });
    appendLine(join(dir, "log"), "one");
    appendLine(join(dir, "log"), "two");
    expect(writes).toEqual(["one\n", "two\n"]);
    expect(readFileSync(join(dir, "log"), "utf8")).toBe("one\ntwo\n");
    expect(statOf(join(dir, "log"))?.mode).toBe(0o600);
  });

  test("the stamp changes with an edit in place and with a replacement of equal size", () => {
    const path = join(dir, "file");
    writeFileSync(path, "aaaa");
    const stamps = [stampOf(statOf(path)!)];
    writeFileSync(path, "aaaab");
    stamps.push(stampOf(statOf(path)!));
    execFileSync("cp", ["-p", path, `${path}2`]);
    execFileSync("mv", [`${path}2`, path]);
    stamps.push(stampOf(statOf(path)!));
    expect(new Set(stamps).size).toBe(3);
    expect(stamps[0]).toMatch(/^4:\d+:\d+:\d+$/);
  });
});

describe("the gate", () => {
  test("every call is seen before it is made, with logical paths and a running number", () => {
    const seen: string[] = [];
    setFaults(({ n, call, path, to, size }) => {
      seen.push([n, call, path.replace(dir, ""), to?.replace(dir, ""), size].filter((x) => x !== undefined).join(" "));
      return undefined;
    });
    const file = openAt(join(dir, "a"), "create");
    file.write(Buffer.from("text"));
    file.sync();
    file.syncData();
    file.truncate(2);
    file.chmod(0o640);
    file.close();
    file.close();
    removeFile(join(dir, "a"));
    expect(seen).toEqual([
      "1 open /a",
      "2 write /a",
      "3 sync /a",
      "4 syncData /a",
      "5 truncate /a 2",
      "6 chmod /a",
      "7 close /a",
      "8 unlink /a",
    ]);
  });

  test("a failed call is not made and looks like the system's own failure", () => {
    writeFileSync(join(dir, "a"), "text");
    setFaults(({ call }) => (call === "unlink" ? { error: "EROFS" } : undefined));
    expect(thrownBy(() => removeFile(join(dir, "a")))).toMatchObject({ code: "EROFS", errno: -30, syscall: "unlink" });
    expect(fileExists(join(dir, "a"))).toBe(true);
  });

  test("a close that fails has closed, as the system's own has", () => {
    writeFileSync(join(dir, "a"), "text");
    const file = openAt(join(dir, "a"), "read");
    setFaults(({ call }) => (call === "close" ? { error: "EIO" } : undefined));
    expect(codeOf(thrownBy(() => file.close()))).toBe("EIO");
    setFaults(undefined);
    expect(codeOf(thrownBy(() => file.stat()))).toBe("EBADF");
  });

  test("a short write goes on with the rest; a failing one stops where it failed", () => {
    const file = openAt(join(dir, "a"), "create");
    setFaults(({ call }) => (call === "write" ? { half: true } : undefined));
    file.write(Buffer.from("12345678"));
    expect(readFileSync(join(dir, "a"), "utf8")).toBe("12345678");
    setFaults(({ call }) => (call === "write" ? { half: true, error: "ENOSPC" } : undefined));
    expect(codeOf(thrownBy(() => file.write(Buffer.from("abcdefgh"))))).toBe("ENOSPC");
    setFaults(undefined);
    file.write(Buffer.from("XY"), 0);
    file.close();
    expect(readFileSync(join(dir, "a"), "utf8")).toBe("XY345678abcd");
  });

  test("a file is never synced again after a failed sync", () => {
    const file = openAt(join(dir, "a"), "create");
    let syncs = 0;
    setFaults(({ call }) => {
      if (call !== "sync" && call !== "syncData") return undefined;
      syncs++;
      return { error: "EIO" };
    });
    expect(codeOf(thrownBy(() => file.sync()))).toBe("EIO");
    expect(thrownBy(() => file.syncData())).toMatchObject({ message: "synced again after a failed sync" });
    expect(syncs).toBe(1);
    file.close();
  });
});
