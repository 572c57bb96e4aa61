import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type Bundle, loadBundle } from "./code-cache.ts";

const require = createRequire(import.meta.url);
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function made(): Bundle & { home: string } {
  const folder = mkdtempSync(join(tmpdir(), "cairn-launch-"));
  folders.push(folder);
  const [path, home] = [join(folder, "cli.cjs"), join(folder, "home")];
  writeFileSync(path, textSaying(7));
  mkdirSync(home);
  return { path, home, hash: "a".repeat(64), command: "list", flags: [] };
}

/** Always as long, whatever the digit: V8 tells sources apart by their length only. */
function textSaying(digit: number): string {
  const filler = Array.from({ length: 50 }, (_, n) => `function unused${n}() { return ${n}; }`).join("\n");
  return `(function (require, module, exports) { ${filler}; function code() { return ${digit}; } exports.done = Promise.resolve(code()); })\n`;
}

async function run(bundle: Bundle): Promise<number> {
  const { run: start, keep } = loadBundle<{ done: Promise<number> }>(bundle);
  const code = await start(require).done;
  await keep();
  return code;
}

function kept({ home }: { home: string }): string {
  const [name = "nothing"] = readdirSync(join(home, "cache"));
  return join(home, "cache", name);
}

test("a bundle is run, and its code is kept for the next time, for nobody else to read", async () => {
  const bundle = made();
  expect(await run(bundle)).toBe(7);
  const file = kept(bundle);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const before = statSync(file).mtimeMs;
  expect(await run(bundle)).toBe(7);
  expect(statSync(file).mtimeMs).toBe(before);
});

test("each command has its own code kept", async () => {
  const bundle = made();
  await run(bundle);
  await run({ ...bundle, command: "show" });
  expect(readdirSync(join(bundle.home, "cache"))).toHaveLength(2);
});

test("a run under other flags neither uses nor disturbs what is kept", async () => {
  const bundle = made();
  const flagged = { ...bundle, flags: ["--stack-size=900"] };
  expect(await run(flagged)).toBe(7);
  expect(existsSync(join(bundle.home, "cache"))).toBe(false);
  await run(bundle);
  const before = readFileSync(kept(bundle));
  await run(flagged);
  expect(readFileSync(kept(bundle)).equals(before)).toBe(true);
});

test("the flag of a hook's own command line keeps its code apart", async () => {
  const bundle = made();
  await run(bundle);
  await run({ ...bundle, flags: ["--no-turbofan"] });
  const names = readdirSync(join(bundle.home, "cache"));
  expect(names).toHaveLength(2);
  expect(names).toContainEqual(expect.stringMatching(/^list--no-turbofan-/));
});

test("a home that is not there is not made", async () => {
  const bundle = { ...made(), home: join(tmpdir(), "cairn-no-such-home") };
  expect(await run(bundle)).toBe(7);
  expect(existsSync(bundle.home)).toBe(false);
});

test("without a home that may be trusted nothing is kept, and nothing that is kept is used", async () => {
  const bundle = made();
  await run(bundle);
  const before = readFileSync(kept(bundle));
  writeFileSync(bundle.path, textSaying(8));
  expect(await run({ ...bundle, home: undefined })).toBe(8);
  expect(readFileSync(kept(bundle)).equals(before)).toBe(true);
});

test("an edit of the same length runs as edited, never as kept", async () => {
  const bundle = made();
  await run(bundle);
  writeFileSync(bundle.path, textSaying(8));
  expect(await run(bundle)).toBe(8);
  expect(await run({ ...bundle, hash: "b".repeat(64) })).toBe(8);
});

test("kept code with any byte changed, cut off or added is not used: V8 would crash on it", async () => {
  const bundle = made();
  await run(bundle);
  const file = kept(bundle);
  const good = readFileSync(file);
  const steps = Array.from({ length: 40 }, (_, n) => Math.floor((n * good.length) / 40));
  const broken = [
    ...steps.map((at) => Buffer.concat([good.subarray(0, at), Buffer.from([good[at]! ^ 1]), good.subarray(at + 1)])),
    ...steps.map((at) => good.subarray(0, at)),
    Buffer.concat([good, Buffer.from([0])]),
    Buffer.alloc(good.length),
  ];
  for (const bytes of broken) {
    writeFileSync(file, bytes);
    expect(await run(bundle)).toBe(7);
    expect(readFileSync(file).equals(bytes)).toBe(false);
  }
});

test("code that others could have written is not used", async () => {
  const bundle = made();
  await run(bundle);
  const file = kept(bundle);
  writeFileSync(file, readFileSync(file));
  chmodSync(file, 0o622);
  await run(bundle);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("what is kept stays bounded: the oldest goes", async () => {
  const bundle = made();
  const cache = join(bundle.home, "cache");
  mkdirSync(cache);
  for (let n = 0; n < 80; n++) {
    writeFileSync(join(cache, `old-${n}.bin`), "");
    utimesSync(join(cache, `old-${n}.bin`), n, n);
  }
  await run(bundle);
  const names = readdirSync(cache);
  expect(names).toHaveLength(64);
  expect(names).not.toContain("old-0.bin");
  expect(names).toContain("old-79.bin");
});

test("a bundle that is missing is said to be missing", () => {
  expect(() => loadBundle({ ...made(), path: "/nowhere/cli.cjs" })).toThrow(/missing/);
});
