import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { setFaults } from "../disk/faults.ts";
import { Forgotten } from "./forgotten.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "cairn-forgotten-"));
});
afterEach(() => {
  setFaults(undefined);
  rmSync(home, { recursive: true });
});

const path = () => join(home, "transcripts", "forgotten");
const heron = "The heron nests in the third boat house";
const walnut = "The walnut of Zanzibar is ripe by now";
const kettle = "The blue kettle stands on the left stove";
const saidOf = (texts: readonly string[]) => texts.map((text) => new Forgotten(home).says(`Listen. ${text}. Is it?`));

test("what one process takes out for good stays so, whatever another one takes out at the same moment", () => {
  new Forgotten(home).add([kettle]);
  const [one, other] = [new Forgotten(home), new Forgotten(home)];
  expect(one.says(heron) || other.says(heron)).toBe(false); // both have read the file
  let isBetween = false;
  // Between the reading of the one and its writing, the other adds.
  setFaults(({ call, path: at }) => {
    if (isBetween || call !== "write" || !at.startsWith(join(home, "transcripts"))) return undefined;
    isBetween = true;
    other.add([walnut]);
    return undefined;
  });
  one.add([heron]);
  setFaults(undefined);
  expect(isBetween).toBe(true);
  expect(saidOf([heron, walnut, kettle])).toEqual([true, true, true]);
  // And who had read before the others wrote.
  const third = new Forgotten(home);
  expect(third.says(heron)).toBe(true);
  new Forgotten(home).add(["The otter sleeps below the mill"]);
  third.add(["The bridge is closed in winter"]);
  expect(saidOf(["The otter sleeps below the mill", "The bridge is closed in winter"])).toEqual([true, true]);
});

test("the same once more adds nothing, and half a hash of who died takes no other with it", () => {
  new Forgotten(home).add([heron]);
  const before = readFileSync(path(), "utf8");
  new Forgotten(home).add([heron]);
  expect(readFileSync(path(), "utf8")).toBe(before);
  appendFileSync(path(), "0123456789ab");
  new Forgotten(home).add([walnut]);
  expect(saidOf([heron, walnut])).toEqual([true, true]);
});

test.each([{ error: "EIO" }, { error: "ENOSPC" }, { error: "ENOSPC", half: true as const }])(
  "a disk that refuses at any call (%o) is told, nothing known is lost, and the next time it is there",
  (fault) => {
    new Forgotten(home).add([kettle]);
    const whole = readFileSync(path(), "utf8");
    for (let n = 1; ; n++) {
      rmSync(path());
      appendFileSync(path(), whole);
      let isReached = false;
      setFaults((attempt) => {
        if (attempt.n !== n) return undefined;
        isReached = true;
        return fault;
      });
      let refusal: unknown;
      try {
        new Forgotten(home).add([heron, walnut]);
      } catch (error) {
        refusal = error;
      }
      setFaults(undefined);
      if (!isReached) {
        expect(n).toBeGreaterThan(8);
        return;
      }
      expect(saidOf([kettle])).toEqual([true]);
      if (refusal === undefined) expect(saidOf([heron, walnut])).toEqual([true, true]);
      new Forgotten(home).add([heron, walnut]);
      expect(saidOf([kettle, heron, walnut])).toEqual([true, true, true]);
    }
  },
);
