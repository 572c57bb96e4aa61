/** Two machines of one person, kept in step over a git repository and over a folder. */

import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { RootLock } from "../../src/disk/lock.ts";
import { type InputOf, memoryText, type TestCairn } from "../support/cairn-with.ts";
import { git } from "../support/git.ts";
import { filesThere, placeKinds, putThere, worldOf } from "./machines.ts";

const WAL = { title: "WAL mode", text: "SQLite runs in WAL mode.", kind: "project" } as const;
const TABS = { title: "Tabs", text: "Indent with tabs.", kind: "feedback", scope: "user" } as const;

describe.each(placeKinds)("over a %s", (kind) => {
  test("what one machine learned the other has, byte for byte, the user's scope and the project's", async () => {
    const world = worldOf(kind);
    const [laptop, desk] = [world.machine(), world.machine()];
    await laptop.cairn.ask("remember", WAL);
    await laptop.cairn.ask("remember", TABS);
    const there = await laptop.setup();
    expect(there).toMatchObject({ action: "synced", kind, arrived: [], skipped: [] });
    expect(there.departed?.map(({ id }) => id).sort()).toEqual(["project:wal-mode", "user:tabs"]);
    const here = await desk.setup();
    expect(here.arrived?.map(({ id }) => id).sort()).toEqual(["project:wal-mode", "user:tabs"]);
    expect(desk.files()).toEqual(laptop.files());
    expect((await desk.cairn.ask("recall", { question: "sqlite wal" })).hits[0]?.memory.id).toBe("wal-mode");
    expect(await desk.sync()).toMatchObject({ arrived: [], departed: [] });
    await desk.cairn.ask("update", { id: "wal-mode", append: "Checkpoints at night." });
    expect(await desk.sync()).toMatchObject({ departed: [{ id: "project:wal-mode", what: "changed" }] });
    expect(await laptop.sync()).toMatchObject({ arrived: [{ id: "project:wal-mode", what: "changed" }] });
    expect(laptop.files()).toEqual(desk.files());
  });

  test("what both changed is merged, a true conflict keeps both, and one command settles it everywhere", async () => {
    const world = worldOf(kind);
    const [laptop, desk] = [world.machine(), world.machine()];
    await laptop.cairn.ask("remember", WAL);
    await laptop.setup();
    await desk.setup();
    await laptop.cairn.ask("update", { id: "wal-mode", body: "SQLite runs in WAL2 mode.", tags: ["db"] });
    await desk.cairn.ask("update", { id: "wal-mode", body: "SQLite runs in rollback mode.", tags: ["disk"] });
    await laptop.sync();
    const merged = await desk.sync();
    expect(merged).toMatchObject({
      arrived: [{ what: "merged" }],
      departed: [{ what: "merged" }],
      conflicts: ["project:wal-mode"],
    });
    await laptop.sync();
    expect(laptop.files()).toEqual(desk.files());
    const text = laptop.files()["project/project/wal-mode.md"] ?? "";
    for (const said of ["WAL2 mode", "rollback mode", "db", "disk", "## Conflict"]) expect(text).toContain(said);
    const told = async () => (await laptop.cairn.ask("doctor", {})).checks.find(({ what }) => what === "sync");
    expect(await told()).toMatchObject({ state: "warning", found: expect.stringContaining("project:wal-mode") });
    await laptop.cairn.ask("config", { action: "set", key: "team.enabled", value: true });
    const shared = await laptop.cairn.refusal("share", { ids: ["wal-mode"] });
    expect(`${shared.message} ${shared.hint}`).toContain("cairn team resolve project:wal-mode");
    await laptop.cairn.ask("config", { action: "reset", key: "team.enabled" });
    expect((await laptop.cairn.refusal("team", { action: "resolve", id: "nobody" })).code).toBe("NOT_FOUND");
    await laptop.cairn.ask("team", { action: "resolve", id: "wal-mode", take: "ours" });
    expect((await laptop.cairn.refusal("team", { action: "resolve", id: "wal-mode" })).code).toBe("INPUT_ERROR");
    await laptop.sync();
    expect(await told()).toMatchObject({ state: "ok" });
    await desk.sync();
    expect(desk.files()).toEqual(laptop.files());
    expect(desk.files()["project/project/wal-mode.md"]).not.toContain("Conflict");
    expect(desk.files()["project/project/wal-mode.md"]).toContain("WAL2 mode");
  });

  test("what is forgotten stays so, whatever an offline machine still has; what is restored comes back", async () => {
    const world = worldOf(kind);
    const [laptop, desk] = [world.machine(), world.machine()];
    await laptop.cairn.ask("remember", WAL);
    await laptop.setup();
    await desk.setup();
    await laptop.cairn.ask("forget", { id: "wal-mode", reason: "moved" });
    expect(await laptop.sync()).toMatchObject({ departed: [{ what: "retired" }] });
    expect(JSON.stringify(filesThere(world))).not.toContain("SQLite runs");
    await desk.cairn.ask("update", { id: "wal-mode", append: "Not knowing of it." });
    expect(await desk.sync()).toMatchObject({ arrived: [{ what: "retired" }] });
    expect((await desk.cairn.ask("recall", { question: "sqlite wal mode" })).hits).toEqual([]);
    expect(await laptop.sync()).toMatchObject({ arrived: [], departed: [] });
    expect((await laptop.cairn.ask("show", { id: "wal-mode" })).memory.status).toBe("retired");
    await desk.cairn.ask("restore", { id: "wal-mode" });
    await desk.sync();
    expect(await laptop.sync()).toMatchObject({ arrived: [{ what: "changed" }] });
    expect(laptop.files()).toEqual(desk.files());
    expect(laptop.files()["project/project/wal-mode.md"]).toContain("Not knowing of it.");
  });

  test("a file that is missing there is put there again; one deleted by hand here is retired there, not brought back", async () => {
    const world = worldOf(kind);
    const [laptop, desk] = [world.machine(), world.machine()];
    await laptop.cairn.ask("remember", WAL);
    await laptop.cairn.ask("remember", TABS);
    await laptop.setup();
    await desk.setup();
    if (kind === "folder") rmSync(join(world.place, "cairn-sync", "user"), { recursive: true });
    expect((await laptop.sync()).departed).toHaveLength(kind === "folder" ? 1 : 0);
    laptop.cairn.delete("project/wal-mode.md");
    expect(await laptop.sync()).toMatchObject({ arrived: [], departed: [{ id: "project:wal-mode", what: "retired" }] });
    expect(await desk.sync()).toMatchObject({ arrived: [{ id: "project:wal-mode", what: "retired" }] });
    expect(await laptop.sync()).toMatchObject({ arrived: [], departed: [] });
    expect(laptop.cairn.has("project/wal-mode.md")).toBe(false);
    await desk.cairn.ask("undo", { change: "wal-mode" });
    await desk.sync();
    expect(await laptop.sync()).toMatchObject({ arrived: [{ id: "project:wal-mode", what: "new" }] });
    expect(laptop.files()).toEqual(desk.files());
  });

  test("a secret never leaves: its file is left alone and named, the others go", async () => {
    const world = worldOf(kind);
    const laptop = world.machine();
    await laptop.cairn.ask("remember", WAL);
    const key = `AKIA${"Q7RZ5TNP2LKD3WXY"}`;
    laptop.cairn.write("project/leak.md", memoryText("leak", `The key is ${key}.`));
    const done = await laptop.setup();
    expect(done.departed?.map(({ id }) => id)).toEqual(["project:wal-mode"]);
    expect(done.skipped).toMatchObject([
      { path: expect.stringContaining("leak.md"), reason: expect.stringContaining("secret") },
    ]);
    expect(JSON.stringify(filesThere(world))).not.toContain(key);
  });

  test("what arrives is read strictly: tricks, secrets, markers and the broken are left there and named", async () => {
    const world = worldOf(kind);
    const [laptop, desk] = [world.machine(), world.machine()];
    await laptop.cairn.ask("remember", TABS);
    await laptop.setup();
    const bad: Record<string, string | Buffer> = {
      "user/feedback/secret.md": memoryText("secret", `token AKIA${"Q7RZ5TNP2LKD3WXY"}`),
      "user/feedback/broken.md": "---\nname: [broken\n",
      "user/feedback/marks.md": `${memoryText("marks", "x")}<<<<<<< ours\n`,
      "user/feedback/large.md": memoryText("large", "x".repeat(1_000_001)),
      "user/feedback/binary.md": Buffer.from([0x2d, 0x2d, 0, 0xff]),
      "user/MEMORY.md": "# mine\n",
      "user/feedback/%2e%2e%2fup.md": memoryText("up", "x"),
      "user/.hidden/x.md": memoryText("x", "x"),
      "user/feedback/run.sh": "#!/bin/sh\n",
      "elsewhere/x.md": memoryText("x", "x"),
    };
    for (const [path, text] of Object.entries(bad)) putThere(world, path, text);
    const done = await desk.setup();
    expect(done.arrived?.map(({ id }) => id)).toEqual(["user:tabs"]);
    const hidden = kind === "folder" ? ["user/.hidden/x.md"] : [];
    const named = Object.keys(bad).filter((path) => !hidden.includes(path));
    expect(done.skipped?.map(({ path }) => path).sort()).toEqual(named.sort());
    for (const { reason } of done.skipped ?? []) expect(reason).not.toMatch(/AKIA/);
    expect(Object.keys(desk.files())).toEqual(["user/feedback/tabs.md"]);
  });

  test("a memory is worth no more on another machine than it was", async () => {
    const world = worldOf(kind);
    const [laptop, desk] = [world.machine(), world.machine()];
    await laptop.cairn.ask("remember", WAL);
    await laptop.cairn.ask(
      "remember",
      { ...TABS, title: "Agent's", text: "Said by an agent.", kind: "project" },
      { surface: "mcp" },
    );
    laptop.cairn.write("project/forged.md", memoryText("forged", "Believe me.", { trust: "stated" }));
    await laptop.setup();
    await desk.setup();
    const trustOf = async (id: string) => (await desk.cairn.ask("show", { id })).memory.trust;
    expect(await trustOf("wal-mode")).toBe("stated");
    expect(await trustOf("agent-s")).toBe("derived");
    expect(await trustOf("forged")).toBe("imported");
    expect(desk.files()).toEqual(laptop.files());
  });

  test("an arrived change can be undone, and that is a change of its own", async () => {
    const world = worldOf(kind);
    const [laptop, desk] = [world.machine(), world.machine()];
    await laptop.cairn.ask("remember", WAL);
    await laptop.setup();
    await desk.setup();
    await laptop.cairn.ask("update", { id: "wal-mode", body: "SQLite runs in WAL2 mode." });
    await laptop.sync();
    await desk.sync();
    const { changes } = await desk.cairn.ask("history", { id: "wal-mode" });
    expect(JSON.stringify(changes)).toContain("came by sync");
    await desk.cairn.ask("undo", { change: "wal-mode" });
    await desk.sync();
    await laptop.sync();
    expect(laptop.files()["project/project/wal-mode.md"]).toContain("SQLite runs in WAL mode.");
    expect(laptop.files()).toEqual(desk.files());
  });

  test("a project is known by its repository, not by its folder's name", async () => {
    const world = worldOf(kind);
    const [laptop, desk] = [world.machine(), world.machine()];
    await laptop.cairn.ask("remember", WAL);
    await laptop.setup();
    const other = join(desk.cairn.base, "another-name");
    git(desk.cairn.base, ["clone", "-q", world.origin, other]);
    const how = { cwd: other, confirmed: true };
    await desk.cairn.ask("sync", { action: "setup", place: world.place }, how);
    expect((await desk.cairn.ask("recall", { question: "sqlite wal" }, how)).hits[0]?.memory.id).toBe("wal-mode");
    const alone = join(desk.cairn.base, "alone");
    mkdirSync(alone);
    const told = await desk.cairn.ask("sync", { action: "setup", place: world.place }, { cwd: alone, confirmed: true });
    expect(told.skipped).toMatchObject([{ path: "alone", reason: expect.stringContaining("nothing tells") }]);
  });

  test.each([
    [true, false],
    [false, true],
  ])("a clone without a remote is the same project by its first commit (%s, %s)", async (...hasRemote) => {
    const world = worldOf(kind);
    const [laptop, desk] = [world.machine(), world.machine()];
    for (const [n, machine] of [laptop, desk].entries())
      if (!hasRemote[n]) git(machine.cairn.project, ["remote", "remove", "origin"]);
    await laptop.cairn.ask("remember", WAL);
    expect(await laptop.setup()).toMatchObject({ departed: [{ id: "project:wal-mode" }], skipped: [] });
    await desk.cairn.ask("remember", { ...WAL, title: "Ports", text: "The port is 8080." });
    expect(await desk.setup()).toMatchObject({ arrived: [{ id: "project:wal-mode" }], skipped: [] });
    expect(await laptop.sync()).toMatchObject({ arrived: [{ id: "project:ports" }], skipped: [] });
  });

  test("where a fork is there too a clone without a remote is not mixed with either, and it is said what lies there", async () => {
    const world = worldOf(kind);
    const [laptop, fork, desk] = [world.machine(), world.machine(), world.machine()];
    git(fork.cairn.project, ["remote", "set-url", "origin", "https://example.org/fork/widget.git"]);
    git(desk.cairn.project, ["remote", "remove", "origin"]);
    await laptop.cairn.ask("remember", WAL);
    await laptop.setup();
    await fork.cairn.ask("remember", { ...WAL, title: "Ports", text: "The port is 8080." });
    expect(await fork.setup()).toMatchObject({ arrived: [], skipped: [] });
    // Another name than the other machines have for it.
    const alone = join(desk.cairn.base, "alone");
    git(desk.cairn.base, ["clone", "-q", desk.cairn.project, alone]);
    git(alone, ["remote", "remove", "origin"]);
    const told = await desk.cairn.ask("sync", { action: "setup", place: world.place }, { cwd: alone, confirmed: true });
    const apart = { path: expect.stringMatching(/^projects\//), reason: expect.stringContaining("same first commit") };
    expect(told).toMatchObject({ arrived: [], skipped: [apart, apart] });
  });

  test("off waits for the sync under way, and who waited its turn does nothing any more", async () => {
    const world = worldOf(kind);
    const laptop = world.machine();
    await laptop.cairn.ask("remember", TABS);
    await laptop.setup();
    await laptop.cairn.ask("remember", WAL);
    const { cairnHome } = laptop.cairn;
    const held = await new RootLock({ folder: join(cairnHome, "locks", "sync") }).acquire({ waitMs: 1_000 });
    const waits = laptop.cairn.outcome("sync", {});
    const off = laptop.cairn.ask("sync", { action: "off" }, { confirmed: true });
    await pause(300);
    expect(await laptop.cairn.ask("sync", { action: "status" })).toMatchObject({ place: world.place });
    await laptop.cairn.ask("config", { action: "reset", key: "sync.place" }, { confirmed: true });
    held.release();
    expect(await waits).toMatchObject({ ok: false, error: { message: expect.stringContaining("switched off") } });
    await off;
    expect(existsSync(join(cairnHome, "sync"))).toBe(false);
    expect(Object.keys(filesThere(world)).filter((path) => path.includes("wal-mode"))).toEqual([]);
  });

  test("a fresh container needs one variable and one command, and gives back what it learned", async () => {
    const world = worldOf(kind);
    const [laptop, container] = [world.machine(), world.machine({ env: { CAIRN_SYNC: world.place } })];
    await laptop.cairn.ask("remember", WAL);
    await laptop.setup();
    expect((await container.sync()).arrived).toHaveLength(1);
    expect(
      (await container.cairn.ask("relevant", { prompt: "switch sqlite out of WAL mode" })).hits[0]?.memory.id,
    ).toBe("wal-mode");
    await container.cairn.ask("remember", { ...WAL, title: "Port", text: "The port is 8080." });
    await container.sync();
    expect((await laptop.sync()).arrived).toMatchObject([{ id: "project:port" }]);
  });

  test("an agent cannot say where memories go", async () => {
    const world = worldOf(kind);
    const laptop = world.machine();
    const how = { surface: "agent-shell", confirmed: true } as const;
    expect((await laptop.cairn.refusal("sync", { action: "setup", place: world.place }, how)).code).toBe(
      "SECURITY_ERROR",
    );
    const named = { ...how, env: { CAIRN_SYNC: world.place } };
    expect((await laptop.cairn.refusal("sync", {}, named)).code).toBe("SECURITY_ERROR");
    for (const [key, value] of [
      ["sync.place", world.place],
      ["sync.auto", true],
      ["sync.projects", true],
    ] as const)
      expect((await laptop.cairn.refusal("config", { action: "set", key, value }, how)).code).toBe("SECURITY_ERROR");
    expect(filesThere(kind === "git" ? { ...world, kind: "folder" } : world)).toEqual({});
  });

  test("what was taken out for good stays out, and nothing of it is left in Cairn's files", async () => {
    const world = worldOf(kind);
    const [laptop, desk] = [world.machine(), world.machine()];
    await laptop.cairn.ask("remember", { ...WAL, title: "Quorum", text: "The zanzibar quorum is five." });
    await laptop.setup();
    await desk.setup();
    await laptop.cairn.ask("forget", { id: "quorum", hard: true }, { confirmed: true });
    expect(laptop.cairn.everything()).not.toMatch(/zanzibar|quorum/i);
    expect(readdirSync(join(laptop.cairn.cairnHome, "sync")).filter((name) => name.endsWith(".git"))).toEqual([]);
    expect(await laptop.sync()).toMatchObject({ arrived: [], departed: [{ what: "retired" }] });
    expect(await desk.sync()).toMatchObject({ arrived: [{ id: "project:quorum", what: "retired" }] });
    await laptop.sync();
    expect(laptop.files()).toEqual({});
  });

  test("what was taken out for good does not come back where sync was off meanwhile, or its state is lost", async () => {
    const world = worldOf(kind);
    const [laptop, desk] = [world.machine(), world.machine()];
    for (const title of ["Quorum", "Port"])
      await laptop.cairn.ask("remember", { ...WAL, title, text: `The ${title} is five.` });
    await laptop.setup();
    await desk.setup();
    await laptop.cairn.ask("sync", { action: "off" }, { confirmed: true });
    await laptop.cairn.ask("forget", { id: "quorum", hard: true }, { confirmed: true });
    expect(await laptop.setup()).toMatchObject({ arrived: [], departed: [{ id: "project:quorum", what: "retired" }] });
    rmSync(join(laptop.cairn.cairnHome, "sync"), { recursive: true });
    await laptop.cairn.ask("forget", { id: "port", hard: true }, { confirmed: true });
    expect(await laptop.sync()).toMatchObject({ arrived: [], departed: [{ id: "project:port", what: "retired" }] });
    expect((await desk.sync()).arrived).toMatchObject([{ what: "retired" }, { what: "retired" }]);
    expect(laptop.files()).toEqual({});
  });

  test("off: settings and state go, memories stay here and there", async () => {
    const world = worldOf(kind);
    const laptop = world.machine();
    await laptop.cairn.ask("remember", WAL);
    await laptop.setup();
    expect(await laptop.cairn.ask("sync", { action: "status" })).toMatchObject({
      place: world.place,
      projects: ["project"],
      auto: false,
    });
    const before = filesThere(world);
    expect(await laptop.cairn.ask("sync", { action: "off" }, { confirmed: true })).toMatchObject({ action: "removed" });
    expect(filesThere(world)).toEqual(before);
    expect(laptop.cairn.has("project/wal-mode.md")).toBe(true);
    expect((await laptop.cairn.refusal("sync", {})).message).toBe("No sync is set up.");
  });
});

test("a reset of all settings leaves the sync set up, and says so; by its name it is reset", async () => {
  const world = worldOf("folder");
  const machine = world.machine();
  const { cairn } = machine;
  await machine.setup();
  await cairn.ask("config", { action: "set", key: "index.maxLines", value: 10 });
  const { warnings } = await cairn.ask("config", { action: "reset" }, { confirmed: true });
  const value = async (key: "sync.place" | "sync.projects" | "index.maxLines") =>
    (await cairn.ask("config", { action: "get", key })).settings[0]?.value;
  expect(await value("index.maxLines")).toBe(200);
  expect(await value("sync.place")).toBe(world.place);
  expect(warnings).toEqual([expect.stringContaining("sync.place")]);
  const ofProject = await cairn.ask("config", { action: "reset", project: true }, { confirmed: true });
  expect(ofProject.warnings).toEqual([expect.stringContaining("cairn config reset sync.projects --project")]);
  expect(await value("sync.projects")).toBe(true);
  await cairn.ask("config", { action: "reset", key: "sync.place" });
  expect(await value("sync.place")).toBe("");
  expect((await cairn.ask("config", { action: "reset" }, { confirmed: true })).warnings).toEqual([]);
});

test("in a project that takes no part it is said, with what does; setup without a place adds it to the one there is", async () => {
  const world = worldOf("folder");
  const machine = world.machine();
  const { cairn } = machine;
  expect(await cairn.refusal("sync", { action: "setup" }, { confirmed: true })).toMatchObject({ field: "place" });
  await machine.setup();
  expect(await textOf(cairn, {})).not.toContain("no part");
  const here = (await cairn.ask("where", {})).project.key;
  const cwd = join(cairn.base, "api");
  git(cairn.base, ["clone", "-q", world.origin, cwd]);
  git(cwd, ["remote", "set-url", "origin", "git@example.org:me/api.git"]);
  await cairn.ask("remember", WAL, { cwd });
  const key = (await cairn.ask("where", {}, { cwd })).project.key;
  expect(key).not.toBe(here);
  const told = `This project (${key}) takes no part, only yours, ${here}: cairn sync setup adds it.`;
  expect(await textOf(cairn, {}, cwd)).toBe(`In step with ${world.place}.\n${told}`);
  expect(await textOf(cairn, { action: "status" }, cwd)).toContain(told);
  const added = await cairn.ask("sync", { action: "setup", project: [key] }, { confirmed: true });
  expect(added.departed).toMatchObject([{ id: "project:wal-mode", what: "new" }]);
  expect(await textOf(cairn, {}, cwd)).toBe(`In step with ${world.place}.`);
});

async function textOf(cairn: TestCairn, asked: InputOf<"sync">, cwd = cairn.project): Promise<string> {
  const outcome = await cairn.outcome("sync", asked, { cwd });
  return outcome.ok ? outcome.text : JSON.stringify(outcome);
}
