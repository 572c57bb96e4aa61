import { expect, test } from "vitest";
import { firstSentence } from "./sentence.ts";

test.each([
  ["- ```sh\n  make\n  ```\n- Run it twice.", "Run it twice."],
  ["1. ~~~\n   make\n   ~~~\n\nThen wait.", "Then wait."],
  ["```\n- ```\nx\n```\nBelow.", "Below."],
  ["- Point one.\n- ```sh\n  make\n  ```", "Point one."],
])("code in a point of a list is no sentence: %j", (body, sentence) => {
  expect(firstSentence(body)).toBe(sentence);
});
