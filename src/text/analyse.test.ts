import { expect, test } from "vitest";
import { termsOf, wordsOf } from "./analyse.ts";
import { stemOf } from "./stem.ts";

test("a word and its relatives have one stem", () => {
  const families = [
    ["employed", "employer", "employs"],
    ["friendship", "friends", "friend"],
    ["neighbourhood", "neighbours"],
    ["migrations", "migration", "migrated"],
    ["happy", "happiness"],
    ["caching", "cached", "caches"],
  ];
  for (const family of families) expect(new Set(family.map(stemOf)).size, family.join()).toBe(1);
});

test("the stemmer gives Porter's own examples", () => {
  const examples = {
    caresses: "caress",
    ponies: "pony",
    agreed: "agre",
    hopping: "hop",
    relational: "relat",
    sky: "sky",
    controlling: "control",
    generalizations: "gener",
    oscillators: "oscil",
    rate: "rate",
    cease: "ceas",
  };
  for (const [word, stem] of Object.entries(examples)) expect(stemOf(word), word).toBe(stem);
});

const findable: [text: string, query: string][] = [
  ["call getUserName here", "getUserName"],
  ["call getUserName here", "user name"],
  ["the field stock_quantity is an int", "stock_quantity"],
  ["the field stock_quantity is an int", "quantity"],
  ["see cairn.index.search for it", "cairn.index.search"],
  ["see cairn.index.search for it", "search"],
  ["edit src/store/db.ts first", "src/store/db.ts"],
  ["edit src/store/db.ts first", "db.ts"],
  ["edit src/store/db.ts first", "store"],
  ["fails with ERR_MODULE_NOT_FOUND", "ERR_MODULE_NOT_FOUND"],
  ["fails with ERR_MODULE_NOT_FOUND", "module"],
  ["error TS2345: not assignable", "TS2345"],
  ["error TS2345: not assignable", "2345"],
  ["pinned to v1.22.3 today", "1.22.3"],
  ["pinned to v1.22.3 today", "1.22"],
  ["parseXMLDocument", "xml"],
  ["naïve Café", "cafe"],
  ["数据库使用连接池", "数据库"],
  ["数据库使用连接池", "连接池"],
  ["データベースの設定", "設定"],
  ["Кэширование ответов", "кэширование"],
  ["Ρύθμιση βάσης", "ρυθμιση"],
  ["إعداد قاعِدة البيانات", "قاعدة"],
  ["ｆｕｌｌ width", "full"],
];

test.each(findable)("%j is found by %j", (text, query) => {
  const terms = new Set(termsOf(text));
  const wanted = termsOf(query).filter((term) => [...term].length > 1 || !/[^a-z0-9]/.test(term));
  expect(wanted.length).toBeGreaterThan(0);
  for (const term of wanted) expect(terms, term).toContain(term);
});

test("an identifier is a term as a whole", () => {
  expect(termsOf("getUserName")).toEqual(["getusernam", "get", "user", "name"]);
  expect(termsOf("a path src/store/db.ts.")).toContain("src/store/db.ts");
  expect(termsOf("is_on")).toEqual(["is_on"]);
});

test("stop words say nothing, but count where order matters", () => {
  expect(termsOf("what is it that they were doing")).toEqual([]);
  expect(wordsOf("Don't do it")).toEqual(["don", "t", "do", "it"]);
});
