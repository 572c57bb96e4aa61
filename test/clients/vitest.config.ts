import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// Suites that drive the real client end in .client.ts, so that npm test does not take them for its own.
export default defineConfig({
  test: {
    root: fileURLToPath(new URL("../..", import.meta.url)),
    include: ["test/clients/**/*.client.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // The client waits a second and a half for the last hooks of a session, however busy the machine is.
    retry: { count: 2, condition: /^Hook cancelled/ },
    setupFiles: ["test/support/generated.ts"],
    // The installing one comes first: npm needs what the other takes out of the environment.
    globalSetup: ["test/clients/global-setup.ts", "test/support/global-setup.ts"],
  },
});
