import { expect, test } from "vitest";
import { cairnWith } from "../support/cairn-with.ts";
import { putSession } from "../support/past-sessions.ts";
import { dieAlong } from "./interrupted.ts";

test("an import that dies goes on where it was: nothing is lost, nothing comes twice", () => dieAlong(1 / 40));

const decided = (n: number) => `We decided to use tool${n} number${n} instead of thing${n} because of reason${n}.`;

test("imports at once read every session once, while a person settles what comes", async () => {
  const cairn = cairnWith();
  const all = ["a", "b", "c", "d", "e", "f"];
  for (const [n, session] of all.entries())
    putSession({ home: cairn.home, cwd: cairn.project, session, said: [decided(n), "Understood."] });
  const opened = await Promise.all(Array.from({ length: 4 }, () => cairn.warm({ surface: "library" })));
  const imports = opened.map(({ ask }) => ask("import", { source: "transcripts" }));
  const settling = cairn.warm().then(({ ask }) => ask("review", { reject: ["all"] }));
  const [settled, ...answers] = await Promise.allSettled([settling, ...imports]);
  expect(settled.status).toBe("fulfilled");
  const read = answers.map((answer) =>
    answer.status === "fulfilled" ? (answer.value as { read: number }).read : answer.reason.code,
  );
  expect(read.filter((one) => one !== "LOCK_TIMEOUT_ERROR" && one !== 0)).toEqual([all.length]);
  const rejected = settled.status === "fulfilled" ? (settled.value as { rejected: string[] }).rejected.length : 0;
  expect((await cairn.ask("review", {})).waiting.length + rejected).toBe(all.length);
});
