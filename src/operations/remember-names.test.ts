/** What a memory is called, where nobody gave it a name, and what is told of a project and a sub-agent (findings A15, A16). */

import { expect, test } from "vitest";
import { cairnWith } from "../../test/support/cairn-with.ts";

const LONG = "We use Postgres 16 for sessions because Redis lost them at a restart";

test.each([
  [LONG, "we-use-postgres-16-for-sessions"],
  ["Never call the billing API from a test: it charges real cards", "never-call-the-billing-api-from-a-test"],
  ["The retry in the queue waits for the ready event before it sends the next", "the-retry-in-the-queue-waits"],
  ["Deploys need two approvals", "deploys-need-two-approvals"],
])("%j is called by its first words: %s", async (text, id) => {
  const { memory } = await cairnWith().ask("remember", { text, kind: "project" });
  expect([memory.id, memory.path]).toEqual([id, `project/${id}.md`]);
});

test("two sentences that begin alike are two memories, and each is known again", async () => {
  const cairn = cairnWith();
  const other = "We use Postgres 16 for sessions since the audit asked for one store";
  const ids = [];
  for (const text of [LONG, other, LONG, other]) {
    const { action, memory } = await cairn.ask("remember", { text, kind: "project", anyway: true });
    ids.push([action, memory.id]);
  }
  const [one, two] = ["we-use-postgres-16-for-sessions", "we-use-postgres-16-for-sessions-2"];
  expect(ids).toEqual([
    ["created", one],
    ["created", two],
    ["unchanged", one],
    ["unchanged", two],
  ]);
});

test("a memory that was called by its whole sentence is still that one", async () => {
  const whole = "we-use-postgres-16-for-sessions-because-redis-lost-them-at-a";
  const cairn = cairnWith();
  await cairn.ask("remember", { text: LONG, title: LONG, kind: "project" });
  const { action, memory } = await cairn.ask("remember", { text: LONG, kind: "project" });
  expect([action, memory.id]).toEqual(["unchanged", whole]);
});

test("a project's own page has its key in the title, and its path", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { text: "A shop for tea.", kind: "project_profile" });
  const { memory } = await cairn.ask("show", { id: "project" });
  expect([memory.title, memory.fields]).toEqual(["Project: project", { path: cairn.project }]);
});

test("a line that is none of a key's choices is kept as it was said, and so is its neighbour", async () => {
  const cairn = cairnWith();
  const text = "detail: keep answers brief\ntesting: run them first";
  const { warnings } = await cairn.ask("remember", { text, kind: "user_profile", title: "preferences" });
  const body = (await cairn.ask("show", { id: "user:preferences" })).memory.body;
  expect(body).toContain("keep answers brief");
  expect(body).toContain("run them first");
  expect(warnings.join(" ")).toContain("none of short, normal, full");
});
