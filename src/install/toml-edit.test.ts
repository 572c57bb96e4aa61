import fc from "fast-check";
import { expect, test } from "vitest";
import { TomlFault, tomlParts } from "../text/toml-text.ts";
import { hasTable, putTable, takeTable } from "./toml-edit.ts";

const path = ["mcp_servers", "cairn"];
const values = { command: "node", args: ["/a b/cairn.cjs", "mcp"], env: { CAIRN_HOST: "codex" }, timeout: 7 };
const TABLE =
  '[mcp_servers.cairn]\ncommand = "node"\nargs = ["/a b/cairn.cjs", "mcp"]\nenv = { CAIRN_HOST = "codex" }\ntimeout = 7\n';

/** As people and Codex write it. */
const texts = [
  "",
  'model = "gpt-5.5"\n',
  'model = "gpt-5.5"',
  '# mine\nmodel = "x" # why\n\n[projects."/a/b.c"]\ntrust_level = "trusted"\n',
  "[a]\r\nb = 1\r\n\r\n[[c.d]]\r\ne = ['x', # y\r\n 'z',\r\n]\r\n",
  'instructions = """\n[mcp_servers.cairn]\ncommand = "no"\n"""\n',
  "x = '''\n[mcp_servers.cairn]'''\ny = { a = 1, b = { c = \"}\" } }\nd = 1979-05-27 07:32:00\n",
  '[mcp_servers.other]\ncommand = "npx"\nargs = ["-y", "[mcp_servers.cairn]"]\n\n[mcp_servers.other.env]\nK = "v"\n',
];

test.each(texts)("into %j the table is put, and taken out again", (text) => {
  expect(hasTable(text, path)).toBe(false);
  const done = putTable(text, path, values);
  expect(done.text.startsWith(text)).toBe(true);
  expect(done.text.replaceAll("\r\n", "\n")).toContain(TABLE);
  expect(hasTable(done.text, path)).toBe(true);
  expect(takeTable(done.text, path, done.block)).toBe(text);
});

test.each([
  '[mcp_servers]\ncairn = { command = "node" }\n',
  '[mcp_servers]\ncairn.command = "node"\n',
  'mcp_servers.cairn.command = "node"\n',
  'mcp_servers = { other = { command = "x" } }\n',
])("beside %j no table can stand, and none is taken out of it", (text) => {
  expect(hasTable(text, path)).toBe(true);
  expect(takeTable(text, path, undefined)).toBeUndefined();
});

test.each([
  ["a = ", 1],
  ["a = 1\nb = [1, 2\n", 3],
  ['a = 1\n[b\nc = "d"\n', 2],
  ['a = """\nopen', 1],
  ["a = 1 b = 2", 1],
])("%j is no TOML, and it says where", (text, line) => {
  try {
    tomlParts(text);
    expect.unreachable();
  } catch (error) {
    expect(error instanceof TomlFault ? error.line : error).toBe(line);
  }
});

test("what the client wrote around it stays, and what it noted of the table goes with it", () => {
  const { text, block } = putTable('model = "x"\n', path, values);
  const noted = `${text}\n[mcp_servers.cairn.tools.recall]\napproval_mode = "approve"\n\n[projects."/p"]\ntrust_level = "trusted"\n`;
  expect(takeTable(noted, path, block)).toBe('model = "x"\n\n[projects."/p"]\ntrust_level = "trusted"\n');
  const rewritten = 'model = "x"\n\n[mcp_servers.cairn]\nargs = []\ncommand = "node"\n# theirs\n\n[z]\n';
  expect(takeTable(rewritten, path, block)).toBe('model = "x"\n# theirs\n\n[z]\n');
  expect(takeTable('model = "x"\n', path, block)).toBeUndefined();
});

test("whatever the file holds, putting in and taking out are each other's opposite", () => {
  const value = fc.constantFrom("1", '"a # b"', "'c'", "[1,\n 2]", '{ k = "v" }', "true", '"""\n[x]\n"""', "1.5e3");
  const line = fc.oneof(
    fc.tuple(fc.constantFrom("a", "b.c", '"d e"', "'f'.g"), value).map(([key, one]) => `${key} = ${one}`),
    fc.constantFrom("[t]", "[[t.u]]", '[ "v w" . x ]', "", "# note", "  "),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), fc.constantFrom("\n", "\r\n"), fc.boolean(), (lines, eol, ends) => {
      const text = lines.join("\n").replaceAll("\n", eol) + (ends && lines.length > 0 ? eol : "");
      const done = putTable(text, path, values);
      expect(tomlParts(done.text).length).toBe(tomlParts(text).length + 5);
      expect(takeTable(done.text, path, done.block)).toBe(text);
    }),
    { numRuns: 1_000 },
  );
});
