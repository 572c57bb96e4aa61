import { expect, test } from "vitest";
import { valueDifference } from "./value-difference.ts";

test.each<[string, string | undefined, string | undefined, string[] | undefined]>([
  ["a value that comes", '{"a":1}', '{"a":1,"b":{"c":true}}', ["+ b.c: true"]],
  ["one that goes", '{"a":1,"b":{"c":true}}', '{"a":1}', ["- b.c: true"]],
  ["one that is another", '{"a":{"b":1}}', '{"a":{"b":2}}', ["- a.b: 1", "+ a.b: 2"]],
  ["one of a list", '{"hooks":{"Stop":[1]}}', '{"hooks":{"Stop":[1,{"x":2}]}}', ["+ hooks.Stop: {x: 2}"]],
  ["comments aside", '{ // mine\n "a": 1 }', '{ // mine\n "a": 1, "b": 2 }', ["+ b: 2"]],
  ["a file that was not there", undefined, '{"s":{"cairn":{"args":["a b","c"]}}}', ['+ s.cairn: {args: ["a b", "c"]}']],
  ["a file that goes", '{"s":{"cairn":{}}}', undefined, ["- s.cairn: {}"]],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as a client fills it in
  ["what is handed on under its name", "{}", '{"a":{"b":{"cwd":"${cwd}","x":"${y}"}}}', ['+ a.b: {cwd, x: "${y}"}']],
  ["what only looks otherwise", '{"a":1}', '{ "a": 1 }', undefined],
  ["what is no JSON", "a = 1", "a = 2", undefined],
])("%s", (_, before, after, lines) => {
  expect(valueDifference(before, after)).toEqual(lines);
});
