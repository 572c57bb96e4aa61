import { mkdirSync } from "node:fs";
import { test } from "vitest";
import { loadProgram } from "./build.ts";
import { isSkipped, randomFor, Tally } from "./report.ts";
import { damageIn, faultsOfRot, fillStore, listen, rotten, sortOf, textAt } from "./rot.ts";
import { World } from "./world.ts";

const MEMORIES = 200;
const DAMAGES = 500;

test("D8: a rotten file costs what it held and nothing else, and it is said", async () => {
  const tally = new Tally("D8 rotten files", "test/crash/rot.test.ts");
  const program = await loadProgram();
  const world = new World();
  try {
    mkdirSync(world.home);
    mkdirSync(world.at("work/plain"), { recursive: true });
    const tree = await fillStore(program, world, MEMORIES);
    const before = await listen(program, world);
    const random = randomFor(8);
    for (let n = 0; n < DAMAGES; n++) {
      const damage = damageIn(tree, random);
      const point = `${n}:${damage.how} ${damage.path.split("/").at(-1)}+${damage.offset}`;
      if (isSkipped(point)) continue;
      const broken = rotten(tree, damage);
      world.become(broken);
      tally.note(point, faultsOfRot(before, await listen(program, world), damage, textAt(broken, damage.path)));
      tally.count(`${sortOf(damage.path)}`);
    }
  } finally {
    world.remove();
  }
  tally.conclude();
}, 300_000);
