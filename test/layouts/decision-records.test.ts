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
  ["日期: 2026-06-20\n\n## 狀態\n\n已採納\n\n## 背景\n\nc\n\n## 決策\n\nd\n"],
  ["日付: 2026-06-20\n\n## ステータス\n\n承認済み\n\n## コンテキスト\n\nc\n\n## 決定\n\nd\n"],
  ["날짜: 2026-06-20\n\n## 상태\n\n승인됨\n\n## 맥락\n\nc\n\n## 결정\n\nd\n"],
])("a record in another language is one: %j", (text) => {
  const { "0001-tea.md": tea } = read({ "0001-tea.md": `# 1. Tea\n\n${text}` });
  expect(tea).toMatchObject({ title: "Tea", status: "accepted", created: "2026-06-20" });
  expect(decisionFrom({ from: "1.md", text, at: "" }).memory.description).toMatch(/^d\.?$/);
});

test("headings that are underlined are headings, outside of front matter, fences, tables and lists", () => {
  const kept = "| a |\n| --- |\n\n- point\n---\n\ntwo\nlines\n---\n\n```\ncode\n----\n```\n";
  const under = `Tea\n===\n\nStatus\n------\nAccepted on 20.6.2026\n\nContext\n---\nc\n\nDecision\n--------\nd\n\n${kept}`;
  for (const front of ["", "---\nowner: ann\n---\n", "---\nowner: {ann: x\n---\n"]) {
    const told = read({ "0001-tea.md": front + under })["0001-tea.md"];
    expect(told).toMatchObject({ status: "accepted", created: "2026-06-20", title: "Tea" });
    const { body } = decisionFrom({ from: "0001-tea.md", text: front + under, at: "" }).memory;
    expect(body).toContain(`## Status\nAccepted on 20.6.2026\n\n## Context\nc\n\n## Decision\nd\n\n${kept.trim()}`);
    expect(body.startsWith("---\nowner: {ann: x\n---\n")).toBe(front.includes("{"));
  }
});

test("a head of which nobody chose a state, and a day that cannot be read, are told", () => {
  const choice = "{proposed | rejected | accepted | deprecated | … | superseded by [ADR-0002](0002-mugs.md)}";
  const told = read({
    "0001-tea.md": `---\nstatus: ${choice}\ndate: {YYYY-MM-DD when it was}\n---\n# Tea${REST}`,
    "0002-mugs.md": `# 2. Mugs\n\nDate: 03/02/2024\n\n## Status\n\nAccepted${REST}`,
    "0003-jars.md": `# 3. Jars\n\nDate: 25/12/2024\n\nStatus: in the making${REST}`,
  });
  expect(told["0001-tea.md"]).toMatchObject({ status: undefined, supersededBy: undefined });
  expect(told["0001-tea.md"]?.lossy).toEqual([
    expect.stringContaining("front matter that cannot be read"),
    expect.stringContaining("its state"),
  ]);
  expect(told["0002-mugs.md"]?.lossy).toEqual(["date: 03/02/2024 is no time that can be read; it stays where it is"]);
  expect(told["0003-jars.md"]).toMatchObject({ created: "2024-12-25", lossy: [expect.stringContaining("its state")] });
});

