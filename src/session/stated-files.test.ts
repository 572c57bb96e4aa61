import { expect, test } from "vitest";
import { cairnWith, memoryText } from "../../test/support/cairn-with.ts";
import { processorMsOf } from "../../test/support/processor-time.ts";
import { aboutStated } from "./stated-files.ts";

test("before one file is written, the others of a large folder are not put together", async () => {
  const files = Array.from({ length: 3_000 }, (_, n) => [
    `project/note-${n}.md`,
    memoryText(`note-${n}`, `Body ${n}.`),
  ]);
  const cairn = cairnWith(Object.fromEntries(files));
  await cairn.ask("remember", { title: "Two approve", text: "Two people approve each release.", kind: "project" });
  const store = await cairn.store();
  const asked = (path: string) => aboutStated(store, path, { questionsOff: true } as never)?.is;
  expect(asked("project/two-approve.md")).toBe("deny");
  expect(asked("project")).toBe("deny");
  expect(asked("project/note-7.md")).toBeUndefined();
  expect(asked("topics")).toBeUndefined();
  const least = (act: () => unknown) => Math.min(...Array.from({ length: 9 }, () => processorMsOf(act)));
  expect(least(() => asked("project/note-7.md"))).toBeLessThan(least(() => store.memories()) / 3);
});
