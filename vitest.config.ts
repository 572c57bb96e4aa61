import { defineConfig } from "vitest/config";

// Slow suites (crash sweeps, storms, real processes in numbers) end in .slow.test.ts and run in .ci/run only.
export default defineConfig({
  test: {
    include: process.env["CAIRN_SLOW"] ? ["{src,test}/**/*.slow.test.ts"] : ["{src,test}/**/*.test.ts"],
    exclude: process.env["CAIRN_SLOW"] ? ["node_modules/**"] : ["node_modules/**", "**/*.slow.test.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: process.env["CAIRN_SLOW"] ? 900_000 : 60_000,
    hookTimeout: 120_000,
    globalSetup: ["test/support/global-setup.ts"],
  },
});
