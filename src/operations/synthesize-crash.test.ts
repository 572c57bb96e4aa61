import { expect, onTestFinished, test } from "vitest";
import { cairnWith, type TestCairn } from "../../test/support/cairn-with.ts";
import { setFaults } from "../disk/faults.ts";

const confirmed = { confirmed: true };
const WRITES = new Set(["write", "sync", "rename", "link"]);

async function learn(cairn: TestCairn, n: number) {
  const points = Array.from(
    { length: 12 },
    (_, m) => `- **Learning**: part ${n}.${m} of the engine runs at ${n}${m} beats a minute`,
  );
  const text = `## Goal\nPart ${n}\n\n## Tracking Points\n${points.join("\n")}\n\n## Completed\n- Part ${n}`;
  await cairn.ask("remember", { kind: "session_summary", title: `Part ${n}`, text }, { session: `s${n}` });
}

function body(text: string): string {
  return text.split(/\n# [^\n]*\n\n/)[1]?.split("\n\n## Changes")[0] ?? "";
}

test("wherever the disk refuses, the old master stands or the new one, and the next run makes the new one", async () => {
  const cairn = cairnWith({ settings: { "synthesis.maxBytes": 4_000 } });
  onTestFinished(() => setFaults(undefined));
  for (const n of [1, 2, 3, 4]) await learn(cairn, n);
  await cairn.ask("synthesize", {}, confirmed);
  const old = cairn.read("master.md");
  await learn(cairn, 5);
  const { text: wanted } = await cairn.ask("synthesize", { dryRun: true });
  let refused = 0;
  for (let nth = 1; nth < 400; nth += 3) {
    let calls = 0;
    setFaults(({ call }) => (WRITES.has(call) && ++calls === nth ? { error: "EIO" } : undefined));
    const outcome = await cairn.outcome("synthesize", {}, confirmed);
    setFaults(undefined);
    const now = cairn.read("master.md");
    expect(now === old || body(now) === wanted).toBe(true);
    if (outcome.ok) expect(body(now)).toBe(wanted);
    else refused++;
    if (calls < nth) break;
  }
  expect(refused).toBeGreaterThan(3);
  await cairn.ask("synthesize", {}, confirmed);
  expect(body(cairn.read("master.md"))).toBe(wanted);
  expect((await cairn.ask("list", { kind: "session_summary" })).memories).toHaveLength(5);
});

test("a disk that refuses to note what was read costs the next run some reading, and nothing else", async () => {
  const cairn = cairnWith();
  onTestFinished(() => setFaults(undefined));
  await learn(cairn, 1);
  setFaults(({ path, call }) => (/synthesis/.test(path) && call === "open" ? { error: "ENOSPC" } : undefined));
  expect(await cairn.ask("synthesize", {}, confirmed)).toMatchObject({ action: "created" });
  setFaults(undefined);
  expect(await cairn.ask("synthesize", {}, confirmed)).toMatchObject({ action: "unchanged", read: { summaries: 1 } });
  expect(await cairn.ask("synthesize", {}, confirmed)).toMatchObject({ action: "unchanged", read: { summaries: 0 } });
});
