/** What other memories were reported to lose, done to this one: parallel calls, stale writes, editors at work. */

import { execFileSync } from "node:child_process";
import { readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { house } from "../support/house.ts";
import { Editor, lostOfHundred } from "./editor.ts";
import { stateOf } from "./storm.ts";

test("20 parallel calls to two servers keep 20 memories", async () => {
  const place = house();
  const servers = await Promise.all([place.serve(), place.serve()]);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      servers[n % 2]?.call("remember", { text: `Parallel call ${n} was kept.`, kind: "project" }),
    ),
  );
  expect(answers.filter((answer) => answer?.isError !== false)).toEqual([]);
  expect(await Promise.all(servers.map((server) => server.close()))).toEqual([0, 0]);
  const { memories } = await place.ask(["list"]);
  const wanted = Array.from({ length: 20 }, (_, n) => `parallel-call-${n}-was-kept`);
  expect(memories.map(({ id }: { id: string }) => id).sort()).toEqual(wanted.sort());
});

test("20 parallel calls about one thing to two servers keep every word", async () => {
  const place = house();
  const servers = await Promise.all([place.serve(), place.serve()]);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      servers[n % 2]?.call("remember", { title: "Shared", text: `Word ${n} of twenty.`, kind: "project" }),
    ),
  );
  await Promise.all(servers.map((server) => server.close()));
  expect(answers.filter((answer) => answer?.isError !== false)).toEqual([]);
  const { memory } = await place.ask(["show", "shared"]);
  for (let n = 0; n < 20; n++) expect(memory.body).toContain(`Word ${n} of twenty.`);
  expect((await place.ask(["list"])).total).toBe(1);
});

test("7 commands at once keep 7 memories", async () => {
  const place = house();
  const ran = await Promise.all(
    Array.from({ length: 7 }, (_, n) => place.run(["remember", `Command ${n} was kept.`, "--kind", "decision"])),
  );
  expect(ran.map(({ code }) => code)).toEqual(Array(7).fill(0));
  const { memories, problems } = await place.ask(["list"]);
  expect({ kept: memories.length, problems }).toEqual({ kept: 7, problems: [] });
  const numbers = memories.map(({ path }: { path: string }) => /_(\d{3})_/.exec(path)?.[1]).sort();
  expect(numbers).toEqual(["001", "002", "003", "004", "005", "006", "007"]);
});

test("a whole text written from an old reading is a conflict, and the newer text stays", async () => {
  const place = house();
  await place.ask(["remember", "The long story. ".repeat(500), "--title", "Story", "--kind", "project"]);
  const { hash } = (await place.ask(["show", "story"])).memory;
  await place.ask(["update", "story", "And its end."]);
  const stale = await place.cli(["update", "story", "--body-file", "-", "--expect", hash, "--json"], {
    input: "Short.",
  });
  expect({ code: stale.code, error: JSON.parse(stale.out).error.code }).toEqual({ code: 5, error: "OCC_CONFLICT" });
  const { body } = (await place.ask(["show", "story"])).memory;
  expect(body).toContain("The long story.");
  expect(body).toContain("And its end.");
});

test.each(["in-place", "copy", "rename"] as const)(
  "an editor that saves by %s while an agent adds: what both wrote is in the file or in the history",
  async (manner) => {
    const place = house();
    await place.ask(["remember", "All meet here.", "--title", "Shared", "--kind", "project"]);
    const file = join(place.root, "project", "shared.md");
    const editor = new Editor(file, manner);
    const agent = await place.serve();
    const acknowledged: string[] = [];
    for (let n = 0; n < 25; n++) {
      const added = agent.call("remember", { title: "Shared", kind: "project", text: `Agent word ${n} it is.` });
      editor.save(`Editor word ${n} it is.`, n % 5);
      if (!(await added).isError) acknowledged.push(`Agent word ${n} it is.`);
    }
    await agent.close();
    const everything = `${readFileSync(file)}\n${logOf(stateOf(place))}`;
    expect(acknowledged.length).toBeGreaterThan(0);
    expect(acknowledged.filter((words) => !everything.includes(words))).toEqual([]);
    expect(editor.words.filter((words) => !everything.includes(words)).length).toBeLessThanOrEqual(
      lostOfHundred[manner],
    );
    expect((await place.ask(["list"])).problems).toEqual([]);
  },
);

