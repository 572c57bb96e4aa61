import { expect, test } from "vitest";
import { broughtText } from "./brought-text.ts";
import { BroughtReport } from "./report.ts";

test("of very many memories it says how many more came, and how many of them the report names", () => {
  const report = new BroughtReport("repo", "/store", false);
  for (let n = 0; n < 20_000; n++) {
    report.count("created");
    report.name({ action: "created", id: `m-${n}`, kind: "decision", scope: "project", title: `M ${n}`, from: `${n}` });
  }
  expect(broughtText(report.told(), "cli")).toContain("… and 19985 more (--json names the first 1000)");
});
