/** A disk that refuses once costs an answer, never what the index knows from then on. */

import { afterEach, expect, test } from "vitest";
import { type Attempt, setFaults } from "../../src/disk/faults.ts";
import { cairnWith, memoryText, type TestCairn } from "../support/cairn-with.ts";

afterEach(() => setFaults(undefined));

function six(): TestCairn {
  const names = ["ash", "beech", "cedar", "elm", "fir", "larch"];
  return cairnWith(Object.fromEntries(names.map((name) => [`project/${name}.md`, memoryText(name, "Walnuts.")])));
}

/** Each call of a process that recalls for the first time, refused by itself. */
async function callsIn(cairn: TestCairn): Promise<Attempt[]> {
  const calls: Attempt[] = [];
  setFaults((attempt) => {
    if (attempt.path.startsWith(cairn.root)) calls.push(attempt);
    return undefined;
  });
  await cairn.ask("recall", { question: "walnuts", limit: 9 });
  setFaults(undefined);
  return calls;
}

test.each(["EIO", "EACCES"])(
  "whatever call of the first look is refused (%s), the next answer has every memory",
  async (error) => {
    const model = six();
    const calls = await callsIn(model);
    for (const { n } of calls.filter((_, at) => at % 3 === 0)) {
      const cairn = six();
      setFaults((attempt) => (attempt.n === n ? { error } : undefined));
      await cairn.ask("recall", { question: "walnuts", limit: 9 }).catch(() => undefined);
      setFaults(undefined);
      const { hits } = await cairn.ask("recall", { question: "walnuts", limit: 9 });
      expect(hits.length, `call ${n}`).toBe(6);
      cairn.remove();
    }
    model.remove();
  },
);
