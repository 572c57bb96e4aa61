/** What a caller is told when the disk refuses half-way is true. */

import { afterEach, expect, test } from "vitest";
import { cairnWith, type TestCairn } from "../../test/support/cairn-with.ts";
import { type Attempt, setFaults } from "../disk/faults.ts";

afterEach(() => setFaults(undefined));

async function two(): Promise<TestCairn> {
  const cairn = cairnWith();
  for (const title of ["Alpha", "Beta"])
    await cairn.ask("remember", { title, text: `${title} words.`, kind: "project" });
  return cairn;
}

/** Refuses every such call while `work` goes on. */
async function refusing<T>(error: string, isMeant: (attempt: Attempt) => boolean, work: () => Promise<T>): Promise<T> {
  setFaults((attempt) => (isMeant(attempt) ? { error } : undefined));
  try {
    return await work();
  } finally {
    setFaults(undefined);
  }
}

const eraseAlpha = (cairn: TestCairn) => cairn.refusal("forget", { id: "alpha", hard: true }, { confirmed: true });

test("a hard forget whose record could not be saved did not happen, and undo passes over it", async () => {
  const cairn = await two();
  const error = await refusing(
    "EIO",
    ({ call }) => call === "syncData",
    () => eraseAlpha(cairn),
  );
  expect(error.message).toMatch(/^Not /);
  expect(await cairn.ask("undo", {})).toMatchObject({ undone: [{ id: "beta", what: "create" }] });
  expect(cairn.has("project/alpha.md")).toBe(true);
});

test("a hard forget that was begun says so, and the next command finishes it", async () => {
  const cairn = await two();
  const isFile = ({ call, path }: Attempt) => call === "unlink" && path.endsWith("/alpha.md");
  const error = await refusing("EIO", isFile, () => eraseAlpha(cairn));
  expect(error.message).toBe("Only a part was done of taking it out for good; the next command goes on with it (EIO).");
  await cairn.ask("list", {});
  expect(cairn.has("project/alpha.md")).toBe(false);
});

test("settings that may not be read are not the defaults", async () => {
  const cairn = cairnWith({ settings: { "team.enabled": true } });
  const isSettings = ({ path }: Attempt) => path.endsWith("/cairn/settings.json");
  const asked = refusing("EACCES", isSettings, () => cairn.ask("list", {}));
  await expect(asked).rejects.toMatchObject({ kind: "unavailable", code: "ROOT_UNAVAILABLE" });
});

test("a folder that may not be looked at is unavailable, not missing", async () => {
  const cairn = await two();
  const isRoot = ({ call, path }: Attempt) => call === "realpath" && path === cairn.root;
  const asked = refusing("EACCES", isRoot, () => cairn.ask("list", {}));
  await expect(asked).rejects.toMatchObject({
    kind: "unavailable",
    message: "project root may not be looked at (EACCES).",
  });
});

test.runIf(process.platform === "linux")(
  "where no folder can be made, that is said with what to set, and is no bug",
  async () => {
    const cairn = cairnWith();
    for (const env of [{ HOME: "/proc" }, { CAIRN_HOME: "/proc/x" }]) {
      const error = await cairn.refusal("remember", { text: "The shop runs on Node." }, { env });
      expect(error).toMatchObject({ kind: "unavailable", code: "NOT_SAVED" });
      expect(error.hint).toMatch(/^No folder can be made at \/proc\/\S+: set HOME, or CAIRN_HOME/);
    }
  },
);
