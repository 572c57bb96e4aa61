import { test } from "vitest";
import { loadProgram } from "./build.ts";
import { rehearse } from "./rehearsal.ts";
import { workload } from "./workload.ts";
import { rngFrom } from "../secrets/rng.ts";
import { cutAt, statesOf } from "./power-loss.ts";
import { World } from "./world.ts";

test("try", async () => {
  const p = await loadProgram();
  for (const name of ["plain", "shop"] as const) {
    const w = new World();
    const t = performance.now();
    try {
      const scenes = await rehearse(p, w, workload(name, 1));
      let n = 0; const groups = new Map<string, string[]>();
      for (let i = 0; i < scenes.length; i += 2) {
        const chain = scenes.slice(i, i + 1 + (scenes[i + 1]?.act.hand ? 0 : scenes[i+2]?.act.hand ? 1 : 2));
        const states = []; 
        for await (const s of statesOf(p, w, chain, { perMoment: 14, random: rngFrom(i) })) states.push(s);
        for (const s of states) {
        n++;
        for (const fault of await cutAt(p, w, s)) {
          const key = fault.replaceAll(/[a-z]+-[a-z]+-[a-z]+-[a-z0-9]+/g, "ID").replaceAll(/cairn-[a-z0-9-]+\.tmp/g, "TMP").replaceAll(/(owner|claim|new)\.[a-z0-9]+/g, "$1.X").replaceAll(/ [0-9a-f]{12}\b/g, " HASH").slice(0, 200);
          groups.set(key, [...(groups.get(key) ?? []), `${s.scene.index}/${s.scene.act.name} @${s.moment} ${s.answer.is}`]);
        }
        }
      }
      console.log(name, n, "states", performance.now() - t);
      for (const [k, v] of groups) console.log(v.length, k, "\n     ", v.slice(0, 5).join("\n      "));
    } finally { w.remove(); }
  }
}, 3_000_000);
