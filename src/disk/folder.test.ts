import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { standStill } from "./clock.ts";
import { setFaults } from "./faults.ts";
import { codeOf, Folder, inFolder, isMissing, makeFolders, statOf } from "./files.ts";

let base: string;
let root: string;
let outside: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "cairn-folder-")));
  root = join(base, "root");
  outside = join(base, "outside");
  mkdirSync(join(root, "a", "b"), { recursive: true });
  mkdirSync(join(outside, "b"), { recursive: true });
  writeFileSync(join(outside, "canary"), "canary");
  writeFileSync(join(outside, "b", "canary"), "canary");
});
afterEach(() => {
  setFaults(undefined);
  rmSync(base, { recursive: true });
});

function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
}

const refusedPath = { name: "CairnError", kind: "conflict", code: "PLACE_ERROR" };
const onLinux = test.skipIf(process.platform !== "linux");

describe("a folder held open", () => {
  test("files are made, read, linked, renamed, listed and removed by name", () => {
    const folder = Folder.open(root, { within: root });
    const file = folder.open("one", "create");
    file.write(Buffer.from("text"));
    file.close();
    expect(codeOf(thrownBy(() => folder.open("one", "create")))).toBe("EEXIST");
    expect(folder.readFile("one", 10)?.toString()).toBe("text");
    expect(folder.readFile("none", 10)).toBeUndefined();
    expect(folder.stat("none")).toBeUndefined();
    folder.link("one", "two");
    expect(codeOf(thrownBy(() => folder.link("one", "two")))).toBe("EEXIST");
    folder.rename("one", "three");
    folder.makeFolder("new");
    folder.sync();
    const names = folder.list().map(({ name, kind }) => `${name} ${kind}`);
    expect(names.sort()).toEqual(["a folder", "new folder", "three file", "two file"]);
    expect(folder.stat("two")).toMatchObject({ kind: "file", size: 4, nlink: 2, mode: 0o600 });
    expect(statOf(join(root, "new"))?.mode).toBe(0o700);
    folder.unlink("two");
    expect(folder.stat("two")).toBeUndefined();
    expect(folder.statSelf().ino).toBe(statOf(root)?.ino);
    folder.close();
    folder.close();
  });

  test.each(["", ".", "..", "a/b", "/etc", "a\\b", "a\0b", "../outside/canary"])("the name %j is refused", (name) => {
    inFolder(root, (folder) => {
      const uses = [
        () => folder.open(name, "read"),
        () => folder.open(name, "create"),
        () => folder.readFile(name, 10),
        () => folder.stat(name),
        () => folder.unlink(name),
        () => folder.makeFolder(name),
        () => folder.rename("a", name),
        () => folder.rename(name, "a"),
        () => folder.link(name, "c"),
      ];
      for (const use of uses) expect(thrownBy(use)).toMatchObject({ kind: "invalid-input", code: "PATH_ERROR" });
    });
  });

  onLinux("a file whose name cannot be passed back is listed as something else", () => {
    writeFileSync(join(root, "odd\\name"), "");
    const odd = inFolder(root, (folder) => folder.list().find(({ name }) => name.startsWith("odd")));
    expect(odd?.kind).toBe("other");
  });

  test("a file that is a symbolic link is neither read nor written through", () => {
    symlinkSync(join(outside, "canary"), join(root, "link"));
    inFolder(root, (folder) => {
      expect(folder.stat("link")?.kind).toBe("link");
      expect(codeOf(thrownBy(() => folder.readFile("link", 10)))).toBe("ELOOP");
      expect(codeOf(thrownBy(() => folder.open("link", "extend")))).toBe("ELOOP");
      expect(codeOf(thrownBy(() => folder.open("link", "update")))).toBe("ELOOP");
      expect(codeOf(thrownBy(() => folder.open("link", "create")))).toBe("EEXIST");
    });
    expect(readFileSync(join(outside, "canary"), "utf8")).toBe("canary");
  });
});

