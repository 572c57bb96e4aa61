import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith, type TestCairn } from "../../test/support/cairn-with.ts";

const yes = { confirmed: true } as const;

async function sumUp(cairn: TestCairn, n: number): Promise<void> {
  const text = `## Goal\nStep ${n} of the billing.\n\n## Tracking Points\n- **Decision**: Use option ${n} for part ${n} of the billing\n`;
  await cairn.ask("remember", { kind: "session_summary", title: `Step ${n}`, text }, { session: `step-${n}` });
}

async function withSummaries(count: number): Promise<{ cairn: TestCairn; folder: string }> {
  const cairn = cairnWith();
  for (let n = 0; n < count; n++) await sumUp(cairn, n);
  await cairn.ask("synthesize", {}, yes);
  return { cairn, folder: join((await cairn.store()).state, "synthesis") };
}

function shelves(folder: string): Map<string, string> {
  const names = readdirSync(folder).filter((name) => /^taken-in-[0-9a-f]\.json$/.test(name));
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

test("one new summary costs one shelf of what is known; the others are not written again", async () => {
  const { cairn, folder } = await withSummaries(12);
  const before = shelves(folder);
  await sumUp(cairn, 12);
  await cairn.ask("synthesize", {}, yes);
  const changed = [...shelves(folder)].filter(([name, text]) => before.get(name) !== text);
  expect(changed).toHaveLength(1);
});

test("a shelf that is not what Cairn wrote is read anew, and the master is the same", async () => {
  const { cairn, folder } = await withSummaries(6);
  const master = cairn.read("master.md");
  const [name, text] = [...shelves(folder)][0]!;
  writeFileSync(join(folder, name), text.replaceAll("Use option", "Use nothing"));
  const { action, read } = await cairn.ask("synthesize", {}, yes);
  expect(action).toBe("unchanged");
  expect(read.summaries).toBeGreaterThan(0);
  expect(cairn.read("master.md")).toBe(master);
});

test("what was concluded is no more than numbers and marks; torn, of another time or gone, the master is the same", async () => {
  const { cairn, folder } = await withSummaries(6);
  const place = join(folder, "taken-in-concluded.json");
  const earlier = readFileSync(place, "utf8");
  const folds = Object.values<string>(JSON.parse(earlier.slice(earlier.indexOf("\n"))));
  const rows = folds.flatMap((fold) => fold.split(";").slice(0, -1));
  const isBare = (row: string) => /^(?:[a-z0-9]{12}(?:\.\d+)?)?\|(?:-?\d+(?: -?\d+)*)?$/.test(row);
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter((row) => !isBare(row))).toEqual([]);
  expect(earlier).not.toMatch(/billing|option|step|Use/i);
  const whole = async () => {
    await cairn.ask("synthesize", {}, yes);
    return cairn
      .read("master.md")
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "")
      .replace(/^ {2}updates: .*$/m, "");
  };
  await sumUp(cairn, 6);
  const master = await whole();
  for (const spoil of [
    () => writeFileSync(place, earlier),
    () => writeFileSync(place, earlier.slice(0, -9)),
    () => rmSync(place),
  ]) {
    spoil();
    expect(await whole()).toBe(master);
  }
});
