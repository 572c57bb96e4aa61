/** No control character of a memory, a name or an input reaches a terminal as itself (S11). */

import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type House, house } from "../support/house.ts";

/** Everything but printable characters, line feed and tab; and what reorders or hides text. */
const CONTROL =
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;

const ESC = "\u001b";
const SEQUENCES = [
  `${ESC}]0;owned\u0007`,
  `${ESC}]8;;https://evil.example\u0007click${ESC}]8;;\u0007`,
  `${ESC}]52;c;ZXZpbA==\u0007`,
  `${ESC}]1337;File=inline=1:AAAA\u0007`,
  `${ESC}P1$r0m${ESC}\\`,
  `${ESC}_Gf=24;AAAA${ESC}\\`,
  `${ESC}[2J${ESC}[H`,
  `${ESC}[31mred${ESC}[0m`,
  `${ESC}[?1049h`,
  `${ESC}[6n`,
  `${ESC}c`,
  "\u009b2J",
  "\u009d0;owned\u009c",
  "\u0090x\u009c",
  "safe\rcairn: all is well",
  "ab\b\bxy",
  "\u202etxt.exe",
  "\u2066isolated\u2069",
  "zero\u200bwidth\u200djoin",
  "\u{e0041}\u{e0042}tags",
  "\ufeffbom",
  "line\u2028separator\u2029",
  "soft\u00adhyphen",
  "bell\u0007",
  "null\u0000byte",
];

const ALL = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).filter(
  (char) => !/[\n\t\x20-\x7e]/.test(char),
);

function reaching({ out, err }: { out: string; err: string }): string | undefined {
  const found = CONTROL.exec(out) ?? CONTROL.exec(err);
  return found === null ? undefined : `${JSON.stringify(found[0])} in ${JSON.stringify((out + err).slice(0, 200))}`;
}

/** A hand-made file may hold anything, in every place of it. */
function plant(place: House, n: number, text: string): void {
  const line = text.replace(/[\r\n]/g, " ");
  const quoted = JSON.stringify(line).replace(
    /[\u007f-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  const front = [
    "---",
    `name: m${n}`,
    `description: ${quoted}`,
    `metadata: { tags: [${quoted}], aliases: [${quoted}] }`,
    "---",
  ];
  place.write(
    join(place.root, `m${n}.md`),
    `${front.join("\n")}\n# T${n} ${line}\n\n${text}\n\n## Changes\n- 2026-01-01T00:00:00Z ${line}\n`,
  );
}

test("sequences for terminals, every control character and bidirectional marks come out as words", async () => {
  const place = house();
  const texts = [...SEQUENCES, ALL.join("x")];
  for (const [n, text] of texts.entries()) plant(place, n, text);
  const wrong: string[] = [];
  const check = async (words: string[]) => {
    const found = reaching(await place.cli(words));
    if (found !== undefined) wrong.push(`${words[0]}: ${found}`);
  };
  for (const words of [["list"], ["list", "--json"], ["status"], ["doctor"], ["history"], ["rebuild"]])
    await check(words);
  for (const n of texts.keys()) {
    await check(["show", `m${n}`]);
    await check(["show", `m${n}`, "--json"]);
  }
  for (const [n, text] of texts.entries()) {
    const given = [
      ["show", "--", text],
      [text],
      ["list", `--${text}`],
      ["list", `--kind=${text}`],
      ["list", `--cwd=${text}`],
      ["config", "get", "--", text],
      ["remember", `--body-file=${text}`],
      ["remember", "--kind=project", `--title=${text}`, "--", text],
      ["remember", "--kind=project", "--title=Plain", `--files=${text}`],
      ["undo", "--", text],
      ["help", "--", text],
    ];
    for (const [m, words] of given.entries()) if ((n + m) % 3 === 0) await check(words);
  }
  expect(wrong).toEqual([]);
});

test("10,000 random strings in memories come out without a control character", async () => {
  const place = house();
  const unit = fc.oneof(
    fc.string({ unit: "binary", maxLength: 6 }),
    fc.constantFrom(...SEQUENCES, ...ALL),
    fc.string({ maxLength: 4 }),
  );
  const strings = fc.sample(
    fc.array(unit, { maxLength: 6 }).map((parts) => parts.join("")),
    { numRuns: 10_000, seed: 5 },
  );
  const each = 1_000;
  for (let n = 0; n * each < strings.length; n++) {
    plant(place, n, strings.slice(n * each, (n + 1) * each).join("\n"));
    place.write(join(place.root, `t${n}.md`), `# ${strings[n]}\n\n${strings[n + 100]}\n`);
  }
  const answers = [await place.cli(["list", "--limit", "1000"])];
  for (let n = 0; n * each < strings.length; n++) {
    answers.push(await place.cli(["show", `m${n}`]), await place.cli(["show", `t${n}`, "--json"]));
  }
  expect(answers.map(reaching).filter((found) => found !== undefined)).toEqual([]);
  expect(answers.filter(({ code }) => code !== 0)).toEqual([]);
});

test("a bug report, too, is spelled out", async () => {
  const place = house();
  place.write(join(place.cairnHome, "format.json"), `{"version": "${ESC}]0;owned\u0007"}`);
  for (const words of [["list"], ["remember", "x"], ["doctor"]])
    expect(reaching(await place.cli(words))).toBeUndefined();
});
