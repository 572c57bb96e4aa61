import { expect, test } from "vitest";
import { speaksOf } from "./speaks-of.ts";

test.each([
  ["From now on one approval is enough for a deploy.", "Every deploy needs two approvals.", true],
  ["We use npm and never pnpm.", "Use pnpm and never npm.", true],
  ["会话保存在缓存里。", "会话保存在数据库里。", true],
  ["We use pnpm and never npm.", "Every deploy needs two approvals.", false],
  ["We use Postgres now.", "We use Tailwind now.", false],
  ["We never use it.", "Every deploy needs two approvals.", false],
  ["It is now so.", "We use it.", false],
  ["Never use the new queue.", "Never use the old cache.", false],
])("%j speaks of %j: %s", (words, told, expected) => expect(speaksOf(words, told)).toBe(expected));
