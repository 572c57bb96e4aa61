/** What is made of a session is cut into sentences, titles, tags and cells: no piece of it holds what the whole would give away. */

import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { cairnWith } from "../support/cairn-with.ts";
import { putSession } from "../support/past-sessions.ts";

const SECRET = "pepper_copper98";

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
  expect(
    cairn
      .everything()
      .split("\n")
      .filter((line) => line.includes(SECRET)),
  ).toEqual([]);
});
