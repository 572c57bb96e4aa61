/** Many processes that meet their project for the first time at once, and a person at the same page with an editor. */

import { appendFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { house, textOf } from "../support/house.ts";

const COUNT = 6;

test("projects registered at once are all on the page in the end, and no line a person saved meanwhile is lost", async () => {
  const place = house();
  const page = join(place.claude, "workspace.md");
  const names = Array.from({ length: COUNT }, (_, n) => `p${n}`);
  const first = await place.run(["remember", "The first.", "--kind", "project"]);
  expect(first.code).toBe(0);
  let isOver = false;
  const typed: string[] = [];
  const person = (async () => {
    while (!isOver) {
      const line = `Typed line ${typed.length}.`;
      if (existsSync(page)) {
        appendFileSync(page, `${line}\n`);
        typed.push(line);
      }
      await pause(40);
    }
  })();
  const ran = await Promise.all(
    names.flatMap((name) => {
      const cwd = place.folder("code", name);
      return [
        place.run(["remember", `A fact of ${name}.`, "--kind", "project"], { cwd }),
        place.run(["workspace", "initiative", `Plan ${name}`], { cwd }),
      ];
    }),
  );
  isOver = true;
  await person;
  const asked = ran.filter((_, n) => n % 2 === 1);
  expect(ran.filter(({ code }, n) => n % 2 === 0 && code !== 0)).toEqual([]);
  const text = textOf(page);
  const lines = text.split("\n");
  for (const line of typed) expect([line, lines.filter((one) => one === line).length]).toEqual([line, 1]);
  for (const [n, { code }] of asked.entries())
    expect([names[n], code === 0, text.includes(`| Plan ${names[n]} |`)]).toEqual([names[n], code === 0, code === 0]);
  await pause(2_100);
  for (const name of names) await place.ask(["remember", `Another of ${name}.`], { cwd: place.at("code", name) });
  const { projects } = await place.ask(["workspace"]);
  expect(projects.map(({ project }: { project: string }) => project).sort()).toEqual([...names, "shop"].sort());
  for (const name of names) expect(textOf(page)).toContain(`| ${name} |`);
});
