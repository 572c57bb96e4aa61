import { expect, test } from "vitest";
import { processorMsOf } from "../../test/support/processor-time.ts";
import { patchedBy, pathsPatched } from "./patch.ts";

const long = [" ", "*** Add File: x\n", "*** Update File: x\n*** Move to: y\n"];

test.each(long)("a patch with four times as much of %j takes about four times as long", (piece) => {
  const least = (size: number) => {
    const patch = `*** Add File: a${piece.repeat(size / piece.length)}b\n`;
    return Math.min(...[1, 2].map(() => processorMsOf(() => pathsPatched(patch))));
  };
  expect(least(120_000) / Math.max(least(30_000), 5)).toBeLessThan(9);
});

test("a file that moves counts with both its names, and what stands before the first file with none", () => {
  const patch = "*** Move to: lost\n+0\n *** Update File:a b.ts \r\n*** Move to: c.ts\n+1\n*** Add File: d\n+2\n";
  const writing = patchedBy("apply_patch", { patch }, "");
  expect(writing?.paths).toEqual(["a b.ts", "c.ts", "d"]);
  expect(writing?.words.changed((text, paths) => `${paths.join()}: ${text}`)).toEqual({
    patch:
      "*** Move to: lost\n+0\n *** Update File:a b.ts \r\n*** Move to: c.ts\n+a b.ts,c.ts: 1\n*** Add File: d\n+d: 2\n",
  });
});
