import { expect, test } from "vitest";
import { firstSaid } from "../workspace/descriptions.ts";

test.each([
  ["# Shop\n\nSells things to people. And more.\n", "Sells things to people."],
  [
    "# Shop\n\n[![CI](https://x/y.svg)](https://x) ![a](b)\n\n**Shop** is a [web shop](https://x).\n",
    "Shop is a web shop.",
  ],
  ["<p align=center>\n<img src=x>\n</p>\n\n> A small shop\n", "A small shop"],
  ["Shop\n====\n\nSells `things`.\n", "Sells things."],
  ["<!-- note -->\n# Shop\n\n```sh\nnpm i\n```\n", ""],
  ["", ""],
])("of %j a project is described by %j", (readme, said) => expect(firstSaid(readme)).toBe(said));
