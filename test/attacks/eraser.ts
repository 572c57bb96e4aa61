/** Takes a memory out for good, or purges, and dies at the disk call it is told, before it or after. */

import { setFaults } from "../../src/disk/faults.ts";
import { openCairn } from "../../src/library.ts";

async function main(what: string, last: number, late: boolean): Promise<void> {
  const cairn = await openCairn();
  setFaults(({ n }) => {
    if (n < last) return undefined;
    if (!late) die();
    return { after: die };
  });
  if (what === "purge") await cairn.gc({ purge: true }, { confirmed: true });
  else await cairn.forget({ id: what, hard: true }, { confirmed: true });
  process.stdout.write("done\n");
}

function die(): never {
  process.kill(process.pid, "SIGKILL");
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
}

const [what = "", last = "", late = ""] = process.argv.slice(2);
void main(what, Number(last), late === "late");
