/** Places that are gone, refuse, ask for a password, were rewritten, or are hostile: a clear line, and nothing else. */

import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { setFaults } from "../../src/disk/faults.ts";
import { cairnWith, memoryText } from "../support/cairn-with.ts";
import { git } from "../support/git.ts";
import { filesThere, type Machine, placeKinds, putThere, type World, worldOf } from "./machines.ts";

const WAL = { title: "WAL mode", text: "SQLite runs in WAL mode.", kind: "project" } as const;

async function lineOf(machine: Machine): Promise<string> {
  const before = machine.files();
  const { action, unreachable } = await machine.sync();
  expect(action).toBe("unreachable");
  expect(machine.files()).toEqual(before);
  expect(unreachable?.line.split("\n")).toHaveLength(1);
  return `${unreachable?.what}: ${unreachable?.line}`;
}

describe.each(placeKinds)("a %s", (kind) => {
  test("that is gone costs a line, in sync, status and doctor, until it is back", async () => {
    const world = worldOf(kind);
    const laptop = world.machine();
    await laptop.cairn.ask("remember", WAL);
    await laptop.setup();
    renameSync(world.place, `${world.place}.away`);
    expect(await lineOf(laptop)).toMatch(/no repository at|is not there/);
    expect((await laptop.cairn.ask("status", {})).notes.join()).toContain("sync:");
    expect(JSON.stringify((await laptop.cairn.ask("doctor", {})).checks)).toContain("cairn sync off");
    await laptop.cairn.ask("remember", { ...WAL, title: "Offline", text: "Learned while offline." });
    renameSync(`${world.place}.away`, world.place);
    expect((await laptop.sync()).departed).toMatchObject([{ id: "project:offline" }]);
    expect((await laptop.cairn.ask("status", {})).notes.join()).not.toContain("sync:");
  });

  test("that setup does not reach is not taken, and the one there was goes on", async () => {
    const world = worldOf(kind);
    const [laptop, fresh] = [world.machine(), world.machine()];
    await laptop.cairn.ask("remember", WAL);
    const place = `${world.place}-nowhere`;
    expect(await fresh.setup({ place })).toMatchObject({
      action: "unreachable",
      unreachable: { what: "refused", line: expect.stringContaining("No sync was set up") },
    });
    expect(await fresh.cairn.ask("sync", { action: "status" })).toEqual({ action: "told" });
    await laptop.setup();
    const before = await laptop.cairn.ask("sync", { action: "status" });
    for (const wrong of [place, join(laptop.cairn.project, "a.txt")]) {
      writeFileSync(join(laptop.cairn.project, "a.txt"), "A file.");
      const { unreachable } = await laptop.setup({ place: wrong, all: true });
      expect(unreachable?.line).toContain("The place you had still holds");
    }
    expect(await laptop.cairn.ask("sync", { action: "status" })).toEqual(before);
    expect((await laptop.cairn.ask("config", { action: "get", key: "sync.projects" })).settings).toMatchObject([
      { value: true },
    ]);
    expect(await laptop.sync()).toMatchObject({ action: "synced" });
  });

  test("that was emptied or begun anew is not taken for everything being deleted, and setup takes it as it is", async () => {
    const world = worldOf(kind);
    const laptop = world.machine();
    await laptop.cairn.ask("remember", WAL);
    await laptop.setup();
    if (kind === "git") git(world.place, ["update-ref", "-d", "refs/heads/cairn/memory"]);
    else rmSync(join(world.place, "cairn-sync"), { recursive: true });
    expect(await lineOf(laptop)).toMatch(/rewritten|is empty, but memories were there/);
    expect((await laptop.setup()).departed).toMatchObject([{ id: "project:wal-mode" }]);
    expect(Object.keys(filesThere(world)).some((path) => path.includes("wal-mode"))).toBe(true);
  });

  test.skipIf(process.getuid?.() === 0)("nobody may write to costs a line, and nothing is lost", async () => {
    const world = worldOf(kind);
    const laptop = world.machine();
    await laptop.setup();
    await laptop.cairn.ask("remember", WAL);
    const closed =
      kind === "git" ? [join(world.place, "objects"), join(world.place, "refs/heads")] : [join(world.place)];
    for (const path of closed) chmodSync(path, 0o500);
    onTestFinished(() => {
      for (const path of closed) if (existsSync(path)) chmodSync(path, 0o700);
    });
    const outcome = await laptop.cairn.outcome("sync", {});
    const said = outcome.ok ? (outcome.output.unreachable?.line ?? "") : outcome.error.message;
    expect(said).toMatch(/refuse|cannot be|permission|Not saved/i);
    for (const path of closed) chmodSync(path, 0o700);
    expect((await laptop.sync()).departed).toMatchObject([{ id: "project:wal-mode" }]);
  });
});

