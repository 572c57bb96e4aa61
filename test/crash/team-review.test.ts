/**
 * A process killed while you let in or decline what others brought: each memory waits as it did, or is what you said, and
 * said again it is done. What lies in the repository is not touched, but for the one you edit: it is as it came and waits, or it
 * says what you left there and is accepted.
 */

import { expect, test } from "vitest";
import { type Clone, pair } from "../team/clones.ts";
import { loadProgram } from "./build.ts";
import { begin, changes, live, type Moment, reaperAtChange } from "./life.ts";
import { patience, sample, Tally } from "./report.ts";
import { World } from "./world.ts";

const FILE = "test/crash/team-review.test.ts";
const POINTS = 3;
const GATE = "project/gate.md";
const names = ["gate", "fence", "door"];
const at = "2025-06-02T13:00:00Z";

/** Three memories of Ann's in Bob's clone; the door he has declined before. */
async function pulled(): Promise<Clone> {
  const { ann, bob } = pair();
  for (const title of names)
    await ann.cairn.ask("remember", { title, text: `The ${title} is green.`, kind: "project", scope: "team" });
  ann.commit();
  ann.push();
  bob.pull();
  await bob.cairn.ask("team", { action: "review", decline: ["door"], reason: "it is red" });
  return bob;
}

type Standing = "waits" | "accepted" | "declined";

/** What each memory is to Bob. */
async function standings({ cairn }: Clone): Promise<Record<string, Standing>> {
  const { pending = [], kept_out = [] } = await cairn.ask("team", { action: "review" });
  const of = (name: string): Standing => {
    const isIn = (all: readonly { readonly id: string }[]) => all.some(({ id }) => id === `team:${name}`);
    expect(isIn(pending) && isIn(kept_out)).toBe(false);
    return isIn(pending) ? "waits" : isIn(kept_out) ? "declined" : "accepted";
  };
  return Object.fromEntries(names.map((name) => [name, of(name)]));
}

const decisions = [
  ["accepting all", { accept: ["all"] }, { gate: "accepted", fence: "accepted", door: "declined" }],
  ["accepting what was declined", { accept: ["gate", "door"] }, { gate: "accepted", fence: "waits", door: "accepted" }],
  ["editing", { edit: "gate", text: "The gate is red." }, { gate: "accepted", fence: "waits", door: "declined" }],
  ["declining", { decline: ["gate"], reason: "no" }, { gate: "declined", fence: "waits", door: "declined" }],
  ["revoking an author", { revoke: "Ann" }, { gate: "declined", fence: "declined", door: "declined" }],
] as const;

test.each(decisions)(
  "killed at any call of %s, each memory is what it was or what you said, and said again it is done",
  async (name, decision, wanted) => {
    const tally = new Tally(name, FILE);
    const program = await loadProgram();
    const bob = await pulled();
    const world = new World(bob.cairn.base);
    const [tree, before, files] = [world.tree(), await standings(bob), bob.files()];
    const asked = { op: "team", input: { action: "review", ...decision }, cwd: "project", at } as const;
    let changing = 0;
    begin(program, world, tree);
    await live(program, world, asked, (attempt) => {
      if (changes(attempt)) changing++;
      return undefined;
    });
    expect(changing).toBeGreaterThan(2);
    expect(await standings(bob)).toEqual(wanted);
    const points = Array.from({ length: changing }, (_, n) => n + 1).flatMap((n) =>
      (["before", "half", "after"] as const).map((moment: Moment) => ({ n, moment })),
    );
    for (const { n, moment } of sample(points, POINTS, (one) => `${name}@${one.n}:${one.moment}`)) {
      begin(program, world, tree);
      const answer = await live(program, world, asked, reaperAtChange(n, moment));
      const looking = async (): Promise<string[]> => {
        const after = await standings(bob);
        for (const one of names) {
          // Let in after all: between the two it waits.
          const may = [before[one], wanted[one as "gate"], ...(before[one] === "declined" ? ["waits"] : [])];
          expect(may).toContain(after[one]);
        }
        if (answer.is === "ok") expect(after).toEqual(wanted);
        if (!("edit" in decision)) expect(bob.files()).toEqual(files);
        else expect(after["gate"] === "accepted").toBe(bob.files()[GATE]?.includes("The gate is red."));
        if (after["gate"] === "waits") expect(bob.files()[GATE]).toBe(files[GATE]);
        expect((await bob.cairn.ask("list", {})).problems).toEqual([]);
        const left = names.filter((one) => after[one] !== wanted[one as "gate"]);
        if (left.length > 0) expect(await live(program, world, asked)).toMatchObject({ is: "ok" });
        expect(await standings(bob)).toEqual(wanted);
        return [];
      };
      await tally.note(`${name}@${n}:${moment}`, looking());
      tally.count("points");
    }
    tally.conclude();
  },
  patience,
);
