import { expect, test } from "vitest";
import { domainFolders } from "./domains.ts";

test.each([
  ["frontend=web/ ui/, backend=./api/", { frontend: ["web", "ui"], backend: ["api"] }],
  ["frontend: web/", { frontend: ["web"] }],
  ["frontend=web:old/", { frontend: ["web:old"] }],
  ['{"frontend": ["web/", "ui"], "backend": "api"}', { frontend: ["web", "ui"], backend: ["api"] }],
  ['{"frontend": [', {}],
  ["Front End=web/, frontend=", {}],
  ["the web folder", {}],
  ["", {}],
])("the folders of domains in %s", (setting, expected) => {
  expect(Object.fromEntries(domainFolders(setting))).toEqual(expected);
});
