import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, expect, test } from "vitest";
import { FAILURES, fakeCairn, samples } from "../../../test/support/sample-operations.ts";
import type { OpenOptions } from "../../cairn.ts";
import { CairnError } from "../../model/error.ts";
import { main } from "./main.ts";
import type { Stream } from "./screen.ts";

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly opened: OpenOptions[];
}

interface Setting {
  readonly env?: Record<string, string>;
  readonly cwd?: string;
  readonly stdin?: string;
  readonly tty?: boolean;
  /** What the system says against every write to standard output. */
  readonly full?: Error;
  readonly open?: () => never;
}

const folder = mkdtempSync(join(tmpdir(), "cairn-cli-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function run(
  argv: string[],
  { env = {}, cwd = folder, stdin = "", tty = false, full, open }: Setting = {},
): Promise<Ran> {
  const written = { out: "", err: "" };
  const stream = (name: "out" | "err"): Stream => ({
    isTTY: tty,
    write(text, done) {
      written[name] += text;
      setImmediate(done);
    },
  });
  const opened: OpenOptions[] = [];
  const world = {
    argv,
    env,
    cwd,
    stdin: Object.assign(Readable.from([Buffer.from(stdin)]), { isTTY: tty }),
    stdout: full === undefined ? stream("out") : { write: (_: unknown, done: (error: Error) => void) => done(full) },
    stderr: stream("err"),
  };
  const code = await main(world, {
    registry: samples,
    open(options) {
      opened.push(options);
      return open === undefined ? fakeCairn() : open();
    },
  });
  return { code, ...written, opened };
}

const TOKEN = `ghp_${"A1b2C3d4E5".repeat(4).slice(0, 36)}`;

test("an answer is printed as text, or as one JSON object", async () => {
  expect(await run(["greet", "Ada"])).toMatchObject({ code: 0, out: "Hello, Ada\n", err: "" });
  const { out, err } = await run(["greet", "Ada", "--json"]);
  expect(JSON.parse(out)).toMatchObject({ said: ["Hello, Ada"] });
  expect(out.trimEnd()).not.toContain("\n");
  expect(err).toBe("");
});

test("an alias is the operation itself", async () => {
  expect(await run(["hello", "Ada"])).toMatchObject({ code: 0, out: "Hello, Ada\n" });
});

test.each<[keyof typeof FAILURES, number]>([
  ["not-found", 3],
  ["ambiguous", 4],
  ["conflict", 5],
  ["unavailable", 6],
])("a refusal (%s) has exit code %i and two lines on standard error", async (how, code) => {
  expect(await run(["fail", how])).toMatchObject({
    code,
    out: "",
    err: "cairn: It went wrong.\n  Try something else.\n",
  });
  const { out, err } = await run(["--json", "fail", how]);
  expect(JSON.parse(out)).toEqual({
    error: { code: FAILURES[how], kind: how, message: "It went wrong.", hint: "Try something else." },
  });
  expect(err).toBe("");
});

test.each([
  [["greet"], "name is missing."],
  [["greet", "Ada", "--tone", "loud"], "tone must be one of warm, cool."],
  [["greet", "Ada", "--times", "many"], "times must be a number."],
  [["greet", "Ada", "--tmes", "1"], "There is no flag called --tmes."],
  [["gret", "Ada"], "There is no operation called gret."],
  [["__proto__"], "There is no operation called __proto__."],
])("%j is invalid input: exit code 2, with and without --json", async (argv, message) => {
  const text = await run(argv);
  expect(text).toMatchObject({ code: 2, out: "" });
  expect(text.err.split("\n")[0]).toBe(`cairn: ${message}`);
  const json = await run([...argv, "--json"]);
  expect(JSON.parse(json.out)).toMatchObject({ error: { code: "INPUT_ERROR", kind: "invalid-input", message } });
  expect(json).toMatchObject({ code: 2, err: "" });
});

test("an unknown operation suggests the one that was meant", async () => {
  expect((await run(["gret"])).err).toContain("Did you mean greet?");
});

test("a bug is printed whole, without secrets, and has exit code 70", async () => {
  const { code, out, err } = await run(["fail", "bug", `lost ${TOKEN}`]);
  expect({ code, out }).toEqual({ code: 70, out: "" });
  expect(err).toMatch(/TypeError: lost \[REDACTED:[^\]]+\]\n +at .*sample-operations/);
  const json = await run(["fail", "bug", `lost ${TOKEN}`, "--json"]);
  expect(JSON.parse(json.out)).toMatchObject({ error: { code: "BUG", kind: "bug" } });
  expect(json.out + json.err + err).not.toContain(TOKEN);
});

test("an answer that cannot be written is one line and exit code 6, and a refusal is still told; a reader gone is no error", async () => {
  const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  const said = "the answer could not be written: no space left on device; what was asked for was done";
  for (const more of [[], ["--json"]]) {
    expect(await run(["greet", "Ada", ...more], { full })).toMatchObject({ code: 6, err: `cairn: ${said}\n` });
  }
  const refused = await run(["fail", "not-found", "--json"], { full });
  expect(refused).toMatchObject({ code: 3, err: expect.stringContaining("cairn: It went wrong.") });
  const gone = Object.assign(new Error("EPIPE: broken pipe, write"), { code: "EPIPE" });
  expect(await run(["greet", "Ada"], { full: gone })).toMatchObject({ code: 0, err: "" });
});

