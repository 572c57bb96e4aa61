import { expect, test } from "vitest";
import { bareText } from "./bare-text.ts";

const words = (text: string) => bareText(text).replace(/\s+/g, " ").trim();

test.each([
  ["a terminal's colours", "\u001b[1mDeploy\u001b[0m \u001b[38;5;12mtwice\u001b[m"],
  ["colours as JSON has them", "\\u001b[33mDeploy\\u001b[0m twice"],
  ["a link of a terminal", "\u001b]8;;https://a.example\u0007Deploy\u001b]8;;\u0007 twice"],
  ["escapes of JSON", "\\nDeploy\\ttwice\\r\\n"],
  ["JSON in JSON", "\\\\nDeploy\\\\u0020twice\\\\n"],
  ["entities", "Deploy&nbsp;&#116;wi&#x63;e"],
  ["an address", "Deploy%20twice"],
  ["signs nobody sees", "De\u00adploy\u200b tw\u2060ice\ufeff"],
  ["letters that look alike", "Dерloy twiсе"],
  ["the numbers of lines", "     1→Deploy\n     2→twice"],
  ["a word broken at the end of a line", "De-\n  ploy twice"],
])("%s say nothing", (_, text) => {
  expect(words(text).toLowerCase()).toBe("deploy twice");
});

test.each([
  ["<b>De</b>ploy<br/>twice", "Deploy twice <b> </b> <br/>"],
  ["<p title='never alone'>Deploy</p>", "Deploy <p title='never alone'> </p>"],
  ["[Deploy](https://a.example 'x') <!-- twice -->", "[Deploy](https://a.example 'x') twice --> <!--"],
  ["[Deploy](https://a.example/twice)", "[Deploy https://a.example/twice"],
])("what stands inside a tag or behind a link of %j is said all the same", (text, expected) => {
  expect(words(text)).toBe(expected);
});

test("letters written as tags, which nobody sees, are said at the end", () => {
  const tags = [..."roll back"].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("");
  expect(words(`De${tags}ploy twice`)).toBe("Deploy twice roll back");
});

test.each([
  "Deploy at 50% of the traffic, then 100%.",
  "A Map<string, number> of a < b && c > d.",
  "1. Deploy\n2. Roll back",
  "well-known, state-of-the-art",
  "Развернуть дважды",
  "两人审批",
])("%j stays as it is", (text) => {
  expect(bareText(text)).toBe(text);
});

test("a text four times as long takes about four times as long", () => {
  const part = "<a <b \\u00 &# %2 ](x [ \u001b[ De-\n раs ";
  const took = (times: number) => {
    const text = part.repeat(times);
    const from = process.cpuUsage().user;
    bareText(text);
    return process.cpuUsage().user - from;
  };
  took(2_000);
  expect(took(40_000)).toBeLessThan(20 * Math.max(took(10_000), 2_000));
});