test("a repository whose history was rewritten costs a line; what is here wins where setup is told to take it", async () => {
  const world = worldOf("git");
  const laptop = world.machine();
  await laptop.cairn.ask("remember", WAL);
  await laptop.setup();
  const old = git(world.place, ["rev-parse", "cairn/memory"]);
  await laptop.cairn.ask("update", { id: "wal-mode", append: "Checkpoints at night." });
  await laptop.sync();
  git(world.place, ["update-ref", "refs/heads/cairn/memory", old]);
  expect(await lineOf(laptop)).toMatch(/^rewritten: .*Nothing was changed/);
  await laptop.setup();
  expect(laptop.files()["project/project/wal-mode.md"]).toContain("Checkpoints at night.");
  expect(laptop.files()["project/project/wal-mode.md"]).not.toContain("Conflict");
  expect(JSON.stringify(filesThere(world))).toContain("Checkpoints at night.");
});

test("a server that asks for a password costs a line, and nobody is asked", async () => {
  const server = createServer((_, answer) => answer.writeHead(401, { "WWW-Authenticate": 'Basic realm="x"' }).end());
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  // A user without a password may be a key: git tells it.
  const env = { CAIRN_SYNC: `http://a9f3k2m8q1x7@127.0.0.1:${port}/me/memory.git` };
  const laptop = worldOf("git").machine({ env });
  const line = await lineOf(laptop);
  expect(line).toMatch(/^refused: .*refuses/);
  expect(line + JSON.stringify(await laptop.sync()) + laptop.cairn.everything()).not.toContain("a9f3k2m8q1x7");
});

/** The environment in which git does as the script says where it is asked for texts. */
function bentGit(folder: string, script: string): Record<string, string> {
  const path = process.env["PATH"] ?? "";
  mkdirSync(folder);
  const text = `#!/bin/sh\nPATH='${path}'\ncase "$*" in *"cat-file --batch")\n${script}\nesac\nexec git "$@"\n`;
  writeFileSync(join(folder, "git"), text, { mode: 0o755 });
  return { PATH: `${folder}:${path}` };
}

test.each([
  ["is ended while it prints", `git "$@" > "$0.out"; head -c $(($(wc -c < "$0.out") - 12)) "$0.out"; kill -9 $$`],
  ["fails while it prints", `git "$@" > "$0.out"; head -c $(($(wc -c < "$0.out") - 12)) "$0.out"; exit 128`],
  ["prints less than it says", `git "$@" > "$0.out"; head -c $(($(wc -c < "$0.out") - 12)) "$0.out"; exit 0`],
  ["does not find a text", `while read -r oid; do echo "$oid missing"; done; exit 0`],
])("where git %s, nothing is taken in or written over, and the next sync has all", async (_, script) => {
  const world = worldOf("git");
  const [laptop, desk] = [world.machine(), world.machine()];
  await laptop.cairn.ask("remember", WAL);
  await laptop.setup();
  await desk.setup();
  await laptop.cairn.ask("update", { id: "wal-mode", append: "From the laptop, to the last word." });
  await laptop.sync();
  await desk.cairn.ask("update", { id: "wal-mode", append: "From the desk." });
  const before = [desk.files(), filesThere(world)];
  const env = bentGit(join(desk.cairn.base, "bent"), script);
  expect(await desk.cairn.ask("sync", {}, { env })).toMatchObject({ action: "unreachable" });
  expect([desk.files(), filesThere(world)]).toEqual(before);
  await desk.sync();
  for (const said of ["From the laptop, to the last word.", "From the desk."])
    expect(desk.files()["project/project/wal-mode.md"]).toContain(said);
});

