import { expect, test } from "vitest";
import { processorMsOf } from "../../test/support/processor-time.ts";
import { CairnError } from "../model/error.ts";
import { GivenWords } from "./given-words.ts";
import { refuseNothingLeft, type WishAsked, wishFrom } from "./wish.ts";

const plain: WishAsked = {
  kind: "decision",
  text: "Words.",
  tags: [],
  aliases: [],
  files: [],
  fields: {},
  trust: "stated",
  source: {},
};
const wish = (asked: Partial<WishAsked>) => wishFrom({ ...plain, ...asked });

test.each<[string, Partial<WishAsked>, string, boolean]>([
  ["the title that is given", { title: " WAL mode\n" }, "WAL mode", true],
  ["else the first heading", { text: "# WAL mode\n\nBecause." }, "WAL mode", false],
  ["else the first sentence", { text: "We use WAL. Because." }, "We use WAL.", false],
  ["of a long sentence the beginning", { text: `${"very ".repeat(40)}long` }, `${"very ".repeat(15).trim()}…`, false],
])("the title is %s", (_, asked, title, titled) => {
  expect(wish(asked)).toMatchObject({ title, titled });
});

test("line ends become one kind, and blanks around the text go", () => {
  expect(wish({ text: "\n a\r\nb\rc \n\n" }).text).toBe("a\nb\nc");
});

test.each([
  ["WAL", "wal"],
  ["two words", "two-words"],
  ["a,b", "a-b"],
  [" x\ny ", "x-y"],
  ["  ", ""],
])("the tag %j is kept as %j", (tag, kept) => {
  expect(new GivenWords().tags("tags", [tag])).toEqual(kept === "" ? [] : [kept]);
});

test("each tag and alias is kept once, empty ones not at all", () => {
  expect(wish({ tags: ["A", "a", " "], aliases: ["x", "x", ""] })).toMatchObject({ tags: ["a"], aliases: ["x"] });
});

test("a kind's own fields are read by its rules", () => {
  expect(wish({ fields: { status: "decided" } }).fields).toEqual({ status: "accepted" });
  expect(wish({ kind: "constraint", fields: { active: "true", severity: "high" } }).fields).toEqual({
    active: true,
    severity: "high",
  });
});

test.each<[string, Partial<WishAsked>]>([
  ["nothing said", { text: " " }],
  ["a NUL", { text: "a\0" }],
  ["a title too long", { title: "x".repeat(121) }],
  ["far too many tags", { tags: Array.from({ length: 101 }, (_, n) => `t${n}`) }],
  ["a tag too long", { tags: ["x".repeat(129)] }],
  ["a strange field", { fields: { __proto__x: "1" } }],
  ["a field of another kind", { fields: { severity: "high" } }],
])("%s is refused", (_, asked) => {
  expect(() => wish(asked)).toThrow(CairnError);
});

test("each class of secret is told once a field", () => {
  const token = `ghp_${"A1b2C3d4E5".repeat(4).slice(0, 36)}`;
  const { redacted, text } = wish({ text: `${token} and ${token}`, title: token });
  expect(redacted.map(({ field }) => field)).toEqual(["text", "title"]);
  expect(text).not.toContain(token);
});

test.each(["\n", "x=", "x= ", "= "])(
  "four times as much of %j beside a secret is judged in about four times as long",
  (piece) => {
    const besides = wish({ text: "ghp_16C7e42F292c6912E7710c838347Ae178B4a" });
    expect(besides.redacted).toHaveLength(1);
    const judged = (size: number) => {
      const text = `x${piece.repeat(size)}!`;
      const left = { ...besides, title: "", text };
      return processorMsOf(() => expect(() => refuseNothingLeft(left)).not.toThrow(TypeError));
    };
    const least = (size: number) => Math.min(...[1, 2, 3].map(() => judged(size)));
    expect(least(20_000) / Math.max(least(5_000), 5)).toBeLessThan(9);
  },
);
