import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { cairnWith } from "../../test/support/cairn-with.ts";
import { say } from "../../test/support/host.ts";
import { openCairn } from "../cairn.ts";
import type { Trail } from "../trail/trail.ts";
import { momentTried } from "./try-moment.ts";

const session = "0f6f2c5e-0000-4000-8000-000000000000";

test.each([
  ["a bug", new TypeError("not a function")],
  ["a disk that refuses", Object.assign(new Error("no"), { code: "EIO" })],
])("%s on the way leaves the start to the whole program, and nothing on the disk", async (_, error) => {
  const base = mkdtempSync(join(tmpdir(), "cairn-try-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const said = await momentTried({
    sessionIn: async () => session,
    begins: true,
    silence: async () => "{}",
    host: "claude-code",
    open: () => openCairn({ cwd: base, env: { HOME: join(base, "home") }, surface: "agent-shell", isHook: true }),
    answer: () => Promise.reject(error),
    isLeft: () => false,
  });
  expect(said).toBeUndefined();
  expect(readdirSync(base)).toEqual([]);
});

test.each([
  ["switched off, where nothing is noted, begins no trail", async () => {}, false],
  [
    "that notes something begins its trail",
    async (trail: Trail) => trail.append({ is: "prompt", at: "2026-11-17T10:00:00.000Z", text: "hello" }),
    true,
  ],
])("a start %s", async (_, note, begins) => {
  const cairn = cairnWith();
  await cairn.ask("remember", { text: "The kettle is blue.", kind: "project" });
  // Another session was here before.
  await say(cairn, { session_id: "760f230b", hook_event_name: "SessionStart", source: "startup" });
  let path = "";
  const said = await momentTried({
    sessionIn: async () => session,
    begins: true,
    silence: async () => "{}",
    host: "claude-code",
    open: () => cairn.open({ surface: "agent-shell" }),
    answer: async ({ sessions }) => {
      const trail = sessions.trail(session);
      path = trail.path;
      await note(trail);
      return "{}";
    },
    isLeft: () => false,
  });
  expect([said, existsSync(path)]).toEqual(["{}", begins]);
});
