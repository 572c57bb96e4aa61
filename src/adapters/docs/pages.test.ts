import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { greet } from "../../../test/support/sample-operations.ts";
import { allOperations } from "../../operations/registry.ts";
import { registry } from "../registry.ts";
import { generatedPages } from "./pages.ts";
import { printReference } from "./reference.ts";

test("the generated pages in the repository are what the declarations say (else: npm run docs)", async () => {
  for (const [path, text] of Object.entries(await generatedPages())) {
    expect(readFileSync(path, "utf8") === text, `${path} is stale`).toBe(true);
  }
});

test("what only machines call is in no page", async () => {
  for (const { name } of (await allOperations(registry)).filter(({ unlisted }) => unlisted === true))
    expect(Object.values(await generatedPages()).join("\n")).not.toContain(`## ${name}\n`);
});

test("the reference tells of an operation all there is to know, and nothing that is hidden", () => {
  const page = printReference([greet]);
  expect(page).toContain("`cairn greet <name> [flags]` (reads; on cli, mcp, library; also called `hello`)");
  expect(page).toContain("| `tone` | `--tone TONE` | In which voice (one of: warm, cool; default: warm) |");
  expect(page).toContain("| `polite` | `--no-polite` | Say please |");
  expect(page).toContain("cairn greet Ada --times 2");
  expect(page).toContain("| 70 | `bug` | a bug in Cairn |");
  expect(page).toContain("| `index.maxLines` | `200` | 10 to 200 |");
  expect(page).not.toContain("secretKey");
});
