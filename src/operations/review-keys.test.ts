import { expect, test } from "vitest";
import { cairnWith, type InputOf, type TestCairn } from "../../test/support/cairn-with.ts";
import { contextText as context, intentText } from "../../test/support/drafts.ts";

const said = ["Many hooks write at once", "The rollback journal blocks readers"];

async function twoDrafts(): Promise<{ cairn: TestCairn; a: string; b: string }> {
  const cairn = cairnWith();
  const keys: string[] = [];
  for (const title of said) {
    const words = { title, summary: title, content: { decision: title }, tags: [] };
    keys.push((await cairn.ask("draft", { intent: intentText(words), context })).key ?? "");
  }
  return { cairn, a: keys[0] ?? "", b: keys[1] ?? "" };
}

async function debtAndDecision() {
  const cairn = cairnWith();
  const storage = {
    kind: "decision",
    title: "Storage",
    text: "## Rationale\n- one file",
    field: { status: "accepted" },
  };
  await cairn.ask("remember", { ...storage, kind: "decision" });
  const debt = { category: "tech_debt", title: said[0]!, summary: said[0]!, content: { description: said[0]! } };
  const { key } = await cairn.ask("draft", { intent: intentText(debt), context });
  return { cairn, key: key ?? "" };
}

/** Refused, with what it says, and nothing is changed. */
async function refused(cairn: TestCairn, input: InputOf<"review">) {
  const before = { waiting: (await cairn.ask("review", {})).waiting, files: cairn.everything() };
  const { message, hint } = await cairn.refusal("review", input);
  expect({ waiting: (await cairn.ask("review", {})).waiting, files: cairn.everything() }).toEqual(before);
  return `${message} ${hint}`;
}

test("a list with a bad key does nothing and names the key", async () => {
  const { cairn, a, b } = await twoDrafts();
  expect(await refused(cairn, { accept: [a, "nosuch99"] })).toContain(
    "No draft called nosuch99 is waiting: that is no key.",
  );
  expect(await refused(cairn, { accept: [a], reject: [b, "deadbeef"] })).toContain("deadbeef");
  expect(await refused(cairn, { accept: [a], reopen: ["deadbeef"] })).toContain("deadbeef");
});

test("one and the same draft is not accepted and rejected; given twice it is meant once", async () => {
  const { cairn, a, b } = await twoDrafts();
  expect(await refused(cairn, { accept: [a], reject: [a.slice(0, 8)] })).toContain(`${a.slice(0, 8)} is both`);
  expect(await refused(cairn, { accept: ["all"], reject: ["all"] })).toContain("is both");
  const { accepted, rejected } = await cairn.ask("review", { accept: [a, a.slice(0, 6)], reject: ["all"] });
  expect(accepted.map(({ key }) => key)).toEqual([a]);
  expect(rejected).toEqual([b]);
});

test("where one of a list is refused none is written, and the answer says which it was", async () => {
  const { cairn, a, b } = await twoDrafts();
  const rule = { category: "preference", title: "readers never wait", summary: "readers never wait" };
  const intent = intentText({ ...rule, content: { value: "readers never wait" } });
  const { key } = await cairn.ask("draft", { intent, context, trust: "untrusted" });
  const answer = await refused(cairn, { accept: [a, key ?? ""], reject: [b] });
  expect(answer).toContain(`${key?.slice(0, 8)}: `);
  expect(answer).toContain("Nothing was done.");
});

test("two updates of one memory in one list are both written", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", {
    kind: "decision",
    title: "SQLite runs in WAL mode",
    text: "## Rationale\n- fewer syncs",
  });
  const other = "Many hooks write at once";
  for (const content of [{ rationale: ["readers never wait"] }, { context: other }]) {
    const words = { action: "update", content, summary: Object.values(content).flat()[0]! };
    expect(await cairn.ask("draft", { intent: intentText(words), context })).toMatchObject({ state: "waiting" });
  }
  const { accepted } = await cairn.ask("review", { accept: ["all"] });
  expect(accepted.map(({ action }) => action)).toEqual(["updated", "updated"]);
  const { body } = (await cairn.ask("show", { id: "sqlite-runs-in-wal-mode" })).memory;
  for (const words of ["fewer syncs", "readers never wait", other]) expect(body).toContain(words);
});

test.each(["", "  \n\n", "# A title and nothing more\n"])("an empty text is no new text: %j", async (body) => {
  const { cairn, a } = await twoDrafts();
  expect(await refused(cairn, { accept: [a], body })).toContain("The new text is empty.");
  expect(await refused(cairn, { draft: a, body })).toContain("The new text is empty.");
  expect(await refused(cairn, { accept: [a], title: " " })).toContain("A title has at least one character.");
});

test("what would do nothing is refused, with what to do", async () => {
  const { cairn, a, b } = await twoDrafts();
  const cases: [InputOf<"review">, string][] = [
    [{ accept: [a, b], title: "T" }, "is for one draft"],
    [{ accept: ["all"], body: "Words." }, "is for one draft"],
    [{ title: "T" }, "Which draft"],
    [{ reject: [a], body: "Words." }, "Which draft"],
    [{ into: "storage" }, "Which draft is to be merged?"],
    [{ draft: a, into: "storage" }, "Which draft is to be merged?"],
    [
      { draft: a, accept: [a] },
      `${a} is named twice. Nothing was done. Leave out the first: cairn review --accept ${a}`,
    ],
    [
      { draft: a, reject: [a] },
      `${a} is named twice. Nothing was done. Leave out the first: cairn review --reject ${a}`,
    ],
    [
      { draft: a, reject: [b] },
      `and another to be decided. Nothing was done. To decide both: cairn review --reject ${a} ${b}`,
    ],
    [{ log: true, reject: [a] }, "one at a time"],
    [{ accept: [] }, "accept must not be empty."],
    [{ reject: [] }, "reject must not be empty."],
  ];
  for (const [input, words] of cases) expect(await refused(cairn, input)).toContain(words);
});

test("a draft is merged into a memory of its own kind, and a refused merge leaves it as it was", async () => {
  const { cairn, key } = await debtAndDecision();
  expect(await refused(cairn, { accept: [key], into: "storage" })).toContain(
    "A draft of kind tech_debt cannot be merged into a decision.",
  );
  expect(await refused(cairn, { accept: [key], into: "nothing-there" })).toContain("nothing-there");
  expect((await cairn.ask("review", { accept: [key] })).accepted).toMatchObject([{ action: "created" }]);
});

test("an update of a memory that is of another kind by now becomes a new one, shown first", async () => {
  const cairn = cairnWith();
  const wal = { title: "SQLite runs in WAL mode", text: "## Rationale\n- fewer syncs" };
  const { memory } = await cairn.ask("remember", { ...wal, kind: "decision" });
  const { key } = await cairn.ask("draft", { intent: intentText({ action: "update" }), context });
  cairn.change(memory.path, (text) => text.replaceAll("decision", "runbook"));
  expect((await cairn.refusal("review", { accept: [key ?? ""] })).code).toBe("OCC_CONFLICT");
  expect((await cairn.ask("review", {})).waiting).toMatchObject([{ key, action: "CREATE" }]);
});

test("words given with an accept that is refused do not stay with the draft", async () => {
  const { cairn, key } = await debtAndDecision();
  const input = { accept: [key], title: "Other words", into: "storage" };
  expect(await refused(cairn, input)).toContain("cannot be merged");
  expect((await cairn.ask("review", {})).waiting[0]?.title).toBe(said[0]);
});
