import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { asBefore, rememberedThere, renamedClone } from "./renamed.ts";

test("what was accepted, declined and written for the team stays so when the clone is moved", async () => {
  const { bob, cwd, reviewed } = await renamedClone();
  await bob.cairn.ask("move", {}, { cwd, confirmed: true });
  expect(await reviewed()).toEqual(asBefore);
  const { hits } = await bob.cairn.ask("recall", { question: "turnstile badge" }, { cwd });
  expect(hits.map(({ memory }) => [memory.id, memory.reviewed])).toEqual([["turnstile", undefined]]);
  expect((await bob.cairn.ask("show", { id: "project:own" }, { cwd })).memory.id).toBe("own");
});

test("also where something was written for the team at the new place before; what changed since waits", async () => {
  const place = await renamedClone();
  const { bob, cwd, reviewed } = place;
  await rememberedThere(place);
  const path = join(cwd, ".claude", "memory", "project", "turnstile.md");
  writeFileSync(path, readFileSync(path, "utf8").replace("badge alone", "anybody"));
  await bob.cairn.ask("move", {}, { cwd, confirmed: true });
  expect(await reviewed()).toEqual({ ...asBefore, pending: ["team:lamp", "team:turnstile"] });
});

test("also where the team's memories are all there was", async () => {
  const { bob, cwd, reviewed } = await renamedClone({ isTeamAlone: true });
  expect((await reviewed()).pending).toContain("team:turnstile");
  const { from, to, applied, only_reviews } = await bob.cairn.ask("move", { dryRun: true }, { cwd });
  expect([from, to, applied, only_reviews]).toEqual([
    join(bob.cairn.project, ".claude", "memory"),
    join(cwd, ".claude", "memory"),
    false,
    true,
  ]);
  await bob.cairn.ask("move", {}, { cwd, confirmed: true });
  expect(await reviewed()).toEqual(asBefore);
  await expect(bob.cairn.ask("move", {}, { cwd, confirmed: true })).rejects.toThrow(/No memories of an earlier place/);
});

test("a move that is only shown carries nothing", async () => {
  const { bob, cwd, reviewed } = await renamedClone();
  await bob.cairn.ask("move", { dryRun: true }, { cwd });
  expect((await reviewed()).pending).toContain("team:turnstile");
});