test.each<[says: string, harm: (cache: string) => void]>([
  ["is locked by a git that died", (cache) => writeFileSync(join(cache, "refs/there/memory.lock"), "")],
  ["is locked where the next commit is named", (cache) => writeFileSync(join(cache, "refs/cairn/next.lock"), "")],
  ["is half-made", (cache) => rmSync(join(cache, "objects"), { recursive: true })],
  ["was emptied by a power cut", (cache) => emptyAll(join(cache, "objects"))],
])("a cache that %s is made anew, and nobody hears of it", async (_, harm) => {
  const world = worldOf("git");
  const [laptop, desk] = [world.machine(), world.machine()];
  await laptop.cairn.ask("remember", WAL);
  await laptop.setup();
  await desk.setup();
  await desk.cairn.ask("remember", { ...WAL, title: "Port", text: "The port is 8080." });
  await desk.sync();
  const folder = join(desk.cairn.cairnHome, "sync");
  harm(join(folder, readdirSync(folder).find((name) => name.endsWith(".git")) ?? ""));
  await laptop.cairn.ask("update", { id: "wal-mode", append: "Checkpoints at night." });
  await laptop.sync();
  await desk.cairn.ask("remember", { ...WAL, title: "Host", text: "The host is up." });
  expect(await desk.sync()).toMatchObject({
    action: "synced",
    arrived: [{ id: "project:wal-mode" }],
    departed: [{ id: "project:host" }],
  });
  await laptop.sync();
  expect(desk.files()).toEqual(laptop.files());
});

function emptyAll(folder: string): void {
  const files = (readdirSync(folder, { recursive: true }) as string[]).map((name) => join(folder, name));
  for (const file of files.filter((path) => statSync(path).isFile())) {
    chmodSync(file, 0o600);
    writeFileSync(file, "");
  }
}

test("hooks, attributes, links and programs of a repository do nothing here", async () => {
  const world = worldOf("git");
  const [laptop, desk] = [world.machine(), world.machine()];
  const touched = join(world.place, "touched");
  for (const name of [
    "pre-receive",
    "update",
    "post-receive",
    "post-update",
    "reference-transaction",
    "proc-receive",
  ]) {
    writeFileSync(join(world.place, "hooks", name), `#!/bin/sh\ntouch '${touched}'\n`, { mode: 0o755 });
  }
  git(world.place, ["config", "core.fsmonitor", `touch '${touched}'`]);
  git(world.place, ["config", "uploadpack.packObjectsHook", `touch '${touched}'`]);
  await laptop.cairn.ask("remember", WAL);
  await laptop.setup();
  putThere(world, ".gitattributes", "* filter=evil merge=evil\n");
  putThere(world, ".gitmodules", '[submodule "x"]\n\tpath = x\n\turl = ../x\n');
  expect((await desk.setup()).arrived).toMatchObject([{ id: "project:wal-mode" }]);
  expect(existsSync(touched)).toBe(false);
});

test("a repository's settings send an agent's sync nowhere else", async () => {
  const world = worldOf("git");
  const laptop = world.machine();
  await laptop.cairn.ask("remember", WAL);
  await laptop.setup();
  await laptop.cairn.ask("remember", { ...WAL, title: "Port", text: "The port is 8080." });
  const theirs = join(laptop.cairn.base, "theirs.git");
  git(laptop.cairn.base, ["clone", "-q", "--bare", world.place, theirs]);
  const [bent, folder] = [join(laptop.cairn.project, ".gc"), join(laptop.cairn.project, ".claude")];
  writeFileSync(bent, `[url "${theirs}"]\n\tinsteadOf = ${world.place}\n`);
  const env = { GIT_CONFIG_GLOBAL: bent };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "settings.json"), JSON.stringify({ env }));
  const how = { surface: "agent-shell", env: { ...env, CLAUDECODE: "1" } } as const;
  expect((await laptop.cairn.ask("sync", {}, how)).departed).toMatchObject([{ id: "project:port" }]);
  expect(JSON.stringify(filesThere({ ...world, place: theirs }))).not.toContain("8080");
  expect(JSON.stringify(filesThere(world))).toContain("8080");
});

