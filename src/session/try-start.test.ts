import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openCairn } from "../cairn.ts";
import { startTried } from "./try-start.ts";

const session = "0f6f2c5e-0000-4000-8000-000000000000";

test.each([
  ["a bug", new TypeError("not a function")],
  ["a disk that refuses", Object.assign(new Error("no"), { code: "EIO" })],
])("%s on the way leaves the start to the whole program, and nothing on the disk", async (_, error) => {
  const base = mkdtempSync(join(tmpdir(), "cairn-try-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const said = await startTried({
    session,
    host: "claude-code",
    open: () => openCairn({ cwd: base, env: { HOME: join(base, "home") }, surface: "agent-shell", isHook: true }),
    answer: () => Promise.reject(error),
    isLeft: () => false,
  });
  expect(said).toBeUndefined();
  expect(readdirSync(base)).toEqual([]);
});
