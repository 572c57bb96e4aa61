import { expect, test } from "vitest";
import { cairnWith } from "../../test/support/cairn-with.ts";

test.each([
  ["workspace", { action: "describe", name: "web", next: "CI" }, "next goes with initiative.", "See help workspace."],
  ["user", { action: "forget", subject: "vim", overwrite: true }, "overwrite goes with import.", "See help user."],
  ["team", { action: "review", id: "team:ports" }, "id goes with resolve.", "cairn team review shows all that waits"],
  ["team", { action: "review", text: "The port is 8081." }, "text goes with edit.", "See help team."],
  ["team", { action: "review", reason: "moved" }, "reason goes with decline and revoke.", "See help team."],
  ["sync", { action: "status", place: "elsewhere" }, "place goes with setup.", "See help sync."],
] as const)(
  "a field of %s that would do nothing is refused before anything is asked",
  async (name, input, message, next) => {
    const outcome = await cairnWith().outcome(name, input);
    expect(outcome).toMatchObject({ ok: false, error: { code: "INPUT_ERROR", message } });
    expect(outcome.ok ? "" : outcome.error.hint).toMatch(new RegExp(`^Nothing was done\\. ${next}`));
  },
);

test("with what it goes with it is taken", async () => {
  const outcome = await cairnWith().outcome("user", {
    action: "update",
    subject: "preferences",
    set: { detail: "short" },
  });
  expect(outcome).toMatchObject({ ok: true });
});
