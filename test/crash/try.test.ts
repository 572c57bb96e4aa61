import { test } from "vitest";
import { loadProgram } from "./build.ts";
import { editAt, editorNames, isPlacing, targetOf } from "./editors.ts";
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
      let gaps = 0;
      const groups = new Map<string, string[]>();
      const note = (fault: string, where: string) => {
        const key = fault.replaceAll(/[a-z]+-[a-z]+-[a-z]+-[a-z0-9]+/g, "ID").slice(0, 300);
        groups.set(key, [...(groups.get(key) ?? []), where]);
      };
      for (const scene of scenes) {
        const target = targetOf(scene);
        if (target === undefined) continue;
        const at = scene.calls.findIndex((c) => isPlacing(c, w.at(target)));
        if (at < 0) {
          console.log("no placing", scene.act.name);
          continue;
        }
        for (const call of scene.calls.slice(Math.max(0, at - 14), at + 24))
          for (const editor of editorNames) {
            const where = `${scene.index}/${scene.act.name} @${call.n}${call.n - at - 1} ${editor} ${call.call} ${call.path.slice(w.base.length)}`;
            n++;
            const { faults, inGap } = await editAt(p, w, scene, call.n, editor);
            if (inGap) gaps++;
            for (const f of faults) note(f, where);
          }
      }
      console.log(name, n, "points", gaps, "gaps", performance.now() - t);
      for (const [k, v] of groups) console.log(v.length, k, "\n     ", v.slice(0, 6).join("\n      "));
    } finally {
      w.remove();
    }
  }
}, 3_000_000);
