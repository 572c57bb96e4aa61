/** Decision records as projects really write their heads: quoted, in headings, plain, with a day for each state, in other languages. */

import { expect, test } from "vitest";
import { decisionFrom, decisionNames, isDecisionRecord } from "../../src/layouts/decision-records.ts";

const REST = "\n\n## Context\n\nc\n\n## Decision\n\nd\n";

function read(files: Readonly<Record<string, string>>) {
  const names = decisionNames(Object.keys(files));
  const all = Object.entries(files).map(([from, text]) => {
    expect([from, isDecisionRecord(text, from)]).toEqual([from, true]);
    const { memory, lossy } = decisionFrom({ from, text, at: "2030-01-01" }, names);
    const { title, fields, created, tags, supersedes, supersededBy } = memory;
    return [from, { title, status: fields?.["status"], created, tags, supersedes, supersededBy, lossy }] as const;
  });
  return Object.fromEntries(all);
}

test.each([
  ["quoted, two on a line", "# ADR-1 — Tea\n\n> **Status:** accepted · **Date:** 2026-06-20\n> **Scope:** cups"],
  ["in headings", "# ADR-1: Tea\n\n## Status: Accepted\n## Date: 2026-06-20"],
  ["plain lines", "# 0001 — Tea\n\nStatus: Accepted\nDate: 2026-06-20"],
  ["a day with slashes", "# 1. Tea\n\nDate: 2026/6/20\n\n## Status\n\nApproved"],
  ["a day in words", "# 1. Tea\n\nDate: 20th June 2026\n\n## Status\n\nAdopted"],
  ["a day in words of America", "# 1. Tea\n\n**Date:** June 20, 2026\n**Status:** Accepted (in part)"],
  ["the day behind the state", "# 1. Tea\n\n**Status:** Accepted, 2026-06-20"],
  [
    "each state with its day",
    "# 1. Tea\n\nDate: 2026-06-20\n\n## Status\n\n2026-06-20 proposed\n\n2026-07-01 accepted",
  ],
  [
    "a table with a head row",
    "# 0001 Tea\n\n| Status | Date |\n|---|---|\n\n| **Status** | Accepted |\n| Date | 2026-06-20 |",
  ],
  [
    "a list, and words like it below",
    "# 1. Tea\n\n* Status: accepted\n* Date: 2026-06-20\n\n## Notes\n\nStatus: rejected",
  ],
])("a head is read: %s", (_, head) => {
  const { "0001-tea.md": tea } = read({ "0001-tea.md": head + REST });
  expect(tea).toMatchObject({ title: "Tea", status: "accepted", created: "2026-06-20", lossy: [] });
});

test.each([
  [
    "日期: 2026/06/20\n\n## 状态\n\n列表：提议/通过/完成/已弃用/已取代\n\n2026-06-20 提议\n\n2026-06-24 完成\n\n## 背景\n\nc\n\n## 决策\n\nd\n",
  ],
  ["Дата: 2026-06-20\n\n## Статус\n\nПринято: 2026-06-20\n\n## Контекст\n\nc\n\n## Решение\n\nd\n"],
  ["Data: 2026-06-20\n\n## Status\n\n2026-06-20 aceito\n\n## Contexto\n\nc\n\n## Decisão\n\nd\n"],
  ["Date: 2026-06-20\n\n## Statut\n\n2026-06-20 accepté\n\n## Contexte\n\nc\n\n## Décision\n\nd\n"],
  ["Data: 2026-06-20\n\n## Stato\n\naccettata\n\n## Contesto\n\nc\n\n## Decisione\n\nd\n"],
  ["Datum: 2026-06-20\n\n## Status\n\nAngenommen\n\n## Kontext\n\nc\n\n## Entscheidung\n\nd\n"],
  ["Fecha: 2026-06-20\n\n## Estado\n\nAceptada\n\n## Contexto\n\nc\n\n## Decisión\n\nd\n"],
])("a record in another language is one: %j", (text) => {
  const { "0001-tea.md": tea } = read({ "0001-tea.md": `# 1. Tea\n\n${text}` });
  expect(tea).toMatchObject({ title: "Tea", status: "accepted", created: "2026-06-20" });
});

test("only what is said of the record itself links it", () => {
  const told = read({
    "0001-cups.md": `# 1. Cups\n\nStatus: Superseded by ADR-0002${REST}`,
    "0002-mugs.md": `# 2. Mugs (Supersedes ADR-0001)\n\n**Status**: Accepted; the handles superseded by [4](0004-bowls.md)${REST}`,
    "0003-jars.md": `# 3. Jars\n\n**Status**: SUPERSEDED (was: APPROVED)\n**Supersedes**: ADR-0001, ADR-0002, ADR-77\n**Superseded By**: ADR-0004-bowls.md${REST}`,
    "0004-bowls.md": `# 4. Bowls\n\n**Status:** Accepted\n**Supersedes:** None\n**Superseded by:** n/a\n\n## Context\n\nCups were superseded by [mugs](0002-mugs.md), and ADR-0002 supersedes ADR-0001. This supersedes [jars](0003-jars.md).\n\n## Decision\n\nd\n`,
    "0005-pots.md": `# 5. Pots\n\n**Status:** Accepted, partly superseded by ADR-0004${REST}`,
  });
  expect(told).toMatchObject({
    "0001-cups.md": { status: "superseded", supersededBy: "mugs", supersedes: undefined },
    "0002-mugs.md": { status: "accepted", supersededBy: undefined, supersedes: ["cups"] },
    "0003-jars.md": { status: "superseded", supersededBy: "bowls", supersedes: ["cups", "mugs"] },
    "0004-bowls.md": { status: "accepted", supersededBy: undefined, supersedes: ["jars"], lossy: [] },
    "0005-pots.md": { status: "accepted", supersededBy: undefined, supersedes: undefined },
  });
  expect(told["0003-jars.md"]?.lossy).toEqual([expect.stringContaining("took the place of ADR-77")]);
});

test("a day that may be read two ways is none", () => {
  const { "0001-tea.md": tea } = read({
    "0001-tea.md": `# 1. Tea\n\nDate: 03/02/2024\n\n## Status\n\nAccepted${REST}`,
  });
  expect(tea?.created).toBe("2030-01-01");
});

test("tags stand with commas or with spaces between them", () => {
  for (const listed of ["docs, hot tea", "docs tools"]) {
    const { "0001-tea.md": tea } = read({ "0001-tea.md": `# Tea\n\n- Status: draft\n- Tags: ${listed}${REST}` });
    expect(tea?.tags).toEqual(listed.includes(",") ? ["docs", "hot tea"] : ["docs", "tools"]);
  }
});

test("a text made to be slow to read is read", () => {
  const many = 30_000;
  for (const slow of ["superseded by x ", "superseded by [", "<!-- ", " ", "· ", "- ", "# ", "\n", "## Status", "(("])
    for (const head of ["## Status\n\nAccepted", "Status: Accepted", "## Context", "## Status"]) {
      const text = `# 1. Tea\n\n${head}${slow.repeat(many)}x${REST}`;
      expect(isDecisionRecord(text, "0001-tea.md")).toBe(true);
      decisionFrom({ from: "0001-tea.md", text, at: "2030-01-01" });
    }
});
