import { expect, test } from "vitest";
import { cairnWith, type TestCairn } from "../../test/support/cairn-with.ts";

const kept = (cairn: TestCairn) => cairn.ask("rebuild", {});
const grown = (cairn: TestCairn, text = "The turnstile is mended.") => cairn.ask("remember", { kind: "master", text });

test("a page in the store explains it, once something has grown there, and is no memory", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { kind: "project", text: "The turnstile counts." });
  await kept(cairn);
  expect(cairn.has("_about.md")).toBe(false);
  await grown(cairn);
  expect(cairn.read("_about.md")).toContain("sessions/<session id>.md");
  expect((await cairn.ask("list", {})).total).toBe(2);
  expect(
    (await cairn.ask("recall", { question: "tech-debt runbooks constraints" })).hits.map(({ memory }) => memory.id),
  ).not.toContain("about");
});

test("a page a person changed or took away stays so", async () => {
  const cairn = cairnWith();
  await grown(cairn);
  cairn.write("_about.md", "Mine.\n");
  await grown(cairn, "Another thing.");
  expect(cairn.read("_about.md")).toBe("Mine.\n");
  cairn.delete("_about.md");
  await grown(cairn, "A third thing.");
  expect(cairn.has("_about.md")).toBe(false);
});

test("without it in views there is no page", async () => {
  const cairn = cairnWith({ settings: { views: ["MEMORY.md"] } });
  await grown(cairn);
  expect(cairn.has("_about.md")).toBe(false);
});
