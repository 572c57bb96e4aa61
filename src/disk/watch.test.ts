import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { watchFolder } from "./watch.ts";

const PATIENT = { timeout: 300_000 };
const base = mkdtempSync(join(tmpdir(), "cairn-watch-"));
afterAll(() => rmSync(base, { recursive: true }));

test("names of files are told, and that the folder itself went is told as a loss", async () => {
  const folder = join(base, "notes");
  mkdirSync(folder);
  const names: string[] = [];
  let lost = 0;
  const stop = watchFolder(folder, { onName: (name) => names.push(name), onLost: () => lost++ });
  writeFileSync(join(folder, "kettle.md"), "blue");
  await expect.poll(() => names, PATIENT).toContain("kettle.md");
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  await expect.poll(() => lost, PATIENT).toBe(1);
  stop?.();
  expect(watchFolder(join(base, "nowhere"), { onName: () => undefined, onLost: () => undefined })).toBeUndefined();
});
