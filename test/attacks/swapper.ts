/** Puts a link in the place of a folder or a file and takes it away again, as fast as it can, until it is told to stop. */

import { renameSync, symlinkSync, unlinkSync } from "node:fs";

const [place = "", target = "", hidden = ""] = process.argv.slice(2);
let swaps = 0;
let ended = false;

process.on("SIGTERM", () => {
  ended = true;
});

/** In short runs, each told of, so that the signal is heard in between. */
function run(): void {
  for (let n = 0; n < 100; n++) swap();
  process.stdout.write(`${swaps}\n`);
  if (!ended) setImmediate(run);
}

function swap(): void {
  renameSync(place, hidden);
  clearing(() => symlinkSync(target, place));
  linger();
  unlinkSync(place);
  clearing(() => renameSync(hidden, place));
  linger();
  swaps++;
}

/** Cairn may have made the folder anew in between: out of the way with it. */
function clearing(act: () => void): void {
  for (let tries = 0; ; tries++) {
    try {
      act();
      return;
    } catch (error) {
      if (tries === 100) throw error;
      renameSync(place, `${hidden}-${swaps}-${tries}`);
    }
  }
}

/** So that both states last long enough to be met. */
function linger(): void {
  const until = performance.now() + Math.random() * 0.3;
  while (performance.now() < until);
}

run();
