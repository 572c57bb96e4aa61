import { writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { cairnWith, memoryText } from "../../test/support/cairn-with.ts";
import { processorMsOf } from "../../test/support/processor-time.ts";
import { HostSession } from "../../test/support/session.ts";
import { RootLock } from "../disk/lock.ts";
import { readViewNote } from "../views/note.ts";
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

test("an index an agent wrote is seen to while nobody else prints it", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Two approve", text: "Two people approve each release.", kind: "project" });
  const host = new HostSession(cairn, "760f230b-96a5-4c5f-9a53-2f0a6b1c0c11");
  await host.start();
  await host.prompt("Tidy the index.");
  const { state } = await cairn.store();
  const own = () => readViewNote(state, "MEMORY.md").own.map(({ id }) => id);
  expect(own()).toEqual(["two-approve"]);
  writeFileSync(cairn.path("MEMORY.md"), "# Nothing\n");
  const held = await new RootLock({ folder: state }).acquire();
  const told = host.tool("Write", { file_path: cairn.path("MEMORY.md"), content: "# Nothing\n" });
  await pause(150);
  expect(own()).toEqual(["two-approve"]);
  held.release();
  await told;
  expect(own()).toEqual([]);
});
