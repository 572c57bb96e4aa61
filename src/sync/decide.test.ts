import { expect, test } from "vitest";
import { ABSENT, type Act, actFor, ERASED, GONE, RETIRED } from "./decide.ts";

const [one, two, three] = ["1".repeat(64), "2".repeat(64), "3".repeat(64)];

const rows: readonly [says: string, here: string, there: string, seen: string, act: Act][] = [
  ["what is new here goes", one, ABSENT, ABSENT, "depart"],
  ["what is new there comes", ABSENT, one, ABSENT, "arrive"],
  ["what is the same stays", one, one, ABSENT, "none"],
  ["what changed here goes", two, one, one, "depart"],
  ["what changed there comes", one, two, one, "arrive"],
  ["what changed on both sides is merged", two, three, one, "merge"],
  ["two of one name that were never in step are merged", one, two, ABSENT, "merge"],
  ["what is missing there is put there again", one, ABSENT, one, "depart"],
  ["what is missing here for no known reason comes again", ABSENT, one, one, "arrive"],
  ["what was taken away here is retired there", GONE, one, one, "retire-there"],
  ["what was taken away here and changed there comes back", GONE, two, one, "arrive"],
  ["what was taken away here long before comes as new", GONE, one, ABSENT, "arrive"],
  ["what was erased here is retired there", ERASED, one, one, "retire-there"],
  ["what was erased here is retired there, changed or not", ERASED, two, one, "retire-there"],
  ["what was erased here is retired there, also where it was never in step", ERASED, one, ABSENT, "retire-there"],
  ["what was erased here is retired there, also where it was brought back", ERASED, one, RETIRED, "retire-there"],
  ["what was erased here and is retired there stays so", ERASED, RETIRED, ABSENT, "none"],
  ["what was erased here and was never there is nothing", ERASED, ABSENT, ABSENT, "none"],
  ["what is retired here is retired there", RETIRED, one, one, "retire-there"],
  ["what is retired there is retired here", one, RETIRED, one, "retire-here"],
  ["retired wins over a change there", RETIRED, two, one, "retire-there"],
  ["retired wins over a change here", two, RETIRED, one, "retire-here"],
  ["retired wins over what was never in step, here", one, RETIRED, ABSENT, "retire-here"],
  ["retired wins over what was never in step, there", RETIRED, one, ABSENT, "retire-there"],
  ["what is restored here goes", two, RETIRED, RETIRED, "depart"],
  ["what is restored there comes", RETIRED, two, RETIRED, "arrive"],
  ["what is retired there does not come", ABSENT, RETIRED, ABSENT, "none"],
  ["what is retired there and taken away here stays away", GONE, RETIRED, one, "none"],
  ["what was never there and is retired here does not go", RETIRED, ABSENT, ABSENT, "none"],
  ["what is retired here and lost there is retired there", RETIRED, ABSENT, one, "retire-there"],
  ["what is gone everywhere is nothing", GONE, ABSENT, one, "none"],
];

test.each(rows)("%s", (_, here, there, seen, act) => {
  expect(actFor({ here, there, seen })).toBe(act);
});

test("whatever the three trees are, no text is written over that the other side has not seen", () => {
  const all = [ABSENT, GONE, ERASED, RETIRED, one, two, three];
  const isThere = (word: string) => word !== GONE && word !== ERASED;
  for (const here of all)
    for (const there of all.filter(isThere))
      for (const seen of all.filter(isThere)) {
        const act = actFor({ here, there, seen });
        const isText = (word: string) => word.length === 64;
        if (act === "arrive" && isText(here)) expect(here).toBe(seen);
        if (act === "depart" && isText(there)) expect(there).toBe(seen);
        if (act === "retire-there" && here === GONE) expect(there).toBe(seen);
      }
});
