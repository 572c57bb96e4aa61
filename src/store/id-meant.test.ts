import { expect, test } from "vitest";
import { idsNear } from "./id-meant.ts";

const ids = ["project:deploy", "project:web-deploy-steps", "user:editor", "project:queue-in-sqlite"];

test.each([
  ["Deploy", ["project:deploy", "project:web-deploy-steps"]],
  ["project:Deploy", ["project:deploy", "project:web-deploy-steps"]],
  ["The deploy steps", ["project:web-deploy-steps"]],
  ["Deploy steps", ["project:web-deploy-steps"]],
  ["Queue in SQLite", ["project:queue-in-sqlite"]],
  ["edtior", ["user:editor"]],
  ["日本", []],
  ["nothing-of-the-kind", []],
])("%j comes near %j", (name, near) => expect(idsNear(name, ids)).toEqual(near));
