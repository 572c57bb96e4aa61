import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith, memoryText } from "../../test/support/cairn-with.ts";

function summaryText(session: string): string {
  return memoryText(session, "What was settled.", { kind: "session_summary" });
}

test("a summary is shown by how its session's id begins, unless two begin so or a memory has that name", async () => {
  const cairn = cairnWith({
    "sessions/760f230b-96a5.md": summaryText("760f230b-96a5"),
    "sessions/760f99aa-1111.md": summaryText("760f99aa-1111"),
    "project/cafe.md": memoryText("cafe", "Where lunch is."),
    "sessions/cafe0001-2222.md": summaryText("cafe0001-2222"),
  });
  const shown = async (id: string) => (await cairn.ask("show", { id })).memory.id;
  expect(await shown("760f2")).toBe("760f230b-96a5");
  expect(await shown("project:760f9")).toBe("760f99aa-1111");
  expect(await shown("cafe")).toBe("cafe");
  const both = "Say which: 760f230b-96a5, 760f99aa-1111.";
  expect(await cairn.refusal("show", { id: "760f" })).toMatchObject({ kind: "ambiguous", hint: both });
  expect((await cairn.refusal("show", { id: "760" })).kind).toBe("not-found");
});

test("a title instead of an id, or one mistyped, is answered with the ids it may mean", async () => {
  const cairn = cairnWith({ "project/deploy.md": memoryText("deploy", "How it is deployed.") });
  for (const [verb, id] of [
    ["show", "Deploy"],
    ["show", "depoly"],
    ["update", "Deploy"],
    ["forget", "Deploy"],
    ["restore", "Deploy"],
  ] as const) {
    const more = verb === "update" ? { title: "Deploying" } : {};
    expect((await cairn.refusal(verb, { id, ...more })).hint).toMatch(/^Did you mean project:deploy\? /);
  }
  expect((await cairn.refusal("show", { id: "queue" })).hint).toMatch(/^list shows the ids/);
});

test("A16: a path as the indexes list it shows the memory that lies there", async () => {
  const cairn = cairnWith();
  const { memory } = await cairn.ask("remember", { title: "Postgres", text: "We use it.", kind: "decision" });
  expect((await cairn.ask("show", { id: memory.path })).memory.id).toBe("postgres");
  expect((await cairn.ask("show", { id: cairn.path(memory.path) })).memory.id).toBe("postgres");
  for (const id of ["../../etc/passwd.md", "_index.md", "decisions/none.md"])
    expect(await cairn.refusal("show", { id })).toMatchObject({
      kind: "not-found",
      message: "No memory lies at that path.",
    });
});

test("what is not there is called as it was asked for, with its scope", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { text: "Deploys happen on Fridays.", kind: "project" });
  const hint = expect.stringContaining("Did you mean project:deploys-happen-on-fridays?");
  const message = "No memory is called user:deploys-happen-on-fridays.";
  expect(await cairn.refusal("show", { id: "user:deploys-happen-on-fridays" })).toMatchObject({ message, hint });
  expect(await cairn.refusal("forget", { id: "user:deploys-happen-on-fridays" })).toMatchObject({ message, hint });
  expect(await cairn.refusal("show", { id: "nobody" })).toMatchObject({ message: "No memory is called nobody." });
});

test.each(["cli", "mcp"] as const)(
  "a title that only begins the first word of its text is printed (%s)",
  async (surface) => {
    const cairn = cairnWith();
    await cairn.ask("remember", { title: "API", text: "APIs are versioned. Old ones stay a year.", kind: "project" });
    const outcome = await cairn.outcome("show", { id: "api" }, { surface });
    expect(outcome.ok ? outcome.text : "").toMatch(/^# API\n\nAPIs are versioned/m);
  },
);

test("a memory of one sentence is printed once, with its file and what tells where that is", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { text: "Deploys happen on Fridays.", kind: "project" });
  await cairn.ask("remember", { title: "The port", text: "It is 3000.\n\nNot 80.", kind: "project" });
  const shown = async (id: string) => {
    const outcome = await cairn.outcome("show", { id });
    return outcome.ok ? outcome.text : "";
  };
  const text = await shown("deploys-happen-on-fridays");
  expect(text.match(/Deploys happen on Fridays/g)).toHaveLength(1);
  expect(text).toContain("\nfile: project/deploys-happen-on-fridays.md (to open it: cairn where project:deploys-");
  expect(text).not.toContain(cairn.base);
  expect(await shown("the-port")).toMatch(/Z\n# The port\n\nIt is 3000\.\n\nNot 80\.\n/);
  const long = "The nightly import of the warehouse runs at two, as nobody orders then and the queue is empty, mostly.";
  await cairn.ask("remember", { text: long, kind: "project" });
  const [{ id = "" } = {}] = (await cairn.ask("list", {})).memories;
  expect((await shown(id)).match(/The nightly import of the warehouse/g)).toHaveLength(1);
  const told = await cairn.outcome("show", { id }, { surface: "mcp" });
  expect(told.ok ? told.text.match(/The nightly import of the warehouse/g) : []).toHaveLength(1);
  const where = await cairn.outcome("where", { id: "the-port" });
  expect(where).toMatchObject({ ok: true, text: join(cairn.root, "project/the-port.md") });
  expect(await cairn.refusal("where", { id: "The prot" })).toMatchObject({ code: "INPUT_ERROR" });
  expect(await cairn.refusal("where", { id: "the-prot" })).toMatchObject({ hint: expect.stringContaining("the-port") });
});
