import { expect, test } from "vitest";
import { buildDriver } from "./build.ts";
import { randomFor, seed, Tally } from "./report.ts";
import { onStage, workloads } from "./stage.ts";
import { hasStrace, straced, straceKill, writing } from "./strace.ts";

const POINTS = { plain: 40, shop: 15 };
const MISSING = "strace is not installed, or may not be used here";
const isMissing = !hasStrace();
if (isMissing) console.log(`D2 skipped: ${MISSING}`);

test("D2: no system call that changes anything goes past the hook", async ({ skip }) => {
  skip(isMissing, MISSING);
  const driver = await buildDriver();
  let calls = 0;
  for (const name of workloads) {
    await onStage(name, seed, async (stage) => {
      for (const scene of stage.scenes) {
        const { seen, hooked } = straced(stage, driver, scene);
        expect(seen, scene.act.name).toEqual(hooked);
        calls += seen.length;
      }
    });
  }
  console.log(`D2 system calls: ${calls} made, all of them through the hook (seed ${seed})`);
});

test("D2: killed by the kernel's hand, it is the same", async ({ skip }) => {
  skip(isMissing, MISSING);
  const tally = new Tally("D2 kills by strace", "test/crash/strace.slow.test.ts");
  const driver = await buildDriver();
  const random = randomFor(2);
  for (const name of workloads) {
    await onStage(name, seed, async (stage) => {
      for (let n = 0; n < POINTS[name]; n++) {
        const scene = random.pick(stage.scenes);
        const call = random.pick(writing);
        const when = 1 + random.int(scene.calls.length / 12);
        await tally.note(`${name}/${scene.index}@${call}+${when}`, straceKill(stage, driver, scene, call, when));
        tally.count("points");
      }
    });
  }
  tally.conclude();
});
