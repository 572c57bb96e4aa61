import { expect, test } from "vitest";
import { seed } from "../support/seed.ts";
import { storm, summary } from "./storm.ts";

const onUnix = test.skipIf(process.platform === "win32");

onUnix("K1: sixteen processes, killed and stopped inside every step, never hold the lock two at a time", async () => {
  console.log(`storm seed ${seed}; to replay: CAIRN_SEED=${seed} npx vitest run test/lock/storm.test.ts`);
  const damage = await storm({ processes: 16, acquisitions: 400, takeover: "claim", seed });
  console.log(summary(damage));
  expect(damage).toMatchObject({ doubles: 0, stolen: 0, errors: [], left: [] });
  expect(damage.acquisitions).toBeGreaterThanOrEqual(400);
  expect(damage.takeovers).toBeGreaterThan(0);
});
