import { readdirSync, readFileSync } from "node:fs";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const slow = process.env["CAIRN_SLOW"] !== undefined;
const ending = slow ? ".slow.test.ts" : ".test.ts";
/**
 * Those that play or start many processes, or hook into every call of their own, where a neighbour's would be seen too:
 * each file has a process to itself. The longest are among them, and they begin first.
 */
const alone = ["test/{crash,storm,lock,snapshot}/**", ...["src", "test"].flatMap(hooking)].map(testsOnly);

function hooking(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const isMeant = (name: string) => name.endsWith(ending) && (slow || !name.endsWith(".slow.test.ts"));
  const files = names.filter(isMeant).map((name) => `${folder}/${name}`);
  return files.filter((file) => readFileSync(file, "utf8").includes("setFaults"));
}

function testsOnly(pattern: string): string {
  return pattern.endsWith("**") ? `${pattern}/*${ending}` : pattern;
}

/**
 * The suites of the moments: run once more on a client that does not exist, which has nothing but command hooks. One of
 * them in every run, all of them with the slow ones.
 */
const ofMoments = [
  "src/adapters/hooks/hook.test.ts",
  "src/session/{agents,capture,changes-besides,direct-writes,hearing}.test.ts",
  "src/operations/{off-the-record,session-checkpoints,session-switches,sessions}.test.ts",
];

/** Suites that take a sample and have no slow one beside them: `npm test` takes a small one, the slow run one several times as wide. */
const sampled = [
  "test/crash/{moments,session-ends,team-moved,team-review,turn-end}.test.ts",
  "test/finding/killed-build.test.ts",
  "test/hosts/faults.test.ts",
];

/** Without a cache of durations the largest files come first, and the longest runs are not in the largest files. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ project }: TestSpecification) => project.name === "alone";
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const wider: TestProjectInlineConfiguration = {
  extends: true,
  test: { name: "wider", include: sampled, env: { CAIRN_WIDE: "6" } },
};

// Slow suites (crash sweeps, storms, real processes in numbers) end in .slow.test.ts and run in .ci/run only.
export default defineConfig({
  test: {
    exclude: ["node_modules/**", ...(slow ? [] : ["**/*.slow.test.ts"])],
    pool: "forks",
    // Many tests wait for a process or a clock; the slow ones compute.
    maxWorkers: slow ? 2 : 3,
    // It ends what hangs; a loaded machine is no reason to fail.
    testTimeout: slow ? 3_600_000 : 900_000,
    hookTimeout: 900_000,
    setupFiles: ["test/support/generated.ts", "test/support/unsynced.ts"],
    globalSetup: ["test/support/global-setup.ts"],
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: "alone", include: alone } },
      {
        extends: true,
        test: { name: "together", include: [`{src,test}/**/*${ending}`], exclude: alone, isolate: slow },
      },
      ...(slow ? [wider] : []),
      {
        extends: true,
        test: {
          name: "waymark",
          include: slow ? ofMoments : ofMoments.slice(0, 1),
          env: { CAIRN_TEST_HOST: "waymark" },
        },
      },
    ],
  },
});
