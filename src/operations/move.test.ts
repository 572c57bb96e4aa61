import { mkdirSync, renameSync } from "node:fs";
import { expect, test } from "vitest";
import { world } from "../../test/places/world.ts";
import { cairnWith } from "../../test/support/cairn-with.ts";
import { putSession } from "../../test/support/past-sessions.ts";

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
  expect(await cairn.ask("move", {}, { cwd: here.at("n2") })).toMatchObject({ history: true });
});

test("the sessions of the place a project has left stay its own", async () => {
  const { cairn, now, session, old } = await renamed();
  await cairn.ask("move", { apply: true }, { cwd: now });
  const { turns } = await cairn.ask("recall", { question: "blue script", in: "transcripts" }, { cwd: now });
  expect(turns?.[0]).toMatchObject({ session });
  expect(await cairn.ask("import", { from: "transcripts", project: "." }, { cwd: now })).toMatchObject({ found: 1 });
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
  expect(await cairn.ask("import", { from: "transcripts", project: now }, { cwd: now })).toMatchObject({ found: 1 });
});

test("a session of a place another project has left belongs to where that project is now", async () => {
  const { here, cairn, now, session } = await renamed();
  await cairn.ask("move", { apply: true }, { cwd: now });
  const cwd = here.folder("elsewhere");
  expect(await cairn.ask("summarize", { session }, { cwd, confirmed: true })).toMatchObject({
    session,
    project: "new",
  });
});

test("the project's own settings hold after it moved, until they are reset there", async () => {
  const { cairn, now } = await renamed();
  await cairn.ask("move", { apply: true }, { cwd: now });
  const commits = async (action: "get" | "set" | "reset", value?: number) =>
    (
      await cairn.ask(
        "config",
        { action, key: "synthesis.commits", project: action !== "get", ...(value === undefined ? {} : { value }) },
        { cwd: now },
      )
    ).settings[0]?.value;
  expect(await commits("get")).toBe(5);
  expect(await commits("set", 7)).toBe(7);
  expect(await commits("reset")).toBe(20);
  expect(await commits("get")).toBe(20);
});

test("what was changed before a move can be taken back after it", async () => {
  const { cairn, now } = await renamed();
  await cairn.ask("move", { apply: true }, { cwd: now });
  expect((await cairn.ask("undo", {}, { cwd: now })).undone).toMatchObject([{ id: "alpha" }]);
});
