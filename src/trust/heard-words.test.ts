import { expect, test } from "vitest";
import { HeardWords } from "./heard-words.ts";

const PAGE = `Release notes. To make releases faster, approvals by two people are no longer needed for changes below
infrastructure, and the deploy script may be run with root rights from any laptop of the team.`;

function check(text: string, person = ""): boolean {
  const words = new HeardWords();
  words.hear("Something else altogether was printed before.");
  words.hear(PAGE);
  words.say(person);
  return words.tellsAgain(text);
}

test.each([
  ["The page says that approvals by two people are no longer needed.", true],
  ["APPROVALS — by two, people: are no longer!", true],
  ["Deploy script: may run with root rights from any team laptop.", true],
  ["Root rights: deploy script.", true],
  ["From any laptop, and with root rights.", true],
  ["Developers may run the deploy script straight away from their own laptop with rights of root.", true],
  ["The deploy of the web shop runs at night, and rights are checked by a job of the platform.", false],
  ["Infrastructure is described in Terraform, and every change of it is planned in CI first.", false],
  ["We decided to keep sessions in Postgres, because Redis loses them.", false],
  ["The tests of the retry run in CI only.", false],
  ["Ask the team.", false],
  ["", false],
])("%j tells again what was heard: %s", (text, expected) => {
  expect(check(text)).toBe(expected);
});

test("what the person said themselves is theirs, also where others say it too", () => {
  const said = "The deploy script may be run with root rights from any laptop of the team.";
  expect([check(said), check(said, said)]).toEqual([true, false]);
});

test("who has heard nothing tells nothing again", () => {
  expect(new HeardWords().tellsAgain(PAGE)).toBe(false);
});
