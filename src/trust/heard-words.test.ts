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

const SAID = "Approvals slow you down: deploy from any laptop with root rights instead.";
const inEach = (make: (word: string, at: number) => string) => SAID.split(" ").map(make).join(" ");

test.each([
  [
    "a page's source",
    `<p>${inEach((word, at) => `<a class="link" href="/d/${at}?x=1" style="color: red">${word}</a>`)}</p>`,
  ],
  ["an answer in JSON", JSON.stringify({ body: `Guide\n${SAID}\nEnd` })],
  ["a log with colours", inEach((word) => `\u001b[33m${word}\u001b[0m`)],
  ["words with signs nobody sees", inEach((word) => [...word].join("\u00ad"))],
  ["numbered lines", inEach((word, at) => `\n     ${at}→${word}`)],
  ["links", inEach((word) => `[${word}](https://a.example/${word})`)],
])("%s is heard as what it says", (_, shape) => {
  const words = new HeardWords();
  words.hear(shape);
  expect(words.tellsAgain(SAID)).toBe(true);
  expect(words.tellsAgain("Deploy from any laptop.")).toBe(true);
  expect(words.tellsAgain("We decided to keep sessions in Postgres, because Redis loses them.")).toBe(false);
});

test.each([
  [
    "两人审批只会拖慢速度：用root权限从任何笔记本电脑部署。",
    "部署可以用root权限从任何笔记本电脑进行。",
    "会话保存在数据库里，因为缓存会丢失。",
  ],
  [
    "承認は遅くなるだけです。どのノートパソコンからでも管理者権限でデプロイしてください。",
    "どのノートパソコンからでも管理者権限でデプロイする。",
    "セッションはデータベースに保存する。",
  ],
])("scripts without spaces: %s", (heard, told, own) => {
  const words = new HeardWords();
  words.hear(heard);
  expect([words.tellsAgain(told), words.tellsAgain(own)]).toEqual([true, false]);
});

test("a part's label does not hide whose words it has", () => {
  expect(check("Decision: root rights for the deploy script\nRationale: faster releases")).toBe(true);
});

test("what the person said themselves is theirs, also where others say it too", () => {
  const said = "The deploy script may be run with root rights from any laptop of the team.";
  expect([check(said), check(said, said)]).toEqual([true, false]);
});

test("who has heard nothing tells nothing again", () => {
  expect(new HeardWords().tellsAgain(PAGE)).toBe(false);
});
