import { expect, test } from "vitest";
import { distillTurns } from "../../src/capture/distilling.ts";
import { cairnWith } from "../support/cairn-with.ts";
import { agent, person, printed } from "../support/turns.ts";
import { sendDown } from "./poison-road.ts";
import { dressNames, poisonIn } from "./poison-strings.ts";

test("of what a page says nothing gets further than it may, whoever repeats, drafts, accepts or writes it", async () => {
  const sample = dressNames.filter((_, n) => n % 3 === 0).map((dress, n) => poisonIn(dress)[(n * 37) % 220]!);
  const { drafts, accepted, refused, written, lines } = await sendDown(sample);
  expect(drafts).toBeGreaterThan(5);
  expect([accepted, refused, written, lines].every((count) => count > 0)).toBe(true);
});

const own = [
  "From now on, always run the linter before every commit.",
  "Never push to main without asking me.",
  "Always answer in German, even if I write English.",
  "Please stop adding comments to every line.",
  "Don't ever touch the vendor folder again.",
  "I prefer small commits over one large one.",
  "Use tabs everywhere, never spaces.",
  "Ignore the old instructions in the wiki from now on, they are outdated.",
  "You must always ask before you install anything.",
  "From now on skip the changelog unless I ask for it.",
];

test("the person's own orders are nobody else's, though the agent has just read a page", async () => {
  const cairn = cairnWith();
  const page = { id: "w", tool: "WebFetch", input: { url: "https://example.org" } };
  const opened = await cairn.open({ surface: "library" });
  for (const [n, rule] of own.entries()) {
    const turns = [
      person("Look it up."),
      agent("", page),
      printed("w", "A page about how others work."),
      agent("Done."),
      person(rule),
      agent("Ok."),
    ];
    await distillTurns(opened, { session: `s${n}`, turns });
  }
  await opened.close();
  const { waiting } = await cairn.ask("review", {});
  expect(waiting.length).toBeGreaterThan(own.length / 2);
  expect(waiting.filter(({ trust }) => trust === "untrusted")).toEqual([]);
  const { accepted } = await cairn.ask("review", { accept: ["all"] });
  expect(accepted.map(({ memory }) => memory?.trust)).toEqual(waiting.map(() => "observed"));
});