test("without an operation the help is shown, and every operation has its own", async () => {
  const { code, out } = await run([]);
  expect(code).toBe(0);
  for (const word of ["greet", "wipe-out", "fail", "mcp", "--json"]) expect(out).toContain(word);
  expect((await run(["--help"])).out).toBe(out);
  const page = await run(["wipe-out", "--help"]);
  expect(page.out).toContain("Usage: cairn wipe-out <what> [more...] [flags]");
  expect(page.opened).toEqual([]);
  expect(JSON.parse((await run(["wipe-out", "--help", "--json"])).out).help).toBe(page.out.trimEnd());
});

test("hidden fields are in no help", async () => {
  expect((await run(["greet", "--help"])).out).not.toContain("secret");
});

test("no control byte of an answer or an error reaches the terminal", async () => {
  const hostile = "\u001b]52;c;aGk=\u0007\u202e\u009b2J";
  const runs = [
    await run(["greet", hostile], { tty: true, env: { NO_COLOR: "1" } }),
    await run(["greet", hostile, "--json"]),
    await run(["fail", "not-found", hostile]),
    await run([hostile]),
    await run(["greet", `--${hostile}`]),
  ];
  for (const { out, err } of runs) expect(out + err).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
});

test("colours are for terminals, and for those who want them", async () => {
  const coloured = (await run(["fail", "conflict"], { tty: true })).err;
  expect(coloured).toContain("\u001b[31mcairn:\u001b[0m");
  const plain = [
    await run(["fail", "conflict"]),
    await run(["fail", "conflict"], { tty: true, env: { NO_COLOR: "1" } }),
    await run(["fail", "conflict"], { tty: true, env: { TERM: "dumb" } }),
    await run(["fail", "conflict", "--no-color"], { tty: true }),
  ];
  for (const { err } of plain) expect(err).not.toContain("\u001b");
});

test("what destroys asks on a terminal, and needs --yes elsewhere", async () => {
  const asked = await run(["wipe-out", "all"], { tty: true, stdin: "y\n", env: { NO_COLOR: "1" } });
  expect(asked).toMatchObject({ code: 0, out: "Wiped all.\n", err: "Destroy all for good? [y/N] " });
  for (const stdin of ["n\n", "\n", "", "yesterday\n"]) {
    const { code, out, err } = await run(["wipe-out", "all"], { tty: true, stdin, env: { NO_COLOR: "1" } });
    expect({ code, out }).toEqual({ code: 5, out: "" });
    expect(err).toBe("Destroy all for good? [y/N] cairn: Nothing was done.\n");
  }
  expect(await run(["wipe-out", "all"], { stdin: "y\n" })).toMatchObject({ code: 5, out: "" });
  expect(await run(["wipe-out", "all", "--yes"])).toMatchObject({ code: 0, out: "Wiped all.\n" });
  const json = await run(["wipe-out", "all", "--json"], { tty: true, stdin: "y\n" });
  expect(JSON.parse(json.out)).toMatchObject({
    error: { code: "CONFIRMATION_NEEDED", message: "Destroy all for good?" },
  });
});

test("a field's text may come from a file or from standard input", async () => {
  writeFileSync(join(folder, "notes.md"), "from a file\n");
  const body = async (argv: string[], setting = {}) => JSON.parse((await run([...argv, "--json"], setting)).out);
  expect(await body(["greet", "Ada", "--body-file", "notes.md"])).toMatchObject({ input: { body: "from a file\n" } });
  expect(await body(["greet", "Ada", "--body-file", "-"], { stdin: "piped" })).toMatchObject({
    input: { body: "piped" },
  });
  for (const name of ["missing.md", "."]) {
    expect(await body(["greet", "Ada", "--body-file", name])).toMatchObject({
      error: { code: "READ_ERROR", field: "body" },
    });
  }
  writeFileSync(join(folder, "latin1.txt"), Buffer.from([0x66, 0xfc, 0x72]));
  expect(await body(["greet", "Ada", "--body-file", "latin1.txt"])).toMatchObject({ error: { code: "READ_ERROR" } });
});

test("where and for whom it works is handed on", async () => {
  const { opened } = await run(["greet", "Ada", "--cwd", "sub", "--memory-dir", "../mem"], {
    env: { CLAUDECODE: "1" },
  });
  expect(opened).toMatchObject([
    { cwd: join(folder, "sub"), memoryDir: join(folder, "..", "mem"), surface: "agent-shell" },
  ]);
  expect((await run(["greet", "Ada"])).opened).toMatchObject([{ cwd: folder, surface: "cli" }]);
});

test("a Cairn that cannot be opened is an error like any other", async () => {
  const open = () => {
    throw new CairnError("ROOT_UNAVAILABLE", `Gone: ${TOKEN}`);
  };
  const { code, out } = await run(["greet", "Ada", "--json"], { open });
  expect(code).toBe(6);
  expect(JSON.parse(out).error.message).toMatch(/^Gone: \[REDACTED/);
});
