import { expect, test } from "vitest";
import { cairnWith, memoryText, type TestCairn } from "../../test/support/cairn-with.ts";

const KEPT = memoryText("cache-place", "The build cache lies in var/cache.");
const inProject = () => cairnWith({ memory: { "project/cache-place.md": KEPT } });
const reason = "moved";

/** Every verb that takes an id, handed the id of another scope's memory. */
const verbs: Readonly<Record<string, (cairn: TestCairn, id: string) => Promise<unknown>>> = {
  update: (cairn, id) => cairn.ask("update", { id, append: "Moved." }),
  forget: (cairn, id) => cairn.ask("forget", { id, reason }),
  "forget --hard": (cairn, id) => cairn.ask("forget", { id, hard: true }, { confirmed: true }),
  archive: (cairn, id) => cairn.ask("archive", { id, reason }),
  unarchive: (cairn, id) => cairn.ask("unarchive", { id, reason }),
  restore: (cairn, id) => cairn.ask("restore", { id }),
  show: (cairn, id) => cairn.ask("show", { id }),
  history: (cairn, id) => cairn.ask("history", { id }),
  "remember --supersedes": (cairn, id) => cairn.ask("remember", { title: "New", text: "New.", supersedes: id }),
  why: (cairn, id) => cairn.ask("why", { id, prompt: "where is the build cache?" }),
  where: (cairn, id) => cairn.ask("where", { id }),
};

test.each(Object.entries(verbs))("%s of an id with its scope means no other scope's memory", async (_, verb) => {
  const cairn = inProject();
  await expect(verb(cairn, "user:cache-place")).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(cairn.read("project/cache-place.md")).toBe(KEPT);
  expect(cairn.paths()).toEqual(["MEMORY.md", "project/cache-place.md"].filter((path) => cairn.has(path)));
});

test("what is refused names the memory that is there", async () => {
  const error = await inProject().refusal("update", { id: "user:cache-place", append: "Moved." });
  expect(error.hint).toContain("Did you mean project:cache-place?");
});

test("why explains the memory whose scope is named", async () => {
  const cairn = cairnWith({
    memory: { "project/cache-place.md": KEPT },
    user: { "user/cache-place.md": memoryText("cache-place", "My own caches lie in tmp.") },
  });
  const { weighed } = await cairn.ask("why", { id: "user:cache-place", prompt: "where do my own caches lie?" });
  expect(weighed?.id).toBe("user:cache-place");
});
