import { afterEach, expect, test, vi } from "vitest";
import { cairnWith } from "../../test/support/cairn-with.ts";
import { contextIn, say } from "../../test/support/host.ts";
import { LaterThread } from "../trail/later-thread.ts";

afterEach(() => vi.restoreAllMocks());

const called = (hook_event_name: string, more: object = {}) => ({
  session_id: "s1",
  cwd: "/x",
  hook_event_name,
  ...more,
});
const prompted = (prompt_id: string, prompt: string) => called("UserPromptSubmit", { prompt_id, prompt });

test("a prompt's process does not fold the thread, which nobody asks it for; the next session's start does", async () => {
  const cairn = cairnWith({ project: { "src/a.ts": "x" } });
  await cairn.ask("remember", {
    kind: "decision",
    title: "Uploads are retried",
    text: "Uploads are retried three times.",
  });
  await say(cairn, called("SessionStart", { source: "startup" }));
  await say(cairn, prompted("p1", "Please rename the columns of the invoice table"));
  await say(cairn, called("Stop", { last_assistant_message: "Renamed the columns. Next: write a migration." }));
  const folded = vi.spyOn(LaterThread.prototype, "now");
  expect(contextIn(await say(cairn, prompted("p2", "How often are uploads retried?")))).toContain("three times");
  expect(folded).not.toHaveBeenCalled();
  const next = { ...called("SessionStart", { source: "startup" }), session_id: "s2" };
  expect(contextIn(await say(cairn, next))).toContain("Renamed the columns");
  expect(folded).toHaveBeenCalled();
});
