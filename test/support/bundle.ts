/** Makes a script that a test can start as a process of its own, from a TypeScript file. */

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSync } from "esbuild";

/** Returns the path of a `.cjs`, named by its contents, so a second call with nothing changed writes nothing. */
export function bundleDriver(entry: string): string {
  const built = buildSync({
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: "node",
    target: "node20",
    format: "cjs",
    logLevel: "warning",
  });
  const text = built.outputFiles[0]!.contents;
  const folder = join(tmpdir(), `cairn-drivers-${process.getuid?.() ?? 0}`);
  const path = join(folder, `${createHash("sha256").update(text).digest("hex").slice(0, 24)}.cjs`);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(`${path}.${process.pid}`, text);
  renameSync(`${path}.${process.pid}`, path);
  return path;
}
