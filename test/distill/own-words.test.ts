/** What Cairn itself ships and says never triggers anything: not as the client hands it over, not where an agent repeats it. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { contextShown } from "../../src/capture/context-file.ts";
import { triage } from "../../src/capture/triage.ts";
import { envelope } from "../../src/guard/envelope.ts";
import type { Turn } from "../../src/transcripts/turn.ts";

const plugin = fileURLToPath(new URL("../../plugin", import.meta.url));
const pages = (readdirSync(plugin, { recursive: true }) as string[]).filter((path) =>
  /(?:skills|commands|agents)\/.*\.md$/.test(path),
);

const kept = (by: Turn["by"], text: string) =>
  triage([{ by, text, from: 0 }]).flatMap(({ kind, keep, passages }) =>
    keep ? passages.map(({ sentences }) => `${kind}: ${sentences.join(" ")}`) : [],
  );

test("there is something to try", () => {
  expect(pages.length).toBeGreaterThan(0);
});

test.each(pages)("%s says nothing that is kept", (path) => {
  const text = readFileSync(join(plugin, path), "utf8");
  expect(kept("person", `Base directory for this skill: /x\n\n${text}`)).toEqual([]);
  expect(kept("agent", text)).toEqual([]);
});

test("what was shown from memory, and what a drafter was given, is not heard again", () => {
  const said = "We decided to use tabs, because they are shorter. From now on never use spaces.";
  const shown = envelope([{ about: { id: "project:tabs", kind: "decision" }, text: said }]);
  const turns: Turn[] = [{ by: "person", text: said, from: 0 }];
  const given = contextShown(triage(turns)[0]!, turns).text;
  for (const by of ["person", "agent"] as const) {
    expect(kept(by, `${shown}\nthanks`)).toEqual([]);
    expect(kept(by, given.slice(0, given.indexOf("Key snippets")))).toEqual([]);
  }
});
