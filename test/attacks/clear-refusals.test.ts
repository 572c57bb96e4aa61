/** What was asked wrongly is said with what would be right, and what the person has settled binds their agents (finding C13). */

import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith } from "../support/cairn-with.ts";
import { house } from "../support/house.ts";

test("a value a field does not take is answered with those it takes, and which field it was", async () => {
  const { code, err } = await house().cli([
    "remember",
    "We run pg.",
    "--kind",
    "constraint",
    "--field",
    "active=maybe",
  ]);
  expect([code, err]).toEqual([2, expect.stringMatching(/value for active\.\n.*true, false/)]);
});

test("a text that is too long is told the limit it has, however long it is", async () => {
  const place = house();
  for (const size of [1_000_000, 5_000_000]) {
    const file = place.write(join(place.base, "long.md"), "a ".repeat(size / 2));
    const { code, err } = await place.cli(["remember", "--title", "Long", "--body-file", file]);
    expect([code, err]).toEqual([2, expect.stringContaining("at most 900000 bytes")]);
  }
});

test("of a setting that does not exist nobody is told a hundred others", async () => {
  const { code, err } = await house().cli(["config", "get", "nope.x"]);
  expect(code).toBe(2);
  expect(err.length).toBeLessThan(300);
});

test("a drafter that wants nothing written gets nothing written, and no error", async () => {
  const place = house();
  const file = place.write(join(place.base, "noop.json"), '{"action":"noop"}');
  const { state, action } = await place.ask(["draft", "--intent-file", file]);
  expect([state, action]).toEqual(["nothing", "NOOP"]);
});

test("an intent that lacks a field is told which", async () => {
  const place = house();
  const file = place.write(join(place.base, "intent.json"), '{"category":"decision","action":"create"}');
  const { code, err } = await place.cli(["draft", "--intent-file", file]);
  expect([code, err]).toEqual([2, expect.stringContaining("new_info_summary is missing.")]);
});

test("an agent is no surer than drafts may be; the person is as sure as they say", async () => {
  const cairn = cairnWith();
  const input = { text: "Sessions are kept in Postgres.", kind: "project", confidence: 0.99 } as const;
  const agents = await cairn.ask("remember", { ...input, title: "One" }, { surface: "mcp" });
  const persons = await cairn.ask("remember", { ...input, title: "Two" });
  expect([agents.memory.confidence, persons.memory.confidence]).toEqual([0.9, 0.99]);
  const again = await cairn.ask("update", { id: "one", confidence: 1 }, { surface: "mcp" });
  expect(again.memory.confidence).toBe(0.9);
});

test("of a kind that is switched off an agent keeps nothing; the person still can", async () => {
  const cairn = cairnWith({ settings: { "categories.decision.enabled": false } });
  const input = { text: "We use Redis.", kind: "decision", title: "Redis" } as const;
  expect((await cairn.refusal("remember", input, { surface: "mcp" })).code).toBe("SECURITY_ERROR");
  expect((await cairn.ask("remember", input)).action).toBe("created");
});

test("at the cap of a kind an agent's own remember is refused with what it can do; yours, an addition and a replacement are kept", async () => {
  const cairn = cairnWith({ settings: { max_memories_per_category: 1 } });
  const first = { text: "We use Redis for the queue.", kind: "decision", title: "Redis" } as const;
  await cairn.ask("remember", first, { surface: "mcp" });
  const second = { text: "Backups run nightly at two.", kind: "decision", title: "Backups" } as const;
  const refusal = await cairn.refusal("remember", second, { surface: "mcp" });
  expect([refusal.code, refusal.message, refusal.hint]).toEqual([
    "SECURITY_ERROR",
    expect.stringContaining("1 is the most (max_memories_per_category)"),
    expect.stringContaining("supersedes"),
  ]);
  for (const title of ["Region", "Cloud"]) await cairn.ask("remember", { ...first, title, text: `${title} is EU.` });
  const third = await cairn.refusal("remember", second, { surface: "mcp" });
  expect(third.hint).toContain("max_memories_per_category 4."); // with less nothing would fit either
  const added = { ...first, text: "It replays a day." };
  expect((await cairn.ask("remember", added, { surface: "mcp" })).action).toBe("updated");
  const instead = { ...second, supersedes: "project:redis" };
  expect((await cairn.ask("remember", instead, { surface: "mcp" })).action).toBe("created");
  expect((await cairn.ask("remember", { ...first, title: "Streams" })).action).toBe("created");
  const other = { text: "The queue lies in src/queue.", kind: "project", title: "Queue" } as const;
  expect((await cairn.ask("remember", other, { surface: "mcp" })).action).toBe("created");
});
