import { expect, test } from "vitest";
import { isAlike } from "./alike.ts";

test.each([
  ["**Decision**: use WAL mode", "**Decision**: use WAL mode — because many hooks write", true],
  ["use Redis streams for jobs", "Use Redis streams for jobs.", true],
  ["use Redis streams for jobs", "use Kafka streams for jobs", false],
  ["the port is 5432 on the host", "the port is 5433 on the host", false],
  ["we use the cache for prices", "we do not use the cache for prices", false],
  ["we use the cache for prices", "we use no cache for prices", false],
  ["we do use the cache for prices", "we don’t use the cache for prices", false],
  ["der Export nutzt den Cache", "der Export nutzt den Cache nicht", false],
  ["**Decision**: use Redis for sessions", "**Decision**: use Redis for sessions and carts", false],
  ["**Learning**: use Redis for sessions", "**Learning**: use Redis for sessions and carts", true],
  ["tests pass", "tests pass now and everything else, too", false],
])("%s / %s", (one, other, alike) => {
  expect(isAlike(one, other)).toBe(alike);
  expect(isAlike(other, one)).toBe(alike);
});
