import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { alike, closed, leftOpenAt, loseSyncAt, type Refused, refuseAt, refusedIn, syncsIn } from "./errors.ts";
import { patience, sample, seed, Tally } from "./report.ts";
import { onStage, workloads } from "./stage.ts";
import type { Call, Scene } from "./undisturbed.ts";

const FILE = "test/crash/errors.test.ts";
const POINTS = { plain: 16, shop: 6 };
const SYNCS = { plain: 6, shop: 3 };
const LETTING_GO = ["an addition", "a memory erased"];

interface Point extends Refused {
  readonly scene: Scene;
}

test(
  "D5: whatever call the disk refuses, and however, nothing is lost and no success is false",
  async () => {
    const tally = new Tally("D5 refused calls", FILE);
    for (const name of workloads) {
      const nameOf = ({ scene, call, refusal }: Point) => `${name}/${scene.index}@${call.n}:${refusal}`;
      await onStage(name, seed, async ({ program, world, scenes }) => {
        const points = scenes.flatMap((scene) => refusedIn(scene, { all: true }).map((one) => ({ scene, ...one })));
        for (const point of sample(points, POINTS[name], nameOf)) {
          await tally.note(nameOf(point), refuseAt(program, world, point.scene, point));
          tally.count("points");
        }
      });
    }
    tally.conclude();
  },
  patience,
);

test(
  "D7: after a failed sync nothing is synced again on that descriptor, and what it lost is never counted on",
  async () => {
    const tally = new Tally("D7 failed syncs", FILE);
    for (const name of workloads) {
      const nameOf = ({ scene, call }: Omit<Point, "refusal">) => `${name}/${scene.index}@${call.n}:sync`;
      await onStage(name, seed, async ({ program, world, scenes }) => {
        const syncs = scenes.flatMap((scene) => syncsIn(scene).map((call) => ({ scene, call })));
        for (const point of sample(syncs, SYNCS[name], nameOf, 1)) {
          await tally.note(nameOf(point), loseSyncAt(program, world, point.scene, point.call.n));
          tally.count("points");
        }
      });
    }
    tally.conclude();
  },
  patience,
);

test(
  "D7: a move of which only the note failed is done, and stays so, once it is said that nothing is left to be moved",
  async () => {
    await onStage("shop", seed, async ({ program, world, scenes }) => {
      const scene = scenes.find(({ act }) => act.op === "move") as Scene;
      // After it only workspace.md is brought in step.
      const { n } = syncsIn(scene).findLast(({ path }) => /\/cairn\/projects$/.test(path)) as Call;
      expect(await loseSyncAt(program, world, scene, n)).toEqual([]);
    });
  },
  patience,
);

test(
  "D5: whatever look at a folder of memories or sync of it is refused, no file stays open",
  async () => {
    const tally = new Tally("D5 files left open", FILE);
    const isOfFolder = ({ call, path }: Call) => /^f?(?:stat|sync)$/.test(call) && /\/memory(?:\/[\w-]+)*$/.test(path);
    await onStage("plain", seed, async ({ program, world, scenes }) => {
      for (const scene of scenes.filter(({ act }) => LETTING_GO.includes(act.name))) {
        for (const { n } of scene.calls.filter(isOfFolder)) {
          await tally.note(`plain/${scene.index}@${n}:open`, leftOpenAt(program, world, scene, n));
          tally.count("points");
        }
      }
    });
    tally.conclude();
  },
  patience,
);

test("most of what a disk can say is one and the same to Cairn: no line but the table of their meanings tells it apart", () => {
  const src = fileURLToPath(new URL("../../src", import.meta.url));
  const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((file) => /(?<!\.test)\.ts$/.test(file));
  // An error that is made here is given such a name (`code: "EIO"`); nobody asks for it.
  const textOf = (file: string) =>
    readFileSync(join(src, file), "utf8").replaceAll(/\b(?:code|error)(?::| =) "E[A-Z]+"/g, "");
  const telling = (codes: readonly string[]) =>
    files.filter((file) => new Set(codes.map((code) => textOf(file).includes(code))).size > 1).sort();
  expect(files.filter((file) => alike.some((code) => textOf(file).includes(code)))).toEqual(["disk/errors.ts"]);
  expect(telling(closed)).toEqual(["places/move.ts"]);
  // Where names are given: there it is tried at every call.
  expect(telling(["EXDEV", "EIO"])).toEqual(["places/move.ts", "store/write.ts"]);
});
