import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith } from "../../test/support/cairn-with.ts";
import { contextIn, say } from "../../test/support/host.ts";
import {
  begun,
  inSession,
  other,
  prompted,
  session_id,
  sheet,
  stopped,
  trailText,
} from "../../test/support/one-session.ts";

test("A12: stop where Cairn is switched off says so, and that the next session does not begin by itself", async () => {
  const cairn = cairnWith();
  await cairn.ask("start", {});
  await cairn.ask("disable", {});
  const outcome = await cairn.outcome("stop", {});
  expect(outcome.ok && outcome.text).toContain("Cairn is switched off here anyway");
});

test("stop lasts for the session: nothing is shown or noted, every file stays, and the next begins by itself", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Flaky login test", text: "A clock nobody moves.", kind: "project" });
  await begun(cairn);
  await cairn.ask("start", {});
  const { memories, session } = await cairn.ask("stop", {});
  expect([memories, session]).toEqual([1, session_id]);
  expect(await prompted(cairn, "the flaky login test", "p1")).toBe("");
  expect(trailText(cairn)).not.toContain("flaky");
  expect(await begun(cairn, "compact")).toBe("");
  expect(sheet(cairn).active).toBe(false);
  expect(cairn.read("_index.md")).toContain("Status: INACTIVE");
  expect(cairn.read("_index-archive.md")).toMatch(/^\| 2025-06-02T\S+ \| 2025-06-02T\S+ \| 0 \|$/m);
  await begun(cairn, "startup", other);
  expect(sheet(cairn)).toMatchObject({ active: true, session: other });
  expect(contextIn(await prompted(cairn, "the flaky login test", "p1", other))).toContain("nobody moves");
  await stopped(cairn, other);
  await say(cairn, { session_id: other, hook_event_name: "SessionEnd", reason: "other" });
  expect(sheet(cairn)).toMatchObject({ active: false, session: other });
});

test("start, status and the views agree on how it stands, with a session and without", async () => {
  const cairn = cairnWith();
  const stands = async () => [
    (await cairn.ask("status", {})).session.state,
    /^Status: (.*)$/m.exec(cairn.read("_index.md"))?.[1]?.toLowerCase(),
    sheet(cairn).active ? "active" : "not active",
  ];
  expect((await cairn.ask("status", {})).session.state).toBe("active");
  expect((await cairn.ask("start", {})).state).toBe("active");
  expect(await stands()).toEqual(["active", "active", "active"]);
  await begun(cairn);
  await cairn.ask("stop", {});
  expect(await stands()).toEqual(["inactive", "inactive", "not active"]);
  expect(await cairn.outcome("status", {})).toMatchObject({
    text: expect.stringContaining("stopped for this session"),
  });
  expect((await cairn.ask("start", {})).state).toBe("active");
  expect(await stands()).toEqual(["active", "active", "active"]);
  await cairn.ask("disable", {});
  expect(await stands()).toEqual(["disabled", "disabled", "not active"]);
});

test("a session nobody has seen is not found, unless the host names it", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { text: "Port the importer.", kind: "task" });
  expect(await cairn.refusal("stop", {})).toMatchObject({ kind: "not-found", field: "session" });
  for (const session of ["nosuch", "../../x"]) {
    for (const refused of [
      await cairn.refusal("stop", { session }),
      await cairn.refusal("off-the-record", { session }),
      await cairn.refusal("off-the-record", { session, end: true }),
      await cairn.refusal("checkpoint", { session }),
      await cairn.refusal("recover", { session }),
    ])
      expect(refused).toMatchObject({ kind: "not-found", field: "session", hint: expect.stringContaining("status") });
  }
  expect(readdirSync(join(cairn.cairnHome, "sessions"))).toEqual([]);
  expect((await cairn.ask("stop", { session: other }, { session: other })).session).toBe(other);
});

test("what the person switched off no agent's shell switches on, nor off what is on", async () => {
  const cairn = cairnWith();
  const agent = { surface: "agent-shell", session: session_id } as const;
  expect((await cairn.ask("start", {}, agent)).switched_on).toBe(false);
  const isOff = { kind: "conflict", code: "SECURITY_ERROR", hint: expect.stringContaining("own terminal") };
  for (const everywhere of [true, false]) {
    await cairn.ask("disable", { everywhere });
    expect(await cairn.refusal("start", {}, agent)).toMatchObject(isOff);
    for (const project of [true, false]) {
      const on = { action: "set", key: "enabled", value: "true", project } as const;
      expect(await cairn.refusal("config", on, agent)).toMatchObject(isOff);
      for (const key of ["enabled", undefined] as const) {
        const reset = { action: "reset", key, project } as const;
        expect(await cairn.refusal("config", reset, { ...agent, confirmed: true })).toMatchObject(isOff);
      }
    }
  }
  await cairn.ask("start", {});
  const on = { action: "set", key: "enabled", value: "true" } as const;
  expect(await cairn.refusal("config", on, agent)).toMatchObject(isOff);
  const off = { action: "set", key: "enabled", value: "false", project: true } as const;
  expect(await cairn.refusal("config", off, agent)).toMatchObject(isOff);
  await cairn.ask("config", off);
  expect((await cairn.ask("status", {})).session.state).toBe("disabled");
});

