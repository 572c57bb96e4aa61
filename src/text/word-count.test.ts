import { expect, test } from "vitest";
import { wordCount } from "./word-count.ts";

test.each([
  ["", 0],
  ["ok", 1],
  ["The queue moved.", 3],
  ["C'est fini", 2],
  ["完成", 1],
  ["数据库使用连接池", 4],
  ["キャッシュはRedisに置く", 6],
  ["데이터베이스를 바꿨다", 2],
  ["ย้ายฐานข้อมูลแล้ว", 7],
  ["résumé".normalize("NFD"), 1],
])("%j has %d words", (text, count) => expect(wordCount(text)).toBe(count));
