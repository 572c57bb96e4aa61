/** What is loaded before a session's first words: counted, because each module costs every session's start. */

import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** What the build loads late, as its own file says it. */
const LAZY = Array.from(
  readFileSync("scripts/bundle.mjs", "utf8").matchAll(/^ {2}"(src\/[^"]+)",$/gm),
  ([, path]) => path!,
);

const root = fileURLToPath(new URL("../src", import.meta.url));

/** What a session's start always comes to, some of it by `import()`. */
const start = [
  "adapters/plugin/hook-command.ts",
  "hosts/claude-code/moments.ts",
  "hosts/claude-code/install-state.ts",
  "session/session.ts",
  "views/workspace/keep.ts",
];

/** Imports of types cost nothing. */
const IMPORT = /^(?:import|export)\s+(?!type\b)([^;"'`]*?)\bfrom\s+"([^"]+)"/gm;

/** `late`: what is loaded only when one of its functions is called. */
function loadedBy(entries: readonly string[], late: readonly string[] = []): Set<string> {
  const loaded = new Set(entries);
  for (const path of loaded) {
    const text = readFileSync(join(root, path), "utf8");
    for (const [, names = "", from = ""] of text.matchAll(IMPORT)) {
      if (/^\{[^}]*\}\s*$/.test(names) && names.split(",").every((name) => /^[\s{]*(?:type\s|\}|$)/.test(name)))
        continue;
      const file = relative(root, join(root, dirname(path), from));
      if (from.startsWith(".") && !late.includes(file)) loaded.add(file);
    }
  }
  return loaded;
}

test("a session starts without schemas, and without what drafts, dreams and reads transcripts", () => {
  const loaded = [...loadedBy(start)];
  expect(loaded.length).toBeGreaterThan(150);
  expect(loaded).not.toContain("model/schema.ts");
  expect(loaded).not.toContain("capture/conclusions/said-cues.ts");
  const rooms = new Set(loaded.map((path) => path.split("/")[0]));
  for (const room of ["distill", "scribe", "dream", "evidence", "finding"]) expect(rooms).not.toContain(room);
});

test("the modules a session's start loads do not grow unnoticed", () => {
  // Two of them are the names of the other hosts, one file each; one is what the launcher has to know of agents.
  // Two keep what MEMORY.md lists, for who prints it again and again. One leaves a session's thread until it is asked for.
  // One reads a memory in the form Cairn prints; two, loaded late, tell texts without a secret.
  // One says where a host's session works, one puts a start's pointers in order without reading all memories.
  // Two say how a secret is named and which programs are handed one. Three take of a snapshot what is asked for, and no more.
  // Two keep what files say side by side as bytes, so that very many fit. Two say where a sentence ends. One reads patches, of
  // whichever client: a tool's deed is told by the same file as a start. One reads of a long snapshot what is asked for.
  // One puts a trail's lines in the order in which they hold, one takes lines out of a file that others add to.
  // One, loaded late, tells the options of a decision that lost.
  expect(loadedBy(start).size).toBeLessThanOrEqual(249);
});

test("a plain list is answered without schemas, ranking and what sessions do", () => {
  const loaded = [...loadedBy(["adapters/cli/plain-list.ts"])];
  expect(loaded).toContain("operations/listing.ts");
  expect(loaded).not.toContain("model/schema.ts");
  const rooms = new Set(loaded.map((path) => path.split("/")[0]));
  for (const room of ["capture", "session", "summary", "workspace", "evidence"]) expect(rooms).not.toContain(room);
});

test("a plain question is answered without schemas, and without what sessions do and judge", () => {
  const late = LAZY.map((path) => path.replace("src/", ""));
  const loaded = [...loadedBy(["adapters/cli/plain-recall.ts", "search/files/search-desk.ts"], late)];
  expect(loaded).toContain("operations/recalling.ts");
  expect(loaded).not.toContain("model/schema.ts");
  expect(loaded).not.toContain("search/door/door.ts");
  const rooms = new Set(loaded.map((path) => path.split("/")[0]));
  for (const room of ["capture", "session", "summary", "workspace", "evidence"]) expect(rooms).not.toContain(room);
});

test("a prompt is answered without schemas, and without what drafts, dreams and sums up", () => {
  const late = LAZY.map((path) => path.replace("src/", ""));
  const prompt = ["session/prompt.ts", "session/asking.ts", "search/door/door.ts"];
  const loaded = [...loadedBy(prompt, late)];
  expect(loaded).toContain("recall/relevant-now.ts");
  expect(loaded).not.toContain("model/schema.ts");
  const rooms = new Set(loaded.map((path) => path.split("/")[0]));
  for (const room of ["distill", "dream", "summary", "operations", "layouts", "team"])
    expect(rooms).not.toContain(room);
  // The build puts them into a part of their own.
  expect(readFileSync("scripts/build.mjs", "utf8")).toContain(
    `prompt: [${prompt.map((path) => `"src/${path}"`).join(", ")}],`,
  );
});

test("a server greets its client without what drafts, dreams, sums up and reads transcripts", () => {
  const loaded = [...loadedBy(["adapters/mcp/entry.ts", "adapters/mcp/server.ts"])];
  expect(loaded.length).toBeGreaterThan(20);
  const rooms = new Set(loaded.map((path) => path.split("/")[0]));
  for (const room of ["distill", "scribe", "dream", "summary", "synthesis", "evidence", "finding", "transcripts"])
    expect(rooms).not.toContain(room);
});
