import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { house, pathsIn } from "../../test/support/house.ts";
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

test.each([true, false])(
  "uninstall in a copied home leaves the first one alone, its receipt naming its home: %s",
  async (isNamed) => {
    const place = house();
    place.write(join(place.claude, "settings.json"), '{ "theme": "dark" }\n');
    expect((await place.run(["init", "--yes"])).code).toBe(0);
    const file = join(place.cairnHome, "install.json");
    const { home, ...old } = JSON.parse(readFileSync(file, "utf8"));
    expect(home).toBe(place.cairnHome);
    if (!isNamed) writeFileSync(file, JSON.stringify(old));
    const copied = place.at("copied");
    cpSync(place.home, copied, { recursive: true });
    const all = () => pathsIn(place.home).map((path) => [path, statSync(join(place.home, path)).mtimeMs]);
    const before = all();
    expect((await place.run(["uninstall", "--yes"], { env: { HOME: copied } })).code).toBe(0);
    expect(all()).toEqual(before);
    expect(readFileSync(join(copied, ".claude", "settings.json"), "utf8")).not.toContain("cairn");

    expect((await place.run(["uninstall", "--yes"])).code).toBe(0);
    expect(readFileSync(join(place.claude, "settings.json"), "utf8")).toBe('{ "theme": "dark" }\n');
  },
);
