/** Adds to a memory and makes one, and stops itself once, holding the lock, in the call it is told. Says what was saved. */

import { basename } from "node:path";
import { setFaults } from "../../src/disk/faults.ts";
import { openCairn } from "../../src/library.ts";

async function main(call: string): Promise<void> {
  const cairn = await openCairn();
  let [holds, stopped] = [false, false];
  setFaults((attempt) => {
    const isWrite = /\/memory\/|\/log\//.test(attempt.path);
    if (holds && !stopped && isWrite && attempt.call === call) {
      stopped = true;
      process.kill(process.pid, "SIGSTOP");
    }
    const takes = attempt.call === "link" && basename(attempt.to ?? "") === "lock" && attempt.path.includes("/roots/");
    return {
      after: () => {
        holds ||= takes;
      },
    };
  });
  await cairn.update({ id: "first-it-is", append: "Stopped in between." });
  process.stdout.write("updated\n");
  await cairn.remember({ text: "Stopped it is.", kind: "project" });
  process.stdout.write("remembered\n");
  await cairn.close();
}

void main(process.argv[2] ?? "");
