import { readFileSync, writeFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { cairnWith, type TestCairn } from "../../test/support/cairn-with.ts";
import { goOn, putSession } from "../../test/support/past-sessions.ts";
import { decided } from "../../test/support/session.ts";
import { setFaults } from "../disk/faults.ts";

const session = "760f230b-96a5-4c5f-9a53-2f0a6b1c0c11";
const file = `sessions/${session}.md`;
const yes = { confirmed: true } as const;
const past = ({ home, project }: TestCairn) => ({ home, cwd: project, session });
const more = [
  "We decided to drop the old exporter because nobody reads its files.",
  "Understood, the old exporter is removed now.",
];

async function summedUp(): Promise<TestCairn> {
  const cairn = cairnWith();
  putSession({ ...past(cairn), said: [decided, "Done: the consumers read streams now, and a day can be replayed."] });
  await cairn.ask("summarize", { session }, yes);
  goOn({ ...past(cairn), said: more, at: new Date("2025-05-01T10:00:00Z") });
  return cairn;
}

/** Every call that changes something below the memory's folder or Cairn's own, one after the other, is refused or is the last. */
async function callsOf(cairn: TestCairn): Promise<number> {
  let count = 0;
  setFaults(() => {
    count++;
    return undefined;
  });
  await cairn.ask("summarize", { session }, yes);
  setFaults(undefined);
  return count;
}

test("whichever call the disk refuses, the summary is the old one or the new one, and the next run completes it", async () => {
  onTestFinished(() => setFaults(undefined));
  const whole = await summedUp();
  const calls = await callsOf(whole);
  const wanted = body(whole.read(file));
  const step = Math.max(1, Math.floor(calls / 12));
  for (let nth = 0; nth < calls; nth += step) {
    const cairn = await summedUp();
    const before = cairn.read(file);
    let seen = 0;
    setFaults(() => (seen++ >= nth ? { error: "EIO" } : undefined));
    await cairn.outcome("summarize", { session }, yes).catch(() => undefined);
    setFaults(undefined);
    const text = cairn.read(file);
    expect([before, "new"]).toContain(body(text) === wanted ? "new" : text);
    expect((await cairn.ask("summarize", { session }, yes)).action).toMatch(/updated|unchanged/);
    expect(body(cairn.read(file))).toBe(wanted);
  }
});

test("an edit in the middle of a run is in the summary that is saved", async () => {
  const cairn = await summedUp();
  const path = cairn.path(file);
  let typed = false;
  onTestFinished(() => setFaults(undefined));
  setFaults(({ call }) => {
    if (!typed && call === "write") {
      typed = true;
      writeFileSync(
        path,
        readFileSync(path, "utf8").replace("## Completed", "- **Question**: typed meanwhile?\n\n## Completed"),
      );
    }
    return undefined;
  });
  const { warnings } = await cairn.ask("summarize", { session }, yes);
  setFaults(undefined);
  const kept = cairn.read(file).includes("typed meanwhile?");
  // Either it was seen in time and merged, or it is told, and a version of its own.
  expect(kept || warnings.join().includes("Another program wrote the file")).toBe(true);
  const { changes } = await cairn.ask("history", { id: session });
  expect(kept || changes.length > 2).toBe(true);
});

test("two at once make one file with what both say", async () => {
  const cairn = await summedUp();
  const hand = (label: string) =>
    cairn.ask(
      "summarize",
      { session, body: `## Tracking Points\n- **Learning**: ${label} was learned by hand today\n` },
      yes,
    );
  await Promise.all([cairn.ask("summarize", { session }, yes), hand("alpha"), hand("beta"), hand("gamma")]);
  const text = cairn.read(file);
  for (const words of ["drop the old exporter", "alpha was", "beta was", "gamma was"]) expect(text).toContain(words);
  expect(cairn.paths().filter((path) => path.startsWith("sessions/"))).toEqual([file]);
});

/** Without times, which differ. */
function body(text: string): string {
  return text.replace(/^---[\s\S]*?---\n/, "").replace(/\n## Changes[\s\S]*$/, "");
}
