import { afterEach, expect, test } from "vitest";
import { cairnWith, type TestCairn } from "../../test/support/cairn-with.ts";
import { type Attempt, setFaults } from "../disk/faults.ts";

afterEach(() => setFaults(undefined));

const WRITING = new Set(["makeFolder", "rename", "link", "unlink", "write", "truncate", "chmod", "access"]);

/** A folder as its owner's `chmod -w`, or a disk mounted read-only, leaves it. */
function readOnly(folder: string, error: string): void {
  const isWriting = ({ call, mode }: Attempt) =>
    WRITING.has(call) || (call === "open" && !["read", "follow", "folder"].includes(String(mode)));
  setFaults((attempt) => (attempt.path.startsWith(folder) && isWriting(attempt) ? { error } : undefined));
}

async function wrongIn(cairn: TestCairn): Promise<string[]> {
  const { checks } = await cairn.ask("doctor", {});
  return checks.filter(({ state }) => state === "wrong").map(({ what, found }) => `${what}: ${found}`);
}

test.each(["EACCES", "EROFS"])("in a home that cannot be written (%s) that is what is said", async (code) => {
  const cairn = cairnWith();
  readOnly(cairn.home, code);
  const error = await cairn.refusal("remember", { text: "Something." });
  expect(error).toMatchObject({ kind: "unavailable", code: "NOT_SAVED" });
  expect(error.message).toBe(`Not done: the disk does not let Cairn write (${code}).`);
  expect(await wrongIn(cairn)).toEqual(["state: CAIRN_HOME cannot be written"]);
});

test("doctor finds each root that cannot be written, and is content when all can", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { text: "Something." });
  expect(await wrongIn(cairn)).toEqual([]);
  readOnly(cairn.root, "EACCES");
  expect(await wrongIn(cairn)).toEqual(["project root: 1 memory; the folder cannot be written"]);
});
