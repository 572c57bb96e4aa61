import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { expect, onTestFinished, test } from "vitest";

const MB = 1024 * 1024;
const reader = fileURLToPath(new URL("../../src/hosts/records.ts", import.meta.url));

/** Entries as the client writes them, of very different sizes; now and then one that is larger than any reader takes. */
function write(path: string, size: number): void {
  const file = openSync(path, "w");
  const entry = (n: number, text: string) =>
    `${JSON.stringify({ type: "user", uuid: `e${n}`, sessionId: "s", message: { role: "user", content: text } })}\n`;
  let written = 0;
  for (let n = 0; written < size; n++) {
    const length = n % 5_000 === 4_999 ? 40 * MB : n % 100 === 0 ? 300_000 : 200 + (n % 50) * 40;
    written += writeSync(file, entry(n, "word ".repeat(length / 5)));
  }
  closeSync(file);
}

/** Peak memory of a process that reads the file, in megabytes, and how many turns it saw. */
function peak(program: string, path: string): { mb: number; turns: number } {
  const { stdout, stderr } = spawnSync(process.execPath, [program, path], { encoding: "utf8" });
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout);
}

test("500 MB are read in the memory that 50 MB take", () => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-large-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const program = join(folder, "read.mjs");
  // Peak memory as Linux counts it: what the process was forked from is not its own.
  const source = `import { existsSync, readFileSync } from "node:fs";
    import { turnsOf } from ${JSON.stringify(reader)};
    let turns = 0;
    for (const turn of turnsOf(process.argv[2])) if (turn.text.length > 0) turns++;
    console.log(JSON.stringify({ mb: peakKb() / 1024, turns }));
    function peakKb() {
      if (!existsSync("/proc/self/status")) return process.resourceUsage().maxRSS;
      return Number(/VmHWM:\\s*(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]);
    }`;
  buildSync({
    stdin: { contents: source, resolveDir: folder, loader: "ts" },
    bundle: true,
    platform: "node",
    format: "esm",
    outfile: program,
  });
  const [small, large] = [50, 500].map((mb) => {
    const path = join(folder, `${mb}.jsonl`);
    write(path, mb * MB);
    return peak(program, path);
  });
  expect(large!.turns).toBeGreaterThan(5 * small!.turns);
  expect(large!.mb).toBeLessThan(1.5 * small!.mb + 40);
  expect(large!.mb).toBeLessThan(400);
});