test("a link in a shared folder is not followed, and a hand-made file is taken as a memory", async () => {
  const world = worldOf("folder");
  const laptop = world.machine();
  await laptop.setup();
  const folder = join(world.place, "cairn-sync", "user", "feedback");
  mkdirSync(folder, { recursive: true });
  const outside = join(laptop.cairn.base, "outside.md");
  writeFileSync(outside, memoryText("outside", "Not yours."));
  symlinkSync(outside, join(folder, "outside.md"));
  writeFileSync(
    join(folder, "byhand.md"),
    memoryText("byhand", "Put there by hand.", { kind: "feedback", type: "feedback" }),
  );
  const done = await laptop.sync();
  expect(done.arrived).toMatchObject([{ id: "user:byhand", what: "new" }]);
  expect(done.skipped).toMatchObject([{ path: "user/feedback/outside.md", reason: expect.stringContaining("link") }]);
});

test("a file in a shared folder that is too large or closed to you is left alone and named, and the rest goes on", async () => {
  const world = worldOf("folder");
  const [laptop, desk] = [world.machine(), world.machine()];
  await laptop.cairn.ask("remember", WAL);
  await laptop.setup();
  putThere(world, "user/feedback/large.md", memoryText("large", "x".repeat(2_100_000)));
  const left = ["user/feedback/large.md"];
  // To root nothing is closed.
  if (process.getuid?.() !== 0) {
    left.unshift("user/feedback/closed.md");
    putThere(world, left[0] ?? "", memoryText("closed", "x"));
    chmodSync(join(world.place, "cairn-sync", left[0] ?? ""), 0);
  }
  const done = await desk.setup();
  expect(done.arrived).toMatchObject([{ id: "project:wal-mode" }]);
  expect(done.skipped?.map(({ path }) => path).sort()).toEqual(left);
  for (const { reason } of done.skipped ?? []) expect(reason).toContain("too large, or closed to you");
});

test("of two versions in a shared folder neither is taken or removed while one of them cannot be read", async () => {
  const world = worldOf("folder");
  const laptop = world.machine();
  await laptop.cairn.ask("remember", WAL);
  await laptop.setup();
  const other = "project/wal-mode.0123456789ab-abcdef.md";
  const root = Object.keys(filesThere(world))
    .find((path) => /\/project\/wal-mode\./.test(path))
    ?.replace(/\/project\/wal-mode\..*/, "");
  putThere(world, `${root}/${other}`, memoryText("wal-mode", "x".repeat(2_100_000)));
  const before = filesThere(world);
  await laptop.cairn.ask("update", { id: "wal-mode", append: "Checkpoints at night." });
  expect((await laptop.sync()).skipped).toHaveLength(1);
  expect(filesThere(world)).toEqual(before);
});

test("a place that cannot be one costs a line in status and doctor", async () => {
  const laptop = worldOf("git").machine({ env: { CAIRN_SYNC: "ext::sh -c touch% x" } });
  expect((await laptop.cairn.ask("status", {})).notes.join()).toContain("names a program that git would run");
  expect(JSON.stringify((await laptop.cairn.ask("doctor", {})).checks)).toContain("config reset sync.place");
});

test("what two machines wrote into a folder at the same moment stands there twice, and becomes one", async () => {
  const world = worldOf("folder");
  const [laptop, desk] = [world.machine(), world.machine()];
  await laptop.cairn.ask("remember", WAL);
  await laptop.setup();
  await desk.setup();
  await laptop.cairn.ask("update", { id: "wal-mode", append: "From the laptop." });
  await desk.cairn.ask("update", { id: "wal-mode", append: "From the desk." });
  // As with a program that carries the folder: the desk writes before it has seen what the laptop wrote.
  const base = join(world.place, "cairn-sync");
  const aside = join(world.place, "aside");
  const { cpSync } = await import("node:fs");
  cpSync(base, aside, { recursive: true });
  await laptop.sync();
  renameSync(base, join(world.place, "laptops"));
  renameSync(aside, base);
  await desk.sync();
  cpSync(join(world.place, "laptops"), base, { recursive: true });
  const names = () =>
    (readdirSync(base, { recursive: true }) as string[]).filter((name) => /wal-mode\..*md$/.test(name));
  expect(names().length).toBeGreaterThan(1);
  await laptop.sync();
  expect(names()).toHaveLength(1);
  await desk.sync();
  expect(desk.files()).toEqual(laptop.files());
  for (const said of ["From the laptop.", "From the desk."])
    expect(laptop.files()["project/project/wal-mode.md"]).toContain(said);
});

