// npm run test:clients: the suites that drive the real client, installed first if need be. The last line counts.

import { conclude, runTests } from "./check.mjs";
import { ensureInstalled } from "./install.mjs";

const config = ["--config", "test/clients/vitest.config.ts"];

conclude(ensureInstalled() ? runTests([...config, ...process.argv.slice(2)]) : { passed: 0, failed: 1 });