test("a file that an editor has emptied and not filled yet is left to it", async () => {
  const place = house();
  const words = ["remember", "The agent's words.", "--title", "Shared", "--kind", "project"];
  await place.ask(["remember", "The first text.", "--title", "Shared", "--kind", "project"]);
  const file = join(place.root, "project/shared.md");
  const text = readFileSync(file, "utf8");
  for (const refused of [words, ["update", "shared", "More."], ["forget", "shared"]]) {
    writeFileSync(file, "");
    // Just now, however slow the machine is: it counts as filled two seconds later.
    const justNow = setInterval(() => utimesSync(file, new Date(), new Date()), 200);
    const { code } = await place.cli(refused);
    clearInterval(justNow);
    expect({ refused, code }).toEqual({ refused, code: 5 });
  }
  expect(readFileSync(file, "utf8")).toBe("");
  writeFileSync(file, text.replaceAll("first", "edited"));
  expect((await place.ask(words)).action).toBe("updated");
  expect((await place.ask(["show", "shared"])).memory.body).toMatch(/The edited text\.\s+The agent's words\./);
});

test("the conflict copies of a syncing program are both there, and named as a problem", async () => {
  const place = house();
  await place.ask(["remember", "The first text.", "--title", "Shared", "--kind", "project"]);
  const file = join(place.root, "project/shared.md");
  const text = readFileSync(file, "utf8");
  place.write(join(place.root, "project/shared (conflicted copy 2026-11-15).md"), text.replaceAll("first", "other"));
  const { memories, problems } = await place.ask(["list"]);
  expect(memories.map(({ id }: { id: string }) => id).sort()).toEqual(["shared", "shared-2"]);
  expect(problems).toMatchObject([{ path: "project/shared (conflicted copy 2026-11-15).md" }]);
  expect((await place.ask(["show", "shared"])).memory.body).toContain("The first text.");
  expect((await place.ask(["show", "shared-2"])).memory.body).toContain("The other text.");
  await place.ask(["update", "shared", "More."]);
  await place.ask(["update", "shared-2", "More of the other."]);
  expect(readFileSync(file, "utf8")).not.toContain("More of the other.");
});

test("a checkout that takes files away and brings others is taken as it is, and what was there can be had again", async () => {
  const place = house();
  const root = place.folder("home/.claude/projects", place.project.replace(/[^A-Za-z0-9]/g, "-"), "memory");
  for (const title of ["One", "Two", "Three"]) await place.ask(["remember", `${title} it is.`, "--kind", "project"]);
  place.git(root, "init", "-q");
  place.git(root, "add", ".");
  place.git(root, "commit", "-q", "-m", "first");
  await place.ask(["update", "one-it-is", "Second version."]);
  await place.ask(["remember", "Four it is.", "--kind", "project"]);
  execFileSync("git", ["stash", "-q", "-u"], { cwd: root, env: { ...place.env, ...author } });
  const { memories, problems } = await place.ask(["list"]);
  expect(memories.map(({ id }: { id: string }) => id).sort()).toEqual(["one-it-is", "three-it-is", "two-it-is"]);
  expect(problems).toEqual([]);
  await place.ask(["remember", "Five it is.", "--kind", "project"]);
  expect((await place.ask(["restore", "four-it-is"])).memory.id).toBe("four-it-is");
  const { changes } = await place.ask(["history", "one-it-is"]);
  expect(changes.map(({ what }: { what: string }) => what)).toContain("edited outside");
});

const author = { GIT_AUTHOR_NAME: "a", GIT_AUTHOR_EMAIL: "a@b", GIT_COMMITTER_NAME: "a", GIT_COMMITTER_EMAIL: "a@b" };

function logOf(state: string): string {
  return execFileSync("cat", ["--", ...segmentsOf(state)], { encoding: "utf8", maxBuffer: 1 << 28 });
}

function segmentsOf(state: string): string[] {
  return execFileSync("find", [join(state, "log"), "-name", "*.log"], { encoding: "utf8" })
    .trim()
    .split("\n");
}
