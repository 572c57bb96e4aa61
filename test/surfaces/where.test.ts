/** Which folder is meant: one project, wherever one stands in it; two projects, however alike they are. */

import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type House, house, pathsIn } from "../support/house.ts";

interface Shown {
  readonly key: string;
  readonly root: string;
  readonly others: { readonly path: string; readonly state: string }[];
}

async function where(place: House, cwd: string, ...words: string[]): Promise<Shown> {
  const { project, places, others } = await place.ask(["where", ...words], { cwd });
  const root = places.find(({ scope }: { scope: string }) => scope === "project");
  return { key: project.key, root: root.path, others };
}

function encoded(place: House, path: string): string {
  return join(place.claude, "projects", path.replace(/[^A-Za-z0-9]/g, "-"), "memory");
}

test("a sub-folder and a work tree mean the repository's own root", async () => {
  const place = house();
  const main = place.repository("code/app");
  const inner = place.folder("code/app/src/deep");
  place.git(main, "worktree", "add", "-q", place.at("code/app-fix"));
  const own = await where(place, main);
  expect(own.root).toBe(encoded(place, main));
  expect(await where(place, inner)).toEqual(own);
  expect(await where(place, place.at("code/app-fix"))).toEqual(own);
  await place.ask(["config", "set", "worktrees", "separate"]);
  expect((await where(place, place.at("code/app-fix"))).root).toBe(encoded(place, place.at("code/app-fix")));
});

test("outside git the folder itself counts, and --cwd says which", async () => {
  const place = house();
  const inner = place.folder("work/shop/inner");
  expect((await where(place, place.project)).root).toBe(place.root);
  expect((await where(place, inner)).root).toBe(encoded(place, inner));
  const { places } = await place.ask(["where", "--cwd", inner]);
  expect(places.map(({ path }: { path: string }) => path)).toContain(encoded(place, inner));
});

test("a second clone is the same project: its own root, the other one read too and never written", async () => {
  const place = house();
  const [one, two] = ["one/app", "two/app"].map((path) => {
    const made = place.repository(`${path}-seed`, "git@example.com:team/app.git");
    return made;
  }) as [string, string];
  place.git(two, "fetch", "-q", one);
  place.git(two, "reset", "-q", "--hard", "FETCH_HEAD");
  await place.ask(["remember", "First clone has it.", "--kind", "project"], { cwd: one });
  await place.ask(["remember", "Second clone has it.", "--kind", "project"], { cwd: two });
  const second = await where(place, two);
  expect(second.key).toBe((await where(place, one)).key);
  expect(second.others).toMatchObject([{ path: encoded(place, one), state: "living" }]);
  const listed = await place.ask(["list"], { cwd: two });
  expect(listed.memories.map(({ id }: { id: string }) => id).sort()).toEqual([
    "first-clone-has-it",
    "second-clone-has-it",
  ]);
  const refused = await place.cli(["update", "first-clone-has-it", "Changed.", "--json"], { cwd: two });
  expect({ code: refused.code, error: JSON.parse(refused.out).error.code }).toEqual({ code: 5, error: "UPDATE_ERROR" });
});

test("a fork with another remote is another project, and so is a namesake", async () => {
  const place = house();
  const app = place.repository("one/app", "https://example.com/team/app.git");
  const fork = place.folder("two");
  place.git(fork, "clone", "-q", app, "app");
  place.git(join(fork, "app"), "remote", "set-url", "origin", "https://example.com/me/app.git");
  const namesake = place.repository("three/app");
  for (const cwd of [app, join(fork, "app"), namesake]) {
    await place.ask(["remember", "Mine alone.", "--kind", "project"], { cwd });
  }
  const keys = await Promise.all([app, join(fork, "app"), namesake].map(async (cwd) => (await where(place, cwd)).key));
  expect(new Set(keys).size).toBe(3);
  expect((await place.ask(["list"], { cwd: namesake })).total).toBe(1);
});

test("a repository that moved finds its memories again once they are moved after it", async () => {
  const place = house();
  const before = place.repository("old/app", "https://example.com/team/app.git");
  await place.ask(["remember", "It moves with us.", "--kind", "project"], { cwd: before });
  const after = join(place.folder("new"), "app");
  renameSync(before, after);
  expect((await where(place, after)).others).toMatchObject([{ path: encoded(place, before), state: "orphaned" }]);
  const dry = await place.cli(["move", "--dry-run", "--json"], { cwd: after });
  expect(existsSync(encoded(place, before))).toBe(true);
  expect(dry.code).toBe(0);
  const shown = await place.cli(["move"], { cwd: after });
  expect(shown.out).toMatch(/^Would move .*\nNothing was changed yet\.\nDo it with: cairn move --yes\n$/);
  expect(existsSync(encoded(place, before))).toBe(true);
  expect((await place.cli(["move", "--yes", "--json"], { cwd: after })).code).toBe(0);
  expect((await place.ask(["show", "it-moves-with-us"], { cwd: after })).memory.scope).toBe("project");
  expect((await place.ask(["undo"], { cwd: after })).undone[0].id).toBe("it-moves-with-us");
});

test("two projects the host keeps in one folder do not see each other's memories", async () => {
  const place = house();
  const [dash, slash] = [place.folder("work/a-b"), place.folder("work/a/b")];
  await place.ask(["remember", "Dash it is.", "--kind", "project"], { cwd: dash });
  await place.ask(["remember", "Slash it is.", "--kind", "project"], { cwd: slash });
  const [first, second] = [await where(place, dash), await where(place, slash)];
  expect(first.root).toBe(second.root);
  expect(first.key).not.toBe(second.key);
  const ids = async (cwd: string) => (await place.ask(["list"], { cwd })).memories.map(({ id }: { id: string }) => id);
  expect(await ids(dash)).toEqual(["dash-it-is"]);
  expect(await ids(slash)).toEqual(["slash-it-is"]);
  expect((await place.ask(["where"], { cwd: dash })).notes.join()).not.toBe("");
});

test("nothing is put into the project tree unless the scope says so", async () => {
  const place = house();
  const app = place.repository("code/app");
  const before = pathsIn(app);
  await place.ask(["remember", "Not in here.", "--kind", "project"], { cwd: app });
  await place.ask(["remember", "Nor this.", "--kind", "preference", "--scope", "user"], { cwd: app });
  await place.ask(["config", "set", "team.enabled", "true"], { cwd: app });
  for (const words of [["list"], ["status"], ["rebuild"], ["where"], ["doctor"], ["gc"]])
    await place.ask(words, { cwd: app });
  expect(pathsIn(app)).toEqual(before);
  await place.ask(["remember", "For all.", "--kind", "project", "--scope", "team"], { cwd: app });
  await place.ask(["remember", "For it.", "--kind", "project", "--scope", "agent", "--agent", "web/dev"], { cwd: app });
  const added = pathsIn(app).filter((path) => !before.includes(path) && path.endsWith(".md"));
  expect(added.filter((path) => !/^\.claude\/memory\/|^\.agents\/memory\/web\/dev\//.test(path))).toEqual([]);
  expect(added).toContain(".claude/memory/project/for-all.md");
  expect(added).toContain(".agents/memory/web/dev/project/for-it.md");
});
