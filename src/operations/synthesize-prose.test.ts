import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith, type Setup, type TestCairn } from "../../test/support/cairn-with.ts";
import { modelEndpoint } from "../../test/support/model-endpoint.ts";

const confirmed = { confirmed: true };
const told = "Cold caches cost a second, and stale caches lie to the shop. The caches are warmed by hand at 6.";

/** Three things known of caches, and what a paragraph about them is called. */
async function caches(setup: Setup = {}): Promise<{ cairn: TestCairn; heading: string }> {
  const cairn = cairnWith(setup);
  const texts = ["Cold caches cost a second.", "Stale caches lie to the shop.", "Caches are warmed by hand at 6."];
  for (const [n, text] of texts.entries()) await learn(cairn, `Cache ${n}`, text);
  const { passages } = await cairn.ask("material", {});
  return { cairn, heading: passages[0]?.heading ?? "" };
}

async function learn(cairn: TestCairn, title: string, text: string) {
  await cairn.ask("remember", { kind: "constraint", title, text, tags: ["cache"] });
}

test("a memory that changes while a model writes is told as it is by then, and put into words the next time", async () => {
  let meanwhile = async () => {};
  const endpoint = await modelEndpoint(async (words) => {
    await meanwhile();
    return words.includes("at 7") ? told.replace("at 6", "at 7") : told;
  });
  const settings = { "scribe.http.url": endpoint.url, "scribe.http.model": "m", "scribe.batch": "http" } as const;
  const { cairn } = await caches({ settings });
  meanwhile = async () => {
    meanwhile = async () => {};
    await cairn.ask("update", { id: "cache-2", body: "## Rule\nCaches are warmed by hand at 7." });
  };
  await cairn.ask("synthesize", {}, confirmed);
  expect(cairn.read("master.md")).toContain("- Caches are warmed by hand at 7");
  expect(cairn.read("master.md")).not.toContain("at 6");
  expect(await cairn.ask("synthesize", {}, confirmed)).toMatchObject({ action: "updated" });
  expect(cairn.read("master.md")).toContain("The caches are warmed by hand at 7. [[");
});

test("what was remembered after the material was read stands beside the paragraphs", async () => {
  const { cairn, heading } = await caches();
  await learn(cairn, "Cache 3", "The price cache is never shared.");
  await cairn.ask("synthesize", { prose: `## ${heading}\n\n${told}\n` }, confirmed);
  expect(cairn.read("master.md")).toContain(told);
  expect(cairn.read("master.md")).toContain("- The price cache is never shared");
});

test("what the project no longer has is marked though paragraphs stand", async () => {
  const { cairn, heading } = await caches({ project: { "src/queue.ts": "export {};\n", "src/shop.ts": "" } });
  await learn(cairn, "Cache 3", "The cache is drained in src/queue.ts.");
  const page = `## ${heading}\n\n${told} The cache is drained in src/queue.ts.\n`;
  await cairn.ask("synthesize", { prose: page }, confirmed);
  expect(await cairn.ask("synthesize", {}, confirmed)).toMatchObject({ action: "unchanged" });
  rmSync(join(cairn.project, "src/queue.ts"));
  expect(await cairn.ask("synthesize", {}, confirmed)).toMatchObject({ action: "updated" });
  expect(cairn.read("master.md")).toContain("**drifted: src/queue.ts is gone**");
});

test("an agent hands in decisions in its own words: what the material bears out stands for the lines it tells", async () => {
  const cairn = cairnWith();
  const decide = (title: string, text: string) => cairn.ask("remember", { kind: "decision", title, text });
  await decide("Queue", "The queue runs on Postgres, because the team knows it.");
  await decide("Totals", "Totals are stored in cents.");
  const { passages } = await cairn.ask("material", {});
  expect(passages[0]).toMatchObject({ heading: "Key Decisions" });
  expect(passages[0]?.statements).toContain("Totals are stored in cents");
  const own =
    "- Run the queue on Postgres, which the team knows\n- Move the totals to 64 bits\n- Store totals in cents";
  const made = await cairn.ask("synthesize", { prose: `## Key Decisions\n\n${own}\n` }, confirmed);
  expect(made.refused).toEqual(["Move the totals to 64 bits"]);
  const decisions = cairn.read("master.md").split("## Key Decisions")[1]?.split("\n## ")[0] ?? "";
  expect(decisions).toContain("- Run the queue on Postgres, which the team knows [[");
  expect(decisions).toContain("- Store totals in cents [[");
  expect(decisions.match(/cents/g)).toHaveLength(1);
  expect(decisions).not.toContain("64 bits");
});

test("of paragraphs that are not used it is said which and why", async () => {
  const { cairn, heading } = await caches();
  const of = async (page: string) => (await cairn.ask("synthesize", { prose: page, dryRun: true })).warnings;
  expect(await of(`## ${heading.toUpperCase()}\n\n${told}\n`)).toEqual([]);
  expect(await of(`## Weather\n\nIt rains.\n\n## ${heading}\n\n${told} ${told} ${told}\n`)).toEqual([
    "The paragraph “Weather” is left out: it belongs below a heading of the material.",
    expect.stringMatching(
      /^The paragraph “.+” is left out: it takes more room \(\d+ bytes\) than what it tells \(\d+\)/,
    ),
  ]);
  expect(await of(told)).toEqual([
    "What stands below no heading is left out: it belongs below a heading of the material.",
  ]);
});

test("a secret in a sentence that is left out is not repeated", async () => {
  const { cairn, heading } = await caches();
  const secret = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
  const made = await cairn.ask("synthesize", {
    prose: `## ${heading}\n\n${told} The key is ${secret}.\n`,
    dryRun: true,
  });
  expect(made.refused).toEqual(["The key is [REDACTED:github-token]."]);
});
