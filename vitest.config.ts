import { defineConfig } from "vitest/config";

const slow = process.env["CAIRN_SLOW"] !== undefined;
const only = slow ? ["{src,test}/**/*.slow.test.ts"] : ["{src,test}/**/*.test.ts"];

// Slow suites (crash sweeps, storms, real processes in numbers) end in .slow.test.ts and run in .ci/run only.
export default defineConfig({
  test: {
    include: only,
    exclude: ["node_modules/**", ...(slow ? [] : ["**/*.slow.test.ts"])],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: slow ? 900_000 : 120_000,
    hookTimeout: 120_000,
    setupFiles: ["test/support/generated.ts"],
    globalSetup: ["test/support/global-setup.ts"],
  },
});