test("disable stays off in every session, refuses an agent's words and not the person's, and start ends it", async () => {
  const cairn = cairnWith();
  await begun(cairn);
  const warm = await cairn.warm(inSession);
  await cairn.ask("start", {});
  await cairn.ask("disable", {});
  expect(sheet(cairn)).toMatchObject({ active: false, autoActivate: false });
  expect(cairn.read("_index.md")).toContain("Status: DISABLED");
  expect(await begun(cairn, "startup", other)).toBe("");
  await expect(warm.ask("remember", { text: "x" })).rejects.toThrow("switched off");
  expect((await cairn.refusal("remember", { text: "x" }, inSession)).hint).toContain("start");
  expect((await cairn.ask("remember", { text: "The person says so." })).action).toBe("created");
  expect((await cairn.ask("status", {})).session.state).toBe("disabled");
  expect((await cairn.ask("start", {})).switched_on).toBe(true);
  expect(await begun(cairn, "startup", other)).not.toBe("");
});

test("disable everywhere holds for every project that was not started by itself", async () => {
  const cairn = cairnWith();
  await cairn.ask("disable", { everywhere: true });
  expect(await begun(cairn)).toBe("");
  await cairn.ask("start", {});
  expect(await begun(cairn)).not.toBe("");
  const settings = JSON.parse(readFileSync(join(cairn.cairnHome, "settings.json"), "utf8"));
  expect(settings.enabled).toBe(false);
});

test("off the record nothing is written but that it is: no memory, no step, no view", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "Flaky login test", text: "A clock nobody moves.", kind: "project" });
  await cairn.ask("start", {});
  await begun(cairn);
  await cairn.ask("off-the-record", {}, inSession);
  const before = [trailText(cairn), sheet(cairn), ...cairn.paths()];
  const warm = await cairn.warm(inSession);
  const says = (prompt: string, prompt_id: string) =>
    warm.ask("hook", { host: "claude-code", moment: "prompt", session_id, prompt, prompt_id });
  expect((await says("secretly, the flaky login test", "p1")).text).toContain("nobody moves");
  expect((await says("again the flaky login test", "p2")).text).toBe("");
  for (const ask of [
    warm.ask("remember", { text: "What was said in confidence." }),
    warm.ask("update", { id: "flaky-login-test", append: "more" }),
  ])
    await expect(ask).rejects.toThrow("off the record");
  const writing = { tool_name: "Write", tool_input: { file_path: cairn.path("secret.md"), content: "secretly" } };
  const denied = await say(cairn, { session_id, hook_event_name: "PreToolUse", ...writing });
  expect(JSON.parse(denied).hookSpecificOutput.permissionDecision).toBe("deny");
  await stopped(cairn);
  await say(cairn, { session_id, hook_event_name: "PreCompact" });
  expect([trailText(cairn), sheet(cairn), ...cairn.paths()]).toEqual(before);
  expect(cairn.everything()).not.toContain("secretly");
  expect((await cairn.ask("status", {}, inSession)).session.off_the_record).toBe(true);

  await cairn.ask("off-the-record", { end: true }, inSession);
  expect((await warm.ask("remember", { text: "Now it may be known." })).action).toBe("created");
});

test.each([
  ["off the record: my landlord is a crook", true],
  ["Off the record.", true],
  ["please keep this off the record, will you", true],
  ["let's go off-the-record", true],
  ["what does it mean to be off the record in journalism?", false],
  ["write a page about talks off the record", false],
  ["off the record, what do you think of my landlord?", true],
  ["this is off the record", true],
  ["Is this off the record?", false],
  ["ok, are we off the record now", false],
  ["off the record?", false],
  ["We are off the record？", false],
  ["Off the record. 这个密码怎么改？", true],
  ["off the record: как сменить пароль?", true],
])("%j: is the person asking for it? %s", async (prompt, isAsked) => {
  const cairn = cairnWith();
  await begun(cairn);
  await prompted(cairn, prompt, "p1");
  expect((await cairn.ask("status", {}, inSession)).session.off_the_record).toBe(isAsked);
  expect(trailText(cairn).includes(prompt)).toBe(!isAsked);
  if (!isAsked) return;
  await prompted(cairn, "ok, back on the record", "p2");
  expect((await cairn.ask("status", {}, inSession)).session.off_the_record).toBe(false);
});

test.each([
  ["on the record again", true],
  ["Back on the record, please.", true],
  ["we're on the record now: use tabs", true],
  ["ok, on the record from here on. What did we say?", true],
  ["Are we on the record?", false],
  ["is this on the record now", false],
  ["So, am I on the record again", false],
  ["on the record?", false],
  ["We are on the record？", false],
  ["On the record, what did we settle?", false],
  ["on the record player there is dust", false],
  ["I'm on the record as saying that it is slow", false],
])("off the record, %j ends it: %s", async (prompt, isEnd) => {
  const cairn = cairnWith();
  await begun(cairn);
  await prompted(cairn, "off the record", "p1");
  const told = await prompted(cairn, prompt, "p2");
  expect([told.includes("On the record again"), trailText(cairn).includes(prompt)]).toEqual([isEnd, false]);
  expect((await cairn.ask("status", {}, inSession)).session.off_the_record).toBe(!isEnd);
});

test("one session off the record leaves another alone", async () => {
  const cairn = cairnWith();
  for (const id of [session_id, other]) await begun(cairn, "startup", id);
  await cairn.ask("off-the-record", { session: session_id });
  expect((await cairn.ask("remember", { text: "Mine." }, { surface: "mcp", session: other })).action).toBe("created");
});

test("stopped at a terminal, it is told that every terminal of the project is meant, and what ends it", async () => {
  const cairn = cairnWith();
  await cairn.ask("start", {});
  const stopped = await cairn.outcome("stop", {});
  expect(stopped.ok && stopped.text).toContain("it holds in every terminal of this project, and cairn start ends it.");
  const { session } = await cairn.ask("off-the-record", {});
  expect(session).toMatch(/^terminal-/);
  const off = await cairn.outcome("off-the-record", {});
  expect(off.ok && off.text).toContain(
    "Until you end it, what you type in any terminal of this project is refused, too.",
  );
});
