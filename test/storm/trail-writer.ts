/** A process of a session: notes so many things, sums up as often, or takes words out as often. `<home> <does> <name> <times>`. */

import { Trails } from "../../src/trail/trails.ts";

const [, , home = "", does = "", name = "", times = "0"] = process.argv;
const trails = new Trails(home);
const trail = trails.of("claude-code", "s1");
const at = "2025-06-02T12:00:00Z";
const nap = new Int32Array(new SharedArrayBuffer(4));
for (let n = 0; n < Number(times); n++) {
  if (does === "note") {
    trail.append({ is: "heard", at, agent: `${name}${n}`, from: "web" });
    trail.once(`${name}${n}`, at);
    Atomics.wait(nap, 0, 0, Math.random() * 8);
  } else if (does === "sum") trail.sumUp(at);
  else {
    trail.append({ is: "remark", at, text: `The blue kettle number ${name}${n} is hot` });
    trails.scrub([`The blue kettle number ${name}${n} is hot`], []);
  }
}
