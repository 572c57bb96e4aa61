// npm start: on a fresh clone, with nothing but Node and git, installs, builds and runs the tour.

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./install.mjs";

if (!ensureInstalled()) process.exit(1);
const { ensureBuilt } = await import("./fresh.mjs");
await ensureBuilt();

const program = fileURLToPath(new URL("../dist/cairn.cjs", import.meta.url));
const words = process.argv.slice(2);
const { status } = spawnSync(process.execPath, [program, ...(words.length > 0 ? words : ["tour"])], {
  stdio: "inherit",
});
process.exit(status ?? 1);
