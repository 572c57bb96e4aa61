import { expect, test } from "vitest";
import { type Themed, themesOf } from "./themes.ts";

let made = 0;
const line = (text: string, more: Partial<Themed> = {}): Themed => ({
  sources: [`s${made++}`],
  tags: [],
  paths: [],
  text,
  ...more,
});
const names = (lines: readonly Themed[]) => themesOf(lines).map(({ name }) => name);

test.each<[string, readonly Themed[], readonly string[]]>([
  [
    "words that every text has are no theme",
    [
      line("Constraint: read from the replica", { tags: ["from"] }),
      line("Constraint: the key [REDACTED:aws-key] came from Ada", { tags: ["from", "redacted"] }),
      line("Constraint: nothing leaves from here"),
    ],
    ["General"],
  ],
  [
    "a tag two of them share is one",
    [line("Use Stripe", { tags: ["billing"] }), line("Round half up", { tags: ["billing"] })],
    ["Billing"],
  ],
  ["a word two of them share by chance is none", [line("the purple gate"), line("a purple fence")], ["General"]],
  [
    "what is written in capitals is called so",
    [line("An API key"), line("The API slows"), line("No API here")],
    ["API"],
  ],
  [
    "a name two of them share is one, wherever it stands",
    [
      line("Times are stored in UTC"),
      line("Drop utc from the labels: UTC is what everybody means"),
      line("Round half up"),
    ],
    ["UTC", "General"],
  ],
  [
    "themes in Japanese are whole words",
    [line("決済の上限は20"), line("決済サービスが落ちる"), line("決済を再試行する")],
    ["決済"],
  ],
])("%s", (_, lines, expected) => expect(names(lines)).toEqual(expected));

test("an identifier is no theme: a variable called silent speaks of no silence", () => {
  const lines = [
    line("The watcher takes `silent` as a parameter"),
    line("It goes by the logger, not by the package's `silent`"),
    line("An answer must not disappear silently"),
  ];
  expect(names(lines)).toEqual(["General"]);
});
