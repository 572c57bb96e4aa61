import { expect, test } from "vitest";
import { cairnWith, type TestCairn } from "../../test/support/cairn-with.ts";
import { logged } from "../../test/support/dream-flips.ts";
import { type ModelEndpoint, modelEndpoint, type Script, toldTokens } from "../../test/support/model-endpoint.ts";

const lines = ["The queue keeps its jobs in lists.", "The queue uses streams instead of lists."];
const prose = "The queue uses streams instead of lists. The queue keeps its jobs in lists no longer.";

async function world(script: Script, texts: readonly string[] = lines): Promise<[TestCairn, ModelEndpoint]> {
  const endpoint = await modelEndpoint(script);
  const cairn = cairnWith({ settings: { "scribe.http.url": endpoint.url, "scribe.http.model": "m-1" } });
  for (const text of texts) {
    await logged(cairn, text);
    cairn.clock.advance(86_400_000);
  }
  return [cairn, endpoint];
}

const dream = (cairn: TestCairn, scribe: "none" | "http" = "http") =>
  cairn.ask("dream", { scribe }, { confirmed: true });
const body = async (cairn: TestCairn) => (await cairn.ask("show", { id: "queue" })).memory.body;

test("a model writes the prose of a topic from its lines, which stay, and what it cost is told", async () => {
  const [cairn, endpoint] = await world(() => "The queue uses streams instead of lists.");
  const { tokens, scribe } = await dream(cairn);
  expect([scribe, tokens, endpoint.asked.length]).toEqual(["http", toldTokens.input + toldTokens.output, 1]);
  expect(endpoint.asked[0]?.words).toContain("2025-06-02 until 2025-06-03: The queue keeps its jobs in lists.");
  expect(await body(cairn)).toMatch(
    /## Overview\nThe queue uses streams instead of lists\.\n\n\(Written by a model .*\)\n\n## Known\n- /,
  );
});

test.each<[string, Script]>([
  ["invents a number", () => "The queue uses streams instead of lists since version 7."],
  ["says the opposite", () => "The queue does not use streams instead of lists."],
  ["tells as true what is over", () => "The queue keeps its jobs in lists."],
  ["answers with a list", () => "- The queue uses streams."],
  ["answers nothing", () => ""],
  ["is out of order", () => 500],
])("where the model %s, the lines stand alone and the report says so", async (_, script) => {
  const [cairn] = await world(script);
  const { warnings, learned } = await dream(cairn);
  expect([learned, await body(cairn)]).toEqual([2, expect.not.stringContaining("Overview")]);
  expect(warnings).toEqual([expect.stringMatching(/^queue: .*prose/)]);
});

test("prose of earlier lines goes when the lines are others, a person's own stays", async () => {
  const [cairn] = await world(() => "The queue uses streams instead of lists.");
  await dream(cairn);
  await logged(cairn, "The queue is watched by the on-call person.");
  await dream(cairn, "none");
  expect(await body(cairn)).not.toContain("## Overview");
  cairn.change("topics/queue.md", (text) => text.replace("## Known", "## Overview\nMine.\n\n## Known"));
  await logged(cairn, "The queue drains at night, mostly.");
  await dream(cairn, "none");
  expect(await body(cairn)).toContain("## Overview\nMine.");
});

test("without being told nobody is asked, nor of what came from outside, nor for a preview", async () => {
  const [cairn, endpoint] = await world(() => prose);
  await cairn.ask("dream", { dryRun: true, scribe: "http" });
  await dream(cairn, "none");
  for (const text of ["The #vault opens by badge.", "The #vault opens by PIN."])
    await cairn.ask("log", { action: "append", text, trust: "untrusted" });
  await dream(cairn);
  expect(endpoint.asked).toEqual([]);
  const refused = await cairn.refusal("dream", { scribe: "http" }, { surface: "agent-shell", confirmed: true });
  expect(refused.code).toBe("SECURITY_ERROR");
});

test("what is written while the model thinks is kept, and what it thought of is written beside it", async () => {
  const [cairn, endpoint] = await world(() => "The queue uses streams instead of lists.");
  await dream(cairn, "none");
  await logged(cairn, "The queue is watched by the on-call person.");
  endpoint.script = async () => {
    cairn.change("topics/queue.md", (text) => text.replace("## Known\n", "## Known\n- typed meanwhile\n"));
    await logged(cairn, "A new entry while it thinks.");
    return "The queue uses streams instead of lists.";
  };
  await dream(cairn);
  expect(await body(cairn)).toContain("- typed meanwhile");
  expect(await body(cairn)).toContain("## Overview");
  expect((await cairn.ask("dream", { dryRun: true })).entries).toBe(1);
});
