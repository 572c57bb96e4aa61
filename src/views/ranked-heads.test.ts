import { expect, test } from "vitest";
import { cairnWith } from "../../test/support/cairn-with.ts";
import { isListed, rankedOf } from "./pointers.ts";
import { rankedHeads } from "./ranked-heads.ts";

test("pointers are ordered as those of memories that were all read", async () => {
  const cairn = cairnWith();
  const kinds = ["project", "decision", "reference", "task"] as const;
  for (let n = 0; n < 130; n++) {
    cairn.clock.advance(n % 3 === 0 ? 0 : 60_000);
    const how = n % 5 === 0 ? ({ surface: "cli" } as const) : ({ surface: "mcp" } as const);
    await cairn.ask("remember", { title: `Note ${n}`, text: `It is about ${n}.`, kind: kinds[n % 4]! }, how);
  }
  for (let n = 0; n < 3; n++)
    cairn.write(`loose-${n}.md`, `---\nname: loose-${n}\ndescription: d\n---\n# Loose ${n}\n\nText.\n`);
  const stores = await (await cairn.open({ surface: "cli" })).stores();
  const all = rankedOf(stores.memories(["project"]).filter(isListed));
  const ranked = rankedHeads(stores.heads(["project"]), isListed);
  for (const count of [5, 40, 500]) {
    expect(ranked.best(count).map(({ id }) => id)).toEqual(all.best(count).map(({ id }) => id));
    expect(ranked.newest(count).map(({ id }) => id)).toEqual(all.newest(count).map(({ id }) => id));
  }
});
