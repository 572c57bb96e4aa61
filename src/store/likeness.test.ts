import { expect, test } from "vitest";
import { memoryOf } from "../../test/support/memories.ts";
import type { Kind } from "../model/kind.ts";
import { LikeMemories } from "./likeness.ts";
import type { MemoryFile } from "./memory-file.ts";

function found(id: string, title: string, kind: Kind = "project"): MemoryFile {
  const written = { ...memoryOf(id, { title, description: "", kind }), name: undefined };
  return {
    path: `${id}.md`,
    stamp: "",
    hash: "",
    claim: written.id,
    written,
    problems: [],
    readOnly: false,
    secrets: [],
  };
}

function nearest(titles: Readonly<Record<string, string>>, text: string, kind: Kind = "project"): string | undefined {
  const likeness = new LikeMemories();
  for (const [id, title] of Object.entries(titles)) likeness.came(found(id, title));
  return likeness.nearest(text, kind);
}

const titles = {
  wal: "SQLite runs in WAL mode because many hooks write at once",
  deploy: "Deploys go out on Monday mornings after the review",
};

test.each([
  ["SQLite runs in WAL mode since many hooks write at once", "wal.md"],
  ["Many hooks write at once: that is why SQLite runs in WAL mode", "wal.md"],
  ["Deploys go out on Friday evenings without any check", undefined],
  ["SQLite", undefined],
  ["", undefined],
])("what is most like %j: %s", (text, path) => {
  expect(nearest(titles, text)).toBe(path);
});

test("only memories of the same kind are alike", () => {
  expect(nearest(titles, titles.wal, "decision")).toBeUndefined();
});

test("a memory that is gone, or is not active, is like nothing", () => {
  const likeness = new LikeMemories();
  const wal = found("wal", titles.wal);
  likeness.came(wal);
  likeness.went(wal);
  likeness.came({ ...found("old", titles.wal), written: { ...wal.written, status: "retired" } });
  expect(likeness.nearest(titles.wal, "project")).toBeUndefined();
});

test("words half the root uses do not hide the likeness that rare ones show", () => {
  const likeness = new LikeMemories();
  for (let n = 0; n < 500; n++)
    likeness.came(found(`m-${n}`, `Service ${n} talks to the gateway over a queue named q${n}`));
  expect(likeness.nearest("The service 77 talks to the gateway over a queue named q77", "project")).toBe("m-77.md");
});