describe("a folder within a root", () => {
  test("it is opened at its lexical place only", () => {
    Folder.open(join(root, "a", "b"), { within: root }).close();
    Folder.open(root, { within: root }).close();
    expect(thrownBy(() => Folder.open(outside, { within: root }))).toMatchObject(refusedPath);
    expect(thrownBy(() => Folder.open(`${root}-twin`, { within: root }))).toMatchObject(refusedPath);
    expect(thrownBy(() => Folder.open(join(root, "..", "outside"), { within: root }))).toMatchObject(refusedPath);
    expect(isMissing(thrownBy(() => Folder.open(join(root, "none"), { within: root })))).toBe(true);
  });

  test("symbolic links among its folders are refused, wherever they lead", () => {
    symlinkSync(outside, join(root, "out"));
    symlinkSync("a", join(root, "inner"));
    symlinkSync("/", join(root, "top"));
    for (const path of ["out", "out/b", "inner", "inner/b", "top", "top/tmp"]) {
      expect(
        thrownBy(() => Folder.open(join(root, path), { within: root })),
        path,
      ).toMatchObject(refusedPath);
    }
  });

  test("a root that became a link itself is refused", () => {
    renameSync(root, `${root}-old`);
    symlinkSync(outside, root);
    expect(thrownBy(() => Folder.open(root, { within: root }))).toMatchObject(refusedPath);
  });

  onLinux("once open, a swap of the folder or its parent changes nothing", () => {
    const folder = Folder.open(join(root, "a", "b"), { within: root });
    renameSync(join(root, "a"), join(root, "gone"));
    symlinkSync(outside, join(root, "a"));
    expect(folder.readFile("canary", 10)).toBeUndefined();
    folder.open("mine", "create").close();
    folder.close();
    expect(statOf(join(root, "gone", "b", "mine"))?.kind).toBe("file");
    expect(statOf(join(outside, "b", "mine"))).toBeUndefined();
  });

  onLinux("a swap before, between or after any call never lets anything out of the root", () => {
    for (let at = 1; at <= 8; at++) {
      const away = join(root, `away-${at}`);
      let n = 0;
      setFaults(() => {
        if (++n !== at) return undefined;
        renameSync(join(root, "a"), away);
        symlinkSync(outside, join(root, "a"));
        return undefined;
      });
      const result = thrownBy(() => inFolder(join(root, "a", "b"), useOnce, { within: root }));
      setFaults(undefined);
      if (result !== undefined) expect(result).toMatchObject(refusedPath);
      expect(statOf(join(outside, "b", "mine"))).toBeUndefined();
      expect(n).toBeGreaterThan(0);
      if (n >= at) {
        renameSync(join(root, "a"), join(root, `link-${at}`));
        renameSync(away, join(root, "a"));
      }
      inFolder(join(root, "a", "b"), (folder) => folder.stat("mine") && folder.unlink("mine"));
    }
  });
});

function useOnce(folder: Folder): void {
  expect(folder.readFile("canary", 10)).toBeUndefined();
  folder.open("mine", "create").close();
}

describe("making folders", () => {
  test("what is missing is made for the owner alone, and every parent is synced after it", () => {
    const seen: string[] = [];
    setFaults(({ call, path }) => {
      if (call === "makeFolder" || call === "sync") seen.push(`${call} ${path.slice(root.length)}`);
      return undefined;
    });
    makeFolders(join(root, "x", "y"), { within: root });
    expect(seen).toEqual(["makeFolder /x", "sync ", "makeFolder /x/y", "sync /x"]);
    expect(statOf(join(root, "x", "y"))).toMatchObject({ kind: "folder", mode: 0o700 });
  });

  test("a folder that is in use costs one look; one nothing was ever put into is synced again", () => {
    const seen: string[] = [];
    makeFolders(join(root, "x"), { within: root });
    setFaults(({ call }) => {
      seen.push(call);
      return undefined;
    });
    makeFolders(join(root, "x"), { within: root });
    expect(seen).toContain("sync");
    setFaults(undefined);
    // Some file systems count time in steps of milliseconds.
    const until = Date.now() + 20;
    while (Date.now() < until);
    writeFileSync(join(root, "x", "file"), "");
    seen.length = 0;
    setFaults(({ call }) => {
      seen.push(call);
      return undefined;
    });
    makeFolders(join(root, "x"), { within: root });
    expect(seen).toEqual(["stat"]);
  });

  test("a folder knows whether anything was ever put into it", () => {
    makeFolders(join(root, "new"));
    const isUsed = () => inFolder(join(root, "new"), (folder) => folder.isUsed);
    expect(isUsed()).toBe(false);
    standStill(20);
    writeFileSync(join(root, "new", "x.md"), "x");
    expect(isUsed()).toBe(true);
  });

  test("outside a root, a link to a folder serves as the folder, and one to nowhere is refused", () => {
    symlinkSync(outside, join(base, "home"));
    symlinkSync(join(base, "nowhere"), join(base, "broken"));
    makeFolders(join(base, "home"));
    makeFolders(join(base, "home", "x"));
    expect(statOf(join(outside, "x"))?.kind).toBe("folder");
    expect(thrownBy(() => makeFolders(join(base, "broken", "x")))).toMatchObject(refusedPath);
    expect(statOf(join(base, "nowhere"))).toBeUndefined();
  });

  test("it makes nothing outside the root, and nothing through a link or a file", () => {
    symlinkSync(outside, join(root, "out"));
    symlinkSync(join(outside, "dangling"), join(root, "broken"));
    writeFileSync(join(root, "file"), "");
    for (const path of ["../outside/x", "out/x", "broken", "broken/x", "file", "file/x"]) {
      expect(
        thrownBy(() => makeFolders(join(root, path), { within: root })),
        path,
      ).toMatchObject(refusedPath);
    }
    expect(statOf(join(outside, "x"))).toBeUndefined();
    expect(statOf(join(outside, "dangling"))).toBeUndefined();
  });
});
