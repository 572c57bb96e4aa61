import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith } from "../../test/support/cairn-with.ts";
import { contextIn, say } from "../../test/support/host.ts";
import { HostSession } from "../../test/support/session.ts";

test("after a compaction a file that was changed is named as changed, though a memory beside it speaks of it", async () => {
  const cairn = cairnWith();
  await cairn.ask(
    "remember",
    { title: "Port the importer", text: "src/reader.ts streams already, the writer does not.", kind: "task" },
    { surface: "cli" },
  );
  const session = new HostSession(cairn, "s1");
  await session.start();
  await session.prompt("Begin with the reader.");
  await session.tool("Edit", { file_path: join(cairn.project, "src/reader.ts") });
  await session.stop("Done.");
  const context = contextIn(await say(cairn, { session_id: "s1", hook_event_name: "SessionStart", source: "compact" }));
  expect(context).toContain("src/reader.ts streams already");
  expect(context).toContain("Files changed in this session:\n- src/reader.ts");
});
