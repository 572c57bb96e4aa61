import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
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

test.runIf(process.platform === "linux")("more than the system keeps for who is busy is told as a loss", async () => {
  const [folder, other] = [join(base, "much"), join(base, "other")];
  for (const one of [folder, other]) mkdirSync(one);
  const names = new Set<string>();
  const lost: string[] = [];
  watchFolder(folder, { onName: (name) => names.add(name), onLost: () => lost.push("much") });
  watchFolder(other, { onName: (name) => names.add(name), onLost: () => lost.push("other") });
  // One after the other, or the system would make one word of several.
  for (let n = 0; n < 20_000; n++) appendFileSync(join(folder, n % 2 === 0 ? "a.md" : "b.md"), "x");
  writeFileSync(join(other, "kettle.md"), "blue");
  await expect.poll(() => lost, PATIENT).toEqual(["much", "other"]);
  expect(names).not.toContain("kettle.md");
});