test("two machines that push at the same moment both get through", async () => {
  const world = worldOf("git");
  const [laptop, desk] = [world.machine(), world.machine()];
  await laptop.setup();
  await desk.setup();
  for (const n of [1, 2, 3]) {
    await laptop.cairn.ask("remember", { ...WAL, title: `Laptop ${n}`, text: `Said by the laptop ${n}.` });
    await desk.cairn.ask("remember", { ...WAL, title: `Desk ${n}`, text: `Said by the desk ${n}.` });
    const both = await Promise.all([laptop.sync(), desk.sync()]);
    for (const { action } of both) expect(action).toBe("synced");
  }
  await laptop.sync();
  await desk.sync();
  expect(Object.keys(laptop.files())).toHaveLength(6);
  expect(desk.files()).toEqual(laptop.files());
});

test("a folder that is not there is told before anybody says yes, and where nothing is set up nothing is asked", async () => {
  const cairn = cairnWith({ project: {} });
  const place = join(cairn.project, "nope");
  expect(await cairn.refusal("sync", { action: "setup", place, dryRun: true })).toMatchObject({
    code: "INPUT_ERROR",
    hint: expect.stringContaining("Make the folder first"),
  });
  mkdirSync(place);
  expect(await cairn.ask("sync", { action: "setup", place, dryRun: true })).toMatchObject({ action: "proposed" });
  expect(await cairn.outcome("sync", { action: "off" })).toMatchObject({
    ok: true,
    output: { action: "unchanged" },
  });
});

describe("a folder's names", () => {
  const NAME = `user/reference/${"b".repeat(196)}`;
  const versions = (world: World) => Object.keys(filesThere(world)).filter((path) => path.startsWith(NAME));

  test("of a long memory that several machines wrote at once become one, and the rest is carried", async () => {
    const world = worldOf("folder");
    const laptop = world.machine();
    await laptop.setup();
    for (const n of [1, 2, 3, 4, 5, 6, 7])
      putThere(world, `${NAME}.${`${n}`.repeat(12)}-aaaaaa.md`, memoryText("b", `The port is ${n}.`));
    await laptop.cairn.ask("remember", { ...WAL, scope: "user" });
    expect(await laptop.sync()).toMatchObject({ action: "synced", departed: [{ id: "user:wal-mode" }] });
    expect((await laptop.sync()).skipped ?? []).toEqual([]);
    expect(versions(world)).toHaveLength(1);
    const before = filesThere(world);
    await laptop.sync();
    expect(filesThere(world)).toEqual(before);
  });

  test("that are longer than its disk takes are named, and the rest is carried", async () => {
    const world = worldOf("folder");
    const laptop = world.machine();
    await laptop.setup();
    onTestFinished(() => setFaults(undefined));
    await laptop.cairn.ask("remember", { ...WAL, scope: "user" });
    await laptop.cairn.ask("remember", { ...WAL, scope: "user", title: "Ports", text: "The API listens on 8080." });
    const isLong = (to: string | undefined) => to?.includes("cairn-sync") === true && to.includes("wal-mode");
    setFaults(({ call, to }) => (call === "rename" && isLong(to) ? { error: "ENAMETOOLONG" } : undefined));
    const { departed, skipped } = await laptop.sync();
    expect({ departed, skipped }).toMatchObject({
      departed: [{ id: "user:ports" }],
      skipped: [{ path: expect.stringContaining("wal-mode"), reason: "has a name that is too long there" }],
    });
    setFaults(undefined);
    expect((await laptop.sync()).departed).toMatchObject([{ id: "user:wal-mode" }]);
  });
});
