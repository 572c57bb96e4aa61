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

const FREEZE = "Integration tests freeze on my laptop, what do I do?";

async function sessionCut(prompt: string) {
  const cairn = cairnWith();
  await cairn.ask(
    "remember",
    { title: "Hanging integration tests", text: "Restart the docker daemon, then run them again.", kind: "runbook" },
    { surface: "cli" },
  );
  await cairn.ask("remember", { title: "Invoices are sent on Mondays", text: "By the billing job.", kind: "project" });
  const session = new HostSession(cairn, "s1");
  await session.start();
  const atPrompt = contextIn(await session.prompt(prompt));
  await session.stop("I am on it.");
  await session.beforeCompaction();
  const cut = { session_id: "s1", hook_event_name: "SessionStart", source: "compact" };
  return { cairn, session, atPrompt, context: contextIn(await say(cairn, cut)) };
}

test("after a compaction the memory that bears on what was asked last is told again, and only once", async () => {
  const { cairn, session, atPrompt, context } = await sessionCut(FREEZE);
  expect(atPrompt).toContain("Restart the docker daemon");
  expect(context.split("Restart the docker daemon")).toHaveLength(2);
  expect(context).not.toContain("Invoices");
  expect(contextIn(await session.prompt("They freeze again: the integration tests hang."))).not.toContain(
    "docker daemon",
  );
  const { injections } = await cairn.ask("why", { session: "s1" });
  const shown = injections.filter(({ moment }) => moment === "start:compact").flatMap(({ memories }) => memories);
  expect(shown.map(({ id }) => id)).toContain("project:hanging-integration-tests");
});

test("after a compaction nothing is told unasked where nothing bears on what was asked last", async () => {
  const { context } = await sessionCut("Rename the button on the front page to Send.");
  expect(context).not.toContain("docker daemon");
  expect(context).not.toContain("Invoices");
});
