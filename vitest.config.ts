import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const slow = process.env["CAIRN_SLOW"] !== undefined;
const ending = slow ? ".slow.test.ts" : ".test.ts";
/** Those that play or start many processes: each file has a process to itself. They take longest and begin first. */
const ALONE = "test/{crash,storm,lock}";

/** Without a cache of durations the largest files come first, and the longest runs are not in the largest files. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ project }: TestSpecification) => project.name === "alone";
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

// Slow suites (crash sweeps, storms, real processes in numbers) end in .slow.test.ts and run in .ci/run only.
export default defineConfig({
  test: {
    exclude: ["node_modules/**", ...(slow ? [] : ["**/*.slow.test.ts"])],
    pool: "forks",
    // Many tests wait for a process or a clock; the slow ones compute.
    maxWorkers: slow ? 2 : 3,
    testTimeout: slow ? 900_000 : 120_000,
    hookTimeout: 120_000,
    setupFiles: ["test/support/generated.ts"],
    globalSetup: ["test/support/global-setup.ts"],
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: "alone", include: [`${ALONE}/**/*${ending}`] } },
      {
        extends: true,
        test: { name: "together", include: [`{src,test}/**/*${ending}`], exclude: [`${ALONE}/**`], isolate: slow },
      },
    ],
  },
});
