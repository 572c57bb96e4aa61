import { expect, test } from "vitest";
import { parseGitConfig, remoteUrl } from "./git-config.ts";

const cases: [what: string, text: string, url: string | undefined][] = [
  ["no remote", "[core]\n\tbare = false\n", undefined],
  ["origin", '[remote "origin"]\n\turl = git@h:a/b.git\n\tfetch = +refs/*\n', "git@h:a/b.git"],
  ["origin before others", '[remote "up"]\nurl = h:up\n[remote "origin"]\nurl = h:mine\n', "h:mine"],
  ["the first of several without origin", '[remote "b"]\nurl = h:b\n[remote "a"]\nurl = h:a\n', "h:b"],
  ["keys in any case", '[REMOTE "origin"]\n  URL=h:x\n', "h:x"],
  ["names in their own case", '[remote "Origin"]\nurl = h:other\n[remote "origin"]\nurl = h:x\n', "h:x"],
  ["the key beside its section", '[remote "origin"] url = h:x\n', "h:x"],
  ["the dotted spelling", "[remote.origin]\nurl = h:x\n", "h:x"],
  ["comments and blanks", '# one\n; two\n[remote "origin"] # three\n url = h:x  ; four\n', "h:x"],
  ["quotes", '[remote "origin"]\nurl = "h:a b"#c\n', "h:a b"],
  ["a hash inside quotes", '[remote "origin"]\nurl = "h:a#b"\n', "h:a#b"],
  ["escapes", '[remote "origin"]\nurl = h:a\\\\b\\"c\n', 'h:a\\b"c'],
  ["a line that goes on", '[remote "origin"]\nurl = h:a\\\nb\n', "h:ab"],
  ["Windows line ends and a byte order mark", '\uFEFF[remote "origin"]\r\n\turl = h:x\r\n', "h:x"],
  ["a key without a value", '[remote "origin"]\nprune\nurl = h:x\n', "h:x"],
  ["an empty url is none", '[remote "origin"]\nurl =\n[remote "b"]\nurl = h:b\n', "h:b"],
  ["included files are not read", '[include]\npath = /tmp/evil\n[remote "origin"]\nurl = h:x\n', "h:x"],
  ["insteadOf is no remote", '[url "h:x"]\ninsteadOf = y\n', undefined],
  ["other sections with a url", '[submodule "origin"]\nurl = h:sub\n', undefined],
  ["nonsense", "[[[\nurl = h:x\n]\0", undefined],
];

test.each(cases)("the remote is found in a git config with %s", (_, text, url) => {
  expect(remoteUrl(parseGitConfig(text))).toBe(url);
});
