import { defineConfig } from "vitest/config";

const slow = process.env["CAIRN_SLOW"] !== undefined;
const only = slow ? ["{src,test}/**/*.slow.test.ts"] : ["{src,test}/**/*.test.ts"];

/**
 * Suites that were written but have not yet been seen green as a whole on the merged tree. They run with CAIRN_ALL=1 and
 * are taken out of this list one by one as they are.
 */
const unsettled = process.env["CAIRN_ALL"]
  ? []
  : ["test/crash/errors.test.ts", "test/{crash,snapshot,attacks,storm}/*.slow.test.ts"];

// Slow suites (crash sweeps, storms, real processes in numbers) end in .slow.test.ts and run in .ci/run only.
export default defineConfig({
  test: {
    include: only,
    exclude: ["node_modules/**", ...(slow ? [] : ["**/*.slow.test.ts"]), ...unsettled],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: slow ? 900_000 : 120_000,
    hookTimeout: 120_000,
    setupFiles: ["test/support/generated.ts"],
    globalSetup: ["test/support/global-setup.ts"],
  },
});
