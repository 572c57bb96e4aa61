import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { inFolder, removeFile } from "./files.ts";
import { tryOut } from "./trial.ts";

function folderWith(name: string): string {
  const base = mkdtempSync(join(tmpdir(), "cairn-trial-"));
  onTestFinished(() => rmSync(base, { recursive: true }));
  writeFileSync(join(base, name), "words");
  return base;
}

test("a trial may read files, whichever way they are read", async () => {
  const base = folderWith("a.md");
  const read = async () => inFolder(base, (folder) => folder.readWhole("a.md", 1_000).bytes.toString());
  expect(await tryOut(read)).toEqual({ result: "words", wanted: undefined });
});

test("what it would change is refused, and named", async () => {
  const base = folderWith("a.md");
  const change = async () => {
    try {
      removeFile(join(base, "a.md"));
    } catch {
      return "refused";
    }
    return "done";
  };
  expect(await tryOut(change)).toEqual({ result: "refused", wanted: expect.stringContaining("a.md") });
});
