/** Links that lead away, second names of foreign files, folders swapped under one's feet: nothing outside is touched (S8). */

import { existsSync, linkSync, lstatSync, lutimesSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type House, house, textOf } from "../support/house.ts";
import { CANARY, Canary } from "./canary.ts";

/** Every command that reads or writes; none may bring a word of the canary or change it. */
const COMMANDS = [
  ["list", "--status", "all"],
  ["show", "secret"],
  ["show", "own"],
  ["recall", "secret words", "--include-retired"],
  ["recall", "e", "--exact"],
  ["relevant", "the secret and my own"],
  ["status"],
  ["doctor"],
  ["history"],
  ["remember", "Own words.", "--title", "New", "--kind", "project"],
  ["remember", "Own words.", "--title", "New decision", "--kind", "decision"],
  ["remember", "Own words.", "--kind", "log"],
  ["update", "secret", "Changed."],
  ["update", "own", "Changed."],
  ["forget", "secret"],
  ["forget", "secret", "--hard", "--yes"],
  ["remember", "Gone soon.", "--title", "Doomed", "--kind", "project"],
  ["forget", "doomed", "--hard", "--yes"],
  ["archive", "own"],
  ["unarchive", "own"],
  ["undo"],
  ["rebuild"],
  ["gc", "--purge", "--yes"],
];

const trees: Readonly<Record<string, (root: string, outside: string) => void>> = {
  "a file that is a link out": (root, outside) => symlinkSync(join(outside, "secret.md"), join(root, "secret.md")),
  "a file that is a relative link out": (root) => symlinkSync(`${"../".repeat(12)}etc/passwd`, join(root, "secret.md")),
  "a file that is a link through a link": (root, outside) => {
    symlinkSync(outside, join(root, "hop"));
    symlinkSync("hop/secret.md", join(root, "secret.md"));
  },
  "a dangling link": (root, outside) => symlinkSync(join(outside, "not-there.md"), join(root, "secret.md")),
  "a link to itself": (root) => symlinkSync("secret.md", join(root, "secret.md")),
  "a circle of links": (root) => {
    symlinkSync("b.md", join(root, "secret.md"));
    symlinkSync("secret.md", join(root, "b.md"));
  },
  "a folder of a kind that is a link out": (root, outside) => {
    rmSync(join(root, "project"), { recursive: true });
    symlinkSync(join(outside, "project"), join(root, "project"));
    symlinkSync(join(outside, "decisions"), join(root, "decisions"));
    symlinkSync(join(outside, "deep"), join(root, "logs"));
  },
  "a folder that is a link to the root itself": (root) => symlinkSync(".", join(root, "again")),
  "a folder that is a link upwards": (root) => symlinkSync("..", join(root, "up")),
  "a folder that is a link to everything": (root) => symlinkSync("/", join(root, "all")),
  "a link to a device": (root) => symlinkSync("/dev/zero", join(root, "secret.md")),
  "the view a link out": (root, outside) => {
    rmSync(join(root, "MEMORY.md"), { force: true });
    symlinkSync(join(outside, "secret.md"), join(root, "MEMORY.md"));
  },
  "a folder with the name of a file": (root) => mkdirSync(join(root, "secret.md")),
};

/** A view that was touched a moment ago is left alone for two seconds; thirteen times that would be a long wait. */
function age(view: string): void {
  const then = Date.now() / 1_000 - 60;
  if (lstatSync(view, { throwIfNoEntry: false }) !== undefined) lutimesSync(view, then, then);
}

async function tryAll(place: House): Promise<string[]> {
  const wrong: string[] = [];
  for (const words of COMMANDS) {
    if (words[0] === "rebuild") age(join(place.root, "MEMORY.md"));
    const { code, out, err } = await place.cli(words);
    if (code === 70 || (out + err).includes(CANARY) || /root:x:0/.test(out)) {
      wrong.push(`${words.join(" ")}: ${code} ${out}${err}`);
    }
  }
  return wrong;
}

test.each(Object.entries(trees))(
  "%s is neither followed nor written through, and the rest goes on",
  async (_, plant) => {
    const place = house();
    const canary = new Canary(place.at("outside"));
    await place.ask(["remember", "Own words.", "--title", "Own", "--kind", "project"]);
    plant(place.root, canary.folder);
    expect(await tryAll(place)).toEqual([]);
    expect(canary.changes()).toEqual([]);
    expect((await place.cli(["list"])).code).toBe(0);
  },
);

