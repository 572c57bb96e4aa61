/** A process killed while a renamed clone is moved: moved again, what was accepted and declined of the team's memories is so. */

import { expect, test } from "vitest";
import { asBefore, rememberedThere, renamedClone } from "../team/renamed.ts";
import { loadProgram } from "./build.ts";
import { begin, changes, live, moments, reaperAtChange } from "./life.ts";
import { patience, sample, Tally } from "./report.ts";
import { World } from "./world.ts";

const FILE = "test/crash/team-moved.test.ts";
const POINTS = 5;
const asked = { op: "move", input: {}, cwd: "renamed", at: "2025-06-02T13:00:00Z" } as const;

test.each(["nothing", "a memory"])(
  "killed at any call of a move to where there is %s of the team's, nothing reviewed is lost",
  async (there) => {
    const tally = new Tally(`moved to ${there}`, FILE);
    const program = await loadProgram();
    const place = await renamedClone();
    if (there === "a memory") await rememberedThere(place);
    const world = new World(place.bob.cairn.base);
    const tree = world.tree();
    let changing = 0;
    begin(program, world, tree);
    const done = await live(program, world, asked, (attempt) => {
      if (changes(attempt)) changing++;
      return undefined;
    });
    expect(done).toMatchObject({ is: "ok" });
    expect(changing).toBeGreaterThan(10);
    expect(await place.reviewed()).toEqual(asBefore);
    const points = Array.from({ length: changing }, (_, n) => n + 1).flatMap((n) =>
      moments.map((moment) => ({ n, moment })),
    );
    for (const { n, moment } of sample(points, POINTS, (one) => `${there}@${one.n}:${one.moment}`)) {
      begin(program, world, tree);
      await live(program, world, asked, reaperAtChange(n, moment));
      const looking = async (): Promise<string[]> => {
        const again = await live(program, world, asked);
        if (again.is !== "ok") expect(again).toMatchObject({ is: "refused", error: { code: "NOT_FOUND" } });
        expect(await place.reviewed()).toEqual(asBefore);
        return [];
      };
      await tally.note(`${there}@${n}:${moment}`, looking());
      tally.count("points");
    }
    tally.conclude();
  },
  patience,
);
