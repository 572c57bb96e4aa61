import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { keepReceipt, noReceipt, readReceipt } from "./receipt.ts";

test("in a copy of the home it was made for a receipt says nothing: its paths are the other home's", () => {
  const base = mkdtempSync(join(tmpdir(), "cairn-receipt-"));
  onTestFinished(() => rmSync(base, { recursive: true }));
  const [home, copied] = [join(base, "home"), join(base, "copied")];
  const receipt = { ...noReceipt, uses: ["user"], created: [join(home, "settings.json")] };
  keepReceipt(home, receipt);
  cpSync(home, copied, { recursive: true });
  expect(readReceipt(home)).toMatchObject(receipt);
  expect(readReceipt(copied)).toEqual(noReceipt);
});
