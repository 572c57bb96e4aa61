import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { asBefore, rememberedThere, renamedClone } from "./renamed.ts";

test("what was accepted, declined and written for the team stays so when the clone is moved", async () => {
  const { bob, cwd, reviewed } = await renamedClone();
  await bob.cairn.ask("move", { apply: true }, { cwd });
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
  await bob.cairn.ask("move", { apply: true }, { cwd });
  expect(await reviewed()).toEqual({ ...asBefore, pending: ["team:lamp", "team:turnstile"] });
});

test("a move that is only shown carries nothing", async () => {
  const { bob, cwd, reviewed } = await renamedClone();
  await bob.cairn.ask("move", {}, { cwd });
  expect((await reviewed()).pending).toContain("team:turnstile");
});
