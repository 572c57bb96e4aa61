// npm run test:clients: the suites that drive the real client, on a fresh clone too: what is missing is installed and
// built first. The last line counts.

import { conclude, runTests } from "./check.mjs";
import { ensureBuilt } from "./fresh.mjs";
import { ensureInstalled } from "./install.mjs";

const config = ["--config", "test/clients/vitest.config.ts"];

async function isReady() {
  if (!ensureInstalled()) return false;
  try {
    await ensureBuilt();
    return true;
  } catch (error) {
    console.error(error); // a build that fails is one failure, counted like any other
    return false;
  }
}

conclude((await isReady()) ? runTests([...config, ...process.argv.slice(2)]) : { passed: 0, failed: 1 });
