import { expect, test } from "vitest";
import { seed } from "../support/seed.ts";
import { storm, summary } from "./storm.ts";

const onUnix = test.skipIf(process.platform === "win32");
const replay = `to replay: CAIRN_SLOW=1 CAIRN_SEED=${seed} npx vitest run test/lock/storm.slow.test.ts`;

/** Every step by which the lock changes hands. */
const STEPS = ["link lock", "link claim", "link new", "rename lock", "unlink claim", "unlink lock", "write owner"];

onUnix("K1–K3: no doubles and no stolen live lock in 20,000 acquisitions under kills and stops", async () => {
  const damage = await storm({ processes: 16, acquisitions: 20_000, takeover: "claim", seed });
  console.log(`storm seed ${seed}; ${replay}\n${summary(damage)}`);
  expect(damage).toMatchObject({ doubles: 0, stolen: 0, errors: [], left: [] });
  expect(damage.acquisitions).toBeGreaterThanOrEqual(20_000);
  expect(damage.takeovers).toBeGreaterThan(200);
  expect(damage.overHeirs).toBeGreaterThan(10);
  expect(damage.killedIn).toEqual(expect.arrayContaining(STEPS));
  expect(damage.stoppedIn).toEqual(expect.arrayContaining(STEPS));
});

onUnix("the same storm finds what is wrong with renaming a stale lock away", async () => {
  let wrong = 0;
  for (let round = 0; round < 10 && wrong === 0; round++) {
    const damage = await storm({ processes: 16, acquisitions: 2_000, takeover: "rename", seed: seed + round });
    console.log(`mutant, storm seed ${seed + round}; ${replay}\n${summary(damage)}`);
    wrong += damage.doubles + damage.stolen;
  }
  expect(wrong).toBeGreaterThan(0);
});
