import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { setFaults } from "../../src/disk/faults.ts";
import { cloneOf, hub, pair } from "./clones.ts";

afterEach(() => setFaults(undefined));

const WAL = {
  text: "SQLite runs in WAL mode because many hooks write at once.",
  title: "WAL mode",
  kind: "decision",
} as const;

test("only memory files ever lie in the team's folder, at every moment of every change (G14)", async () => {
  const { ann } = pair();
  const folder = join(ann.cairn.project, ".claude", "memory");
  const seen = new Set<string>();
  setFaults(({ path }) => {
    for (const name of Object.keys(ann.files())) seen.add(name);
    if (path.startsWith(folder) && path.endsWith(".tmp")) seen.add(path);
    return undefined;
  });
  await ann.cairn.ask("remember", { ...WAL, scope: "team" });
  await ann.cairn.ask("update", { id: "team:wal-mode", append: "It is set once, when the file is made." });
  await ann.cairn.ask("forget", { id: "team:wal-mode", reason: "we left SQLite" });
  await ann.cairn.ask("undo", {});
  setFaults(undefined);
  expect([...seen].filter((name) => !name.endsWith(".md"))).toEqual([]);
  expect(seen.size).toBeGreaterThan(1);
});

test("a folder that a checkout takes away under a write is made again, and the memory is kept (G14)", async () => {
  const { ann } = pair();
  let taken = 0;
  setFaults(({ call, to = "" }) => {
    if (call === "link" && taken === 0 && to.startsWith(ann.cairn.project)) {
      taken += 1;
      rmSync(join(ann.cairn.project, ".claude"), { recursive: true, force: true });
    }
    return undefined;
  });
  const { memory } = await ann.cairn.ask("remember", { ...WAL, scope: "team" });
  setFaults(undefined);
  expect(taken).toBe(1);
  expect(Object.keys(ann.files())).toContain(memory.path);
});

test("where no name can be given from the folder of new texts, the next one is taken, and the memory is kept", async () => {
  const { ann } = pair();
  const staging = join("staging", "");
  let refused = 0;
  setFaults(({ call, path, to = "" }) => {
    const isAcross =
      (call === "link" || call === "rename") && path.includes(staging) && to.startsWith(ann.cairn.project);
    if (!isAcross) return undefined;
    refused += 1;
    return { error: "EXDEV" };
  });
  const { memory } = await ann.cairn.ask("remember", { ...WAL, scope: "team" });
  await ann.cairn.ask("update", { id: "team:wal-mode", append: "It is set once, when the file is made." });
  setFaults(undefined);
  expect(refused).toBeGreaterThan(0);
  expect(ann.read("MEMORY.md")).toContain("WAL mode");
  expect(ann.read(memory.path)).toContain("It is set once");
});

test("a memory of the team names no session, no machine and no clone", async () => {
  const { ann } = pair();
  const session = "0f8b7c1e-1111-4222-8333-944455556666";
  const { memory } = await ann.cairn.ask("remember", { ...WAL, scope: "team" }, { session });
  const text = ann.read(memory.path);
  expect(text).not.toMatch(new RegExp(`${session}|${ann.cairn.base}|project:|client:|branch:|commit:`));
  expect(memory.source).toBeUndefined();
});

test("every clone prints the same MEMORY.md from the same files, whatever it wrote itself and whatever is set there", async () => {
  const { ann, bob } = pair();
  await ann.cairn.ask("remember", { ...WAL, scope: "team" });
  await ann.cairn.ask("remember", {
    title: "Ports",
    text: "The API listens on 8080.",
    kind: "reference",
    scope: "team",
  });
  ann.commit();
  ann.push();
  bob.pull();
  await bob.cairn.ask("config", { action: "set", key: "index.budgetTokens", value: "100" });
  await bob.cairn.ask("remember", { title: "Alpha", text: "Alpha comes first.", kind: "project", scope: "team" });
  bob.commit();
  bob.push();
  const atBob = bob.files();
  ann.pull();
  await ann.cairn.ask("rebuild", {});
  expect(ann.files()).toEqual(atBob);
  expect(atBob["MEMORY.md"]).toMatch(
    /^- \[WAL mode\]\(decisions\/.*\n- \[Alpha\]\(project\/.*\n- \[Ports\]\(reference\/.*\n$/,
  );
});

test("another clone reads what was shared, also where it calls the project something else", async () => {
  const remote = hub();
  const ann = cloneOf(remote, "Ann");
  await ann.cairn.ask("remember", { ...WAL, scope: "team" });
  ann.commit();
  ann.push();
  const bob = cloneOf(remote, "Bob");
  bob.git("remote", "set-url", "origin", "https://elsewhere.example/fork.git");
  const { hits } = await bob.cairn.ask("recall", { question: "WAL mode" });
  expect(hits.map(({ memory }) => `${memory.scope}:${memory.id} ${memory.trust}`)).toEqual(["team:wal-mode imported"]);
});

test("a deletion is the file itself, retired and without a word of what it said; restore has the words", async () => {
  const { ann } = pair();
  const { memory } = await ann.cairn.ask("remember", { ...WAL, tags: ["sqlite"], scope: "team" });
  const before = ann.read(memory.path);
  await ann.cairn.ask("forget", { id: "team:wal-mode", reason: "we left it" });
  const text = ann.read(memory.path);
  expect(text).toMatch(/^---\nname: wal-mode\nmetadata:\n {2}type: project\n {2}kind: decision\n {2}status: retired\n/);
  expect(text).not.toMatch(/SQLite|hooks|sqlite|#/);
  expect(ann.read("MEMORY.md")).toBe("");
  await ann.cairn.ask("restore", { id: "team:wal-mode" });
  expect(ann.read(memory.path)).toContain("SQLite runs in WAL mode");
  expect(ann.read(memory.path)).toContain("status: active");
  expect(before).toContain("status: active");
});

test("what is of one session or one machine is not shared", async () => {
  const { ann } = pair();
  for (const kind of ["session_summary", "task", "log", "master"] as const) {
    const refused = await ann.cairn.refusal("remember", { text: "Something.", title: "T", kind, scope: "team" });
    expect(refused.code).toBe("SECURITY_ERROR");
  }
});
