import { test } from "vitest";
import { loadProgram } from "./build.ts";
import { isDoor, loseSyncAt, refusals, refuseAt } from "./errors.ts";
import { rehearse } from "./rehearsal.ts";
import { workload } from "./workload.ts";
import { World } from "./world.ts";

test("try", async () => {
  const p = await loadProgram();
  for (const name of ["plain", "shop"] as const) {
    const w = new World();
    const t = performance.now();
    try {
      const scenes = await rehearse(p, w, workload(name, 2));
      let n = 0;
      const groups = new Map<string, string[]>();
      const note = (fault: string, where: string) => {
        const key = fault
          .replaceAll(/[a-z]+-[a-z]+-[a-z]+-[a-z0-9]+/g, "ID")
          .replaceAll(/cairn-[a-z0-9-]+\.tmp/g, "TMP")
          .replaceAll(/(owner|claim|new)\.[a-z0-9]+/g, "$1.X")
          .replaceAll(/ [0-9a-f]{12}\b/g, " HASH")
          .slice(0, 300);
        groups.set(key, [...(groups.get(key) ?? []), where]);
      };
      for (const scene of scenes)
        for (const call of scene.calls) {
          const where = (e: string) =>
            `${scene.index}/${scene.act.name} @${call.n} ${e} ${call.call} ${call.path.slice(w.base.length)}`;
          if (call.call === "sync" || call.call === "syncData") {
            n++;
            for (const f of await loseSyncAt(p, w, scene, call.n)) note("D7 " + f, where(""));
          }
          if (!call.changes && (call.n * 7 + scene.index) % 13) continue;
          const e = refusals[(call.n * 5 + scene.index) % 11]!;
          if (isDoor(call, e)) continue;
        if (e === "short" && call.call !== "write") continue;
          n++;
          for (const f of await refuseAt(p, w, scene, call.n, e)) note(f, where(e));
        }
      console.log(name, n, "points", performance.now() - t);
      for (const [k, v] of groups) console.log(v.length, k, "\n     ", v.slice(0, 4).join("\n      "));
    } finally {
      w.remove();
    }
  }
}, 3_000_000);
