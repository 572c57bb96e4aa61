/** A dream beside others: editors, writers, a second dream, a disk that refuses, and sessions that begin. */

import { expect, onTestFinished, test } from "vitest";
import { cairnWith } from "../../test/support/cairn-with.ts";
import { logged, sessionsIn, settled, startOf } from "../../test/support/dream-flips.ts";
import { daily, dream, files, queue } from "../../test/support/dreams.ts";
import { setFaults } from "../disk/faults.ts";
import { takeDreamLock } from "../dream/due.ts";

test("edits made while it dreams are kept: each topic is decided on as it is at that moment", async () => {
  const cairn = cairnWith();
  await daily(cairn, queue.slice(0, 2));
  await dream(cairn);
  await logged(cairn, "The queue uses streams instead of lists.");
  let isEdited = false;
  setFaults(({ to = "", call }) => {
    if (!isEdited && call === "link" && to.endsWith("/lock") && !to.includes("/dream/")) {
      isEdited = true;
      cairn.change("topics/queue.md", (text) => text.replace("## Known\n", "## Known\n- typed meanwhile\n"));
    }
    return undefined;
  });
  onTestFinished(() => setFaults(undefined));
  const { learned } = await dream(cairn);
  setFaults(undefined);
  expect([isEdited, learned]).toEqual([true, 1]);
  const { body } = (await cairn.ask("show", { id: "queue" })).memory;
  expect(body).toContain("- typed meanwhile");
  expect(body).toContain("streams instead of lists");
});

test("a disk that refuses one topic costs that run, and the next one finishes it", async () => {
  const cairn = cairnWith();
  await daily(cairn, [...queue, "Kafka lags behind at night.", "Kafka wants more memory."]);
  setFaults(({ to = "", call }) => (call === "link" && to.endsWith("/kafka.md") ? { error: "ENOSPC" } : undefined));
  onTestFinished(() => setFaults(undefined));
  const refused = await cairn.outcome("dream", {}, { confirmed: true });
  setFaults(undefined);
  expect(refused.ok).toBe(false);
  const { learned, topics } = await dream(cairn);
  expect(topics.map(({ id }) => id).sort()).toEqual(["kafka", "queue"]);
  expect(learned).toBe(2);
  expect((await dream(cairn)).entries).toBe(0);
});

test("dreams, entries and edits at the same time lose nothing and say nothing twice", async () => {
  const cairn = cairnWith();
  await daily(cairn, queue);
  await dream(cairn);
  const texts = Array.from(
    { length: 6 },
    (_, n) => `The queue has a reader called reader-${"abcdef"[n]} since day ${n}.`,
  );
  const dreams = [0, 1, 2].map(() => cairn.outcome("dream", {}, { confirmed: true }));
  const writes = texts.map((text) => logged(cairn, text));
  cairn.change("topics/queue.md", (text) => text.replace("## Known\n", "## Known\n- typed meanwhile\n"));
  await Promise.all([...dreams, ...writes]);
  await dream(cairn);
  const { body } = (await cairn.ask("show", { id: "queue" })).memory;
  for (const line of ["typed meanwhile", "streams instead of lists", ...texts])
    expect(body.split(line)).toHaveLength(2);
  expect((await dream(cairn)).action).toBe("unchanged");
});

test("one dream at a time; the files themselves can be written meanwhile", async () => {
  const cairn = cairnWith();
  await daily(cairn, queue);
  const other = await cairn.open();
  await other.prepareWrite();
  const held = takeDreamLock(other, (await other.stores()).of("project"));
  const refused = await cairn.refusal("dream", {}, { confirmed: true });
  expect(refused.message).toBe("Another dream is under way for this project.");
  await logged(cairn, "The queue can be written meanwhile.");
  held?.release();
  expect((await dream(cairn)).learned).toBe(4);
});

test("where it is suggested a session is told once it is due, and nothing is written", async () => {
  const cairn = cairnWith({ settings: { "mode.dream": "suggest" } });
  expect(await startOf(cairn, "first")).not.toContain("cairn dream");
  await daily(cairn, queue);
  await sessionsIn(cairn, 5);
  const before = files(cairn);
  cairn.clock.advance(3_600_000);
  const told = await startOf(cairn);
  expect(told).toContain("3 log entries of 3 days not distilled yet: cairn dream makes topics of them");
  await settled(cairn);
  expect(files(cairn)).toEqual(before);
});

test("where it is automatic the server dreams by rule once nobody waits, and the start itself writes nothing", async () => {
  const cairn = cairnWith({ settings: { "mode.dream": "auto", "scribe.batch": "http" } });
  await daily(cairn, queue);
  await sessionsIn(cairn, 5);
  cairn.clock.advance(3_600_000);
  expect(await startOf(cairn)).not.toContain("dream");
  expect(cairn.has("topics/queue.md")).toBe(false);
  await settled(cairn);
  expect(cairn.read("topics/queue.md")).toContain("streams instead of lists");
  expect(await startOf(cairn, "next")).toMatch(/3 log entries learned; cairn undo dream-[\w-]+ takes it back/);
  expect(await startOf(cairn, "after")).not.toContain("learned");
  await cairn.ask("undo", { dream: true });
  expect(cairn.has("topics/queue.md")).toBe(false);
});

test("only the person says that it dreams by itself", async () => {
  const cairn = cairnWith();
  const set = (value: string) =>
    cairn.outcome("config", { action: "set", key: "mode.dream", value }, { surface: "agent-shell" });
  expect([(await set("auto")).ok, (await set("off")).ok]).toEqual([false, true]);
});