test("only what is said of the record itself links it", () => {
  const told = read({
    "0001-cups.md": `# 1. Cups\n\nStatus: Superseded by ADR-0002${REST}`,
    "0002-mugs.md": `# 2. Mugs (Supersedes ADR-0001)\n\n**Status**: Accepted; the handles superseded by [4](0004-bowls.md)${REST}`,
    "0003-jars.md": `# 3. Jars\n\n**Status**: SUPERSEDED (was: APPROVED)\n**Supersedes**: ADR-0001, ADR-0002, ADR-77\n**Superseded By**: ADR-0004-bowls.md${REST}`,
    "0004-bowls.md": `# 4. Bowls\n\n**Status:** Accepted\n**Supersedes:** None\n**Superseded by:** n/a\n\n## Context\n\nCups were superseded by [mugs](0002-mugs.md), and ADR-0002 supersedes ADR-0001. This supersedes [jars](0003-jars.md).\n\n## Decision\n\nd\n`,
    "0005-pots.md": `# 5. Pots\n\n**Status:** Accepted, partly superseded by ADR-0004${REST}`,
    "0006-lids.md": `---\nstatus: superseded\nsuperseded-by: 0007-caps\n---\n# 6. Lids${REST}`,
    "0007-caps.md": `# 7. Caps\n\nStatus: Accepted\nSupersedes: 0006-lids${REST}`,
  });
  expect(told).toMatchObject({
    "0001-cups.md": { status: "superseded", supersededBy: "mugs", supersedes: undefined },
    "0002-mugs.md": { status: "accepted", supersededBy: undefined, supersedes: ["cups"] },
    "0003-jars.md": { status: "superseded", supersededBy: "bowls", supersedes: ["cups", "mugs"] },
    "0004-bowls.md": { status: "accepted", supersededBy: undefined, supersedes: ["jars"], lossy: [] },
    "0005-pots.md": { status: "accepted", supersededBy: undefined, supersedes: undefined },
    "0006-lids.md": { status: "superseded", supersededBy: "caps" },
    "0007-caps.md": { supersedes: ["lids"] },
  });
  const by = (head: string) => `# Tea\n\nStatus: Accepted\n${head}${REST}`;
  const named = read({
    "ADR-001-pot.md": by(""),
    "archive/0001-old.md": by("Superseded by: ADR-001"),
    "0002-new.md": `---\nid: DEC-2\nstatus: accepted\n---\n${by("Supersedes: 0001")}`,
  });
  expect(named["archive/0001-old.md"]?.supersededBy).toBe("pot");
  expect(named["0002-new.md"]?.supersedes).toEqual(["old"]);
  const { memory } = decisionFrom({ from: "0002-new.md", text: `---\nid: DEC-2\n---\n${by("")}`, at: "" });
  expect(memory).toMatchObject({ id: "new", aliases: ["DEC-2", "0002-new"] });
  expect(told["0003-jars.md"]?.lossy).toEqual([expect.stringContaining("took the place of ADR-77")]);
});

test("a template is no record, a template engine may be one", () => {
  const text = `# Template\n\n## Status\n\n[Proposed|Accepted]${REST}`;
  for (const name of [
    "0000-template.md",
    "adr_template.md",
    "adr-template-bare.md",
    "_template.md",
    "NNNN-template.md",
  ])
    expect([name, isDecisionRecord(text, name)]).toEqual([name, false]);
  expect(isDecisionRecord(text, "0005-template-engine.md")).toBe(true);
  expect(read({ "0005-engine.md": text })["0005-engine.md"]).toMatchObject({ status: undefined });
});

test("a state may be marked up, and what was decided stands below a heading with a number", () => {
  const text =
    "# 1. Tea\n\n**Status:** <span style='color:green'>Accepted</span>\n\n## 1. Context\n\nc\n\n## 2. Decision\n\nGreen tea.\n";
  const { memory } = decisionFrom({ from: "0001-tea.md", text, at: "" });
  expect(memory).toMatchObject({ fields: { status: "accepted" }, description: "Green tea." });
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

test("what stands in a fence is no heading, no state and no link of the record", () => {
  const fenced = "```md\n## Decision Outcome\nStatus: rejected\nSupersedes [old](0001-old.md)\n```";
  const text = `---\nstatus: accepted\n---\n# Tea\n\n## Context and Problem Statement\n\n${fenced}\n\n## Decision Outcome\n\ngreen\n`;
  const names = decisionNames(["0001-old.md", "0002-tea.md"]);
  const { memory } = decisionFrom({ from: "0002-tea.md", text, at: "" }, names);
  expect(memory.body).toBe(`## Context\n\n${fenced}\n\n## Decision\n\ngreen`);
  expect(memory).toMatchObject({ fields: { status: "accepted" }, supersedes: undefined, aliases: ["0002-tea"] });
  const sample = "# How to write one\n\n```md\n## Status\nAccepted\n\n## Context\nc\n\n## Decision\nd\n```\n";
  expect(isDecisionRecord(sample, "0000-how-to.md")).toBe(false);
});

test("a state that is a map says by what the record was superseded", () => {
  const under = (status: string) => `---\nstatus:${status}\ndate: 2026-01-07\n---\n# Tea${REST}`;
  const told = read({
    "0001-tea.md": under("\n  superseded_by: 0002-jars.md"),
    "0002-jars.md": under(" { state: accepted }"),
  });
  expect(told["0001-tea.md"]).toMatchObject({ status: "superseded", supersededBy: "jars", lossy: [] });
  expect(told["0002-jars.md"]).toMatchObject({ status: "accepted", lossy: [] });
});