test("a link that stays inside the root is read, and never written", async () => {
  const place = house();
  await place.ask(["remember", "Own words.", "--title", "Own", "--kind", "project"]);
  symlinkSync("project/own.md", join(place.root, "linked.md"));
  const { memories } = await place.ask(["list"]);
  expect(memories).toHaveLength(2);
  const before = textOf(join(place.root, "project/own.md"));
  const second = memories.find(({ path }: { path: string }) => path === "linked.md");
  expect((await place.cli(["update", second.id, "Through the link."])).code).toBe(5);
  expect((await place.cli(["forget", second.id])).code).toBe(5);
  expect(textOf(join(place.root, "project/own.md"))).toBe(before);
});

test("a foreign file with a second name in the root keeps its bytes, whatever is done to that name", async () => {
  const place = house();
  const outside = place.write("outside/notes.md", "---\nname: linked\n---\n# Linked\n\nTheirs.\n");
  const day = new Date().toISOString().slice(0, 10);
  const log = place.write("outside/log.md", `# Log\n\nTheirs.\n`);
  mkdirSync(join(place.root, "logs", day.slice(0, 4), day.slice(5, 7)), { recursive: true });
  linkSync(outside, join(place.root, "linked.md"));
  linkSync(log, join(place.root, "logs", day.slice(0, 4), day.slice(5, 7), `${day}.md`));
  const before = [textOf(outside), textOf(log)];
  await place.ask(["update", "linked", "Ours."]);
  await place.ask(["remember", "An entry of ours.", "--kind", "log"]);
  await place.ask(["forget", "linked", "--hard", "--yes"]);
  expect([textOf(outside), textOf(log)]).toEqual(before);
});

test("the team's and the agents' folders may not lead out of the repository", async () => {
  for (const [link, words] of [
    [".claude", ["--scope", "team"]],
    [".claude/memory", ["--scope", "team"]],
    [".agents", ["--scope", "agent", "--agent", "web/dev"]],
    [".agents/memory", ["--scope", "agent", "--agent", "web/dev"]],
    [".agents/memory/web", ["--scope", "agent", "--agent", "web/dev"]],
  ] as const) {
    const place = house();
    const canary = new Canary(place.at("outside"));
    mkdirSync(join(place.project, link, ".."), { recursive: true });
    symlinkSync(canary.folder, join(place.project, link));
    await place.ask(["config", "set", "team.enabled", "true"]);
    const written = await place.cli(["remember", "Words.", "--kind", "project", ...words]);
    expect({ link, code: written.code }).toEqual({ link, code: words[1] === "team" ? 6 : 2 });
    const agent = words[1] === "agent" ? ["--agent", "web/dev"] : [];
    const listed = await place.cli(["list", "--status", "all", ...agent]);
    expect({ link, code: listed.code }).toEqual({ link, code: agent.length > 0 ? 2 : 0 });
    expect(listed.out).not.toContain(CANARY);
    expect(canary.changes()).toEqual([]);
  }
});

test("hostile links in a cloned team folder show nothing of the person's files", async () => {
  const place = house();
  const key = place.write(join(place.home, ".ssh/id_rsa"), `${CANARY}\n`);
  const memory = join(place.project, ".claude/memory");
  mkdirSync(join(memory, "project"), { recursive: true });
  symlinkSync(key, join(memory, "key.md"));
  symlinkSync("../../../../../home/.ssh/id_rsa", join(memory, "project/relative.md"));
  symlinkSync(join(place.home, ".ssh"), join(memory, "decisions"));
  await place.ask(["config", "set", "team.enabled", "true"]);
  const { out } = await place.cli(["list", "--status", "all", "--json"]);
  expect(JSON.parse(out).memories).toEqual([]);
  expect(JSON.parse(out).problems.length).toBeGreaterThan(0);
  for (const words of [["show", "key"], ["show", "relative"], ["rebuild"]]) {
    expect((await place.cli(words)).out).not.toContain(CANARY);
  }
  const written = await place.cli(["remember", "Words.", "--kind", "decision", "--scope", "team"]);
  expect(written.code).toBe(5);
  expect(existsSync(join(place.home, ".ssh/id_rsa"))).toBe(true);
});
