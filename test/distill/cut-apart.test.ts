/** What is made of a session is cut into sentences, titles, tags and cells: no piece of it holds what the whole would give away. */

import { appendFileSync, rmSync } from "node:fs";
import { expect, test } from "vitest";
import { cairnWith, type TestCairn } from "../support/cairn-with.ts";
import { putSession } from "../support/past-sessions.ts";

const SECRET = "pepper_copper98";

function told(cairn: TestCairn): string[] {
  const lines = cairn.everything().split("\n");
  return lines.filter((line) => line.includes(SECRET));
}

test.each([
  [
    "in a sentence",
    `We decided to keep this because the tests need it: The admin password is ${SECRET}, do not lose it.`,
  ],
  [
    "in a table",
    `Done. The root cause was the login; these work:\n\n| user | password |\n|---|---|\n| anna | ${SECRET} |`,
  ],
  ["in columns", `Done. The root cause was the login; these work:\n\nuser,password,role\nanna,${SECRET},admin\n`],
  ["beside tabs", `Fixed it. Next I use these logins:\n\nUser\tPassword\nBob\t${SECRET}\n`],
  [
    "in columns set by hand",
    `We decided to use this login, because the tests need it.\n\nService    Login    Password\nGrafana    admin    ${SECRET}\n`,
  ],
  ["on a line of its own", `We decided to share this login, because the tests need it.\n\nPassword:\n${SECRET}\n`],
])("a password that is named %s is in nothing that is made of the session", async (_, said) => {
  const cairn = cairnWith();
  const session = "760f230b-96a5-4c5f-9a53-2f0a6b1c0c11";
  const path = putSession({
    home: cairn.home,
    cwd: cairn.project,
    session,
    said: ["Mend the login test", said, `We keep Postgres, because it is there. ${said}`, said],
  });
  await cairn.ask("distill", { session });
  await cairn.ask("review", { accept: ["all"] }, { confirmed: true });
  await cairn.ask("summarize", { session }, { confirmed: true });
  await cairn.ask("synthesize", {}, { confirmed: true });
  expect((await cairn.ask("list", {})).total).toBeGreaterThan(0);
  rmSync(path);
  expect(told(cairn)).toEqual([]);
});

test("nor is one of a list of what is to do, whose lines are told one by one", async () => {
  const cairn = cairnWith();
  const past = { home: cairn.home, cwd: cairn.project, session: "760f230b-96a5-4c5f-9a53-2f0a6b1c0c11" };
  const path = putSession({ ...past, said: ["Mend the login test", "I look into it.", "Go on.", "It is mended."] });
  const todos = [
    { content: `Log in as anna. Password:\n${SECRET}`, status: "completed" },
    { content: "Use Postgres", status: "completed" },
  ];
  const message = { role: "assistant", content: [{ type: "tool_use", id: "t1", name: "TodoWrite", input: { todos } }] };
  const timestamp = "2025-05-01T10:00:00Z";
  appendFileSync(path, `${JSON.stringify({ type: "assistant", sessionId: past.session, timestamp, message })}\n`);
  await cairn.ask("summarize", { session: past.session }, { confirmed: true });
  expect(cairn.everything()).toContain("Use Postgres");
  rmSync(path);
  expect(told(cairn)).toEqual([]);
});
