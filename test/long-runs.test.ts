/** What a stranger wrote is read in time that grows with its length alone: no run of signs makes a reader look again and again. */

import fc from "fast-check";
import { expect, test } from "vitest";
import {
  cargoManifest,
  goManifest,
  npmManifest,
  pythonManifest,
  requirementsManifest,
} from "../src/evidence/manifests.ts";
import { parseMemory } from "../src/format/parse.ts";
import { sectionsOf } from "../src/format/sections.ts";
import { withoutSection, withSection } from "../src/install/sections.ts";
import { distilDocument } from "../src/master/distil-source.ts";
import { parseGitConfig } from "../src/places/git-config.ts";
import { normalRemote } from "../src/places/identity.ts";
import { rotation } from "../src/views/rotate.ts";
import { inStep } from "../src/views/workspace/in-step.ts";
import { noNote } from "../src/views/workspace/note.ts";
import { cellKeyIn, pageOf } from "../src/views/workspace/page.ts";
import { firstSaid } from "../src/workspace/descriptions.ts";

const LENGTH = 100_000;
const SAMPLES = Number(process.env["CAIRN_RUNS"] ?? 60);
const RUNS = [
  " ",
  "\t",
  "*",
  "`",
  "_",
  "=",
  "#",
  "/",
  "//",
  "|",
  "\\|",
  '"',
  '\\"',
  "'",
  "[",
  "]",
  "{",
  ".",
  ". ",
  "-",
  "a",
  ".git@",
];
const BEFORE = ["", "a", "[", "## a", "### a", "| a", "-e", "- status:", 'k = "', "k = [", "d = {", "require ("];
const AFTER = ["", "x", "]x", "\u2028x", "\r"];

const npm = (text: string) =>
  npmManifest(JSON.stringify({ dependencies: { a: text, [text]: "1" }, workspaces: [text] }));
const section = { put: "p", glue: "" };

const parsed = (text: string) => parseMemory(`---\nname: a\n${text}\n---\n${text}\n`, "a.md");

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  "package.json": npm,
  "pyproject.toml": (text) => pythonManifest(`[project]\n${text}\ndependencies = ["${text}"]`),
  "requirements.txt": requirementsManifest,
  "go.mod": goManifest,
  "Cargo.toml": (text) => cargoManifest(`[dependencies]\n${text}\n"${text}" = { path = "${text}" }`),
  "workspace.md": (text) => pageOf(`## Initiatives\n### a\n${text}\n\n| Name | Projects |\n|---|---|\n| ${text} |`),
  "workspace.md kept": (text) =>
    inStep(`## Projects\n| Project | Path |\n|---|---|\n| ${text} | b |`, noNote, { projects: [], maxLines: 100 }),
  "a key": cellKeyIn,
  "a remote": (text) => [normalRemote(`https://h/${text}`, "/"), normalRemote(text, "/")],
  "a document": (text) => distilDocument({ path: "docs/a.md", text: `# A\n\n${text}\n\n- We use ${text}` }),
  "a README": firstSaid,
  "a memory": (text) => sectionsOf(parsed(text).written.body),
  "a git configuration": (text) => parseGitConfig(`[remote "a"]\n${text}\nurl = ${text}`),
  "AGENTS.md": (text) => [withSection(text, "w", section), withoutSection(text, section)],
  "an agent's index": (text) => rotation(text, { caps: { maxLines: 10, maxBytes: 10 }, timeOf: () => 0 }),
};

/** Once a run of these lengths cost a reader seconds or minutes. */
const known: readonly [reader: string, text: string][] = [
  ["Cargo.toml", `[${" ".repeat(LENGTH)}x`],
  ["requirements.txt", `a${" ".repeat(LENGTH)}b`],
  ["workspace.md", `\n## a${" ".repeat(LENGTH)}b`],
  ["pyproject.toml", `k = ["${'\\"'.repeat(LENGTH)}`],
  ["a key", `a${"*".repeat(LENGTH)}b`],
  ["AGENTS.md", "<!-- cairn: begin ".repeat(LENGTH / 20)],
];

test("what is known to have taken long takes little", () => {
  const start = performance.now();
  for (const [name, text] of known) readers[name]?.(text);
  expect(performance.now() - start).toBeLessThan(10_000);
});

test.each(Object.entries(readers))("%s is read in time that grows with its length alone", (_, read) => {
  const text = fc.tuple(fc.constantFrom(...BEFORE), fc.constantFrom(...RUNS), fc.constantFrom(...AFTER));
  const start = performance.now();
  fc.assert(
    fc.property(text, ([before, run, after]) => {
      read(`${before}${run.repeat(LENGTH / run.length)}${after}`);
    }),
    { numRuns: SAMPLES },
  );
  expect(performance.now() - start).toBeLessThan(15_000);
});
