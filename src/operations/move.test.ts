import { appendFileSync, mkdirSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { world } from "../../test/places/world.ts";
import { cairnWith } from "../../test/support/cairn-with.ts";
import { putSession } from "../../test/support/past-sessions.ts";
import { defined } from "../model/defined.ts";
import { encodePath } from "../places/root-names.ts";
import { move } from "./move.ts";

/** A repository without a remote, known, with a memory and a session; renamed. */
async function renamed() {
  const here = world();
  const cairn = cairnWith();
  const old = here.repository("old");
  const session = "0d5b2f6e-1111-4222-8333-444455556666";
  const said = ["Please remember: we deploy with the blue script.", "Noted: the blue script."];
  await cairn.ask("remember", { title: "Alpha", text: "One.", kind: "project" }, { cwd: old });
  await cairn.ask("config", { action: "set", key: "synthesis.commits", value: 5, project: true }, { cwd: old });
  putSession({ home: cairn.home, cwd: old, session, said });
  const now = here.at("new");
  renameSync(old, now);
  return { here, cairn, old, now, session };
}

test("a renamed repository is offered its memories although it had no commit yet", async () => {
  const here = world();
  const cairn = cairnWith();
  here.git(here.folder("n1"), "init", "-q");
  await cairn.ask("remember", { title: "Alpha", text: "One.", kind: "project" }, { cwd: here.at("n1") });
  renameSync(here.at("n1"), here.at("n2"));
  expect(await cairn.ask("move", { dryRun: true }, { cwd: here.at("n2") })).toMatchObject({ history: true });
});

test("the sessions of the place a project has left stay its own", async () => {
  const { cairn, now, session, old } = await renamed();
  await cairn.ask("move", {}, { cwd: now, confirmed: true });
  const { turns } = await cairn.ask("recall", { question: "blue script", in: "transcripts" }, { cwd: now });
  expect(turns?.[0]).toMatchObject({ session });
  expect(await cairn.ask("import", { source: "transcripts", project: "." }, { cwd: now })).toMatchObject({ found: 1 });
  expect(await cairn.ask("summarize", { session }, { cwd: now, confirmed: true })).toMatchObject({
    session,
    project: "new",
  });
  mkdirSync(old);
  const later = {
    home: cairn.home,
    cwd: old,
    session: "another",
    said: ["Hello"],
    at: new Date("2040-01-01T00:00:00Z"),
  };
  putSession(later);
  expect(await cairn.ask("import", { source: "transcripts", project: now }, { cwd: now })).toMatchObject({ found: 1 });
});

test("a session of a place another project has left belongs to where that project is now", async () => {
  const { here, cairn, now, session } = await renamed();
  await cairn.ask("move", {}, { cwd: now, confirmed: true });
  const cwd = here.folder("elsewhere");
  expect(await cairn.ask("summarize", { session }, { cwd, confirmed: true })).toMatchObject({
    session,
    project: "new",
  });
});

test("the project's own settings hold after it moved, until they are reset there", async () => {
  const { cairn, now } = await renamed();
  await cairn.ask("move", {}, { cwd: now, confirmed: true });
  const commits = async (action: "get" | "set" | "reset", value?: number) =>
    (
      await cairn.ask(
        "config",
        { action, key: "synthesis.commits", project: action !== "get", ...defined({ value }) },
        { cwd: now },
      )
    ).settings[0]?.value;
  expect(await commits("get")).toBe(5);
  expect(await commits("set", 7)).toBe(7);
  expect(await commits("reset")).toBe(20);
  expect(await commits("get")).toBe(20);
});

test("--apply does it without a question, as --yes does", async () => {
  const { cairn, now } = await renamed();
  expect(await cairn.ask("move", { apply: true }, { cwd: now })).toMatchObject({ applied: true });
});

test("what was changed before a move can be taken back after it", async () => {
  const { cairn, now } = await renamed();
  await cairn.ask("move", {}, { cwd: now, confirmed: true });
  expect((await cairn.ask("undo", {}, { cwd: now })).undone).toMatchObject([{ id: "alpha" }]);
});

/** The same, after something was kept at the new place already. */
async function keptAtBoth() {
  const all = await renamed();
  const { cairn, now } = all;
  await cairn.ask("remember", { title: "Beta", text: "Two.", kind: "project" }, { cwd: now });
  return all;
}

test("what was kept at the new place already is no hindrance: both histories become one, nothing is worth less", async () => {
  const { cairn, now } = await keptAtBoth();
  expect((await cairn.ask("where", {}, { cwd: now })).others).toMatchObject([{ state: "orphaned" }]);
  const plan = await cairn.ask("move", {}, { cwd: now, confirmed: true });
  expect(plan).toMatchObject({ files: ["project/alpha.md"], clashes: [], history: true });
  expect((await cairn.ask("show", { id: "alpha" }, { cwd: now })).memory.trust).toBe("stated");
  const { changes } = await cairn.ask("history", {}, { cwd: now });
  expect(changes.map(({ id, what }) => `${what} ${id}`)).toEqual(["created beta", "created alpha"]);
  expect((await cairn.ask("where", {}, { cwd: now })).others).toEqual([]);
  expect((await cairn.ask("workspace", {}, { cwd: now })).projects).toMatchObject([{ path: now, status: "active" }]);
  expect((await cairn.ask("undo", {}, { cwd: now })).undone).toMatchObject([{ id: "beta" }]);
  expect((await cairn.ask("undo", {}, { cwd: now })).undone).toMatchObject([{ id: "alpha" }]);
});

test("what a moved history says is taken out for good at both places", async () => {
  const { cairn, now } = await keptAtBoth();
  await cairn.ask("move", {}, { cwd: now, confirmed: true });
  await cairn.ask("forget", { id: "alpha", hard: true }, { cwd: now, confirmed: true });
  expect(bytesBelow(join(cairn.home, ".claude"))).not.toMatch(/One\./);
  expect(bytesBelow(join(cairn.home, ".claude"))).toMatch(/Two\./);
});

test("lines of a person's in a page at the old place stay there, and are told of", async () => {
  const { cairn, now, old } = await keptAtBoth();
  const page = join(cairn.home, ".claude/projects", encodePath(old), "memory/MEMORY.md");
  appendFileSync(page, "Mine.\n");
  expect(await cairn.ask("move", { dryRun: true }, { cwd: now })).toMatchObject({ clashes: ["MEMORY.md"] });
  expect(await cairn.ask("move", {}, { cwd: now, confirmed: true })).toMatchObject({ clashes: ["MEMORY.md"] });
  expect(readFileSync(page, "utf8")).toContain("Mine.");
  expect((await cairn.ask("where", {}, { cwd: now })).others).toEqual([]);
});

test("drafts that waited at the old place wait at the new one", async () => {
  const { cairn, now, old, session } = await renamed();
  const said = ["We decided to use Redis streams instead of lists because consumers must replay a day.", "Understood."];
  renameSync(now, old);
  putSession({ home: cairn.home, cwd: old, session, said });
  await cairn.ask("import", { source: "transcripts", project: "." }, { cwd: old });
  renameSync(old, now);
  const others = ["We decided to bundle with esbuild instead of webpack because builds took minutes.", "Understood."];
  putSession({ home: cairn.home, cwd: now, session: "s2", said: others });
  await cairn.ask("import", { source: "transcripts", project: "." }, { cwd: now });
  await cairn.ask("move", {}, { cwd: now, confirmed: true });
  expect((await cairn.ask("review", {}, { cwd: now })).waiting).toHaveLength(2);
});

test("what finds nothing at a new place says where memories may be, and how to have them", async () => {
  const { cairn, now } = await renamed();
  const note =
    "Memories lie where this project seems to have been before (old): cairn move shows them and brings them here.";
  const { checks } = await cairn.ask("doctor", {}, { cwd: now });
  expect(checks).toContainEqual(expect.objectContaining({ state: "warning", found: note }));
  expect((await cairn.ask("status", {}, { cwd: now })).notes).toContain(note);
  for (const asked of [
    cairn.outcome("list", {}, { cwd: now }),
    cairn.outcome("recall", { question: "deploying" }, { cwd: now }),
  ])
    expect(await asked).toMatchObject({ ok: true, text: expect.stringContaining(note) });
  await cairn.ask("move", {}, { cwd: now, confirmed: true });
  expect((await cairn.ask("list", {}, { cwd: now })).elsewhere).toBeUndefined();
});

function bytesBelow(folder: string): string {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1")).join("\n");
}

test("that only reviews moved is said where it is so, whatever the folders are called", () => {
  const [from, to] = ["/old/.claude/memory", "/new/.claude/memory"];
  const rest = { doubles: [], clashes: [], left: [], history: true, applied: true };
  const shown = (moved: { files: string[]; only_reviews?: true }) =>
    move.show({ from, to, ...rest, ...moved }, { dryRun: false, apply: false }, "cli");
  expect(shown({ files: ["project/alpha.md"] })).toContain("Moved 1 file from /old");
  expect(shown({ files: [], only_reviews: true })).toContain("of the team's memories from /old");
});
